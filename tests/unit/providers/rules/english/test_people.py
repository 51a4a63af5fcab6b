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
        ("user", "partner", "wife"),
        ("wife", "name", "Lene"),
        ("Lene", "work", "vet"),
    }
