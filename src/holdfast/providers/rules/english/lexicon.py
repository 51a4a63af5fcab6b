"""Lexicon: words by what they mean and verbs by their forms, read from files when first needed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple


class Form(NamedTuple):
    """What a word is as a verb: its base, and which of its forms it may be.

    `forms` has b (base), s (lives), d (past), n (participle), g (living).
    """

    base: str
    forms: frozenset[str]


@cache
def data_of(name: str) -> dict[str, Any]:
    """A data file of this package by its name."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def phrases(written: str) -> list[str]:
    """The phrases of a list: divided by bars where there are any, by spaces elsewhere."""
    parts = written.split("|") if "|" in written else written.split()
    return [phrase for each in parts if (phrase := " ".join(each.split()))]


@cache
def words(name: str) -> frozenset[str]:
    """The words of a class of words.toml."""
    return frozenset(phrases(data_of("words")[name]))


@cache
def small(name: str) -> frozenset[str]:
    """The words of a list of grammar.toml."""
    return frozenset(phrases(data_of("grammar")[name]))


def one_of(phrases_: frozenset[str]) -> str:
    """Any of some phrases, the longest first, for a regular expression."""
    ordered = sorted(phrases_, key=len, reverse=True)
    return "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in ordered)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A regular expression of patterns.toml; its lines are one."""
    return re.compile(data_of("patterns")[name].replace("\n", ""))


@cache
def any_of(name: str) -> re.Pattern[str]:
    """Any phrase of a list of grammar.toml as whole words, wherever it stands."""
    return re.compile(rf"(?<![\w'-])(?:{one_of(small(name))})(?![\w'-])")


def singular(word: str) -> Iterator[str]:
    """A noun as it stands, and what it may be the plural of."""
    yield word
    if word.endswith("s"):
        yield word[:-1]
        if word.endswith("ies"):
            yield word[:-3] + "y"
        elif word.endswith("ves"):
            yield word[:-3] + "fe"
            yield word[:-3] + "f"
        elif word.endswith("es"):
            yield word[:-2]
    elif word.endswith("men"):
        yield word[:-3] + "man"
    elif word.endswith("children"):
        yield word[:-3]


def is_a(phrase: str, name: str) -> str:
    """The words at the end of a phrase that are in a class of words.toml; empty if none are."""
    known = words(name)
    parts = phrase.split()
    for count in range(min(4, len(parts)), 0, -1):
        tail = " ".join(parts[-count:])
        for each in singular(tail):
            if each in known or each.replace(" ", "-") in known:
                return tail
    if name == "trade" and parts and _MAKERS.search(parts[-1]):
        return parts[-1]
    return ""


@cache
def _ends() -> dict[str, set[str]]:
    """The classes of words.toml by the words that their phrases end with."""
    found: dict[str, set[str]] = {}
    for name in data_of("words"):
        for phrase in words(name):
            for last in {phrase.split()[-1], re.split(r"[ -]", phrase)[-1]}:
                found.setdefault(last, set()).add(name)
    return found


@lru_cache(maxsize=16_384)
def kinds_of(word: str) -> frozenset[str]:
    """The classes of which `is_a` may find something in a phrase that ends with a word."""
    found = {name for each in singular(word) for name in _ends().get(each, ())}
    return frozenset(found | {"trade"} if _MAKERS.search(word) else found)


def form_of(word: str) -> Form:
    """What a word is as a verb; one in -ed that nobody listed is a past by its shape."""
    known = verbs().get(word)
    if known is not None:
        return known
    past = len(word) > 4 and word.endswith("ed") and not word.endswith(("eed", "-ed"))
    return Form(word, frozenset("dn")) if past else Form("", frozenset())


_MAKERS = re.compile(
    r"(?:ologist|ographer|ician|smith|wright|monger|keeper|maker|grapher|therapist|nomist)s?$"
)
"""How words end that are trades."""


@cache
def nouns() -> frozenset[str]:
    """Forms of verbs that are things more often."""
    bases = data_of("verbs")["nouns"].split()
    return frozenset(bases) | frozenset(f"{base}s" for base in bases)


@cache
def verbs() -> dict[str, Form]:
    """Every form of every known verb."""
    data = data_of("verbs")
    found: dict[str, tuple[str, set[str]]] = {}

    def note(word: str, base: str, form: str) -> None:
        found.setdefault(word, (base, set()))[1].add(form)

    told = {row.split("/")[0] for row in data["irregular"].split()}
    named = {verb for row in data_of("frames")["frame"] for verb in row["verb"].split()} - {"*"}
    for base in [*data["regular"].split(), *sorted(named - told - set(data["regular"].split()))]:
        note(base, base, "b")
        past = _past(base)
        for word in past:
            note(word, base, "d")
            note(word, base, "n")
        _present(base, note)
    for row in data["irregular"].split():
        base, past_form, participle = row.split("/")
        note(base, base, "b")
        note(past_form, base, "d")
        note(participle, base, "n")
        _present(base, note)
    return {word: Form(base, frozenset(forms)) for word, (base, forms) in found.items()}


def _present(base: str, note: Any) -> None:
    note(_third(base), base, "s")
    for word in _ing(base):
        note(word, base, "g")


def _third(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _doubles(base: str) -> bool:
    return (
        len(base) > 2
        and base[-1] in "bdglmnprt"
        and base[-2] in "aeiou"
        and base[-3] not in "aeiou"
        and (len(base) < 5 or base in data_of("verbs")["doubled"].split())
    )


def _past(base: str) -> list[str]:
    if base.endswith("e"):
        return [base + "d"]
    if base.endswith("y") and base[-2] not in "aeiou":
        return [base[:-1] + "ied"]
    return [base + base[-1] + "ed"] if _doubles(base) else [base + "ed"]


def _ing(base: str) -> list[str]:
    if base.endswith("ie"):
        return [base[:-2] + "ying"]
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return [base[:-1] + "ing"]
    return [base + base[-1] + "ing"] if _doubles(base) else [base + "ing"]
