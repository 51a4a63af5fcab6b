"""Prompts: a Markdown file for each task and language, and the lines as a model is shown them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256

from holdfast.ports.summariser import Line
from holdfast.text.language import CHINESE, ENGLISH

LANGUAGES = (ENGLISH, CHINESE)


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


def transcript(lines: Sequence[Line]) -> str:
    """The lines, numbered from 1, each on one line whatever it holds: none can pose as another."""
    return numbered(map(_shown, lines))


def numbered(texts: Iterable[str]) -> str:
    """Texts, each of one line, with their numbers from 1."""
    return "\n".join(f"[{number}] {text}" for number, text in enumerate(texts, 1))


def one_line(text: str) -> str:
    """The text on one line, whatever it holds."""
    return " ".join(text.split())


def _shown(line: Line) -> str:
    when = f"({line.said_at:%Y-%m-%d %H:%M}) " if line.said_at else ""
    who = one_line(line.voice or line.role)
    return f"{when}{who}{': ' if who else ''}{one_line(line.text)}"
