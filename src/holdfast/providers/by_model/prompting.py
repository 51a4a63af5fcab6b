"""Prompts: a Markdown file for each task and language, and the lines as a model is shown them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256

from holdfast.ports.summariser import Line
from holdfast.text.scripts import HAN

LANGUAGES = ("en", "zh")

_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(r"[A-Za-z]+")


@cache
def wording(task: str, language: str) -> str:
    """The instructions for a task, as they stand in their file."""
    from importlib import resources  # slow to load, and needed once

    place = resources.files("holdfast.providers.by_model") / "prompts" / f"{task}.{language}.md"
    return place.read_text("utf-8").strip()


@cache
def edition(*tasks: str) -> str:
    """A short name for the wording of some tasks: another wording has another one."""
    texts = [wording(task, language) for task in tasks for language in LANGUAGES]
    return sha256("\0".join(texts).encode()).hexdigest()[:8]


def chinese_share(texts: Iterable[str]) -> float:
    """How much of some texts is Chinese, from 0 to 1: characters against words in letters.

    0.5 for texts that have neither.
    """
    han = words = 0
    for text in texts:
        han += len(_HAN.findall(text))
        words += len(_WORD.findall(text))
    return han / (han + words) if han + words else 0.5


def language_of(texts: Iterable[str]) -> str:
    """The language to ask in: "zh" or "en"."""
    return "zh" if chinese_share(texts) > 0.5 else "en"


def transcript(lines: Sequence[Line]) -> str:
    """The lines, numbered from 1, each on one line whatever it holds: none can pose as another."""
    return "\n".join(f"[{number}] {_shown(line)}" for number, line in enumerate(lines, 1))


def _shown(line: Line) -> str:
    when = f"({line.said_at:%Y-%m-%d %H:%M}) " if line.said_at else ""
    who = " ".join((line.voice or line.role).split())
    return f"{when}{who}{': ' if who else ''}{' '.join(line.text.split())}"
