"""Kinds: what the words of a command line are read as."""

from __future__ import annotations

import os
from datetime import date, datetime
from typing import Any

import click


class _Text(click.ParamType):  # type: ignore[type-arg] # not generic in click 8.1
    """Text in any language, whatever the terminal believes its encoding to be."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text itself; bytes that the locale could not read are read as UTF-8."""
        text = str(value)
        try:
            return os.fsencode(text).decode("utf-8") if _has_raw_bytes(text) else text
        except UnicodeError:
            self.fail("this is not UTF-8 text.", param, ctx)


class _Moment(click.ParamType):  # type: ignore[type-arg] # not generic in click 8.1
    """A day or a moment, as ISO 8601 writes them."""

    name = "when"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> date | datetime:
        """A date where only the day was given, else a datetime (with a zone or without)."""
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            self.fail("write a day (2026-03-05) or a moment (2026-03-05T21:40+08:00).", param, ctx)


def _has_raw_bytes(text: str) -> bool:
    return any("\udc80" <= character <= "\udcff" for character in text)


TEXT = _Text()
MOMENT = _Moment()
