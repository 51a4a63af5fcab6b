"""Items: knowledge."""

from __future__ import annotations

import threading
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.errors import Conflict, HoldfastError, InvalidInput, NotFound
from holdfast.memory import Memory
from holdfast.testing.conformance.expect import together

NEVER_COMES = from_micros(NEVER)


@pytest.fixture
def told(memory: Memory) -> tuple[Memory, str]:
    [id_] = memory.add("wang", "I like tea")
    return memory, id_


@pytest.mark.capability("H15")
def test_every_piece_of_knowledge_has_sources_importance_and_expiry(told, clock):
    memory, id_ = told
    kept = memory.items.add("wang", "likes tea", kind=ItemKind.FACT, sources=[id_])
    assert memory.items.get("wang", kept.id) == kept
    assert [f.name for f in fields(Item) if getattr(kept, f.name) is None] == []
    assert (kept.sources, kept.importance, kept.expires_at) == ((id_,), 0.5, NEVER_COMES)
    assert (kept.valid_from, kept.known_from) == (clock.now(), clock.now())
    assert (kept.trust, kept.kind, kept.revision) == (Trust.USER, ItemKind.FACT, 1)
    until = datetime(2030, 1, 1, tzinfo=UTC)
    brief = memory.items.add("wang", "is away", expires_at=until, importance=0.9)
    assert (brief.expires_at, brief.importance) == (until, 0.9)


def test_what_it_rests_on_must_be_there(told):
    memory, id_ = told
    memory.add("li", "hello")
    [anothers] = [message.id for message in memory.messages.latest("li")]
    for sources in (["unknown"], [id_, anothers]):
        with pytest.raises(NotFound):
            memory.items.add("wang", "x", sources=sources)
    assert memory.items.find("wang") == []


def test_a_change_must_name_the_revision_it_was_made_from(told):
    memory, id_ = told
    first = memory.items.add("wang", "likes tea", sources=[id_])
    second = memory.items.put(replace(first, text="likes green tea"), expect=1)
    assert second.revision == 2
    for expect in (0, 1, 3):
        with pytest.raises(Conflict, match=first.id) as refused:
            memory.items.put(replace(first, text="likes milk"), expect=expect)
        assert "Read it again" in str(refused.value)
    assert memory.items.get("wang", first.id) == second


@pytest.mark.capability("H22")
def test_of_two_who_change_it_at_once_one_conflicts_and_nothing_is_lost(told):
    memory, _ = told
    id_ = memory.items.add("wang", "likes").id
    both_have_read = threading.Barrier(2)

    def add_word(word: str) -> int:
        """How many tries it took."""
        tries = 0
        while True:
            tries += 1
            seen = memory.items.get("wang", id_)
            assert seen is not None
            if seen.revision == 1:
                both_have_read.wait()
            try:
                memory.items.put(replace(seen, text=f"{seen.text} {word}"), expect=seen.revision)
            except Conflict:
                continue
            return tries

    assert sorted(together([lambda: add_word("tea"), lambda: add_word("milk")])) == [1, 2]  # type: ignore[type-var]
    kept = memory.items.get("wang", id_)
    assert sorted(kept.text.split()) == ["likes", "milk", "tea"]
    assert kept.revision == 3


def test_items_are_found_by_page_and_kind(told):
    memory, _ = told
    facts = [memory.items.add("wang", str(n), kind=ItemKind.FACT) for n in range(3)]
    event = memory.items.add("wang", "moved", kind=ItemKind.EVENT)
    in_order = sorted([*facts, event], key=lambda item: item.id)
    assert memory.items.find("wang") == in_order
    assert memory.items.find("wang", kind=ItemKind.EVENT) == [event]
    first = memory.items.find("wang", limit=2)
    assert first + memory.items.find("wang", after=first[-1].id) == in_order
    assert memory.items.find("li") == []
    assert memory.items.get("li", event.id) is None
    assert memory.in_space("work").items.find("wang") == []


def test_items_can_be_removed(told):
    memory, id_ = told
    kept, gone = (memory.items.add("wang", text, sources=[id_]) for text in "ab")
    assert memory.items.remove("li", [gone.id]) == 0
    assert memory.items.remove("wang", [gone.id, "unknown"]) == 1
    assert memory.items.find("wang") == [kept]


def test_what_the_caller_holds_is_neither_changed_nor_shared(told):
    memory, id_ = told
    attributes = {"a": [1]}
    kept = memory.items.add("wang", "x", attributes=attributes, sources=[id_])
    attributes["a"].append(2)
    kept.attributes["a"].append(3)
    assert memory.items.get("wang", kept.id).attributes == {"a": [1]}


BAD: dict[str, dict] = {
    "text with half a character": {"text": "\ud800"},
    "text with a nul": {"text": "\x00"},
    "half a character in an attribute": {"attributes": {"a": ["\ud800"]}},
    "an attribute that json cannot hold": {"attributes": {"a": object()}},
    "an attribute that is not a number": {"attributes": {"a": float("nan")}},
    "an importance that is not a number": {"importance": float("nan")},
    "a confidence without end": {"confidence": float("inf")},
    "a time without a zone": {"expires_at": datetime(2030, 1, 1)},  # noqa: DTZ001
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_added_cannot_be_put_either(told, case):
    memory, _ = told
    kept = memory.items.add("wang", "likes tea")
    with pytest.raises(InvalidInput):
        memory.items.put(replace(kept, **BAD[case]), expect=1)
    assert memory.items.get("wang", kept.id) == kept


@pytest.mark.parametrize("case", BAD)
def test_what_no_store_can_hold_is_refused_in_words_on_every_store(told, case):
    memory, _ = told
    with pytest.raises(InvalidInput):
        memory.items.add("wang", **{"text": "likes tea", **BAD[case]})
    assert memory.items.find("wang") == []


def test_a_limit_that_is_none_is_refused(told):
    memory, _ = told
    for text in "abc":
        memory.items.add("wang", text)
    for limit in (-1, 2.5, 10**30):
        with pytest.raises(InvalidInput, match="limit"):
            memory.items.find("wang", limit=limit)


@pytest.mark.parametrize("name", ["", " ", "\ud800", "a\nb"])
def test_a_user_who_cannot_be_has_no_knowledge(memory, name):
    with pytest.raises(HoldfastError):
        memory.items.add(name, "likes tea")
    assert memory.admin.users() == []
