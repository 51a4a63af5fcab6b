"""What reaches the terminal is safe, lines up, and loses nothing."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.domain.message import Trust
from holdfast.domain.recall import Hit, Recall
from holdfast.entrypoints.cli import terminal
from holdfast.entrypoints.cli.terminal import (
    Progress,
    clip,
    escaped,
    number_of,
    one_line,
    plain,
    print_json,
    safe,
    table,
    width,
)

EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))
REORDERING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}


def controls(text: str) -> set[int]:
    return {ord(c) for c in text if unicodedata.category(c) == "Cc"} | (
        REORDERING & set(map(ord, text))
    )


class TestSafe:
    def test_no_control_character_of_unicode_gets_through(self):
        assert controls(EVERYTHING), "or this test is blind"
        assert controls(safe(EVERYTHING)) == {0x0A, 0x09}
        assert controls(one_line(EVERYTHING)) == set()

    def test_an_escape_sequence_is_shown_as_a_picture(self):
        assert safe("\x1b[31mred\x1b]0;title\x07") == "␛[31mred␛]0;title␇"

    def test_ordinary_text_is_left_alone(self):
        text = "你好，\tcafé 👩‍👩‍👧\nsecond line"
        assert safe(text) == text

    def test_windows_line_ends(self):
        assert safe("a\r\nb\rc") == "a\nb␍c"

    @given(st.text())
    def test_one_line_is_one_line(self, text):
        assert len(one_line(text).splitlines()) <= 1


class TestWidth:
    @pytest.mark.parametrize(
        ("text", "columns"), [("", 0), ("abc", 3), ("成都", 4), ("e\u0301", 1), ("ｆｕｌｌ", 8)]
    )
    def test_columns(self, text, columns):
        assert width(text) == columns

    @given(st.text(), st.integers(2, 40))
    def test_clip_fits(self, text, columns):
        assert width(clip(text, columns)) <= columns

    def test_clip_shows_that_it_cut(self):
        assert clip("我妹妹搬去了成都", 9) == "我妹妹搬…"
        assert clip("short", 9) == "short"

    def test_columns_of_a_table_line_up_with_wide_characters(self):
        lines = table([("成都", "a"), ("x", "b"), ("Chengdu", "")]).split("\n")
        assert lines == ["成都     a", "x        b", "Chengdu"]
        assert table([]) == ""


def on_a_terminal(monkeypatch, columns: int) -> None:
    monkeypatch.setattr(sys, "stdout", type("Terminal", (), {"isatty": lambda self: True})())
    monkeypatch.setenv("COLUMNS", str(columns))


class TestIndented:
    @given(st.text(alphabet="ab 成都，。\n", max_size=200))
    def test_nothing_is_lost_when_it_is_not_a_terminal(self, text):
        lines = terminal.indented(text, 4).split("\n")
        assert [line.strip() for line in lines] == [line.strip() for line in text.split("\n")]

    def test_lines_end_with_the_terminal_and_nothing_is_lost(self, monkeypatch):
        on_a_terminal(monkeypatch, 40)
        text = "My sister 林乐 moved to 成都，在儿童医院当护士，每周三晚上视频，雷打不动。 " * 5
        lines = terminal.indented(text, 6).split("\n")
        assert len(lines) > 5
        assert max(map(width, lines)) <= 40
        assert all(line.startswith(" " * 6) for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())

    def test_a_word_longer_than_the_terminal_still_comes(self, monkeypatch):
        on_a_terminal(monkeypatch, 40)
        assert "x" * 100 in terminal.indented("a " + "x" * 100, 2)


class TestJson:
    def test_nothing_a_terminal_acts_on(self):
        text = escaped(json.dumps(EVERYTHING, ensure_ascii=False))
        assert controls(text) == set()
        text.encode("utf-8")
        assert json.loads(text) == json.loads(json.dumps(EVERYTHING))

    def test_an_ascii_terminal_gets_ascii_and_loses_nothing(self):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding="ascii")
        print_json({"text": "成都"}, file=stream)
        stream.flush()
        assert json.loads(raw.getvalue()) == {"text": "成都"}

    def test_nouns_become_objects(self):
        hit = Hit(
            score=0.5,
            text="t",
            sources=("m",),
            seq=1,
            session="s",
            agent="a",
            role="user",
            speaker=None,
            said_at=datetime(2026, 3, 5, tzinfo=UTC),
            trust=Trust.USER,
            scores=MappingProxyType({"text": 0.5}),
        )
        made = json.loads(json.dumps(plain(Recall("r", (hit,)).hits)))
        assert made[0]["said_at"] == "2026-03-05T00:00:00+00:00"
        assert made[0]["scores"] == {"text": 0.5}
        assert made[0]["sources"] == ["m"]
        assert made[0]["trust"] == "user"


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [(1, "message", "1 message"), (2, "entry", "2 entries"), (1234, "job", "1,234 jobs")],
)
def test_numbers_in_words(count, noun, said):
    assert number_of(count, noun) == said


def test_progress_is_silent_unless_somebody_watches(capsys):
    progress = Progress("lines:")
    progress(5)
    progress.end()
    assert capsys.readouterr() == ("", "")
