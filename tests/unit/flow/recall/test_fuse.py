"""Fuse: one score from everything that speaks for a message or against it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.moments import to_micros
from holdfast.entrypoints.bench.ablation import WITHOUT, left_out
from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import ask, wanted
from holdfast.flow.recall.fuse import Fused, fuse
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.recall import best
from holdfast.flow.recall.retrievers.by_text import by_text
from tests.unit.embedders import FakeEmbedder, direction
from tests.unit.flow.recall.sheets import Said, index, sheet

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
YESTERDAY = to_micros(NOW - timedelta(days=1))
EMBEDDER = FakeEmbedder()


def fused(text: str, *said: Said | str, embedder: FakeEmbedder | None = EMBEDDER) -> Fused:
    made = index(*said)
    return fuse(made, wanted(ask(text, k=9, asked_at=NOW), made, embedder))


def parts(found: Fused) -> dict[str, list[float]]:
    """What each part gives to each message."""
    return {name: (weight * opinion).tolist() for name, weight, opinion in found.parts}


def scores(made: UserIndex, text: str) -> list[Callable[[], dict[str, float]]]:
    """What tells what each message's score is made of."""
    found = fuse(made, wanted(ask(text, k=9, asked_at=NOW), made, None))
    return [partial(tell, place) for tell, place in found.scores_of(range(len(made)))]


def order(found: Fused) -> list[int]:
    ranked, count = best(found, found.found, 100)
    assert count == np.count_nonzero(found.found)
    places: list[int] = ranked.tolist()
    return places


SAID = st.builds(
    Said,
    st.sampled_from(["tea", "milk and tea", "Where is the museum?", "Always have tea", "", "猫"]),
    st.sampled_from("stu"),
    role=st.sampled_from(["user", "assistant"]),
    speaker=st.sampled_from([None, "Lily", "Tom"]),
    said_at=st.sampled_from([0, YESTERDAY, to_micros(NOW)]),
    embedded=st.booleans(),
)
QUESTIONS = st.sampled_from(["tea", "What did Lily say yesterday?", "you said museum", "", "猫"])


@settings(deadline=None)
@given(said=st.lists(SAID, min_size=1, max_size=12), question=QUESTIONS)
def test_the_parts_sum_to_the_total(said, question):
    found = fused(question, *said)
    assert np.allclose(np.sum([*parts(found).values()], axis=0), found.total, atol=1e-6)
    told = [sum(tell(place).values()) for tell, place in found.scores_of(range(len(said)))]
    assert np.allclose(told, found.total, atol=1e-6)
    assert np.isfinite(found.total).all()
    assert all(count <= found.found.sum() for count in found.fetched().values())
    assert found.found.sum() <= sum(found.fetched().values())


def test_of_few_messages_and_of_many_the_same_is_told(monkeypatch):
    said = [Said(text, session) for text in ("tea", "milk", "a museum") for session in "sstu"]
    few = fused("tea and milk", *said)
    counted, scored = (
        few.later(few.fetched)(),
        [tell(place) for tell, place in few.scores_of([3, 0])],
    )
    monkeypatch.setattr("holdfast.flow.recall.fuse.KEPT_WHOLE", 3)
    many = fused("tea and milk", *said)
    assert many.later(many.fetched)() == counted == many.fetched()
    assert [tell(place) for tell, place in many.scores_of([3, 0])] == scored
    assert scored[0] != scored[1]


def test_what_a_score_was_made_of_stays_as_it_was():
    made = index(Said("tea"))
    made.feed(sheet(["Where is the museum?"], first=2))  # now the columns have room for more
    _, before = scores(made, "museum")
    told = before()
    made.feed(sheet(["The old one"], first=3))
    assert scores(made, "museum")[1]()["kind"] == weights.ASKING != told["kind"]
    assert before() == told


def test_an_empty_question_gives_what_was_said_last():
    found = fused("", "one", "two", "three")
    assert [*parts(found)] == [*found.fetched()] == ["latest"]
    assert order(found) == [2, 1, 0]
    assert found.total[2] == 1


def test_without_a_vector_words_decide():
    found = fused("museum", "a museum", "tea", embedder=None)
    assert "meaning" not in parts(found)
    assert found.fetched() == {"text": 1, "near": 1}


def test_messages_are_found_by_meaning_alone():
    made = index(Said("tea", "s"), Said("milk", "t"))
    want = wanted(ask("unheard", k=9, asked_at=NOW), made, None, direction("milk"))
    found = fuse(made, want)
    assert found.fetched()["text"] == 0
    assert order(found)[0] == 1
    assert parts(found)["meaning"][1] == pytest.approx(weights.MEANING, rel=0.01)


