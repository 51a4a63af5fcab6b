"""Clause: a message taken apart, with what is quoted or pasted left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from holdfast.providers.rules.english.lexicon import nouns, pattern, small, verbs
from holdfast.text.sentences import sentences

_QUOTED = re.compile(
    r"\"[^\"\n]{2,}\"|“[^”\n]{2,}”|«[^»\n]{2,}»|(?<!\w)'(?=\w)[^'\n]+\s[^\n]*?'(?!\w)"
)
_STOPS = re.compile(r"[,:()\[\]]|\s[-–—]+\s|—|\s/\s|\s&\s(?=i\b)|\.{2,}|…")
_AND = re.compile(
    r"\s(?P<joint>and|but|or|then)\s"
    r"(?P<how>(?:now|then|also|just|finally|still|never|always|only)\s)?(?P<verb>[a-z']+)"
)
_WHO = re.compile(r",? (who(?:'s)? )")
_AFTER = re.compile(
    r"\b(?:look|looks|looking|looked|take|takes|took|named|run|runs|running|clean|cleaning)$"
)
"""With "after" behind it one verb: to look after the kids."""
_BREAK = re.compile(r"[,.!?;:]")
_WORDS = re.compile(r"[\w']+")
_OWNED = re.compile(r"(?:my|our|the|his|her|their) ")
_DENIED = re.compile(r"n't|\bnot\b|\bnever\b")
_CAN = re.compile(r"\b(?:can|can't|cannot|will|won't|'ll)\b")
_OBJECT = re.compile(r" (?:an?|the|my|our|some|it|them)\b")
"""Behind a word that is a verb: "and ride a unicycle"."""
_AM = re.compile(
    r"\b(?:i'm|im|i am|we're|we are|he's|she's)\b(?!.*\b(?:like|love|into|about|of|by|with|in|at|for|on|to)\b)"
)
_SINCE = re.compile(
    r"(?:ever since|since|after|now that) (?:i|we|he|she|they|my [\w-]+|our [\w-]+)\b[^,]{3,60}?"
    r"(?P<main> (?=(?:i|i'm|i've|i'll|we|we're|we've)\b(?! (?:was|were|had)\b)))"
)
"""A clause with "since" without a comma behind it: "since we moved I sleep well"."""
_SIGN = re.compile(r"[.!?;…]+[\"'”’)]*$")
_EDGE = ' \t"“”*-–—~'

Cut = tuple[int, int, str]
"""Where a sentence is divided: from, to, and by what."""


@cache
def _pasted() -> re.Pattern[str]:
    return re.compile(pattern("pasted").pattern, re.MULTILINE)


@cache
def _joints() -> re.Pattern[str]:
    """What stands before a clause with its own subject; or always before a clause."""
    before, head = pattern("clause_joint").pattern, pattern("clause_head").pattern
    return re.compile(
        rf"\s(?:(?:{before})(?={head})|(?:but|so|because|though|although)\s"
        r"|like\s(?=i'm\b|im\b|i am\b))"
    )


@dataclass(slots=True)
class Clause:
    """A stretch of a message: its words as they stand, and the same in small letters.

    `joint` is what stands between it and the clause before ("," or "and" or "who"), `ends` the sign
    that ends its sentence, empty inside it.
    """

    text: str
    low: str
    start: int
    sentence: int
    joint: str = ""
    ends: str = ""

    @property
    def stop(self) -> int:
        return self.start + len(self.text)


def plain(text: str) -> str:
    """Small letters and straight apostrophes, every one in its place."""
    return _small(text).replace("’", "'").replace("‘", "'").replace("ʼ", "'")


def _small(text: str) -> str:
    low = text.lower()
    if len(low) != len(text):  # a few letters have a longer small form
        low = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    return low


def unquoted(text: str) -> str:
    """A message with blanks for what it quotes or pastes, every other sign in its place."""
    pasted = _pasted().search(_small(text))
    if pasted:
        text = text[: pasted.end()] + re.sub(r"[^\n]", " ", text[pasted.end() :])
    return _QUOTED.sub(_blank, text)


def _blank(quoted: re.Match[str]) -> str:
    inner = quoted[0][1:-1]
    if len(inner.split()) < 2 and quoted[0][0] != "'":
        return quoted[0]  # a word in quotes is a word
    stop = inner[-1] if inner[-1] in ".!?" else "_"  # it ends the sentence around it too
    return quoted[0][0] + "_" * (len(inner) - 1) + stop + quoted[0][-1]


def clauses(text: str, held: Iterable[tuple[int, int]] = ()) -> list[Clause]:
    """The clauses of a message in order. Signs inside of what is `held` do not divide."""
    low = plain(text)
    kept = list(held)
    found: list[Clause] = []
    at = 0
    for number, sentence in enumerate(sentences(text)):
        begin = text.index(sentence, at)
        at = begin + len(sentence)
        found += _of_sentence(text, low, begin, at, number, kept)
    return found


def _of_sentence(
    text: str, low: str, begin: int, end: int, number: int, kept: list[tuple[int, int]]
) -> list[Clause]:
    sign = _SIGN.search(text, begin, end)
    last = sign.start() if sign else end
    pieces: list[Clause] = []
    joint, start = "", begin
    for stop, resume, name in [*sorted(_cuts(low, begin, last, kept)), (last, last, "")]:
        if stop < start:
            continue
        raw = text[start:stop]
        body = raw.strip(_EDGE)
        if any(map(str.isalnum, body)):
            place = start + len(raw) - len(raw.lstrip(_EDGE))
            pieces.append(Clause(body, plain(body), place, number, joint))
            joint = name
        elif name and joint in ("", ","):
            joint = name
        start = resume
    if pieces:
        pieces[-1].ends = text[last:end].strip() or "."
    return pieces


def _cuts(low: str, begin: int, end: int, kept: list[tuple[int, int]]) -> Iterator[Cut]:
    for sign in _STOPS.finditer(low, begin, end):
        held = any(a <= sign.start() < b for a, b in kept)
        spaced = sign.end() >= end or low[sign.end()] in " \n\"'" or sign[0] not in ",:"
        if not held and spaced:
            yield sign.start(), sign.end(), sign[0].strip() or ","
    for joint in _joints().finditer(low, begin, end):
        word = joint[0].split()[0]
        if word == "after" and _AFTER.search(low, begin, joint.start()):
            continue
        if word not in ("and", "or", "&") or _has_verb(low, joint.end(), end):
            yield joint.start(), joint.end(), word
    for _, stop in kept:
        if begin < stop < end and (who := _WHO.match(low, stop)):
            yield stop, who.start(1), "who"
    since = _SINCE.match(low, begin, end)
    if since and since["main"]:
        yield since.start("main"), since.end("main"), ","
    yield from _before_verbs(low, begin, end)


def _before_verbs(low: str, begin: int, end: int) -> Iterator[Cut]:
    """Before "and" with a verb that shares its subject."""
    for found in _AND.finditer(low, begin, end):
        if found["joint"] == "or" and _DENIED.search(low, begin, found.start()):
            continue
        follows = low[found.end() : found.end() + 2].strip().isalpha()
        form = verbs().get(found["verb"])
        base = form is not None and "b" in form.forms and found["verb"] not in nouns()
        going = form is not None and form.forms == {"g"} and _AM.search(low, begin, found.start())
        object_ = _OBJECT.match(low, found.end())
        verb = base or (form is not None and "b" in form.forms and object_ is not None)
        able = verb and follows and _CAN.search(low, begin, found.start())
        if (
            able
            or (going and follows)
            or found["verb"] in _finite()
            or (follows and found["verb"] in small("does"))
            or (found["how"] and form is not None and "s" in form.forms)
        ):
            yield found.start(), found.end("joint") + 1, found["joint"]


def _has_verb(low: str, start: int, end: int) -> bool:
    """Whether "and my ..." begins a clause of its own: a verb comes before the next sign."""
    if not _OWNED.match(low, start):
        return True
    stop = _BREAK.search(low, start, end)
    told = _WORDS.findall(low, start, stop.start() if stop else end)
    return any(
        word.endswith(("'s", "n't"))
        or word in small("finite_aux")
        or word in small("does")
        or word in _finite()
        for word in told[1:9]
    )


@cache
def _finite() -> frozenset[str]:
    """Verb forms behind "and" with which another clause begins."""
    ends = {word for word, form in verbs().items() if form.forms & {"s", "d"}}
    return frozenset(ends | small("bases") | small("helps")) - small("plurals")
