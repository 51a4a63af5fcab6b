"""Speakers named in a question."""

from __future__ import annotations

import pytest

from holdfast.flow.recall.speakers import named, speakers

NAMES = ["Lily", "莉莉", "Mary Ann", "O'Neil", None, "user", "Tom"]


@pytest.mark.parametrize(
    ("question", "expected", "bare"),
    [
        ("What does Lily like?", ["Lily"], "what does   like?"),
        ("what about LILY", ["Lily"], "what about  "),
        ("Ｌｉｌｙ?", ["Lily"], " ?"),
        ("Lily's cat", ["Lily"], "  cat"),
        ("Lily’s cat", ["Lily"], "  cat"),
        ("Where did Lily and Tom meet?", ["Lily", "Tom"], "where did   and   meet?"),
        ("What did Mary Ann say?", ["Mary Ann"], "what did   say?"),
        ("What did Mary-Ann say?", ["Mary Ann"], "what did   say?"),
        ("O'Neil's boat", ["O'Neil"], "  boat"),
        ("莉莉喜欢吃什么？", ["莉莉"], " 喜欢吃什么?"),
        ("Lily喜欢吃什么？", ["Lily"], " 喜欢吃什么?"),
        ("我和Tom去哪儿了", ["Tom"], "我和 去哪儿了"),
        ("What about mary?", [], "What about mary?"),
        ("Lilyan, tomorrow and customs", [], "Lilyan, tomorrow and customs"),
        ("what did the user say", [], "what did the user say"),
        ("", [], ""),
        ("Nobody in particular", [], "Nobody in particular"),
    ],
)
def test_who_is_named_and_what_is_left(question, expected, bare):
    left, codes = named(question, speakers(NAMES))
    assert [NAMES[code] for code in codes] == expected
    assert left == bare


def test_who_names_everybody_names_nobody():
    """The names are still no words to look for."""
    bare, codes = named("Did Tom or Lily call?", speakers(["Lily", "Tom"]))
    assert (bare, codes) == ("did   or   call?", [])
    assert named("Did Lily call?", speakers(["Lily"])) == ("did   call?", [])


def test_the_longer_of_two_names_is_meant():
    names = ["Lily", "Lily Chen", "Tom"]
    bare, codes = named("What did Lily Chen say?", speakers(names))
    assert [names[code] for code in codes] == ["Lily Chen"]
    assert "chen" not in bare


@pytest.mark.parametrize("name", ["user", "Assistant", "SYSTEM", "tool", "", "!?", "_", None])
def test_what_is_no_name_is_not_looked_for(name):
    assert speakers([name]) == []


@pytest.mark.parametrize("name", ["a.b", "(x", "[", "a|b", "C++", "\\", "$^"])
def test_names_are_no_patterns(name):
    found = speakers([name, "Tom"])
    assert named("the abc of ax b", found)[1] == []
