"""The pages a reader sees, and the blocks of code in them.

Every fenced block has one of these languages, and is checked accordingly:

``python``
    run, all blocks of a page in one namespace, in an empty folder of the page's own. What a block
    prints stands in a ``text`` block right behind it, or in a comment: ``<!-- prints: ... -->``.
``console``
    lines that begin with ``$`` are run, and what each answers stands below it.
``sh``
    commands that are not run here: they must exist, and take the arguments given.
``toml``
    a settings file that can be loaded.
``text``
    what the ``python`` block before it prints.

In what is printed or answered, ``...`` stands for anything on a line, and alone for any lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("python", "console", "sh", "toml", "json", "text")

_FENCE = re.compile(r"(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)")
_PRINTS = re.compile(r"\s*<!-- prints:(?P<shown>.*?)-->", re.DOTALL)


class BadPage(Exception):
    """A page that cannot be checked as it stands."""


@dataclass(frozen=True)
class Block:
    """A fenced block. `line` is the number of its fence, `behind` the prose up to the next one."""

    page: str
    line: int
    language: str
    text: str
    behind: str
    shown: str = ""

    @property
    def place(self) -> str:
        """Where it stands, in the form that editors can follow."""
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Every page whose blocks are checked."""
    return [ROOT / "README.md", ROOT / "README.zh.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name_of(path: Path) -> str:
    """The page's path from the root of the project."""
    return path.relative_to(ROOT).as_posix()


def blocks(page: str, text: str) -> list[Block]:
    """The blocks that are to be tried, in order, each with what it is to print.

    Raises BadPage for a block that no rule covers, so that none escapes.
    """
    for number, line in prose(page, text):
        if line.startswith(("    ", "\t")) or "<pre" in line or "<code" in line:
            raise BadPage(f"{page}:{number}: code without a fence is not checked")
    tried: list[Block] = []
    before: Block | None = None
    for block in fenced(page, text):
        if block.language != "text":
            tried.append(_with_comment(block))
        elif before is None or before.language != "python" or before.behind.strip():
            raise BadPage(f"{block.place}: no python block stands right before this text")
        else:
            tried[-1] = replace(tried[-1], shown=block.text)
        before = block
    return tried


def fenced(page: str, text: str) -> Iterator[Block]:
    """All blocks of a page as they stand."""
    lines = text.splitlines()
    spans = [*_spans(page, lines), (len(lines), len(lines))]
    for (first, last), (following, _) in pairwise(spans):
        fence = _FENCE.fullmatch(lines[first])
        assert fence is not None
        block = Block(
            page=page,
            line=first + 1,
            language=fence["info"].strip(),
            text="".join(
                line.removeprefix(fence["indent"]) + "\n" for line in lines[first + 1 : last]
            ),
            behind="\n".join(lines[last + 1 : following]),
        )
        if fence["marks"] != "```" or block.language not in LANGUAGES:
            raise BadPage(f"{block.place}: fence it with ``` and one of {', '.join(LANGUAGES)}")
        yield block


def prose(page: str, text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a page that are outside its blocks."""
    lines = text.splitlines()
    inside = {n for first, last in _spans(page, lines) for n in range(first, last + 1)}
    return ((n + 1, line) for n, line in enumerate(lines) if n not in inside)


def _spans(page: str, lines: list[str]) -> list[tuple[int, int]]:
    """The first and the last line of each block, its fences."""
    spans: list[tuple[int, int]] = []
    opening, marks = -1, ""
    for number, line in enumerate(lines):
        if marks:
            if line.strip() == marks:
                spans.append((opening, number))
                marks = ""
        elif fence := _FENCE.fullmatch(line):
            opening, marks = number, fence["marks"]
    if marks:
        raise BadPage(f"{page}:{opening + 1}: this block is not closed")
    return spans


def _with_comment(block: Block) -> Block:
    comment = _PRINTS.match(block.behind)
    if comment is None:
        return block
    if block.language != "python":
        raise BadPage(f"{block.place}: only a python block prints")
    return replace(block, shown=comment["shown"].strip() + "\n")
