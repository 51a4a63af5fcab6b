"""Rendering: templates become pages. Everything is escaped, always; nothing stored is markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from holdfast.entrypoints.web.static_files import static_address
from holdfast.text.analysis import Terms
from holdfast.text.matches import spans

TEMPLATES = Path(__file__).with_name("templates")


@cache
def environment() -> Environment:
    """The templates, and what they may call."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"address": address, "static": static_address, "marked": marked}
    made.filters |= {"when": when, "day": day, "clip": clip, "score": score, "size": size}
    return made


def render(template: str, values: dict[str, Any]) -> str:
    """A template with its values in place."""
    return environment().get_template(template).render(values)


def address(path: str, **query: object) -> str:
    """A path of ours with a query; what is None or empty is left out."""
    given = {name: str(value) for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given, quote_via=quote)}" if given else path


def marked(text: str, terms: Terms | None) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it matches the terms."""
    at = 0
    for start, end in spans(text, terms) if terms is not None else ():
        if start > at:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def when(moment: datetime, zone: tzinfo | None = None) -> str:
    """A moment to the minute in the visitor's zone; where that is not known, in its own."""
    return f"{moment.astimezone(zone) if zone else moment:%Y-%m-%d %H:%M}"


def day(moment: datetime, zone: tzinfo | None = None) -> str:
    """The day of a moment, in the same zone."""
    return when(moment, zone)[:10]


def clip(text: str, most: int = 160) -> str:
    """The beginning of a text on one line."""
    flat = " ".join(text[: 4 * most].split())
    return flat if len(flat) <= most else f"{flat[: most - 1].rstrip()}…"


def score(value: float) -> str:
    """A score as people compare it: two places, and a sign only where it takes away."""
    return f"{value:.2f}".replace("-", "−")


def size(count: int) -> str:
    """So many bytes, as people say it: ``12.3 KB``."""
    value, unit = float(count), "B"
    for unit in ("B", "KB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            break
        value /= 1000
    return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"


def longest(values: Sequence[float]) -> float:
    """What the longest of some bars stands for; never nothing."""
    return max((abs(value) for value in values), default=0.0) or 1.0
