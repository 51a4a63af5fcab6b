"""Glance: usual lines are taken in at once, and nothing else is."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.domain.entry import Entry
from holdfast.domain.message import Message
from holdfast.errors import HoldfastError
from holdfast.flow.maintain import lines
from holdfast.flow.maintain.glance import glanced
from holdfast.testing.conformance.builders import message


def line_of(row: Message) -> str:
    return lines.written(lines.message_line(row))


def as_json(line: str) -> Entry | None:
    """What the line says, read as JSON; None if that is refused."""
    try:
        read: Entry = lines.BUILDERS["message"](json.loads(line))
    except (HoldfastError, KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None
    return read


USUAL = {
    "plain": message("m1", 1),
    "chinese": message("m1", 1, text="莉莉搬到了成都，还在找房子。"),
    "empty": message("m1", 1, text=""),
    "lines": message("m1", 1, text="one\ntwo\r\n\tthree"),
    "quotes": message("m1", 1, text='"', speaker="Lily"),
    "quotes all over": message("m1", 1, text='she said "no", "\\" and "\\\\"'),
    "a backslash at the end": message("m1", 1, text="C:\\"),
    "two of them": message("m1", 1, text="C:\\\\"),
    "what looks like fields": message("m1", 1, text='","said_at":"never","x":"'),
    "a speaker": message("m1", 1, speaker="莉莉"),
    "a client's id": message("m1", 1, client_id="c 1"),
    "both": message("m1", 1, speaker="Lily", client_id="客户"),
    "an offset": message(
        "m1", 1, said_at=datetime(2024, 5, 1, 9, tzinfo=timezone(timedelta(hours=5)))
    ),
    "a zone": message("m1", 1, said_at=datetime(2024, 5, 1, 9, tzinfo=ZoneInfo("Asia/Shanghai"))),
    "a high number": replace(message("m1", 1), number=10**15 - 1),
}


@pytest.mark.parametrize("case", USUAL)
@pytest.mark.parametrize("ending", ["\n", ""])
def test_a_usual_line_is_taken_in_at_once(case, ending):
    line = line_of(USUAL[case]).rstrip("\n") + ending
    found = glanced(line)
    assert isinstance(found, Entry)
    assert found == Entry.of(replace(USUAL[case], seq=0))
    assert found == as_json(line)
    assert str(found.said_at.tzinfo) == str(USUAL[case].said_at.tzinfo)


UNUSUAL = {
    "a version": message("m1", 1, version=2),
    "parts": message("m1", 1, parts=[{"type": "image"}]),
    "extra": message("m1", 1, extra={"a": 1}),
    "an id with a quote": message('m"1', 1),
    "a session with a quote": message("m1", 1, session='s"'),
    "a session with a backslash": message("m1", 1, session="s\\"),
    "an agent with both": message("m1", 1, agent='\\","number":9,"x":"'),
    "a speaker with a backslash": message("m1", 1, speaker="\\"),
}


@pytest.mark.parametrize("case", UNUSUAL)
def test_what_is_not_usual_wants_a_closer_look(case):
    line = line_of(UNUSUAL[case])
    assert glanced(line) is None
    assert as_json(line) == Entry.of(replace(UNUSUAL[case], seq=0))


CHANGES = {
    "another kind": ('"kind":"message"', '"kind":"massage"'),
    "a control character": ("hello", "hel\x00lo"),
    "an escaped one": ("hello", "hel\\u0000lo"),
    "a line break": ("hello", "hel\nlo"),
    "half a character": ("hello", "hel\ud800lo"),
    "an escaped half": ("hello", "hel\\ud800lo"),
    "no such escape": ("hello", "hel\\xlo"),
    "a quote too many": ("hello", 'hel"lo'),
    "a backslash too few": ("hello", "hello\\"),
    "two texts": ('"text":"hello"', '"text":"hello\\","text":"hello"'),
    "an empty session": ('"session":"default"', '"session":""'),
    "a session of spaces": ('"session":"default"', '"session":"  "'),
    "a session with a control character": ('"session":"default"', '"session":"\x01"'),
    "a session that is too long": ('"session":"default"', f'"session":"{"s" * 257}"'),
    "an id that is too long": ('"id":"m1"', f'"id":"{"m" * 257}"'),
    "an empty id": ('"id":"m1"', '"id":""'),
    "number zero": ('"number":1', '"number":0'),
    "a number that is none": ('"number":1', '"number":1.0'),
    "a number beyond all": ('"number":1', '"number":9007199254740993'),
    "foreign digits": ('"number":1', '"number":１'),
    "a time without a zone": ("+00:00", ""),
    "a field behind the end": ("}\n", ',"x":1}\n'),
    "more behind the end": ("}\n", "}\n\n"),
    "another line": ("}\n", "}\r\n"),
    "nothing": ("{", ""),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_is_wrong_with_a_line_is_not_overlooked(case):
    old, new = CHANGES[case]
    line = line_of(replace(USUAL["plain"], text="hello", session="default"))
    assert glanced(line) is not None
    assert old in line
    assert glanced(line.replace(old, new, 1)) is None


@pytest.mark.parametrize("line", [b"{}", None, 5, "", "\n"])
def test_what_is_no_line_is_left_to_others(line: Any):
    assert glanced(line) is None


TRICKY = st.text(st.sampled_from('"\\,:{}a\n莉\x00\ud800')) | st.sampled_from(
    ['","said_at":"', '\\","text":"', '","number":1,"version":1,"role":"']
)


@given(
    text=TRICKY, session=TRICKY, role=TRICKY, speaker=st.none() | TRICKY, client=st.none() | TRICKY
)
def test_whatever_is_taken_in_is_what_the_json_says(text, session, role, speaker, client):
    row = message("m1", 1, text=text, session=session, role=role, speaker=speaker, client_id=client)
    line = line_of(row)
    for each in (line, line.replace("\\\\", "\\"), line.replace('\\"', '"')):
        found = glanced(each)
        assert found is None or found == as_json(each)


@pytest.mark.parametrize("put", ['"', "\\", "\\\\", "\\u", "\t", ",", "}", '","', "莉", ""])
def test_a_line_with_a_change_anywhere_is_what_the_json_says(put: str):
    line = line_of(message("m1", 1, text='a "quoted" \\ text\n', speaker="Lily", client_id="c1"))
    for at in range(len(line)):
        for each in (line[:at] + put + line[at:], line[:at] + put + line[at + 1 :]):
            found = glanced(each)
            assert found is None or found == as_json(each)


def test_when_it_was_said_and_when_it_was_stored_are_told_apart():
    said, stored = (datetime(2024, 5, day, 9, 30, tzinfo=UTC) for day in (1, 2))
    found = glanced(line_of(replace(message("m1", 1), said_at=said, stored_at=stored)))
    assert found is not None
    assert (found.said_at, found.stored_at) == (said, stored)
