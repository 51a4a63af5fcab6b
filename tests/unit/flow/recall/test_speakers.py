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
        ("Tom和Lily谁去了？", ["Lily", "Tom"], " 和 谁去了?"),
        ("Ｔｏｍ在哪", ["Tom"], " 在哪"),
        ("莉莉and Tom", ["莉莉", "Tom"], " and  "),
        ("Tomas喜欢customs", [], "Tomas喜欢customs"),
        ("Tom2喜欢什么", [], "Tom2喜欢什么"),
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


@pytest.mark.parametrize("names", [["Lily", "Lily Chen", "Tom"], ["Tom", "Lily Chen", "Lily"]])
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did Lily Chen say?", {"Lily Chen"}),
        ("What did Lily say?", {"Lily"}),
        ("What did Lily say to Lily Chen?", {"Lily", "Lily Chen"}),
        ("Lily Chen去哪了", {"Lily Chen"}),
    ],
)
def test_the_longer_of_two_names_is_meant(names, question, expected):
    bare, codes = named(question, speakers(names))
    assert {names[code] for code in codes} == expected
    assert codes == sorted(codes)
    assert "lily" not in bare
    assert "chen" not in bare


def test_the_longer_of_two_chinese_names_is_meant():
    names = ["小明", "王小明", "莉莉"]
    assert named("王小明去哪了", speakers(names)) == (" 去哪了", [1])
    assert named("小明去哪了", speakers(names)) == (" 去哪了", [0])


def test_names_in_other_letters_are_whole_words():
    found = speakers(["Анна", "Tom"])
    assert named("Что сказала Анна?", found)[1] == [0]
    assert named("Аннабель", found)[1] == []


@pytest.mark.parametrize("name", ["user", "Assistant", "SYSTEM", "tool", "", "!?", "_", None])
def test_what_is_no_name_is_not_looked_for(name):
    assert speakers([name]) == []


@pytest.mark.parametrize("name", ["a.b", "(x", "[", "a|b", "C++", "\\", "$^"])
def test_names_are_no_patterns(name):
    found = speakers([name, "Tom"])
    assert named("the abc of ax b", found)[1] == []
