"""Latest."""

from __future__ import annotations

import pytest

from holdfast.flow.recall.retrievers.latest import latest


@pytest.mark.parametrize("seqs", [[3, 9, 5, 7], {9, 7, 5, 3}, {3: 0, 5: 0, 7: 0, 9: 0}.keys()])
def test_the_later_the_higher(seqs):
    assert latest(seqs) == {3: 0.25, 5: 0.5, 7: 0.75, 9: 1.0}


def test_of_nothing_nothing_is_the_latest():
    assert latest([]) == {}
