"""Marking: what recall will know a message by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from holdfast.errors import ModelRefused, ModelUnavailable
from holdfast.flow.capture import marking
from holdfast.flow.capture.marking import Marker, analysed
from holdfast.ports.marks import LENGTH_FROM, Makers, Mark, Sheet, StaleRow
from holdfast.text.analysis import ANALYSIS, numbers, terms
from holdfast.text.traits import traits
from tests.unit.embedders import DIMENSIONS, FakeEmbedder, direction

TEXTS = ["I like tea", "我养了一只猫", "", "Where is Lily?"]


def near(vector: bytes) -> list[str]:
    """The texts that the vector is that of."""
    row = np.frombuffer(vector, np.int8).astype(np.float32)
    row /= np.linalg.norm(row)
    return [text for text in TEXTS if float(row @ direction(text)) > 0.99]


def raising(error: Exception) -> Callable[[], None]:
    def call() -> None:
        raise error

    return call


@pytest.mark.parametrize("text", TEXTS)
def test_analysis_gives_terms_and_traits_and_the_length(text):
    stored, flags = analysed(text)
    found = terms(text)
    assert list(numbers(stored)) == [*found.word_ids, *found.character_ids]
    assert flags >> LENGTH_FROM == len(stored) // 4
    assert flags & (1 << LENGTH_FROM) - 1 == traits(text)


def test_who_is_at_hand_marks_everything_at_once():
    embedder = FakeEmbedder()
    marker = Marker(embedder)
    assert marker.by == Makers(ANALYSIS, "fake:1")
    marks = marker.marks(TEXTS)
    assert not marker.leaves(marks)
    assert embedder.asked == [TEXTS]
    assert [(mark.analysis, mark.model) for mark in marks] == [(ANALYSIS, "fake:1")] * 4
    assert [(mark.terms, mark.traits) for mark in marks] == [analysed(text) for text in TEXTS]
    assert [near(mark.vector) if mark.vector else [] for mark in marks] == [
        [text] if text else [] for text in TEXTS
    ]


@pytest.mark.parametrize("more", [-1, 0, 1, 100])
def test_many_are_marked_as_each_is_alone(more):
    texts = [f"{n}: {TEXTS[n % 4]}, 臺灣 5月{n}日吗" for n in range(marking.MANY + more)]
    alone = [Marker(FakeEmbedder()).marks([text])[0] for text in texts]
    assert Marker(FakeEmbedder()).marks(texts) == alone
    assert {type(mark) for mark in alone} == {Mark}


def test_a_model_that_leaves_some_out_loses_nobodys_message():
    embedder = FakeEmbedder()
    whole = embedder.embed
    embedder.embed = lambda texts: whole(texts)[:-1]  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="zip"):
        Marker(embedder).marks(TEXTS)


@pytest.mark.parametrize("embedder", [None, FakeEmbedder(local=False)], ids=["none", "far"])
def test_who_is_not_at_hand_leaves_the_vectors(embedder):
    marker = Marker(embedder)
    marks = marker.marks(TEXTS)
    assert [(mark.model, mark.vector) for mark in marks] == [("", b"")] * 4
    assert [mark.terms for mark in marks] == [analysed(text)[0] for text in TEXTS]
    assert marker.leaves(marks) is (embedder is not None)
    assert marker.by.model == ("fake:1" if embedder else "")
    assert embedder is None or embedder.asked == []


@pytest.mark.parametrize("error", [ModelUnavailable("asleep"), ModelRefused("no")])
def test_a_near_model_that_fails_leaves_the_vectors(error):
    embedder = FakeEmbedder()
    embedder.before = raising(error)
    marker = Marker(embedder)
    marks = marker.marks(TEXTS)
    assert [(mark.model, mark.vector) for mark in marks] == [("", b"")] * 4
    assert [(mark.terms, mark.traits) for mark in marks] == [analysed(text) for text in TEXTS]
    assert marker.leaves(marks)


@pytest.mark.parametrize("error", [OSError("no file"), ImportError("no module")])
def test_where_nothing_can_be_analysed_everything_is_left(monkeypatch, error):
    monkeypatch.setattr(marking, "all_terms", lambda text: raising(error)())
    marker = Marker(FakeEmbedder())
    assert marker.marks(TEXTS) == [Mark()] * 4
    assert marker.leaves([Mark()])


def test_a_far_model_gets_smaller_parts():
    near, none, far = Marker(FakeEmbedder()), Marker(None), Marker(FakeEmbedder(local=False))
    assert near.part == none.part > far.part


def test_nothing_is_left_of_nothing():
    assert not Marker(FakeEmbedder()).leaves([])


def test_nothing_is_marked_with_nothing():
    for marker in (Marker(None), Marker(FakeEmbedder()), Marker(FakeEmbedder(local=False))):
        assert marker.marks([]) == []
        assert marker.mended([]) == []


TERMS, FLAGS = analysed("I like tea")
OLD, KEPT = b"\7\0\0\0", b"\3" * DIMENSIONS
WHOLE = Mark(ANALYSIS, OLD, 9, "fake:1", KEPT)


@pytest.mark.parametrize(
    ("mark", "analysed_again", "embedded_again"),
    [
        (Mark(), True, True),
        (WHOLE, False, False),
        (WHOLE._replace(analysis="1"), True, False),
        (WHOLE._replace(model="other"), False, True),
        (WHOLE._replace(model="", vector=b""), False, True),
        (WHOLE._replace(analysis="1", model="other"), True, True),
        (WHOLE._replace(vector=b""), False, False),
        (WHOLE._replace(terms=b"", traits=0), False, False),
    ],
)
@pytest.mark.parametrize("local", [True, False])
def test_mending_keeps_what_stands(mark, analysed_again, embedded_again, local):
    embedder = FakeEmbedder(local=local)
    [(seq, mended)] = Marker(embedder).mended([StaleRow(5, "I like tea", mark)])
    assert seq == 5
    assert (mended.analysis, mended.model) == (ANALYSIS, "fake:1")
    expected = (TERMS, FLAGS) if analysed_again else (mark.terms, mark.traits)
    assert (mended.terms, mended.traits) == expected
    assert embedder.asked == ([["I like tea"]] if embedded_again else [])
    if embedded_again:
        assert near(mended.vector) == ["I like tea"]
    else:
        assert mended.vector == mark.vector


def test_afresh_nothing_stands():
    embedder = FakeEmbedder(local=False)
    [(_, mended)] = Marker(embedder).mended([StaleRow(5, "I like tea", WHOLE)], afresh=True)
    assert (mended.terms, mended.traits) == (TERMS, FLAGS)
    assert near(mended.vector) == ["I like tea"]


def test_the_model_is_asked_once_for_all_that_lack_a_vector():
    embedder = FakeEmbedder(local=False)
    rows = [
        StaleRow(seq, text, Mark() if seq % 2 else WHOLE._replace(analysis="1"))
        for seq, text in enumerate(TEXTS, 1)
    ]
    mended = dict(Marker(embedder).mended(rows))
    assert embedder.asked == [[TEXTS[0], TEXTS[2]]]
    assert [seq for seq in mended if mended[seq].vector == KEPT] == [2, 4]
    assert near(mended[1].vector) == [TEXTS[0]]
    assert mended[3].vector == b""


def test_without_a_model_vectors_go():
    [(_, mended)] = Marker(None).mended([StaleRow(5, "I like tea", WHOLE)])
    assert (mended.model, mended.vector, mended.terms) == ("", b"", OLD)


def test_what_the_model_raises_is_raised():
    embedder = FakeEmbedder(local=False)
    embedder.before = raising(ModelUnavailable("The model is asleep."))
    with pytest.raises(ModelUnavailable):
        Marker(embedder).mended([StaleRow(1, "tea", Mark())])


def test_a_sheet_is_given_the_terms_it_lacks():
    sheet = Sheet(seqs=(1, 2), traits=(9, 0), terms=(OLD, None))
    made = Marker(None).analysed(sheet, [StaleRow(2, "I like tea", Mark())])
    assert [*made.terms] == [OLD, TERMS]
    assert [*made.traits] == [9, FLAGS]
    assert made.seqs == (1, 2)
