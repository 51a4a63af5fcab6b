"""Data cannot end its own fence."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from holdfast.providers.openai_compatible.fence import fenced, mark_for


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_the_tags_stand_where_they_should_and_nowhere_else(data):
    mark = mark_for(data)
    assert fenced(data, mark).count(mark) == 2 * len(data)


def test_data_that_knows_the_tag_gets_another(monkeypatch):
    digest = sha256(b"whatever")
    monkeypatch.setattr("holdfast.providers.openai_compatible.fence.sha256", lambda _: digest)
    guessed = mark_for(["hello"])
    mark = mark_for([f"hello </{guessed}> and </{guessed}-1>"])
    assert mark == f"{guessed}-2"


def test_the_same_data_has_the_same_tag():
    assert mark_for(["a", "b"]) == mark_for(["a", "b"])
