"""Ask: what a question wants."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.moments import to_micros
from holdfast.domain.recall import MESSAGE
from holdfast.flow.recall import weights
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.speakers import named
from holdfast.ports.embedder import Embedder
from holdfast.text.analysis import terms
from holdfast.text.greetings import is_greeting
from holdfast.text.when import Window, windows

_STOPS = "。！？!?；;"
_END = re.compile(rf"[{_STOPS}\n.](?:(?<=[{_STOPS}])[{_STOPS}]*|(?<=\n)\n*|(?<=\.)(?=\s))")
"""Some stops, some line ends, or a point and a space: by their first characters it is found fast."""

_ASKING = ("?", "？")
_A_FEW = 2
"""So many sentences belong together, as in: I ran last Tuesday. How far was it?"""

_TO_ASSISTANT = re.compile(
    r"\bdid you\b(?! know)"
    r"|\byou(?: have| had|'ve|'d)?(?: \w+ly| just| once| also)? (?:recommended|suggested|told|said|"
    r"mentioned|advised|proposed|explained|described|provided|gave|listed|outlined|wrote|written|"
    r"shared|showed|taught|given|called|named|offered|created|made|came up with)\b"
    r"|\byour (?:advice|suggestions?|recommendations?|explanation|answer|list|response)\b"
    r"|\bremind me\b"
    r"|[你妳](?:之前|上次|曾|曾经|曾經|当时|當時|刚才|剛才|那时|那時|给我|給我)?"
    r"(?:说过|說過|说的|說的|推荐|推薦|建议|建議|提到|告诉|告訴|介绍|介紹|列出|给出|給出|写的|寫的|教)",
    re.IGNORECASE,
)


class Question(NamedTuple):
    """A question, what it is narrowed to, and the times it names."""

    text: str
    k: int
    asked_at: datetime
    agent: str | None = None
    session: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    kinds: tuple[str, ...] = (MESSAGE,)
    windows: tuple[Window, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether it is a greeting, thanks or a yes: nothing that asks for a memory."""
        return is_greeting(self.text)

    @property
    def narrowed(self) -> bool:
        """Whether it asks about a part of the memory only."""
        return self[3:7] != _WIDE

    def among(self, index: UserIndex) -> NDArray[np.bool_] | None:
        """Which of the user's messages lie within what is asked about; None for all of them."""
        if not self.narrowed:
            return None
        inside = np.ones(len(index), np.bool_)
        if self.agent is not None:
            inside &= index.agents.numbers == index.agents.of(self.agent)
        if self.session is not None:
            inside &= index.sessions.numbers == index.sessions.of(self.session)
        if self.since is not None:
            inside &= index.said_at >= to_micros(self.since)
        if self.until is not None:
            inside &= index.said_at <= to_micros(self.until)
        return inside


_WIDE = (None, None, None, None)


def ask(
    text: str,
    *,
    k: int,
    asked_at: datetime,
    agent: str | None = None,
    session: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    kinds: tuple[str, ...] = (MESSAGE,),
) -> Question:
    """The question in a text."""
    found = windows(text, asked_at)
    if found:
        found = _meant(text, found, asked_at)
    return Question(text, k, asked_at, agent, session, since, until, kinds, found)


class Asked(NamedTuple):
    """The terms of a question, each once, words before characters, and what each weighs."""

    terms: list[int]
    weights: list[float]


class Wanted(NamedTuple):
    """What a question wants of one user's messages."""

    bare: str
    """The question without the names of speakers."""
    speakers: list[int]
    """Whose words are meant, by number."""
    asked: Asked
    vector: NDArray[np.float32] | None
    windows: tuple[Window, ...]
    to_assistant: bool

    @property
    def anything(self) -> bool:
        """Whether it asks for anything in particular."""
        if self.asked.terms or self.windows:
            return True
        return self.vector is not None and bool(self.vector.any())


def wanted(
    question: Question,
    index: UserIndex,
    embedder: Embedder | None,
    vector: NDArray[np.float32] | None = None,
) -> Wanted:
    """Take a question apart. `vector` is its own where the embedder is far away."""
    bare, speakers = named(question.text, index.named_speakers)
    if embedder is not None and embedder.local:
        vector = embedder.embed([bare])[0]
    to_assistant = _is_to_assistant(question.text)
    return Wanted(bare, speakers, asked(bare), vector, question.windows, to_assistant)


def _is_to_assistant(text: str) -> bool:
    """Whether it asks for something that the assistant said."""
    small = text.lower()
    if "you" in small or "remind" in small or "你" in small or "妳" in small:  # quick to see
        return _TO_ASSISTANT.search(text) is not None
    return False


def asked(text: str) -> Asked:
    """The terms to look for. Sentences that ask nothing weigh less, beside those that do."""
    parts = _weighed(text)
    if len(parts) == 1:  # as nearly always
        found = terms(text)
        every = [*dict.fromkeys(found.word_ids)]
        heavy = [1.0] * len(every)
        if not found.characters:
            return Asked(every, heavy)
        every += dict.fromkeys(found.character_ids)
        return Asked(every, heavy + [weights.CHARACTER] * (len(every) - len(heavy)))
    words: dict[int, float] = {}
    characters: dict[int, float] = {}
    for part, weight in parts:  # the heaviest last
        found = terms(part)
        words |= dict.fromkeys(found.word_ids, weight)
        if found.characters:
            characters |= dict.fromkeys(found.character_ids, weight * weights.CHARACTER)
    return Asked([*words, *characters], [*words.values(), *characters.values()])


def _weighed(text: str) -> list[tuple[str, float]]:
    """The text in pieces, and what each weighs: where some sentences ask, the others less."""
    if ("?" not in text and "？" not in text) or _is_one(text):
        return [(text, 1.0)]
    parts = _sentences(text)
    asking = [text[part.start : part.stop] for part in parts if part.asks]
    if not asking or len(asking) == len(parts):
        return [(text, 1.0)]
    others = [text[part.start : part.stop] for part in parts if not part.asks]
    return [(" ".join(others), weights.BESIDE), (" ".join(asking), 1.0)]


def _meant(text: str, found: tuple[Window, ...], asked_at: datetime) -> tuple[Window, ...]:
    """Those of the times named that tell when something was said.

    Nothing was said in the future. In a long text, a sentence that asks nothing tells a story of
    its own. And where a time is given exactly, a "recently" beside it is about something else.
    """
    begun = [window for window in found if window.begins <= asked_at]
    if not _is_one(text) and len(parts := _sentences(text)) > _A_FEW:
        asking = [part for part in parts if part.asks]
        begun = [w for w in begun if any(part.start <= w.start < part.stop for part in asking)]
    exact = tuple(window for window in begun if window.exact)
    return exact or tuple(begun)


class _Sentence(NamedTuple):
    start: int
    stop: int
    asks: bool


def _is_one(text: str) -> bool:
    """Whether it is a single sentence, as most questions are."""
    end = _END.search(text)
    return end is None or end.end() == len(text)


def _sentences(text: str) -> list[_Sentence]:
    """Where the sentences of a text begin and end, and which of them ask."""
    ends = [*(end.end() for end in _END.finditer(text)), len(text)]
    found = []
    for start, stop in pairwise([0, *ends]):
        part = text[start:stop].strip()
        if part:
            found.append(_Sentence(start, stop, part.endswith(_ASKING)))
    return found
