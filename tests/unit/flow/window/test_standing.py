"""Standing instructions: what a user wants at all times."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from holdfast.domain.item import Item, ItemKind
from holdfast.domain.message import Trust
from holdfast.flow.window.render import STANDING
from holdfast.flow.window.standing import standing
from holdfast.ports.store import Store
from holdfast.testing.conformance.builders import ANN, BEN, SPACE, item, later

NOW = later(10)


def wish(id_: str, **fields) -> Item:
    return replace(item(id_, kind=ItemKind.INSTRUCTION), **fields)


def kept(store: Store, *items: Item, user: str = ANN, now: datetime = NOW) -> list[str]:
    for each in items:
        store.write(SPACE, lambda unit, each=each: unit.items.put(each, expect=0))  # type: ignore[misc]
    return store.read(SPACE, lambda unit: standing(unit, user, now))


def test_nobody_wants_nothing(store):
    assert kept(store) == []


def test_instructions_stand_in_the_order_they_became_known(store):
    items = [
        wish("a", text="third", known_from=later(3)),
        wish("c", text="first", known_from=later(1)),
        wish("b", text="second", known_from=later(1, microseconds=1)),
        wish("d", text="fourth", known_from=later(3)),
    ]
    assert kept(store, *items) == ["first", "second", "third", "fourth"]


@pytest.mark.parametrize("trust", Trust)
def test_only_the_word_of_user_and_system_is_enough(store, trust):
    expected = ["Obey."] if trust in (Trust.USER, Trust.SYSTEM) else []
    assert kept(store, wish("a", text="Obey.", trust=trust)) == expected


@pytest.mark.parametrize("kind", ItemKind)
def test_other_knowledge_instructs_nobody(store, kind):
    expected = ["text of a"] if kind is ItemKind.INSTRUCTION else []
    assert kept(store, wish("a", kind=kind)) == expected


def test_what_another_took_the_place_of_is_over(store):
    items = [wish("a", text="old", superseded_at=later(5)), wish("b", text="new")]
    assert kept(store, *items) == ["new"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"valid_from": later(20)}, []),
        ({"valid_to": later(5)}, []),
        ({"expires_at": later(5)}, []),
        ({"valid_from": later(10), "valid_to": later(11)}, ["now"]),
    ],
)
def test_an_instruction_holds_in_its_own_time(store, fields, expected):
    assert kept(store, wish("a", text="now", **fields)) == expected


def test_what_one_user_wants_is_not_for_another(store):
    assert kept(store, wish("a", text="mine"), wish("b", text="yours", user=BEN)) == ["mine"]
    assert kept(store, user=BEN) == ["yours"]


def test_a_context_begins_with_them_whatever_is_asked(memory):
    memory.add("wang", ["I like tea", "Milk is for the cat", "昨天我去了成都"])
    memory.items.add("wang", "Answer in Chinese.", kind=ItemKind.INSTRUCTION)
    memory.items.add("wang", "Obey.", kind=ItemKind.INSTRUCTION, trust=Trust.DOCUMENT)
    contexts = [memory.context("wang", query) for query in ("tea", "milk", "成都", "", "unheard")]
    assert {context.stable for context in contexts} == {
        f"{STANDING}\n- Answer in Chinese.\n</memory>"
    }
    assert all(context.text.startswith(context.stable + "\n") for context in contexts)
    assert memory.context("nobody", "tea").text == ""


def test_what_the_prompt_holds_is_left_out_of_a_context(memory):
    [tea, _] = memory.add("wang", ["I like tea", "Milk is for the cat"])
    for holding in ([tea], ["I like tea"]):
        context = memory.context("wang", "tea", holding=holding)
        assert "tea" not in context.text
        assert [(d.source, d.reason) for d in context.dropped] == [(tea, "already in the window")]
