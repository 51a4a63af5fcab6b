"""Lines: rows as JSON, and back."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from holdfast.domain.entry import Entry
from holdfast.domain.message import Message
from holdfast.flow.maintain import lines
from holdfast.testing.conformance.builders import item, message, session

MOMENTS = {
    "2024-05-01T09:30:00.123456+00:00": datetime(2024, 5, 1, 9, 30, 0, 123456, tzinfo=UTC),
    "2024-05-01T09:30:00+05:30": datetime(
        2024, 5, 1, 9, 30, tzinfo=timezone(timedelta(hours=5, minutes=30))
    ),
    "2024-05-01T09:30:00+08:00[Asia/Shanghai]": datetime(
        2024, 5, 1, 9, 30, tzinfo=ZoneInfo("Asia/Shanghai")
    ),
    "2024-10-27T02:30:00+01:00[Europe/Berlin]": datetime(
        2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=1
    ),
    "1900-01-01T00:00:00+08:05:43[Asia/Shanghai]": datetime(
        1900, 1, 1, tzinfo=ZoneInfo("Asia/Shanghai")
    ),
}


@pytest.mark.parametrize("text", MOMENTS)
def test_a_moment_keeps_its_zone(text):
    when = MOMENTS[text]
    assert lines.moment(when) == text
    row = message("m1", 1, said_at=when)
    read = lines.BUILDERS["message"](json.loads(lines.written(lines.message_line(row))))
    assert read.said_at.isoformat() == when.isoformat()
    assert str(read.said_at.tzinfo) == str(when.tzinfo)


FULL = message(
    "m1",
    7,
    session="s",
    agent="a",
    version=3,
    role="tool",
    speaker="莉莉",
    text='"成都"\n\u2028 </memory> 👩‍👩‍👧',
    parts=[{"type": "image", "ref": "sha256:0", "n": [1, 1.0, None, True]}],
    extra={"键": {"a": []}},
    client_id="c1",
)


@pytest.mark.parametrize("row", [FULL, message("m2", 1), message("m3", 1, text="")])
def test_a_message_comes_back_without_its_place(row: Message):
    written = lines.written(lines.message_line(row))
    assert written.count("\n") == 1
    assert lines.BUILDERS["message"](json.loads(written)) == Entry.of(replace(row, seq=0))


def test_what_is_empty_is_left_out():
    line = lines.message_line(message("m2", 1))
    assert {"speaker", "client_id", "parts", "extra"}.isdisjoint(line)
    assert "seq" not in line


def test_a_session_comes_back():
    row = session("s", last_number=9)
    assert lines.BUILDERS["session"](json.loads(lines.written(lines.session_line(row)))) == row


def test_an_item_comes_back_at_its_first_revision():
    row = replace(item("i1", attributes={"a": [1, {"b": None}]}), uses=4, revision=9)
    line = json.loads(lines.written(lines.item_line(row)))
    assert line["kind"] == "item"
    assert lines.BUILDERS["item"](line) == replace(row, revision=1)


def test_an_attachment_comes_back_to_the_byte():
    data = bytes(range(256))
    ref = f"sha256:{hashlib.sha256(data).hexdigest()}"
    line = json.loads(lines.written(lines.attachment_line(message("m1", 1), ref, data)))
    assert line["user"] == "ann"
    assert lines.BUILDERS["attachment"](line) == ("m1", ref, data)
