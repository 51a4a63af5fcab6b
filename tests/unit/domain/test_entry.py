"""Entry: what a message holds, and the way there and back."""

from __future__ import annotations

from dataclasses import fields, replace

from holdfast.domain.entry import Entry
from holdfast.domain.message import Message
from holdfast.testing.conformance.builders import message

FULL = message("m", 1, role="tool", speaker="Lily", parts=({"type": "x"},), client_id="c")


def test_an_entry_holds_all_that_a_message_holds():
    assert Entry._fields == tuple(each.name for each in fields(Message))


def test_a_message_comes_back_as_it_was():
    assert Entry.of(FULL).message() == FULL


def test_in_another_place_all_else_stays():
    assert Entry.of(FULL).placed(7, 5).message() == replace(FULL, seq=7, number=5)
