"""Lexicon: the word lists and frames of the package, read from its TOML files when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

Tree = dict[str, "Tree"]


@cache
def data_of(name: str) -> dict[str, Any]:
    """One file of the package, as it is."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def words(name: str) -> tuple[str, ...]:
    """A class of words from words.toml; one class may name others as @other."""
    return tuple(listed(data_of("words")[name]))


def listed(written: str) -> list[str]:
    """The words of a list as it is written, those of other classes in place of their names."""
    found: list[str] = []
    for each in written.split():
        found += words(each[1:]) if each.startswith("@") else [each]
    return found


def one_of(phrases: Iterable[str]) -> str:
    """Any of some words, the longest first, for a regular expression.

    The words are written as a tree, and what cannot begin one is seen at a glance: a list of a
    thousand words costs little more than one of ten.
    """
    signs: list[str] = []
    odd: list[str] = []
    for word in set(phrases):
        (signs if _PLAIN.fullmatch(word) else odd).append(word)
    tree: Tree = {}
    for word in signs:
        node = tree
        for sign in word:
            node = node.setdefault(sign, {})
        node[""] = {}
    parts = [_escaped(word) for word in sorted(odd, key=lambda each: (-len(each), each))]
    if tree:
        parts.append(_branches(tree))
    return "|".join(parts)


_PLAIN = re.compile(r"[\u4e00-\u9fff]+")


def _branches(tree: Tree) -> str:
    """A tree of words as a pattern; of two words that begin alike the longer is tried first."""
    ends = "" in tree
    branches = [sign + _branches(node) for sign, node in sorted(tree.items()) if sign]
    if not branches:
        return ""
    if len(branches) == 1 and not ends:
        return branches[0]
    if all(len(branch) == 1 for branch in branches):
        body = f"[{''.join(branches)}]"
    else:
        firsts = "".join(sorted(sign for sign in tree if sign))
        glance = f"(?=[{firsts}])" if len(firsts) > 3 else ""
        body = f"(?:{glance}(?:{'|'.join(branches)}))" if glance else f"(?:{'|'.join(branches)})"
    return f"{body}?" if ends else body


def _escaped(word: str) -> str:
    """A word as a pattern. `_` stands for a space and a final `$` for the end."""
    ending = "$" if word.endswith("$") else ""
    body = re.escape(word.removesuffix("$").replace("_", " "))
    if word[:1].isascii() and word[:1].isalpha():
        body = rf"(?<![a-z]){body}(?![a-z])"
    return body + ending


@cache
def _classes() -> tuple[dict[str, frozenset[str]], dict[str, tuple[int, ...]]]:
    """Which classes of words each word is of, and how long the words are that a sign begins."""
    found: dict[str, set[str]] = {}
    for name in data_of("words"):
        for word in words(name):
            found.setdefault(word.replace("_", " "), set()).add(name)
    lengths: dict[str, set[int]] = {}
    for word in found:
        lengths.setdefault(word[0], set()).add(len(word))
    known = {word: frozenset(names) for word, names in found.items()}
    return known, {sign: tuple(sorted(each)) for sign, each in lengths.items()}


@lru_cache(maxsize=512)
def classes_in(plain: str) -> frozenset[str]:
    """The classes of which some word occurs in a text. A clause is asked about many times over."""
    known, lengths = _classes()
    present: set[str] = set()
    for start, sign in enumerate(plain):
        for length in lengths.get(sign, ()):
            names = known.get(plain[start : start + length])
            if names:
                present |= names
    return frozenset(present)


@cache
def any_of(file: str, key: str) -> re.Pattern[str]:
    """Any of the words of a list in a file."""
    return re.compile(one_of(listed(data_of(file)[key])))
