"""From a question to the times it speaks of: words, then rules over their kinds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter

from holdfast.text.when.chinese import signs
from holdfast.text.when.chinese_rules import chinese_rules, late_chinese_rules
from holdfast.text.when.chinese_words import FOLD
from holdfast.text.when.english import counts, words
from holdfast.text.when.english_rules import english_rules, future_rules
from holdfast.text.when.grammar import Rules, reduced, signs_of
from holdfast.text.when.joints import KNOWN, joint_rules, year_rules
from holdfast.text.when.notations import figures
from holdfast.text.when.readings import Node, resolved
from holdfast.text.when.spans import Now, Span

_WEIGHTLESS = frozenset("aFAIiovc&~brsklxtnj<>^()|.ROZ=")
"""Kinds that mean nothing by themselves: a run of such words is left out."""

_START = attrgetter("start")

LONGEST = 4000
"""Of a longer text only the beginning is read: it is no question any more."""

_GAP = re.compile(
    r"[\s,、'’\"“”()（）]*(?:['’]s\b)?[\s,]*(?:the\b|of the\b|的?那个|的|在|于)?[\s'’\"“”(（]*"
)
_PLAIN = re.compile("[a-z0-9]+")
_PLAIN_GAPS = frozenset(["", " ", ", ", " the ", "的", "'s ", "’s ", "  ", ","])
_FUTURE = re.compile(
    r"\b(?:will|going|plan\w*|scheduled|due|happening|upcoming)\b|'ll\b|要|会|打算|计划|安排|将|准备"
)


def read(
    question: str, now: Now, english: bool, chinese: bool
) -> Iterator[tuple[Node, Span, bool]]:
    """Each time of a question with its words, its span, and whether the span is exact."""
    text = _folded(question[:LONGEST])
    nodes, english = _nodes(text, question, now, english, chinese)
    rules = _rules(english, chinese, False)
    for run in _runs(nodes, text):
        kinds = signs_of(run)
        if "i" in kinds and english and future_rules().fit(kinds) and _looks_ahead(text):
            rules = _rules(english, chinese, True)
        for node in reduced(run, kinds, rules, now):
            if node.kind in KNOWN and node.reading is not None:
                span = resolved(node.reading, now)
                if span is not None and span.low < span.high:
                    yield node, span, node.reading.exact


def _looks_ahead(text: str) -> bool:
    """Whether it is about what is to come."""
    return _FUTURE.search(text) is not None


@lru_cache(maxsize=8)
def _rules(english: bool, chinese: bool, ahead: bool) -> Rules:
    """The rules to apply, in order."""
    chosen = {
        chinese_rules: chinese,
        future_rules: ahead,
        english_rules: english,
        year_rules: True,
        late_chinese_rules: chinese,
        joint_rules: True,
    }
    return Rules.joined(grammar() for grammar, wanted in chosen.items() if wanted)


def _folded(question: str) -> str:
    """Small letters, simplified characters and plain digits, every one in its place."""
    small = question.lower()
    if len(small) != len(question):  # a few letters have a longer small form
        small = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in question)
    if small.isascii():
        return small
    small = small.replace("，", ",")  # which nearly all have
    return small.translate(FOLD) if _folds().search(small) else small


@lru_cache(maxsize=1)
def _folds() -> re.Pattern[str]:
    return re.compile(f"[{''.join(map(chr, FOLD))}]")


def _nodes(
    text: str, question: str, now: Now, english: bool, chinese: bool
) -> tuple[list[Node], bool]:
    """The words that matter, in order, and whether any is English.

    The digits of a Chinese date belong to it.
    """
    found = _chinese(text, now) if chinese else []
    if not english:
        return found, False
    taken = {place for node in found for place in range(node.start, node.stop)}
    if taken and all(match.start() in taken for match in _PLAIN.finditer(text)):
        return found, False  # no letter is there, and no digit outside the Chinese words
    other = words(text, question, now)
    numbers = [node for node in figures(text, now) if not _counts(node, text)]
    other += numbers
    if taken:
        other = [node for node in other if node.start not in taken]
    found += other
    if taken or numbers:
        found.sort(key=_START)
    return found, bool(other)


def _chinese(text: str, now: Now) -> list[Node]:
    found = list(signs(text, now))
    if "后" in text and not _looks_ahead(text):
        return [node for node in found if not _is_future(node, text)]
    return found


def _is_future(node: Node, text: str) -> bool:
    """三天后 counts from now only in a question on what is to come."""
    return node.reading is not None and text.endswith("后", node.start, node.stop)


def _counts(node: Node, text: str) -> bool:
    return node.kind in "Jn4" and counts(text, node.stop)


def _runs(nodes: Iterable[Node], text: str) -> Iterator[list[Node]]:
    """The words that follow one another with nothing between, if one of them may mean a time."""
    run: list[Node] = []
    past, heavy = 0, False
    for node in nodes:
        kind, start, stop, _, _ = node
        if start < past:
            continue
        gap = text[past:start]
        if kind == "." or (gap not in _PLAIN_GAPS and not _GAP.fullmatch(gap)):
            if heavy:
                yield run
            run, heavy = [], False
        if kind != ".":
            run.append(node)
            heavy = heavy or kind not in _WEIGHTLESS
        past = stop
    if heavy:
        yield run
