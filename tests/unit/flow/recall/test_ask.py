"""Ask: what a question wants."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.domain.moments import to_micros
from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import (
    _END,
    _TO_ASSISTANT,
    Wanted,
    _is_to_assistant,
    ask,
    asked,
    wanted,
)
from holdfast.text.analysis import character_id, word_id
from tests.unit.embedders import FakeEmbedder, direction
from tests.unit.flow.recall.sheets import Said, index

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def weighed(text: str) -> dict[int, float]:
    found = asked(text)
    return dict(zip(found.terms, found.weights, strict=True))


def words(**given: float) -> dict[int, float]:
    return {word_id(word): weight for word, weight in given.items()}


def test_a_question_keeps_what_it_was_asked():
    question = ask("Where is 成都, where?", k=3, asked_at=NOON)
    assert (question.text, question.k, question.asked_at) == ("Where is 成都, where?", 3, NOON)
    assert question.windows == ()
    assert not question.narrowed
    assert question.among(index("a", "b")) is None


@pytest.mark.parametrize(
    ("filters", "admitted"),
    [
        ({"agent": "a"}, True),
        ({"agent": "b"}, False),
        ({"agent": ""}, False),
        ({"session": "s"}, True),
        ({"session": "t"}, False),
        ({"since": NOON}, True),
        ({"since": NOON + SECOND}, False),
        ({"until": NOON}, True),
        ({"until": NOON - SECOND}, False),
        ({"since": NOON.astimezone(timezone(timedelta(hours=8)))}, True),
        ({"since": NOON, "until": NOON, "agent": "a", "session": "s"}, True),
        ({"since": NOON, "until": NOON, "agent": "a", "session": "t"}, False),
    ],
)
def test_both_ends_of_a_time_are_within_it(filters, admitted):
    question = ask("", k=1, asked_at=NOON, **filters)
    outside = Said("tea", "x", agent="y", said_at=to_micros(NOON - 99 * SECOND))
    among = question.among(index(Said("tea", said_at=to_micros(NOON)), outside))
    assert question.narrowed
    assert among is not None
    assert among.tolist() == [admitted, filters.keys() == {"until"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did I eat yesterday, and in May 2022?", ["yesterday", "May 2022"]),
        ("What did I eat?", []),
        ("Where will I go tomorrow?", []),
        ("Was I recently ill, or yesterday?", ["yesterday"]),
        ("I ran last Tuesday. How far was it?", ["last Tuesday"]),
        ("I ran in March. I swam in April. What did I do yesterday?", ["yesterday"]),
    ],
)
def test_the_times_it_names_are_those_in_which_something_was_said(text, expected):
    assert [window.phrase for window in ask(text, k=1, asked_at=NOON).windows] == expected


def test_times_are_read_against_the_time_of_asking():
    [window] = ask("What did I eat yesterday?", k=1, asked_at=NOON).windows
    assert window.begins.isoformat() == "2024-04-30T00:00:00+00:00"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("... ?", {}),
        ("the of and", {}),
        ("museum", words(museum=1)),
        ("museum MUSEUM museum?", words(museum=1)),
        ("museum piano", words(museum=1, piano=1)),
        ("museum. piano.", words(museum=1, piano=1)),
        ("A museum. A piano?", words(museum=weights.BESIDE, piano=1)),
        ("A piano? A museum.", words(museum=weights.BESIDE, piano=1)),
        ("A piano？ A museum。", words(museum=weights.BESIDE, piano=1)),
        ("museum\npiano?", words(museum=weights.BESIDE, piano=1)),
        ("A museum. A museum?", words(museum=1)),
        ("A museum? A museum.", words(museum=1)),
        ("A museum? A piano?", words(museum=1, piano=1)),
        (
            "猫",
            {word_id("猫"): 1, character_id("猫"): weights.CHARACTER},
        ),
        (
            "A museum. 猫？",
            words(museum=weights.BESIDE)
            | {word_id("猫"): 1, character_id("猫"): weights.CHARACTER},
        ),
        (
            "猫。 A museum?",
            words(museum=1)
            | {word_id("猫"): weights.BESIDE}
            | {character_id("猫"): weights.BESIDE * weights.CHARACTER},
        ),
    ],
)
def test_sentences_that_ask_nothing_weigh_less(text, expected):
    assert weighed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did you recommend?", True),
        ("the book you recommended", True),
        ("THE BOOK YOU RECOMMENDED", True),
        ("Which one have you just suggested", True),
        ("the recipe you've just suggested", True),
        ("Did you know I have a cat?", False),
        ("remind me what the hotel was", True),
        ("your advice on tea", True),
        ("你推荐的书", True),
        ("你上次说过的餐厅", True),
        ("妳建議的餐廳", True),
        ("What do I like?", False),
        ("我喜欢什么", False),
        ("", False),
    ],
)
def test_whether_it_asks_for_what_the_assistant_said(text, expected):
    question = ask(text, k=1, asked_at=NOON)
    assert wanted(question, index("tea"), None).to_assistant is expected


def taken_apart(text: str, *said: Said, local: bool = True) -> Wanted:
    return wanted(ask(text, k=1, asked_at=NOON), index(*said), FakeEmbedder(local=local))


def test_names_of_speakers_are_taken_out_of_the_question():
    lily, tom = Said("tea", speaker="Lily"), Said("milk", speaker="Tom")
    found = taken_apart("Which museum did Lily like?", lily, tom)
    assert (found.speakers, "lily" in found.bare) == ([0], False)
    assert word_id("lili") not in found.asked.terms
    assert found.vector is not None
    assert found.vector.tolist() == direction(found.bare).tolist()


def test_the_vector_of_a_far_embedder_must_be_given():
    question, given = ask("museum", k=1, asked_at=NOON), direction("museum")
    assert taken_apart("museum", Said("tea"), local=False).vector is None
    far = wanted(question, index("tea"), FakeEmbedder(local=False), given)
    assert far.vector is given
    assert wanted(question, index("tea"), None).vector is None


@pytest.mark.parametrize(
    ("text", "anything"),
    [("", False), (" \n", False), ("museum", True), ("yesterday", True), ("昨天", True)],
)
def test_whether_it_asks_for_anything_in_particular(text, anything):
    assert taken_apart(text, Said("tea")).anything is anything


@given(text=st.text("a .?!；。\n", max_size=12))
def test_sentences_end_at_stops_at_line_ends_and_at_a_point_before_a_space(text):
    plainly = re.compile(r"[。！？!?；;]+|\n+|\.(?=\s)")
    ends = [end.span() for end in _END.finditer(text)]
    assert ends == [end.span() for end in plainly.finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "What did YOU say?",
        "did you see it",
        "Your advice?",
        "Remind ME of it",
        "你说过什么",
        "妳推荐的",
    ],
)
def test_words_to_the_assistant_are_seen_whatever_their_case(text):
    assert _is_to_assistant(text) == (_TO_ASSISTANT.search(text) is not None)
    assert not _is_to_assistant("Where did Lily move to?")
