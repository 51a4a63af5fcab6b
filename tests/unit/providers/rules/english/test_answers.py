from __future__ import annotations

import pytest

from .told import said, told


@pytest.mark.parametrize(
    ("question", "answer", "topic", "value"),
    [
        ("Where do you live?", "tampere, two years now", "home", "tampere"),
        ("What should I call you?", "Everyone says Moss.", "nickname", "Moss"),
        ("How old are you?", "37 last week", "age", "37"),
        ("Do you have any pets?", "two ferrets", "pet", "two ferrets"),
        ("Any dietary needs?", "no pork please", "diet", "no pork"),
        ("What do you do for a living?", "locksmith, mostly vans", "work", "locksmith"),
        ("What do you do to unwind?", "Jigsaws.", "like", "Jigsaws"),
    ],
)
def test_short_answers(question: str, answer: str, topic: str, value: str) -> None:
    assert told(answer, said(question, "assistant")) == {("user", topic, value)}


@pytest.mark.parametrize("answer", ["why do you ask?", "no idea", "rather not say", "thanks!"])
def test_no_answer(answer: str) -> None:
    assert told(answer, said("Where do you live?", "assistant")) == set()


def test_what_the_assistant_says_of_itself_asks_nothing() -> None:
    assert told("two ferrets", said("I have a cat.", "assistant")) == set()


@pytest.mark.parametrize(
    ("question", "answer", "topic", "value"),
    [
        ("Do you have any pets?", "Yes! A rabbit called Clover.", "pet", "rabbit called Clover"),
        ("Any brothers or sisters?", "one sister, she's in Perth", "family", "one sister"),
        ("When's your birthday?", "the 9th of May!", "birthday", "9th of May"),
        ("Are you allergic to anything?", "just bee stings", "health", "bee stings"),
    ],
)
def test_answers_that_look_like_clauses(question: str, answer: str, topic: str, value: str) -> None:
    assert ("user", topic, value) in told(answer, said(question, "assistant"))


def test_a_mere_yes_is_no_value() -> None:
    assert told("yes", said("Are you allergic to anything?", "assistant")) == set()
