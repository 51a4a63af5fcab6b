"""The shared options: text in any locale, moments in their zone, and who is meant."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import click
import pytest

from holdfast.entrypoints.cli.call import Call
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.errors import StoreMissing


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """No settings but those a test makes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


class TestMoments:
    def test_a_day(self):
        assert MOMENT.convert("2026-03-05", None, None) == date(2026, 3, 5)

    def test_a_moment_with_its_zone(self):
        read = MOMENT.convert("2026-03-05T21:40+08:00", None, None)
        assert read == datetime(2026, 3, 5, 21, 40, tzinfo=timezone(timedelta(hours=8)))

    @pytest.mark.parametrize("wrong", ["yesterday", "2026-13-01", "", "05.03.2026"])
    def test_anything_else_is_answered_with_how_to_write_it(self, wrong):
        with pytest.raises(click.BadParameter, match="2026-03-05"):
            MOMENT.convert(wrong, None, None)

    def test_a_day_begins_and_ends_in_the_zone_of_the_settings(self, monkeypatch):
        monkeypatch.setenv("HOLDFAST_TIME_ZONE", "Asia/Shanghai")
        call, zone = Call(), ZoneInfo("Asia/Shanghai")
        assert call.begin_of(date(2026, 3, 5)) == datetime(2026, 3, 5, tzinfo=zone)
        assert call.end_of(date(2026, 3, 5)) == datetime(2026, 3, 5, 23, 59, 59, 999_999, zone)
        assert call.begin_of(None) is None

    def test_a_moment_keeps_the_zone_it_names(self):
        said = datetime(2026, 3, 5, 1, tzinfo=timezone(timedelta(hours=-5)))
        assert Call().end_of(said) is said
        assert Call().begin_of(datetime(2026, 3, 5, 1)) == datetime(2026, 3, 5, 1, tzinfo=UTC)  # noqa: DTZ001


class TestText:
    def test_bytes_that_the_locale_could_not_read_are_utf8(self):
        garbled = "成都".encode().decode("ascii", "surrogateescape")
        assert TEXT.convert(garbled, None, None) == "成都"
        assert TEXT.convert("成都", None, None) == "成都"

    def test_what_is_no_text_at_all(self):
        with pytest.raises(click.BadParameter, match="not UTF-8"):
            TEXT.convert(b"\xff\xfe".decode("ascii", "surrogateescape"), None, None)


class TestCall:
    def test_nobody_named(self):
        with pytest.raises(click.UsageError, match="HOLDFAST_USER"):
            _ = Call().user

    def test_options_win_over_settings(self, monkeypatch):
        monkeypatch.setenv("HOLDFAST_DB", "environment.db")
        monkeypatch.setenv("HOLDFAST_SPACE", "environment")
        assert (Call().path, Call().space) == ("environment.db", "environment")
        call = Call(db="option.db", named_space="option")
        assert (call.path, call.space) == ("option.db", "option")

    def test_a_memory_that_is_not_there_is_not_made_by_asking(self, tmp_path):
        with pytest.raises(StoreMissing):
            Call(db=str(tmp_path / "none.db")).open()
        assert list(tmp_path.iterdir()) == []
