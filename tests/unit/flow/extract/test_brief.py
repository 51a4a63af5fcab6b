"""Brief: what of a scheme has to be asked for."""

from __future__ import annotations

import pytest

from holdfast.flow.extract.brief import brief_of
from holdfast.flow.extract.written import read_scheme
from holdfast.ports.extractor import Brief

WRITTEN = """
event_theme_requirement: what they build
overwrite_user_profiles:
  - topic: about
    sub_topics: [city, {name: birth_date, description: day and month}, blood_type]
additional_user_profiles:
  - topic: gaming
    sub_topics: [{name: favorite_game, description: the best one}]
  - topic: totem
  - topic: pet
event_tags: [emotion]
"""


@pytest.mark.parametrize("written", ["", "language: zh", "profile_strict_mode: true"])
def test_a_usual_scheme_asks_for_nothing(written):
    assert brief_of(read_scheme(written)) == Brief()


def test_what_is_known_under_a_name_of_ours_is_not_asked_for():
    brief = brief_of(read_scheme(WRITTEN))
    asked = {topic.name: [sub.name for sub in topic.subs] for topic in brief.topics}
    assert asked == {"about": ["blood_type"], "gaming": ["favorite_game"], "totem": []}
    assert brief.topics[1].subs[0].description == "the best one"
    assert (brief.theme, [tag.name for tag in brief.tags]) == ("what they build", ["emotion"])


def test_in_chinese():
    brief = brief_of(
        read_scheme(
            "language: zh\nadditional_user_profiles:\n- topic: 基本信息\n  sub_topics: [姓名, 血型]"
        )
    )
    (topic,) = brief.topics
    assert (topic.name, [sub.name for sub in topic.subs]) == ("基本信息", ["血型"])
