"""The texts in a leaf are those that were told, and only small leaves hold any."""

from __future__ import annotations

import pytest

from holdfast.flow.recall import binder as binding
from holdfast.flow.recall import texts as holding
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.leaf import opened, pressed
from holdfast.flow.recall.texts import texts
from holdfast.ports.marks import Makers
from tests.unit.flow.recall.sheets import sheet

TOLD = [("tea", "UTC"), ("", "+08:00"), ("莉莉去了成都。🙂", "Asia/Shanghai"), ("café\n", "UTC")]


def test_each_is_found_at_its_place():
    held = texts(TOLD)
    assert held is not None
    assert held.at(range(len(TOLD))) == TOLD
    assert held.at([2, 0]) == [TOLD[2], TOLD[0]]
    assert held.letters.decode() == "".join(text for text, _ in TOLD)


def test_an_index_from_a_leaf_reads_no_row_for_them():
    whole = sheet([text or "x" for text, _ in TOLD])
    fed = UserIndex(1)
    fed.feed(whole)
    index = UserIndex(1)
    index.open(opened(pressed(fed.parts(whole, texts(TOLD)))))

    def read(seqs: object) -> dict[int, tuple[str, str]]:
        raise AssertionError("a row was read")

    found = index.facts([2, 0, 3], read)
    assert [found[place].text for place in (0, 2, 3)] == [TOLD[place][0] for place in (0, 2, 3)]
    assert found[2].said_at.utcoffset() is not None
    index.feed(sheet(["later"], first=5))
    with pytest.raises(AssertionError, match="a row was read"):
        index.facts([4], read)


@pytest.mark.parametrize("name", ["MOST_MESSAGES", "MOST_BYTES"])
def test_too_many_and_too_long_ones_stay_where_they_are(monkeypatch, name):
    monkeypatch.setattr(holding, name, 3)
    assert texts(TOLD) is None
    assert texts([("tea", "UTC")]) is not None
    assert texts([]) is None


def test_a_leaf_that_lacks_some_cannot_be_pressed():
    whole = sheet(["tea", "cat"])
    fed = UserIndex(1)
    fed.feed(whole)
    with pytest.raises(ValueError, match="missing"):
        pressed(fed.parts(whole, texts([("tea", "UTC")])))


def test_other_weights_make_another_form(monkeypatch):
    by = Makers("a", "m")
    before = binding.binder(by)
    monkeypatch.setattr(binding, "WEIGHED", (*binding.WEIGHED[:-1], 0.123))
    assert binding.binder(by) != before
