"""Keys: summaries as an index of their own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.memo import Memo
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.flow.capture.marking import Marker
from holdfast.flow.recall.ask import ask
from holdfast.flow.recall.keys import Keys, in_sight, messages_below
from holdfast.stores.inmemory.store import InMemoryStore
from tests.unit.embedders import FakeEmbedder

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
NEVER_ENDS = from_micros(NEVER)


def summary(id_: str, text: str = "Tea.", **fields) -> Item:
    given: dict[str, Any] = {
        "sources": (f"m-{id_}",),
        "agent": "cat",
        "place": 1,
        "superseded_at": NEVER_ENDS,
        "valid_from": NOON,
        "valid_to": NOON + timedelta(hours=1),
    } | fields
    return Item(
        id=id_,
        user="mei",
        kind=given.pop("kind", ItemKind.SUMMARY),
        text=text,
        importance=0.5,
        confidence=1.0,
        trust=Trust.DERIVED,
        known_from=NOON,
        expires_at=given.pop("expires_at", NEVER_ENDS),
        **given,
    )


class Counting(Marker):
    """Remembers what it marked."""

    def __init__(self) -> None:
        super().__init__(FakeEmbedder())
        self.texts: list[str] = []

    def marks(self, texts):
        self.texts += texts
        return super().marks(texts)


@pytest.fixture
def store():
    return InMemoryStore()


def put(store, *items: Item) -> None:
    for item in items:
        store.write("s", lambda unit, item=item: unit.items.put(item, expect=0))


def seen(store) -> list[str]:
    return [item.id for item in store.read("s", lambda unit: in_sight(unit, "mei"))]


def refreshed(store, keys: Keys, marker: Marker) -> Keys:
    store.read("s", lambda unit: keys.refresh(unit, "mei", marker))
    return keys


def test_those_in_sight_are_current_summaries_with_words(store):
    put(
        store,
        summary("a"),
        summary("old", superseded_at=NOON),
        summary("note", kind=ItemKind.NOTE),
        summary("empty", text=""),
    )
    assert seen(store) == ["a"]


def test_what_was_cleared_away_is_out_of_sight(store):
    put(store, summary("a", place=3), summary("b", place=4), summary("dog", agent="dog"))
    memo = Memo(user="mei", agent="cat", cleared_to=3)
    store.write("s", lambda unit: unit.memos.put(memo, expect=0))
    assert seen(store) == ["dog", "b"]


def test_each_text_is_marked_once(store):
    put(store, summary("a", "Tea."), summary("b", "Cake."))
    keys, marker = Keys(), Counting()
    refreshed(store, keys, marker)
    refreshed(store, keys, marker)
    assert marker.texts == ["Tea.", "Cake."]
    store.write("s", lambda unit: unit.items.put(summary("b", "Pie."), expect=1))
    put(store, summary("c", "Jam."))
    refreshed(store, keys, marker)
    assert marker.texts == ["Tea.", "Cake.", "Pie.", "Jam."]
    assert [*keys.index.ids] == ["a", "b", "c"]


def test_what_is_gone_leaves_nothing(store):
    put(store, summary("a", "Tea."), summary("b", "Cake."))
    keys = refreshed(store, Keys(), Counting())
    before = keys.bytes
    store.write("s", lambda unit: unit.items.remove("mei", ["a", "b"]))
    refreshed(store, keys, Counting())
    assert (keys.items, [*keys.index.ids], keys._marks) == ([], [], {})
    assert keys.bytes < before


def test_messages_are_found_through_every_level(store):
    put(store, summary("x", sources=("m2", "m1")), summary("y", sources=("m3", "m1")))
    top, other = summary("top", sources=("x", "y"), level=1), summary("z", sources=("m4",))
    found = store.read("s", lambda unit: messages_below(unit, [top, other]))
    assert found == ("m4", "m2", "m1", "m3")


@pytest.mark.parametrize(
    ("narrowed", "inside"),
    [
        ({}, True),
        ({"agent": "cat"}, True),
        ({"agent": "dog"}, False),
        ({"session": "tea"}, True),
        ({"session": "milk"}, False),
        ({"since": NOON + timedelta(minutes=30)}, True),
        ({"since": NOON + timedelta(hours=2)}, False),
        ({"until": NOON + timedelta(minutes=30)}, True),
        ({"until": NOON - timedelta(minutes=1)}, False),
    ],
)
def test_a_question_narrows_them(store, narrowed, inside):
    put(store, summary("a", session="tea"))
    keys = refreshed(store, Keys(), Counting())
    question = ask("tea", k=1, kinds=("summary",), asked_at=NOON, **narrowed)
    assert keys.among(question).tolist() == [inside]


def test_what_has_expired_is_not_meant(store):
    put(store, summary("a", expires_at=NOON))
    keys = refreshed(store, Keys(), Counting())
    assert keys.among(ask("tea", k=1, kinds=("summary",), asked_at=NOON)).tolist() == [False]
    assert keys.among(
        ask("tea", k=1, kinds=("summary",), asked_at=NOON)._replace(asked_at=NOON - timedelta(1))
    ).all()
