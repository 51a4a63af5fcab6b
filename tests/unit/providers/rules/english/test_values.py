from __future__ import annotations

import pytest

from .told import claims, told

OF_USER = [
    ("I've lived in Malmö for six years.", "home", "Malmö"),
    ("We just moved into a new flat in Ghent.", "home", "Ghent"),
    ("I was born and bred in Porto.", "origin", "Porto"),
    ("I'm Brazilian.", "origin", "Brazilian"),
    ("I work nights as a porter at a hospital.", "work", "porter at a hospital"),
    ("I'm a claims adjuster at Orion.", "work", "claims adjuster at Orion"),
    ("I teach maths at a prison.", "work", "teach maths at a prison"),
    ("I'm studying botany at Turku.", "study", "botany at Turku"),
    ("I'm a freshman at Reed.", "study", "freshman at Reed"),
    ("I'm 34 years old.", "age", "34 years old"),
    ("My birthday is March 3rd.", "birthday", "March 3rd"),
    ("I'm allergic to wasps.", "health", "allergic to wasps"),
    ("I have asthma.", "health", "asthma"),
    ("I take metformin twice a day.", "health", "metformin"),
    ("I'm vegan.", "diet", "vegan"),
    ("I don't eat pork.", "diet", "don't eat pork"),
    ("I can't stand fireworks.", "dislike", "fireworks"),
    ("I'm scared of moths.", "dislike", "moths"),
    ("I'm a huge fan of Fauré.", "like", "Fauré"),
    ("I speak Farsi.", "skill", "Farsi"),
    ("I've been playing the oboe since school.", "skill", "oboe"),
    ("I do yoga every morning.", "habit", "do yoga every morning"),
    ("I usually go swimming on Monday evenings.", "habit", "go swimming on Monday evenings"),
    ("I'm flying to Lima on Friday.", "plan", "flying to Lima on Friday"),
    ("My driving test is on the 14th.", "plan", "driving test is on the 14th"),
    ("I passed the bar!", "event", "passed the bar"),
    ("I lost my job in March.", "event", "lost my job in March"),
    ("My dream is to open a bookshop.", "goal", "open a bookshop"),
    ("I'm an introvert.", "trait", "introvert"),
    ("I've just bought a second-hand cello.", "possession", "second-hand cello"),
    ("I drive a 2009 Fiat Panda.", "possession", "2009 Fiat Panda"),
    ("I'm divorced.", "partner", "divorced"),
    ("I have two sons.", "family", "two sons"),
    ("We've got two goats.", "pet", "two goats"),
    ("I'm a trans man.", "gender", "trans man"),
    ("My name's Hanne.", "name", "Hanne"),
    ("From now on call me Cap.", "nickname", "Cap"),
]


@pytest.mark.parametrize(("text", "topic", "value"), OF_USER)
def test_what_one_tells_of_oneself(text: str, topic: str, value: str) -> None:
    assert told(text) == {("user", topic, value)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My sister Lena is a nurse in Graz; she hates flying.",
            {
                ("user", "family", "sister Lena"),
                ("Lena", "work", "nurse"),
                ("Lena", "home", "Graz"),
                ("Lena", "dislike", "flying"),
            },
        ),
        (
            "My dog Rufus is eleven and has arthritis.",
            {
                ("user", "pet", "dog Rufus"),
                ("Rufus", "age", "eleven"),
                ("Rufus", "health", "arthritis"),
            },
        ),
        (
            "I love hiking, cooking and old jazz records.",
            {
                ("user", "like", "hiking"),
                ("user", "like", "cooking"),
                ("user", "like", "old jazz records"),
            },
        ),
        (
            "I'm 41, freelance illustrator, two cats.",
            {
                ("user", "age", "41"),
                ("user", "work", "freelance illustrator"),
                ("user", "pet", "two cats"),
            },
        ),
    ],
)
def test_several_things(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert told(text) == expected


def test_somebody_else_who_speaks_tells_of_themselves() -> None:
    assert told("I'm vegan", me="Mona") == {("Mona", "diet", "vegan")}


@pytest.mark.parametrize(
    ("text", "sub"),
    [
        ("I work at Orion.", "employer"),
        ("I work as a diver.", "position"),
        ("My favourite colour is teal.", "colour"),
        ("My cousin Ada yawns.", "cousin"),
        ("I'm studying botany.", "major"),
    ],
)
def test_what_there_is_one_of(text: str, sub: str) -> None:
    (claim,) = claims(text)
    assert claim.sub == sub


@pytest.mark.parametrize(
    ("text", "topic", "value"),
    [
        ("I'm a nurse from Porto living in Dublin.", "work", "nurse"),
        ("My birthday being Halloween doesn't help.", "birthday", "Halloween"),
        ("I'm an electrician by trade.", "work", "electrician"),
        ("I love doing yoga outside its so peaceful!", "like", "doing yoga outside"),
        ("I prefer tea to coffee.", "like", "tea"),
    ],
)
def test_where_a_value_ends(text: str, topic: str, value: str) -> None:
    assert ("user", topic, value) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "I usually have a light, healthy snack before class.",
        "I started teaching people how to make this.",
        "a triangle with sides 7, 24, and 25",
        "Love the necklace, any meaning to it?",
        "I almost married a Frenchman.",
        "I want to run it before I turn 40.",
        "I met Alexis, a 67-year-old director, in May.",
    ],
)
def test_what_stays_in_the_text(text: str) -> None:
    assert {topic for _, topic, _ in told(text)} <= {"event"}
