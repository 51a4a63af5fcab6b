"""Scheme: how a profile is laid out: its topics and sub-topics by name, and what may enter it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class SubTopic:
    """A place for one value. `description` tells a model what belongs there."""

    name: str
    description: str = ""
    update_description: str = ""
    validate_value: bool | None = None
    """Whether values are looked at before they are kept; None: as the scheme says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemeTopic:
    """A topic with its sub-topics."""

    name: str
    description: str = ""
    subs: tuple[SubTopic, ...] = ()
    open: bool = False
    """Whether it has a place for sub-topics that it does not name, however strict the scheme is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag that events may have. Others are not kept."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """The layout of the profiles of a space.

    With `strict`, only what has a place among `topics` enters a profile; otherwise what has none
    is laid out under a name of its own. With `validate`, values that say nothing are left out.
    """

    language: str = "en"
    strict: bool = False
    validate: bool = True
    topics: tuple[SchemeTopic, ...] = ()
    event_theme: str = ""
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One sub-topic of a laid-out profile: its content, and the slots it was made of."""

    topic: str
    sub: str
    content: str
    slots: tuple[str, ...] = field(default=())
