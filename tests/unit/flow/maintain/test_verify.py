"""Verify: the lines of an export, read with suspicion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from holdfast.errors import ImportRefused
from holdfast.flow.maintain.verify import MOST_UNSEALED, LineFault, Verified, find_faults, verified
from tests.unit.flow.maintain.exports import (
    HEADER,
    item_row,
    message_row,
    sealed,
    session_row,
    written,
)

GOOD = [message_row("m1"), message_row("m2", number=2), item_row(), session_row(last_number=2)]


def refusal(lines: Any) -> str:
    with pytest.raises(ImportRefused) as refused:
        list(verified(lines))
    assert str(refused.value).startswith(refused.value.message)
    str(refused.value).encode()
    return refused.value.message


def test_the_rows_come_with_their_lines_and_kinds():
    rows = list(verified(sealed(GOOD)))
    assert [(row.number, row.kind, row.user) for row in rows] == [
        (2, "message", "wang"),
        (3, "message", "wang"),
        (4, "item", "wang"),
        (5, "session", "wang"),
    ]
    assert all(isinstance(row, Verified) for row in rows)


def test_an_empty_export_holds_nothing():
    assert list(verified(sealed([]))) == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_how_lines_end_does_not_matter(ending):
    lines = [line.rstrip("\n") + ending for line in sealed(GOOD)]
    assert len(list(verified(lines))) == 4


def test_blank_lines_do_not_matter():
    lines = [part for line in sealed(GOOD) for part in (line, "\n", "  \n")]
    assert len(list(verified(lines))) == 4


def read_by(lines: Iterable[str], taken: list[int]) -> Iterator[str]:
    """The lines, and in `taken` the numbers of those that were asked for."""
    for number, line in enumerate(lines, start=1):
        taken.append(number)
        yield line


def test_rows_come_as_soon_as_a_seal_vouches_for_them_and_not_before():
    taken: list[int] = []
    rows = verified(read_by(sealed(GOOD, every=2), taken))
    assert [next(rows).number, next(rows).number] == [2, 3]
    assert taken == [1, 2, 3, 4]
    assert [row.number for row in rows] == [5, 6]


def test_nothing_behind_the_last_good_seal_comes_out():
    lines = sealed(GOOD, every=2)
    lines[4] = lines[4].replace("likes tea", "likes milk")
    rows = verified(lines)
    assert [next(rows).number, next(rows).number] == [2, 3]
    with pytest.raises(ImportRefused, match="Line 7"):
        next(rows)


def test_lines_that_no_seal_ever_closes_are_not_gathered_without_end():
    taken: list[int] = []
    endless = [HEADER, *(written(message_row(f"m{n}", number=n + 1)) for n in range(20_000))]
    with pytest.raises(ImportRefused, match="Line"):
        list(verified(read_by(endless, taken)))
    assert len(taken) < 10_000


def test_half_a_character_in_a_field_that_nobody_reads_is_told_with_its_line():
    lines = sealed(GOOD, every=2)
    lines[5] = lines[5].replace('{"kind"', '{"unread":"\ud800","kind"')
    assert refusal(lines) == "Line 6: it holds half a character."


def changed(position: int, old: str, new: str) -> list[str]:
    lines = sealed(GOOD)
    assert old in lines[position]
    lines[position] = lines[position].replace(old, new)
    return lines


def test_a_changed_line_is_noticed_at_the_end():
    assert refusal(changed(1, "hello", "hullo")).startswith("Line 6: ")


def test_lines_in_another_order_are_noticed():
    lines = sealed(GOOD)
    lines[1], lines[2] = lines[2], lines[1]
    assert "Line 6" in refusal(lines)


def test_a_missing_line_is_noticed():
    lines = sealed(GOOD)
    assert "Line 5" in refusal(lines[:1] + lines[2:])


def test_a_line_too_many_is_noticed():
    lines = sealed(GOOD)
    assert "Line 7" in refusal([*lines[:2], lines[1], *lines[2:]])


@pytest.mark.parametrize("kept", [1, 2, 4, 5])
def test_an_export_that_was_cut_short_is_noticed(kept):
    said = refusal(sealed(GOOD)[:kept])
    assert f"line {kept}" in said
    assert "cut short" in said


def test_a_line_that_was_cut_short_is_noticed():
    lines = sealed(GOOD)
    assert "Line 3" in refusal([*lines[:2], lines[2][:40]])


def test_nothing_at_all_is_no_export():
    assert "cut short" in refusal([])


def test_more_behind_the_end_is_noticed():
    lines = sealed(GOOD)
    assert "Line 7" in refusal([*lines, lines[1]])


@pytest.mark.parametrize(
    "header",
    [
        "",
        "{}\n",
        "[]\n",
        '"holdfast"\n',
        "hello\n",
        '{"kind":"mem0"}\n',
        '{"kind":5}\n',
        "\ufeff{}\n",
    ],
)
def test_what_others_wrote_is_not_taken(header):
    lines = [header, *sealed(GOOD)[1:]] if header else sealed(GOOD)[1:]
    assert refusal(lines).startswith("Line 1: ")


@pytest.mark.parametrize("format_", [3, 0, "1", None, 1.5])
def test_another_format_is_not_guessed_at(format_):
    header = HEADER.replace(
        '"format":1', f'"format":{"null" if format_ is None else repr(format_)}'
    )
    lines = [header.replace("'", '"'), *sealed(GOOD)[1:]]
    with pytest.raises(ImportRefused, match=r"Line 1: .*Upgrade Holdfast"):
        list(verified(lines))


WRONG: dict[str, dict[str, Any] | str] = {
    "no json": "hello\n",
    "no object": "[1]\n",
    "no kind": '{"id":"m1"}\n',
    "deep": "[" * 100_000 + "\n",
    "an unknown kind": {"kind": "dream", "user": "wang"},
    "a header again": {"kind": "holdfast", "format": 1},
    "no user": message_row(user=None),
    "an empty user": message_row(user=""),
    "a user with a line break": message_row(user="a\nb"),
    "no text": {k: v for k, v in message_row().items() if k != "text"},
    "a text that is a number": message_row(text=5),
    "a text with a nul": message_row(text="\x00"),
    "half a character": '{"kind":"message","user":"wang","text":"\\ud800"}\n',
    "half a character in a part": message_row(parts=[{"type": "x", "a": "\\ud800"}]),
    "half a character, unescaped": '{"kind":"message","user":"wang","text":"\ud800"}\n',
    "a part that is a text": message_row(parts=["hello"]),
    "an extra that is a list": message_row(extra=[1]),
    "a number that is not finite": message_row(extra={"a": float("nan")}),
    "a number that is a text": message_row(number="one"),
    "a number too large to store": message_row(number=2**63),
    "a version too large to store": message_row(version=2**63),
    "a version before the first": message_row(version=0),
    "no time": message_row(said_at=None),
    "a time without a zone": message_row(said_at="2024-05-01T09:30:00"),
    "a time in no zone we know": message_row(said_at="2024-05-01T09:30:00+00:00[Nowhere/City]"),
    "a time outside the calendar": message_row(said_at="0001-01-01T00:00:00+08:00"),
    "a session with a line break": message_row(session="a\n[b]"),
    "a session without a name": message_row(session=""),
    "a speaker with a line break": message_row(speaker="a\n[b]"),
    "a role with a line break": message_row(role="a\n[b]"),
    "an agent with a line break": message_row(agent="a\n[b]"),
    "a client id with a line break": message_row(client_id="a\n[b]"),
    "an empty id": message_row(""),
    "an unknown state": session_row(state="asleep"),
    "a count too large to store": session_row(last_number=2**63),
    "an unknown kind of item": item_row(item_kind="dream"),
    "an unknown trust": item_row(trust="blind"),
    "an importance that is no number": item_row(importance=float("nan")),
    "uses too large to store": item_row(uses=2**63),
    "sources that are numbers": item_row(sources=[1]),
    "an attachment that is not base64": {
        "kind": "attachment",
        "user": "wang",
        "message": "m1",
        "ref": "sha256:0",
        "data": "=?=",
    },
    "an attachment under a name that is not its own": {
        "kind": "attachment",
        "user": "wang",
        "message": "m1",
        "ref": "sha256:0",
        "data": "AAAA",
    },
}


@pytest.mark.parametrize("case", WRONG)
def test_a_line_that_is_wrong_is_named_even_where_the_seal_is_right(case):
    row = WRONG[case]
    if isinstance(row, dict) and case == "half a character in a part":
        row = sealed([row])[1].replace("\\\\ud800", "\\ud800")
    assert refusal(sealed([message_row("m0"), row])).startswith("Line 3: ")


def test_lines_of_bytes_are_refused_in_words():
    assert "Line" in refusal([line.encode() for line in sealed(GOOD)])


class TestFaults:
    def test_a_good_export_has_none(self):
        assert find_faults(sealed(GOOD)) == []

    def test_every_wrong_line_is_told_of_up_to_a_few(self):
        lines = [*sealed(GOOD)]
        lines[1], lines[3] = "{not json", lines[3].replace('"wang"', "7")
        found = find_faults(lines)
        assert [each.line for each in found] == [2, 4]
        assert "not JSON" in found[0].why
        assert not found[0].why.startswith("Line")
        assert [each.line for each in find_faults(lines, most=1)] == [2]

    def test_a_line_that_was_changed_is_told_by_its_seal(self):
        lines = [*sealed(GOOD)]
        lines[1] = lines[1].replace("m1", "m9")
        [fault] = find_faults(lines)
        assert "changed or damaged" in fault.why

    def test_one_that_was_cut_short_or_goes_on_behind_its_end(self):
        lines = [*sealed(GOOD)]
        [cut] = find_faults(lines[:-1])
        assert (cut.line, "cut short" in cut.why) == (0, True)
        [more] = find_faults([*lines, lines[1]])
        assert "behind the end" in more.why
        assert find_faults([]) == [LineFault(0, cut.why.replace("line 5", "line 0"))]

    @pytest.mark.parametrize("first", ["hello", '{"kind":"x"}', "[]"])
    def test_what_is_no_export_is_not_read_on(self, first):
        [fault] = find_faults([first, *["nonsense"] * 100])
        assert fault.line == 1

    def test_lines_that_no_seal_closes_are_not_kept(self):
        rows = (written(message_row(f"m{n}", number=n)) for n in range(1, MOST_UNSEALED + 9))
        found = find_faults([HEADER, *rows])
        assert found[0] == LineFault(MOST_UNSEALED + 2, "no seal closes the lines before it.")

    def test_it_finds_what_the_import_would(self):
        """Whatever is found here is refused there, and the other way round."""
        lines = [*sealed(GOOD)]
        for at in range(len(lines)):
            for wrong in ("{", "", '{"kind":"seal"}', '{"kind":"message"}'):
                changed = [*lines[:at], wrong, *lines[at + 1 :]]
                try:
                    list(verified(changed))
                    refused = False
                except ImportRefused:
                    refused = True
                assert bool(find_faults(changed)) == refused, (at, wrong)
