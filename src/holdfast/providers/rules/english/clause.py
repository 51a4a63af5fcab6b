"""Clause: a message taken apart, with what is quoted or pasted left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from holdfast.providers.rules.english.lexicon import verbs
from holdfast.text.sentences import sentences

_QUOTED = re.compile(r"\"[^\"\n]{2,}\"|“[^”\n]{2,}”|«[^»\n]{2,}»|(?<!\w)'(?=\w)[^'\n]+\s[^\n]*?'(?!\w)")
_PASTED = re.compile(
    r"(?:\b(?:here's|here is|here are|this is|pasting|pasted|paste|below|following|translate|proofread|"
    r"summari[sz]e|rewrite|rephrase|shorten|edit|polish|correct|check|improve|transcript|template|"
    r"subject|lyrics|caption|bio|email|letter|review|message|text|post|quote|says?|reads?|goes|wrote)\b"
    r"[^.!?\n:]{0,60}):\s*(?:\n|(?=[\"“>]))|^>|```|^-{3,}\s*$|^(?:dear|to whom) (?:sir|madam|hiring|mr|mrs|ms|dr|whom|all|team|it)\b",
    re.IGNORECASE | re.MULTILINE,
)
_STOPS = re.compile(r"[,:()\[\]]|\s[-–—]+\s|—|\s/\s|\s&\s(?=i\b)|\.{2,}|…")
_HEAD = (
    r"(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|we'd|we'll|my|our|he|he's|she|she's|they|"
    r"they're|they've|it|it's|its|there|there's|you|your|you're|you'll|the|his|her|their|that's|that|this|everyone|"
    r"nobody|please|pls|don't|dont|never|always|mum|mom|dad|gran|nan|grandma|grandpa|nana|hubby)"
)
_JOINTS = re.compile(
    rf"\s(?:(?:and|but|so|or|&|plus|then|yet)\s(?:(?:also|now|then|so|yes|honestly|actually)\s)?(?={_HEAD}(?![\w-]))|(?:because|cause|cos|coz|'cause|though|although|"
    rf"while|whereas|until|till|when|whenever|if|unless|since|as|before|after|where|that|than)\s(?={_HEAD}(?![\w-]))"
    r"|(?:but|so|because|though|although)\s|like\s(?=i'm\b|im\b|i am\b))"
)
_AND = re.compile(r"\s(?:and|but|or|then)\s(?:(?:now|then|also|just|finally|still|never|always|only)\s)?([a-z']+)(?= \w)?")
_HELPS = frozenset("don't can't cannot have has am is was will doesn't didn't are were".split())
_WHO = re.compile(r",? (who(?:'s)? )")


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
    small = text.lower()
    if len(small) != len(text):
        small = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    return small.replace("’", "'").replace("‘", "'").replace("ʼ", "'")


def unquoted(text: str) -> str:
    """A message with blanks for what it quotes or pastes, every other sign in its place."""
    pasted = _PASTED.search(text)
    if pasted:
        text = text[: pasted.end()] + re.sub(r"[^\n]", " ", text[pasted.end() :])
    return _QUOTED.sub(_blank, text)


def _blank(quoted: re.Match[str]) -> str:
    inner = quoted[0][1:-1]
    if len(inner.split()) < 2 and quoted[0][0] != "'":
        return quoted[0]  # a word in quotes is a word
    return quoted[0][0] + "_" * (len(quoted[0]) - 2) + quoted[0][-1]


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
) -> Iterator[Clause]:
    sign = re.search(r"[.!?;…]+[\"'”’)]*$", text[begin:end])
    last = sign.start() + begin if sign else end
    cuts = sorted(_cuts(low, begin, last, kept))
    joint, start = "", begin
    pieces: list[Clause] = []
    for low_at, high_at, name in [*cuts, (last, last, "")]:
        if low_at < start:
            continue
        raw = text[start:low_at]
        lead = len(raw) - len(raw.lstrip(" \t\"'“”*-–—~"))
        body = raw.strip(" \t\"“”*-–—~")
        if any(map(str.isalnum, body)):
            place = start + lead
            pieces.append(Clause(body, plain(body), place, number, joint))
            joint = name
        elif name:
            joint = name if joint in ("", ",") else joint
        start = high_at
    if pieces:
        pieces[-1].ends = text[last:end].strip() or "."
    yield from pieces


def _cuts(
    low: str, begin: int, end: int, kept: list[tuple[int, int]]
) -> Iterator[tuple[int, int, str]]:
    """Where a sentence is divided: from, to, and by what."""
    for sign in _STOPS.finditer(low, begin, end):
        held = any(a <= sign.start() < b for a, b in kept)
        spaced = sign.end() >= end or low[sign.end()] in " \n\"'" or sign[0] not in ",:"
        if not held and spaced:
            yield sign.start(), sign.end(), sign[0].strip() or ","
    for joint in _JOINTS.finditer(low, begin, end):
        word = joint[0].split()[0]
        if word in ("and", "or", "&") and not _has_verb(low, joint.end(), end):
            continue
        yield joint.start(), joint.end(), word
    for _, stop in kept:
        if begin < stop < end and (who := _WHO.match(low, stop)):
            yield stop, who.start(1), "who"
    for joint in _AND.finditer(low, begin, end):
        if joint[0].startswith(" or") and re.search(r"n't|\bnot\b|\bnever\b", low[begin : joint.start()]):
            continue
        if joint[1] in _finite() or joint[1] in _HELPS or joint[1] in _DOES and low[joint.end() : joint.end() + 2].strip().isalpha():
            yield joint.start(), joint.start() + 1 + len(joint[0].split()[0]) + 1, joint[0].split()[0]


_DOES = frozenset("works lives studies loves plays needs wants runs hates teaches".split())
_OF = re.compile(r"(?:my|our|the|his|her|their) ")
_VERBAL = re.compile(r"[\w']+")


def _has_verb(low: str, start: int, end: int) -> bool:
    """Whether "and my ..." begins a clause of its own: a verb comes before the next sign."""
    if not _OF.match(low, start):
        return True
    stop = re.search(r"[,.!?;:]", low[start:end])
    words_ = _VERBAL.findall(low[start : start + stop.start() if stop else end])
    return any(word in _AUX or word.endswith(("'s", "n't")) or word in _finite() or word in _DOES for word in words_[1:9])


_AUX = frozenset("is are was were has have had will would can could am do does did might should".split())


@cache
def _finite() -> frozenset[str]:
    """Verb forms behind "and" with which another clause begins."""
    return frozenset(
        word
        for word, form in verbs().items()
        if form.forms & {"s", "d"} and not word.endswith(("ings",)) or word in _BASES
    ) - {"lives", "plays", "works", "books", "films", "walks", "games", "races", "dreams", "plans", "loves", "looks", "fears", "hikes", "cooks", "dates", "cut", "set", "hit", "drinks", "cakes", "saw", "read", "found", "left", "felt", "lay", "cycles", "travels", "swims", "runs", "shows", "dances", "heads", "guides", "notes", "nurses", "coaches", "rides", "trains", "cars", "needs", "shops", "signs", "sounds", "talks", "names", "fishes", "farms", "gardens", "brews", "bakes", "puzzles", "wishes", "hopes", "calls", "texts", "visits", "tests", "tours", "models", "sketches", "paints", "prints", "mixes", "matches", "rocks", "rolls", "rows", "cries", "dyes", "waters", "fires", "lists", "records", "reports", "shifts", "sails", "orders", "offers", "answers", "questions", "changes", "lifts", "lights", "minds", "parks", "picks", "places", "points", "rents", "rests", "returns", "scores", "smells", "starts", "stages", "states", "stays", "stops", "studies", "supports", "surfs", "tastes", "tracks", "trades", "treats", "tries", "turns", "types", "uses", "values", "votes", "watches", "waits", "worries"}


_BASES = frozenset(
    "take wear have hate love live work speak play run go get don't can't study teach drive own keep "
    "collect enjoy volunteer prefer write read make sell cook bake sing paint travel swim moot eat drink sleep knit grow attend".split()
)
