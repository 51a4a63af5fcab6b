from __future__ import annotations

import pytest

from holdfast.providers.rules.english.clause import clauses
from holdfast.providers.rules.english.people import Person, held, people_in
from holdfast.providers.rules.english.reader import Reader
from holdfast.providers.rules.english.reading import Reading


def read(text: str) -> list[Reading]:
    people = people_in(text)
    reader = Reader(Person("self", name="user"), people)
    return [reader.read(clause) for clause in clauses(text, held(text, people))]


@pytest.mark.parametrize(
    ("text", "who", "verb", "mode"),
    [
        ("I live in Riga", "user", "live", "present"),
        ("honestly, we've moved to Riga", "user", "move", "perfect"),
        ("im a welder", "user", "be", "present"),
        ("My brother Ned drives a cab", "Ned", "drive", "present"),
        ("my aunt's a judge", "aunt", "be", "present"),
        ("In June I'm flying to Riga", "user", "fly", "doing"),
        ("Passed my exam", "user", "pass", "past"),
        ("I was born in Riga", "user", "bear", "done"),
        ("I'm going to paint the shed", "user", "paint", "future"),
        ("I can juggle", "user", "juggle", "can"),
        ("I would move", "user", "move", "would"),
        ("Keep it short", "user", "keep", "order"),
        ("We've an old barge", "user", "have", "present"),
        ("she is scared of geese", "", "be", "present"),
    ],
)
def test_subject_and_verb(text: str, who: str, verb: str, mode: str) -> None:
    reading = read(text)[-1]
    assert (reading.who.about if reading.who else "", reading.verb, reading.mode) == (
        who,
        verb,
        mode,
    )


@pytest.mark.parametrize("text", ["I don't swim", "I never swim", "we're not Welsh", "I'm no cook"])
def test_denials(text: str) -> None:
    assert read(text)[0].denied


def test_a_pronoun_means_the_one_just_named() -> None:
    *_, last = read("My sister Vera is a vet. She breeds goats.")
    assert last.who is not None
    assert last.who.about == "Vera"


def test_a_pronoun_of_the_other_sex_means_nobody_here() -> None:
    *_, last = read("My sister Vera is a vet. He breeds goats.")
    assert last.who is None


def test_a_thing_of_somebody() -> None:
    reading = read("My new bike is blue")[0]
    assert (reading.thing, reading.owned) == ("new bike", True)


def test_what_held_once() -> None:
    assert read("I used to fence")[0].ends
    assert read("I no longer fence")[0].ends


def test_a_fragment_has_no_verb() -> None:
    assert read("Retired plumber, two parrots")[0].mode == "bare"
