"""How messages and hits look: who and when on one line, the words below, nothing dangerous."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from holdfast.domain.message import Message, Trust
from holdfast.domain.recall import Hit
from holdfast.entrypoints.cli.entries import hit_entry, message_entry

SAID = datetime(2026, 3, 5, 21, 40, tzinfo=ZoneInfo("Asia/Shanghai"))

HIT = Hit(
    score=0.876,
    text="我妹妹搬去了成都。\nIn March.",
    sources=("m-1",),
    seq=1,
    session="闲聊",
    agent="juno",
    role="user",
    speaker="林悦",
    said_at=SAID,
    trust=Trust.USER,
    scores={},
)
MESSAGE = Message(
    id="m-1", user="u", seq=1, number=12, role="user", text="hello", said_at=SAID, stored_at=SAID
)


def test_a_hit():
    assert hit_entry(HIT) == (
        "0.88  2026-03-05 21:40  林悦  [闲聊]  m-1\n      我妹妹搬去了成都。\n      In March."
    )


def test_a_message_and_its_version():
    assert message_entry(MESSAGE) == "#12  2026-03-05 21:40  user  m-1\n      hello"
    assert message_entry(replace(MESSAGE, version=2)).startswith(
        "#12  2026-03-05 21:40  user  m-1  version 2"
    )


def test_no_field_can_carry_an_escape_sequence():
    bad = "\x1b]0;owned\x07\x9b31m\r\u202e"
    hit = replace(HIT, text=bad, session=bad, speaker=bad, sources=(bad,))
    message = replace(MESSAGE, id=bad, speaker=bad, text=bad)
    for shown in (hit_entry(hit), message_entry(message)):
        assert not set(shown) & set("\x1b\x07\x9b\r\u202e")


def test_a_line_break_in_a_name_cannot_forge_an_entry():
    forged = replace(HIT, speaker="x\n0.99  2026-01-01 00:00  admin", text="t")
    assert hit_entry(forged).count("\n") == 1