def test_the_neighbours_of_what_is_found_are_found():
    said = [Said("Which museum?"), Said("The old one"), Said("Fine"), Said("Elsewhere", "t")]
    found = fused("museum", *said, embedder=None)
    assert found.found.tolist() == [True, True, False, False]
    text, _ = by_text(index(*said), wanted(ask("museum", k=1, asked_at=NOW), index(), None).asked)
    answer = (weights.BEFORE + weights.ANSWER) * text[0]
    assert parts(found)["near"] == pytest.approx([0, answer, 0, 0])


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        (
            "What about tea, Lily?",
            Said("tea", "s", speaker="Lily"),
            Said("tea", "t", speaker="Tom"),
        ),
        ("tea yesterday", Said("tea", "s", said_at=YESTERDAY), Said("tea", "t")),
        ("which tea", Said("tea", "s"), Said("tea", "t", role="assistant")),
        ("museum tea", Said("museum tea", "s"), Said("museum milk", "t")),
        ("museum", Said("museum", "s"), Said("museum museums rest rice milk far long", "t")),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_what_speaks_for_a_message(question, better, worse, turned):
    said = [worse, better] if turned else [better, worse]
    assert order(fused(question, *said, embedder=None))[0] == said.index(better)


def test_what_the_assistant_said_counts_in_full_when_it_is_asked_for():
    said = [Said("tea", "s"), Said("tea", "t", role="assistant")]
    assert parts(fused("tea", *said))["kind"] == [0, weights.ASSISTANT]
    assert parts(fused("the tea you recommended", *said))["kind"] == [0, 0]


def test_only_a_time_may_be_named():
    found = fused("yesterday", Said("tea", said_at=YESTERDAY), Said("milk", "t"), embedder=None)
    assert found.fetched()["time"] == 1
    assert order(found) == [0]


@pytest.mark.parametrize("question", ["tea", "", "tea yesterday"])
def test_only_what_is_asked_about_counts_as_fetched(question):
    made = index(*(Said("tea", session, said_at=YESTERDAY) for session in "sst"))
    narrow = ask(question, k=9, asked_at=NOW, session="s")
    want = wanted(narrow, made, None)
    found, whole = fuse(made, want, narrow.among(made)), fuse(made, want)
    assert found.fetched().keys() == whole.fetched().keys()
    assert max(found.fetched().values()) == 2 < max(whole.fetched().values())
    assert found.total.tolist() == whole.total.tolist()


def test_of_equals_the_later_comes_first():
    said = [Said("the same words", session=str(n)) for n in range(40)]
    assert order(fused("same words", *said)) == [*range(39, -1, -1)]


@settings(deadline=None)
@given(
    scores=st.lists(st.sampled_from([0.0, 0.5, 1.0, -1.0]), min_size=1, max_size=200),
    limit=st.integers(1, 12),
    chance=st.randoms(),
)
def test_the_best_are_the_same_as_sorting_all(scores, limit, chance):
    found = np.array([chance.random() < 0.8 for _ in scores])
    expected = sorted(np.flatnonzero(found).tolist(), key=lambda place: (-scores[place], -place))
    got, count = best(Fused(np.array(scores), found), found, limit)
    assert got.tolist() == expected[:limit]
    assert count == len(expected)


@pytest.mark.parametrize("name", [name for name in WITHOUT if name != "nothing"])
def test_what_an_ablation_leaves_out_is_left_out(name):
    said = [
        Said("Which museum?", "s"),
        Said("The old one, tea and 猫", "s", speaker="Lily", said_at=YESTERDAY),
        Said("A museum, far", "s", role="assistant"),
        Said("milk", "t", speaker="Tom"),
    ]
    question = "What did Lily say about tea, 猫 and the museum yesterday?"
    whole = fused(question, *said).total
    with left_out(name):
        assert not np.allclose(fused(question, *said).total, whole)
    assert fused(question, *said).total.tolist() == whole.tolist()


def test_a_session_that_means_something_like_it_speaks_for_all_of_its_messages():
    alone = [Said("far", "s"), Said("tea", "t")]
    beside = [Said("far", "s"), Said("tea", "s")]
    want = direction("tea")

    def of_session(said: list[Said]) -> list[float]:
        made = index(*said)
        found = fuse(made, wanted(ask("unheard", k=9, asked_at=NOW), made, None, want))
        return parts(found)["session"]

    with left_out("session"):
        assert not any(of_session(beside))
    first, second = of_session(beside)
    assert first == second > max(of_session(alone)[0], weights.SESSION_BEST * weights.MEANING)
