"""Instructions: how the assistant should always behave, as the user asks it to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import data_of, pattern, phrases

_TOLD = re.compile(r"(?:they|it|he|she|these|those|which|this|that)\b")
"""Of something else it is told what it does: "they always remind me of home"."""

_ITSELF = re.compile(r"(?:don't|dont|do not|never) \w+ (?:it|them|that|this|any|much|often)\b.*")
_ONCE = re.compile(r"(?:write|draft|create|generate|compose)(?: me)? (?:an?|some|the) ")
"""A piece of work that is wanted now."""
_CONDITIONS = frozenset(["when", "whenever", "if", "unless", "before", "after", "until"])


@cache
def _acts() -> str:
    """What an assistant does, for a regular expression."""
    return "|".join(sorted(data_of("instructions")["acts"].split(), key=len, reverse=True))


@cache
def _act() -> re.Pattern[str]:
    return re.compile(rf"(?:{_acts()})\b")


@cache
def _always() -> re.Pattern[str]:
    return re.compile(
        rf"(?:always|never|only|only ever) (?:{_acts()})\b(?! (?:i|we|he|she|up|in to)\b)"
    )


@cache
def _refrain() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?:don't|dont|do not|never|not to|not|no need to) (?:ever |keep |always )?(?:{_acts()})"
        rf"|stop \w+ing|quit \w+ing|avoid \w+ing|{pattern('dropped').pattern})\b"
    )


@cache
def _lasting() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases(data_of('instructions')['lasting']))})\b")


@cache
def _form() -> re.Pattern[str]:
    return re.compile(data_of("instructions")["forms"])


def instructions(clauses: Sequence[Clause], moods: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The places of what is asked of the assistant for good: number of the clause, from, to."""
    for number, clause in enumerate(clauses):
        lead = pattern("polite").match(clause.low)
        said = lead[0] if lead else ""
        rest = clause.low[len(said) :]
        asked = moods[number] == "asked" and not pattern("asks_politely").search(said)
        told = number and _is_told(clauses[number - 1], clause, rest)
        if told or moods[number] in ("unreal", "reported") or asked or "@" in rest:
            continue
        if _is_order(said, rest):
            end = _end(clause.low, len(said))
            yield (
                number,
                len(said),
                _with_condition(clauses, number) if end == len(clause.low) else end,
            )
        elif number and _is_conditioned(clauses[number - 1], clause, rest):
            first = clauses[number - 1]
            yield number - 1, 0, clause.stop - first.start


def _is_told(before: Clause, clause: Clause, rest: str) -> bool:
    """Whether a clause goes on about what somebody does: "I understand it but don't speak it"."""
    if clause.joint == "and" and _TOLD.match(before.low):
        return True
    own = clause.joint in ("and", "but") and before.low.startswith(("i ", "we "))
    return own and _ITSELF.fullmatch(rest) is not None


def _is_order(lead: str, rest: str) -> bool:
    """Whether something is asked for good, in one clause."""
    if _ONCE.match(rest) or re.match(r"(?:call|address) me\b", rest):
        return False
    if _always().match(rest) and re.search(r"\byou (?:can|should|must)\b", lead):
        return False  # what one does, not what you shall do
    if _always().match(rest) or _form().match(rest):
        return True
    if _refrain().match(rest) and rest.startswith("quit"):
        return not pattern("past").search(rest)  # quit smoking last year
    if _refrain().match(rest):
        return not pattern("for_this_time").match(rest)
    if pattern("rhetorical").match(rest):
        return False
    if _act().match(rest):
        return bool(_lasting().search(rest) or pattern("lasting_lead").search(lead))
    return bool(pattern("condition").match(rest) and pattern("then").search(rest))


def _is_conditioned(before: Clause, clause: Clause, rest: str) -> bool:
    """When I ramble, interrupt me."""
    near = before.sentence == clause.sentence and pattern("condition").match(before.low)
    return bool(near) and _act().match(rest) is not None


def _with_condition(clauses: Sequence[Clause], number: int) -> int:
    """Where an order ends that says when it holds: "always round up when I ask for sums"."""
    first = last = clauses[number]
    for clause in clauses[number + 1 :]:
        short = clause.joint == "," and len(clause.low.split()) == 1
        if clause.sentence != first.sentence or not (short or clause.joint in _CONDITIONS):
            break
        last = clause
    if last.joint == ",":
        return len(first.text)
    return last.stop - first.start


def _end(low: str, at: int) -> int:
    cut = pattern("order_end").search(low, at)
    return cut.start() if cut else len(low)
