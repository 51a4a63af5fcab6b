from __future__ import annotations

import pytest

from holdfast.providers.rules.english.people import people_in

from .told import told


@pytest.mark.parametrize(
    ("text", "kind", "relation", "name"),
    [
        ("my sister Vera paints", "family", "sister", "Vera"),
        ("my twin, Otto, is here", "family", "twin", "Otto"),
        ("Priti, my lab partner, quit", "friend", "lab partner", "Priti"),
        ("my kid brother came", "family", "kid brother", ""),
        ("our tortoise is called Speedy", "pet", "tortoise", "Speedy"),
        ("my mother-in-law rang", "family", "mother-in-law", ""),
        ("Dad is late", "family", "Dad", ""),
        ("my flatmate from uni, Ezio, left", "friend", "flatmate", "Ezio"),
        ("my husband Karl's shed", "partner", "husband", "Karl"),
        ("the lady next door, Mrs Finch, sings", "friend", "lady next door", "Mrs Finch"),
        ("我老公 Pavel is late", "partner", "老公", "Pavel"),
    ],
)
def test_people(text: str, kind: str, relation: str, name: str) -> None:
    (person,) = people_in(text)
    assert (person.kind, person.relation, person.name) == (kind, relation, name)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Vera is my sister.", "sister Vera"),
        ("This is my sister.", "sister"),
        ("That's my brother.", "brother"),
        ("Oslo is my brother's favourite town.", "brother"),
    ],
)
def test_a_name_before_is_a_name_and_no_other_word(text: str, value: str) -> None:
    assert {each for each in told(text) if each[1] == "family"} == {("user", "family", value)}


def test_what_follows_is_told_of_whoever_was_shown() -> None:
    assert told("This is my aunt. She's a nurse.") >= {("aunt", "work", "nurse")}


@pytest.mark.parametrize(
    "text",
    ["Coffee is my best friend.", "Netflix is my flatmate.", "We think of naming the baby Rowan."],
)
def test_a_thing_is_nobodys_name_nor_is_one_that_is_thought_of(text: str) -> None:
    assert told(text) == set()


@pytest.mark.parametrize("text", ["his wife left", "a sister act", "the mother of all storms"])
def test_nobody_of_the_speakers(text: str) -> None:
    assert people_in(text) == []


def test_somebody_is_introduced_once() -> None:
    assert told("My cousin Ada yawns. My cousin Ada waits.") == {("user", "family", "cousin Ada")}


def test_an_unnamed_friend_is_noted_only_for_what_is_told() -> None:
    assert told("My boss shouted again") == set()
    assert told("My boss is Danish") == {
        ("user", "friend", "boss"),
        ("boss", "origin", "Danish"),
    }


def test_the_name_may_come_later() -> None:
    assert told("My wife's a vet. Her name is Lene.") == {
        ("user", "partner", "wife Lene"),
        ("wife", "name", "Lene"),
        ("Lene", "work", "vet"),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister's boyfriend Tom is a chef.", {("Tom", "work", "chef")}),
        (
            "Nadia from choir has a whippet.",
            {("user", "friend", "Nadia from choir"), ("Nadia", "pet", "whippet")},
        ),
        ("It's just me and Duke the old beagle.", {("user", "pet", "Duke the old beagle")}),
        ("Noor is 11, Idris is 8.", {("Noor", "age", "11"), ("Idris", "age", "8")}),
        ("My friend Oona had a baby, a girl called Wren.", {("user", "friend", "friend Oona")}),
    ],
)
def test_whose_it_is(text: str, expected: set[tuple[str, str, str]]) -> None:
    found = {each for each in told(text) if each[1] != "event"}
    assert found == expected


@pytest.mark.parametrize("text", ["Thankfully, my mum slept", "you and the kids had fun"])
def test_whom_everybody_has_or_somebody_else(text: str) -> None:
    assert told(text) == set()
