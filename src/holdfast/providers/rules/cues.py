"""Cues: the words of each language that the rules go by, read from its file when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from holdfast.text.chinese import divide
from holdfast.text.language import is_chinese
from holdfast.text.stems import stem


@dataclass(frozen=True, slots=True)
class Cues:
    """One language's words, ready to use. Texts are matched folded."""

    openers: re.Pattern[str]
    """What says nothing at the beginning of a sentence."""
    closers: re.Pattern[str]
    """And at its end."""
    light: re.Pattern[str]
    """What only makes a word louder, where no denial stands before it."""
    shorter: tuple[tuple[str, str], ...]
    """Words and shorter ones for the same."""
    denial: re.Pattern[str]
    bound: re.Pattern[str]
    """The beginning of a sentence whose parts must not stand alone."""
    hanging: re.Pattern[str]
    """The beginning of a clause that says nothing without the next."""
    starting: re.Pattern[str]
    """The beginning of a clause that can stand without the one before it."""
    subject: re.Pattern[str]
    """The beginning of a clause before which a sentence may be cut."""
    first: re.Pattern[str]
    second: re.Pattern[str]
    relative: re.Pattern[str]
    """A time that means something only on the day it was said."""
    weak: frozenset[str]
    """Forms of words that every conversation has."""
    cues: frozenset[str]
    """Forms of words that come with decisions, promises, plans and lasting facts."""


def cues_of(text: str) -> Cues:
    """The words of the language of a text."""
    return cues("zh" if is_chinese(text) else "en")


@cache
def cues(language: str) -> Cues:
    """The words of "en" or "zh"."""
    data = data_of(language)
    chinese = language == "zh"
    stop = "" if chinese else r"(?!['\w])"
    gap = r"[\s,.!?~，。！？～、…;；:：-]"
    behind = rf"(?:{gap}+|(?=我|你|他|她|它|$))" if chinese else rf"(?:{gap}+|$)"
    loud, denials = bounded(data["light"], chinese).pattern, bounded(data["denials"], chinese)
    subject = rf"(?:(?:{one_of(data['joints'])})\s+)?(?:{one_of(data['subject'])}){stop}"
    return Cues(
        openers=re.compile(rf"{gap}*+(?>(?:{one_of(data['openers'])}){stop}{behind})++"),
        closers=re.compile(rf"{gap}*{bounded(data['closers'], chinese).pattern}(?={gap}*$)"),
        light=re.compile(rf"(?P<denied>{denials.pattern}\s*{loud})|{loud}(?!\s*$)\s*"),
        shorter=tuple((long, short) for long, short in data["shorter"]),
        denial=denials,
        bound=re.compile(rf"\W*(?:{one_of(data['bound'])}){stop}"),
        hanging=re.compile(rf"\W*(?:{one_of(data['hanging'])}){stop}"),
        starting=re.compile(rf"\W*(?:{one_of(data['starting'])}){stop}"),
        subject=re.compile(r"\W*" if chinese else rf"\W*{subject}"),
        first=bounded(data["first"], chinese),
        second=bounded(data["second"], chinese),
        relative=bounded(data["relative"], chinese),
        weak=frozenset(_forms(_phrases(data["weak"]), chinese)),
        cues=frozenset(_forms(_phrases(data["cues"]), chinese)),
    )


@cache
def data_of(language: str) -> dict[str, Any]:
    """The file of "en" or "zh"."""
    return tomllib.loads(files(__package__).joinpath(f"{language}.toml").read_text("utf-8"))


def one_of(written: str) -> str:
    """Any of the phrases of a list, the longest first, for a regular expression."""
    phrases = sorted(_phrases(written), key=len, reverse=True)
    return "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in phrases)


def bounded(written: str, chinese: bool) -> re.Pattern[str]:
    """Any of the phrases of a list as whole words, wherever it stands."""
    found = f"(?:{one_of(written)})"
    return re.compile(found if chinese else rf"(?<!['\w]){found}(?!['\w])")


def _phrases(written: str) -> list[str]:
    """Divided by bars where there are any, by spaces elsewhere."""
    parts = written.split("|") if "|" in written else written.split()
    return [" ".join(each.split()) for each in parts]


def _forms(words: Iterable[str], chinese: bool) -> Iterable[str]:
    for word in words:
        if chinese:
            yield word
            yield from (each for each in divide(word) if len(each) > 1)
        else:
            yield stem(word)
