"""Extractors: what finds claims in what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from holdfast.domain.claim import USER, Claim
from holdfast.domain.scheme import SchemeTopic, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message to learn from. `said_at` is in the zone it was said in.

    `me` is whom "I" means: `USER` for the user, a name for somebody else who speaks in a group
    chat, "assistant" for the agent, empty for tools, documents and roles that nobody knows.
    With `known` set, it was learned from before and is here for the sake of those behind it.
    """

    id: str
    text: str
    me: str = USER
    said_at: datetime
    known: bool = False


class Gist(NamedTuple):
    """A line that tells what happened and can be read alone, dates resolved."""

    text: str
    sources: tuple[str, ...]
    since: datetime | None = None
    until: datetime | None = None


class Sense(NamedTuple):
    """What else was noticed in what the user said, each in the order of the messages."""

    emotions: tuple[str, ...] = ()
    intents: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Extraction(NamedTuple):
    """What came of it. A failure is a value: `error` says what went wrong, and nothing was learned.

    `tags` are names with values. `provisional` means that it is a stand-in, to be made again when
    the maker is well.
    """

    claims: tuple[Claim, ...] = ()
    gists: tuple[Gist, ...] = ()
    sense: Sense = Sense()
    tags: tuple[tuple[str, str], ...] = ()
    error: str = ""
    by: str = ""
    provisional: bool = False
    untrusted: str = ""
    """Who was asked and did answer, in a way that cannot be used; empty if nobody did so."""
    tokens_out: int = 0
    """How much a model has written for it, as its server counts; 0 where none was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What is asked for besides the usual: topics, what gists should tell of, and names of tags.

    A topic is here with its sub-topics as far as these are not the usual ones, or are described.
    """

    topics: tuple[SchemeTopic, ...] = ()
    theme: str = ""
    tags: tuple[Tag, ...] = ()


class Extractor(Protocol):
    """Rules or a model. One that may fall ill can say so by a property `well`.

    One that can look for more than the usual has a method `briefed`, which is given a `Brief` and
    gives the extractor that goes by it, under the same identity.
    """

    @property
    def identity(self) -> str:
        """A name that changes when the claims may."""
        ...

    def extract(self, said: Sequence[Said]) -> Extraction:
        """What is claimed in these messages of one conversation, oldest first.

        Claims have sources among those messages that are not `known`, and values that occur there.
        What is asked, denied, supposed, joked, quoted or said in passing is no claim, nor is what
        anybody but a person says. Never raises for what a model or the network did, and always ends.
        """
        ...


def is_well(extractor: Extractor) -> bool:
    """Whether it is worth asking again for what a stand-in made. One that says nothing is well."""
    return bool(getattr(extractor, "well", True))


def briefed(extractor: Extractor, brief: Brief) -> Extractor:
    """The extractor that goes by the brief; the same one if it cannot, or need not."""
    going_by = getattr(extractor, "briefed", None)
    if going_by is None or brief == Brief():
        return extractor
    made: Extractor = going_by(brief)
    return made
