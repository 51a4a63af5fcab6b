"""Sections: whatever the options, the text is never larger than its budget."""

from __future__ import annotations

import random

import pytest

from holdfast.flow.window.sections import EVENTS, FORMS, PROFILE, Room, packed
from holdfast.text.tokens import estimate

WORDS = [
    "a",
    "harbour",
    "火锅",
    "👩‍👩‍👧",
    "1234567",
    "\n",
    "-",
    "Donaudampfschiff",
    " ",
    "{x}",
    PROFILE,
    EVENTS,
]
FORM_PARTS = [PROFILE, EVENTS, "## User", "\n", "事", "x" * 40, "{other}", ""]


def line(dice: random.Random, longest: int) -> str:
    return "- " + " ".join(dice.choice(WORDS) for _ in range(dice.randint(0, longest)))


def form(dice: random.Random) -> str:
    if dice.random() < 0.3:
        return FORMS[dice.choice(["en", "zh"])]
    return "".join(dice.choice(FORM_PARTS) for _ in range(dice.randint(0, 8)))


@pytest.mark.capability("L37")
def test_never_over_budget_in_five_thousand_sets_of_options():
    dice, filled = random.Random(7), 0
    for _ in range(5_000):
        profile = [line(dice, dice.choice([3, 12, 200])) for _ in range(dice.randint(0, 12))]
        events = [line(dice, dice.choice([3, 12, 200])) for _ in range(dice.randint(0, 12))]
        budget = dice.choice([0, 1, 5, 20, 60, 150, 1000, 4000])
        room = Room(budget, dice.choice([0.01, 0.3, 0.6, 1.0]), dice.random() < 0.5)
        text = packed(profile, events, room, form(dice), estimate)
        assert estimate(text) <= budget
        filled += bool(text)
    assert filled > 2_000


def test_what_the_profile_leaves_may_be_the_events():
    profile, events = ["- a: b"], [f"- event {number}" for number in range(40)]
    held = packed(profile, events, Room(100, 0.6), FORMS["en"], estimate)
    filled = packed(profile, events, Room(100, 0.6, fill=True), FORMS["en"], estimate)
    assert filled.count("- event") > held.count("- event") > 0


def test_a_line_that_is_too_long_gives_way():
    long = "- " + "word " * 500
    assert packed([long, "- short"], [], Room(60), FORMS["en"], estimate).count("- ") == 1
    assert packed([long], [long], Room(60), FORMS["en"], estimate) == ""


def test_a_form_that_does_not_fit_is_left_out():
    assert packed(["- a: b"], [], Room(10), "x " * 100 + PROFILE, estimate).strip() == "- a: b"
    assert packed(["- a: b"], ["- c"], Room(100), "no place", estimate) == "no place"
    assert packed([], [], Room(100), "no place", estimate) == ""


def test_a_section_is_not_taken_for_the_place_of_the_other():
    text = packed([f"- {EVENTS}"], ["- boat"], Room(100), f"{PROFILE}|{EVENTS}", estimate)
    assert text == f"- {EVENTS}|- boat"
