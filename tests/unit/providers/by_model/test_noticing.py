"""Noticing: gists sentence by sentence, and short words that the lines bear out."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.ports.extractor import Sense
from holdfast.providers.by_model.noticing import Noticing, others_in
from holdfast.providers.by_model.stretch import stretch_of
from tests.unit.providers.by_model.talks import TALK, TALK_ZH, talk


def noticing(lines=TALK) -> Noticing:
    stretch = stretch_of(lines)
    [part] = stretch.parts
    told = "Only what people say in the lines; no number, name or date of your own."
    return Noticing([*part.before, *part.lines], others_in(stretch, lines), told)


def gists(*items: Any, lines=TALK) -> tuple[str, ...]:
    return noticing(lines).gists(items)


@pytest.mark.parametrize(
    "text",
    [
        "The user moved to Hangzhou in March 2026.",
        "On 2026-05-01 the user said that jasmine tea is lovely.",
        "Tom has 2 cats.",
        "The user's sister Lily visits on 2 May 2026.",
    ],
)
def test_a_gist(text):
    assert gists(text) == (text,)
    assert gists({"text": text}, [text]) == (text,), "each once"


@pytest.mark.parametrize(
    "text", ["用户三月搬到了杭州。", "李华2026年5月2日来看用户。", "小红养了两只猫。"]
)
def test_a_gist_in_chinese(text):
    assert gists(text, lines=TALK_ZH) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "The user moved to Shanghai.",
        "Tom has 3 cats.",
        "The user moved to Hangzhou in 2019.",
        "用户搬到了杭州。",
        "I'm sorry, I can't help with that.",
        "Oolong is famous in Hangzhou.",
        "Hangzhou has 31 degrees.",
        "Only what people say in the lines; no number, name or date of your own.",
        "Everything is fine.",
        "The user is rich.",
        "…",
        "",
        "The user likes tea. " * 40,
    ],
)
def test_what_is_no_gist(text):
    assert gists(text) == ()


def test_a_word_that_anybody_uses_is_not_the_assistants():
    """It asks whether the user likes the tea."""
    assert gists("The user likes jasmine tea.") == ("The user likes jasmine tea.",)


def test_sentence_by_sentence():
    assert gists("The user moved to Hangzhou. Tom has 9 dogs. Lily comes.") == (
        "The user moved to Hangzhou. Lily comes.",
    )


def test_days_are_dated():
    assert gists("Lily visits the user tomorrow.") == (
        "Lily visits the user tomorrow (2026-05-02).",
    )


def test_what_was_told_before_is_not_told_again():
    lines = talk("user: I live in Oslo.", "user: I like tea.", known=1)
    assert gists("The user lives in Oslo.", lines=lines) == ()
    assert gists("The user likes tea.", lines=lines) == ("The user likes tea.",)


@pytest.mark.parametrize("item", [None, 7, True, {}, {"x": 1}, [], [[]], {"text": 7}])
def test_things_that_are_no_texts(item):
    found = noticing()
    assert found.gists([item]) == ()
    assert found.tags([item]) == ()
    assert found.sense({"emotions": [item], "keywords": [item], "times": [item]}) == Sense()


def test_not_too_many():
    found = noticing()
    assert len(found.gists([f"The user likes tea{'!' * n}" for n in range(1, 99)])) == 16
    moods = [chr(97 + n % 26) * 3 + chr(97 + n // 26) for n in range(99)]
    assert len(found.sense({"emotions": moods}).emotions) == 8
    assert len(found.tags([["mood", mood] for mood in moods])) == 16


def test_moods():
    sense = noticing().sense(
        {
            "emotions": [
                "happy",
                "Happy!?",
                "oolong",
                "9",
                "开心",
                "x" * 31,
                "",
                "glad, proud",
            ]
        }
    )
    assert sense.emotions == ("happy", "happy!?", "glad", "proud")


def test_words_in_the_order_of_the_lines():
    sense = noticing().sense(
        {
            "keywords": ["two cats", "jasmine tea", "Hangzhou", "Oolong", "degrees", "Bob", "Hangzhou"],
            "times": ["tomorrow", "March", "Monday"],
        }
    )  # fmt: skip
    assert sense.keywords == ("Hangzhou", "jasmine tea", "two cats")
    assert sense.times == ("March", "tomorrow")


def test_words_given_as_one():
    assert noticing().sense({"places": ["Hangzhou、Paris"]}).places == ("Hangzhou",)


@pytest.mark.parametrize(
    "item",
    [{"name": "mood", "value": "happy"}, ["mood", "happy"], "mood: happy", "mood：happy", {"mood": "happy"},
     {"tag": "mood", "value": "happy"}],
)  # fmt: skip
def test_tags(item):
    assert noticing().tags([item]) == (("mood", "happy"),)


@pytest.mark.parametrize(
    "item", [["mood", "oolong"], ["mood", ""], ["mood"], ["a", "b", "c"], ["x" * 31, "y"]]
)
def test_what_is_no_tag(item):
    assert noticing().tags([item]) == ()
