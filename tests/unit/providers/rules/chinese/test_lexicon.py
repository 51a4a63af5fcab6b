"""Word lists as patterns."""

from __future__ import annotations

import re

from holdfast.providers.rules.chinese.frames import frames
from holdfast.providers.rules.chinese.lexicon import classes_in, one_of


def test_the_longest_word_is_found() -> None:
    pattern = re.compile(one_of(["老", "老师", "老师傅", "教授"]))
    assert [match[0] for match in pattern.finditer("老师傅和老师，老教授")] == [
        "老师傅",
        "老师",
        "老",
        "教授",
    ]


def test_words_in_letters_are_whole_words() -> None:
    assert re.search(one_of(["product_manager"]), "做product manager的")
    assert not re.search(one_of(["hr"]), "three")


def test_the_classes_of_a_text() -> None:
    assert {"trade", "animal"} <= classes_in("护士养猫")
    assert "illness" not in classes_in("护士养猫")


def test_every_form_can_be_compiled_and_has_a_value() -> None:
    for frame in frames():
        for form in frame.forms:
            assert frame.whole or "v" in form.pattern.groupindex, form.written
