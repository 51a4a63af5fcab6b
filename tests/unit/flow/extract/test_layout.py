"""Layout and scheme: slots under the topics that somebody wants."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.domain.slot import Slot
from holdfast.errors import InvalidInput
from holdfast.flow.extract.layout import MOST_TOKENS, laid_out
from holdfast.flow.extract.written import read_scheme
from holdfast.text.tokens import estimate

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def slot(topic: str, value: str, sub: str = "", *, day: int = 0) -> Slot:
    said = NOON + timedelta(days=day)
    return Slot(
        id=f"{topic} {sub} {value}",
        topic=topic,
        sub=sub,
        value=value,
        text=value,
        since=said,
        known_from=said,
        last_said=said,
    )


def shown(slots: list[Slot], scheme: str = "") -> list[tuple[str, str, str]]:
    found = laid_out(slots, read_scheme(scheme), estimate)
    return [(each.topic, each.sub, each.content) for each in found]


class TestLayout:
    def test_each_topic_has_its_place_in_each_language(self):
        slots = [
            slot("home", "成都"),
            slot("work", "护士", "position"),
            slot("work", "华西", "employer"),
        ]
        assert shown(slots) == [
            ("contact_info", "city", "成都"),
            ("work", "company", "华西"),
            ("work", "title", "护士"),
        ]
        assert ("联系信息", "所在地", "成都") in shown(slots, "language: zh")

    def test_several_values_share_a_section_the_newest_last(self):
        slots = [slot("like", "tea", day=2), slot("like", "jazz", day=1)]
        assert shown(slots) == [("interest", "like", "jazz; tea")]

    @pytest.mark.capability("L33")
    def test_a_strict_scheme_refuses_what_it_has_no_place_for(self):
        scheme = """
        profile_strict_mode: true
        overwrite_user_profiles:
          - topic: Basic Info
            sub_topics: [name, {name: City, description: where they live}]
        """
        slots = [slot("name", "Lily"), slot("home", "Leeds"), slot("like", "tea")]
        assert shown(slots, scheme) == [
            ("basic_info", "city", "Leeds"),
            ("basic_info", "name", "Lily"),
        ]
        loose = scheme.replace("profile_strict_mode: true", "profile_strict_mode: false")
        assert {topic for topic, _, _ in shown(slots, loose)} == {"basic_info", "interest"}

    @pytest.mark.capability("L33")
    def test_additional_topics_come_beside_the_usual_ones(self):
        scheme = """
        profile_strict_mode: true
        additional_user_profiles:
          - {topic: gaming, sub_topics: [favourite_game]}
        """
        slots = [slot("home", "Leeds"), slot("like", "Go", "favourite game")]
        assert shown(slots, scheme) == [
            ("contact_info", "city", "Leeds"),
            ("gaming", "favourite_game", "Go"),
        ]

    def test_a_topic_without_sub_topics_has_a_place_for_all_of_its_own(self):
        slots = [slot("like", "tea"), slot("like", "blue", "colour"), slot("totem", "owl")]
        strict = "profile_strict_mode: true"
        likes = [("interest", "colour", "blue"), ("interest", "like", "tea")]
        assert shown(slots, strict) == likes
        open_ = f"{strict}\noverwrite_user_profiles: [{{topic: totem}}]"
        assert shown(slots, open_) == [("totem", "totem", "owl")]
        closed = f"{strict}\noverwrite_user_profiles: [{{topic: totem, sub_topics: [animal]}}]"
        assert shown(slots, closed) == []

    def test_a_sub_topic_is_meant_by_any_of_its_names_and_the_nearest_first(self):
        scheme = "overwrite_user_profiles: [{topic: interest, sub_topics: [like, favourite_color]}]"
        slots = [slot("like", "tea"), slot("like", "蓝色", "颜色")]
        assert shown(slots, scheme) == [
            ("interest", "favourite_color", "蓝色"),
            ("interest", "like", "tea"),
        ]

    def test_what_has_no_sub_topic_has_a_name_in_each_language(self):
        slots = [slot("like", "tea"), slot("contact", "a@b.cn", "mail")]
        assert shown(slots, "language: zh") == [
            ("联系信息", "邮箱", "a@b.cn"),
            ("兴趣爱好", "喜欢", "tea"),
        ]
        for sub in ("colour", "颜色"):
            colour = [slot("like", "red", sub)]
            assert shown(colour) == [("interest", "colour", "red")]
            assert shown(colour, "language: zh") == [("兴趣爱好", "颜色", "red")]

    @pytest.mark.capability("L33")
    def test_values_that_say_nothing_are_left_out_unless_nobody_looks(self):
        assert shown([slot("home", "Unknown")]) == []
        assert shown([slot("home", "未提及")], "language: zh") == []
        assert shown([slot("home", "Unknown")], "profile_validate_mode: false")

    @pytest.mark.capability("L34")
    def test_sections_stay_short(self):
        many = [slot("like", f"a thing of the kind that has number {n}", day=n) for n in range(60)]
        ((_, _, content),) = shown(many)
        assert estimate(content) <= MOST_TOKENS
        assert "number 59" in content
        assert "number 0" not in content
        ((_, _, content),) = shown([slot("goal", "word " * 1000)])
        assert estimate(content) <= MOST_TOKENS

    @pytest.mark.capability("L34")
    def test_topics_stay_narrow(self):
        wide = [slot("like", f"value {n}", f"kind {n}") for n in range(16)]
        found = laid_out(wide, read_scheme(""), estimate)
        assert len(found) == 8
        assert found[-1].sub == "other"
        assert {id_ for each in found for id_ in each.slots} == {each.id for each in wide}
        assert len(laid_out(wide[:15], read_scheme(""), estimate)) == 15


class TestScheme:
    @pytest.mark.parametrize(
        "text",
        [
            "- a list",
            "language: fr",
            "profile_strict_mode: maybe",
            "overwrite_user_profiles: {topic: x}",
            "overwrite_user_profiles: [{sub_topics: [a]}]",
            "additional_user_profiles: [{topic: x, sub_topics: [{description: y}]}]",
            "event_tags: [{description: y}]",
            "a: [unclosed",
            "x" * 70_000,
        ],
    )
    def test_what_cannot_be_used_is_refused(self, text):
        with pytest.raises(InvalidInput):
            read_scheme(text)

    def test_names_nobody_knows_are_passed_over(self):
        assert read_scheme("something_else: 3\nlanguage: zh").language == "zh"
        assert read_scheme("").language == "en"
