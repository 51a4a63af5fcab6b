"""The index of one user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.user import Stamp
from holdfast.flow.recall import index as recall_index
from holdfast.flow.recall import weights
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.neighbours import NOBODY
from holdfast.text.analysis import word_id
from tests.unit.embedders import DIMENSIONS, direction
from tests.unit.flow.recall.sheets import Said, index, part, sheet


def neighbours(made: UserIndex) -> list[tuple[int, int]]:
    return list(zip(made.rows.before.tolist(), made.rows.after.tolist(), strict=True))


def holders(made: UserIndex, word: str) -> list[int]:
    return made.postings.find([word_id(word)])[0][0].tolist()


def test_an_empty_index_holds_nothing():
    made = index()
    assert (len(made), made.stamp, made.named_speakers) == (0, Stamp(7, 0), [])
    assert [column.tolist() for column in made.rows] == [[]] * 6
    assert made.first_without_vector == 0


def test_each_message_has_a_place_of_its_own():
    made = index(
        Said("I like tea", said_at=5, agent="x", speaker="Lily"),
        Said("What else?", session="t", role="assistant"),
    )
    assert [*made.ids] == ["m1", "m2"]
    assert made.rows.seqs.tolist() == [1, 2]
    assert made.rows.said_at.tolist() == [5, 0]
    assert made.sessions.names == ["s", "t"]
    assert made.agents.names == ["x", "a"]
    assert made.roles.names == ["user", "assistant"]
    assert made.speakers.names == ["Lily", None]
    assert [speaker.code for speaker in made.named_speakers] == [0]
    assert holders(made, "tea") == [0]
    assert made.vectors.like(direction("I like tea"))[0] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], []),
        (["a"], [(NOBODY, NOBODY)]),
        (["a", "b", "c"], [(NOBODY, 1), (0, 2), (1, NOBODY)]),
        (
            [Said("a"), Said("b", "t"), Said("c"), Said("d", "t")],
            [(NOBODY, 2), (NOBODY, 3), (0, NOBODY), (1, NOBODY)],
        ),
        (
            [Said("a", number=3), Said("b", number=1), Said("c", number=2)],
            [(2, NOBODY), (NOBODY, 2), (1, 0)],
        ),
        ([Said("a", number=1), Said("b", number=9)], [(NOBODY, 1), (0, NOBODY)]),
    ],
)
def test_neighbours_are_the_next_numbers_of_a_session(said, expected):
    assert neighbours(index(*said)) == expected


SAID = st.builds(
    Said,
    st.sampled_from(["tea", "milk and tea", "成都", "Where is Lily?", "Always answer", ""]),
    st.sampled_from(["s", "t", "u"]),
    agent=st.sampled_from(["a", "b"]),
    role=st.sampled_from(["user", "assistant"]),
    speaker=st.sampled_from([None, "Lily", "莉莉"]),
    said_at=st.integers(0, 9),
    embedded=st.booleans(),
)


def everything(made: UserIndex) -> list[object]:
    """All that can be asked of an index."""
    found = made.measures
    codes = (made.sessions, made.agents, made.roles, made.speakers)
    measures = (found.norm, found.session_norm, found.several)
    return [
        [*made.ids],
        *(column.tolist() for column in (*made.rows, *measures, *made.worths)),
        *((each.names, each.numbers.tolist()) for each in codes),
        [sorted(holders(made, word)) for word in ("tea", "milk", "成都", "lili")],
        made.vectors.like(direction("tea")).tolist(),
        [speaker.code for speaker in made.named_speakers],
        made.first_without_vector,
    ]


@settings(deadline=None)
@given(said=st.lists(SAID, min_size=1, max_size=30), sizes=st.lists(st.integers(0, 9)))
def test_fed_bit_by_bit_it_is_the_same_as_fed_at_once(said, sizes):
    whole, made, at = sheet(said), UserIndex(7), 0
    for size in [*sizes, len(said)]:
        made.feed(part(whole, at, at + size))
        if len(made):
            assert len(made.measures.norm) == len(made)
        at += size
    assert everything(made) == everything(index(*said))


@pytest.mark.parametrize(
    ("more", "taken"),
    [
        ([], True),
        (["next"], True),
        ([Said("b", number=3), Said("c", number=4), Said("d", "new", number=1)], True),
        ([Said("corrected", version=2, number=3)], False),
        ([Said("fine", number=3), Said("corrected", version=2, number=9)], False),
        ([Said("brought in later", number=2)], False),
        ([Said("brought in later", number=1)], False),
        ([Said("another session's", "t", number=1)], True),
    ],
)
def test_only_what_comes_after_all_that_is_here_is_taken(more, taken):
    assert index("one", "two").takes(sheet(more, first=3)) is taken


def test_an_empty_index_takes_anything():
    assert index().takes(sheet([Said("corrected", version=3, number=9)]))


def test_vectors_that_come_later_are_filled_in():
    said = [Said("tea"), Said("milk", embedded=False), Said("cake"), Said("rice", embedded=False)]
    made, whole = index(*said), sheet(each.text for each in said)
    assert made.first_without_vector == 2
    made.fill(part(sheet([Said("x", embedded=False)] * 4), 1, 4))
    assert made.first_without_vector == 2, "still none"
    made.fill(part(whole, 1, 2))
    assert made.first_without_vector == 4
    assert made.vectors.like(direction("milk"))[1] == pytest.approx(1, abs=0.01)
    made.fill(part(whole, 3, 4))
    assert made.first_without_vector == 0
    assert everything(made) == everything(index(*(each.text for each in said)))


def test_a_text_that_has_no_vector_for_good_is_not_waited_for():
    made = UserIndex(7)
    made.feed(replace(sheet(["tea"]), vectors=[b""]))
    assert made.first_without_vector == 0


def test_what_is_given_or_denied_whatever_is_asked():
    made = index(
        "Where is Lily?",
        Said("Is she well?", role="assistant"),
        "In Chengdu.",
        "And where is Tom?",
    )
    found, asking = made.worths, weights.ASKING
    assert found.kind.tolist() == [asking, asking, 0, 0]
    assert found.kind_and_role.tolist() == [asking, asking + weights.ASSISTANT, 0, 0]
    plain, answer = weights.BEFORE, weights.BEFORE + weights.ANSWER
    assert found.before.tolist() == [0, plain, answer, plain]


def test_texts_are_read_once():
    made, read = index("tea", "milk", "cake"), list[int]()

    def log(seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        read.extend(seqs)
        return {seq: (f"text {seq}", "UTC") for seq in seqs if seq != 3}

    assert made.texts([0, 2], log)[0] == ("text 1", "UTC")
    assert made.texts([0, 1], log)[1] == ("text 2", "UTC")
    assert 2 not in made.texts([2], log), "what is not there yet may come later"
    assert read == [1, 3, 2, 3]


def test_texts_that_are_kept_count():
    made = index(*(f"tea {n}" for n in range(20)))
    before = made.bytes
    made.texts(range(20), lambda seqs: dict.fromkeys(seqs, ("x" * 100_000, "UTC")))
    assert made.bytes > before + 1_000_000


@pytest.mark.parametrize(("length", "kept"), [(1, True), (100_000, False)])
def test_texts_are_let_go_when_they_have_become_long(length, kept):
    made = index(*(f"tea {n}" for n in range(20)))
    before = made.bytes
    made.texts(range(20), lambda seqs: dict.fromkeys(seqs, ("x" * length, "UTC")))
    made.keep_few_texts()
    assert (len(made.told), made.bytes > before) == (20 if kept else 0, kept)


def test_texts_are_let_go_when_they_have_become_many(monkeypatch):
    monkeypatch.setattr(recall_index, "_MOST_TOLD", 10)
    made = index(*(f"tea {n}" for n in range(12)))
    for end, kept in ((9, 9), (12, 0)):
        made.texts(range(end), lambda seqs: dict.fromkeys(seqs, ("x", "UTC")))
        made.keep_few_texts()
        assert len(made.told) == kept


def test_its_size_grows_with_what_it_holds():
    sizes = [index(*(["tea and cake"] * count)).bytes for count in (0, 1, 100, 1000)]
    assert sizes == sorted(sizes)
    assert sizes[0] < 1000 < sizes[2] < sizes[3]
    assert sizes[3] > 1000 * DIMENSIONS


def test_without_a_model_words_are_indexed_all_the_same():
    made = UserIndex(7)
    made.feed(sheet([Said("tea", embedded=False), Said("milk", embedded=False)]))
    assert holders(made, "milk") == [1]
