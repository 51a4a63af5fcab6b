"""Profiles: what is known of a user, a row for each sub-topic.

A row is a section of the profile as the project's scheme lays it out. Its id follows from topic and
sub-topic, so that it stays the same whatever the content becomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from holdfast.domain.ids import named_id
from holdfast.domain.recall import FACT
from holdfast.domain.scheme import Scheme
from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.entrypoints.memobase.query import Query
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.extract.layout import known_as, place_of
from holdfast.flow.extract.scheme import unified
from holdfast.flow.extract.written import read_scheme
from holdfast.flow.window.render import harmless
from holdfast.memory import Memory
from holdfast.text.tokens import estimate

PICKED = 10
"""So many rows are picked where only those are wanted that a chat is about."""


@dataclass(frozen=True, slots=True)
class Row:
    """One sub-topic of a profile, and the slots that it is made of."""

    id: str
    topic: str
    sub: str
    content: str
    created_at: datetime
    updated_at: datetime
    said: int
    slots: tuple[str, ...]

    @property
    def line(self) -> str:
        """As a context has it."""
        return f"- {self.topic}::{self.sub}: {' '.join(harmless(self.content).split())}"

    def shown(self) -> dict[str, Any]:
        """As clients read it."""
        attributes = {"topic": self.topic, "sub_topic": self.sub, "update_hits": self.said}
        times = {"created_at": self.created_at, "updated_at": self.updated_at}
        return {"id": self.id, "content": self.content, **times, "attributes": attributes}


def rows(memory: Memory, user: str) -> list[Row]:
    """The whole profile, in the order of the scheme."""
    slots = {slot.id: slot for slot in memory.profile.get(user, past=True)}
    begun: dict[tuple[str, str], datetime] = {}
    for slot in slots.values():
        of = slot.topic, slot.sub
        begun[of] = min(begun.get(of, slot.known_from), slot.known_from)
    found = []
    for section in memory.profile.sections(user):
        own = [slots[id_] for id_ in section.slots if id_ in slots]
        if own:
            row = Row(
                id=row_id(section.topic, section.sub),
                topic=section.topic,
                sub=section.sub,
                content=section.content,
                created_at=min(begun[slot.topic, slot.sub] for slot in own),
                updated_at=max(max(slot.known_from, slot.last_said) for slot in own),
                said=sum(slot.said for slot in own),
                slots=tuple(slot.id for slot in own),
            )
            found.append(row)
    return found


def row_id(topic: str, sub: str) -> str:
    """The id of a row."""
    return named_id("profile", topic, sub)


def chosen(memory: Memory, user: str, query: Query, *, picking: bool) -> list[Row]:
    """The rows that a request wants, the most wanted first.

    Preferred topics lead, then what changed last; with `picking`, only what the chats are about.
    """
    prefer = [unified(topic) for topic in query.texts("prefer_topics")]
    only = {unified(topic) for topic in query.texts("only_topics")}
    found = [row for row in rows(memory, user) if not only or row.topic in only]
    chats = query.chats()
    if chats and picking:
        found = _picked(memory, user, found, chats)
    else:
        found.sort(key=lambda row: row.updated_at, reverse=True)
    found.sort(key=lambda row: prefer.index(row.topic) if row.topic in prefer else len(prefer))
    return _limited(found, query)


def within(found: Sequence[Row], most: int | None) -> list[Row]:
    """Those that fit into so many tokens, in their order; None: all."""
    if most is None:
        return [*found]
    kept, used = [], 0
    for row in found:
        tokens = estimate(row.line) + 1
        if used + tokens <= most:
            kept.append(row)
            used += tokens
    return kept


def listed(ask: Ask) -> Data:
    """The profile, by all the filters there are."""
    found = chosen(ask.memory, ask.known_user(), ask.query, picking=True)
    found = within(found[: ask.query.whole("topk", len(found))], ask.query.whole("max_token_size"))
    return {"profiles": [row.shown() for row in found]}


def add(ask: Ask) -> Data:
    """Say by hand what holds."""
    content, topic, sub = _written(ask.fields())
    return {"id": _set(ask.memory, ask.known_user(), content, topic, sub)}


def update(ask: Ask) -> Data:
    """Say by hand what holds in place of what a row says."""
    row = _row(ask)
    content, topic, sub = _written(ask.fields(), row)
    if (topic, sub) == (row.topic, row.sub) and len(row.slots) == 1:
        ask.memory.profile.correct(ask.user, row.slots[0], content)
        return None
    _end(ask, row)
    _set(ask.memory, ask.user, content, topic, sub)
    return None


def delete(ask: Ask) -> Data:
    """Say by hand that what a row says holds no longer."""
    _end(ask, _row(ask))
    return None


def take_in(ask: Ask) -> Data:
    """Learn from a text that the user gives of themselves."""
    text = ask.fields().get("context")
    if not isinstance(text, str) or not text.strip():
        raise InvalidInput("A context is needed, which is text.")
    user = ask.known_user()
    ask.memory.buffers.add(user, {"role": "user", "content": text}, tags={"source": "import"})
    ask.memory.buffers.flush(user)
    return None


def scheme_of(memory: Memory) -> Scheme:
    """The scheme of the project."""
    return read_scheme(memory.profile.scheme())


def _picked(memory: Memory, user: str, found: list[Row], chats: Sequence[str]) -> list[Row]:
    """The rows that chats are about, best first; without a model, by what they recall."""
    hits = memory.recall(user, "\n".join(chats[-3:])[-4000:], k=4 * PICKED, kinds=(FACT,))
    texts = {slot.text: slot.id for slot in memory.profile.get(user)}
    order = {texts[hit.text]: place for place, hit in enumerate(hits) if hit.text in texts}
    best = {row.id: min(order.get(id_, 1 << 30) for id_ in row.slots) for row in found}
    meant = [row for row in found if best[row.id] < 1 << 30]
    meant = sorted(meant or found, key=lambda row: (best[row.id], -row.updated_at.timestamp()))
    return meant[:PICKED]


def _limited(found: Iterable[Row], query: Query) -> list[Row]:
    most, limits = query.whole("max_subtopic_size"), query.limits()
    by_topic = {unified(topic): limit for topic, limit in limits.items()}
    taken: dict[str, int] = {}
    kept = []
    for row in found:
        limit = by_topic.get(row.topic, most)
        if limit is None or taken.get(row.topic, 0) < limit:
            taken[row.topic] = taken.get(row.topic, 0) + 1
            kept.append(row)
    return kept


def _row(ask: Ask) -> Row:
    for row in rows(ask.memory, ask.known_user()):
        if row.id == ask.path["profile"]:
            return row
    raise NotFound(f"There is no profile {ask.path['profile']}.")


def _end(ask: Ask, row: Row) -> None:
    for slot in row.slots:
        ask.memory.profile.remove(ask.user, slot)


def _set(memory: Memory, user: str, content: str, topic: str, sub: str) -> str:
    scheme = scheme_of(memory)
    under, below = known_as(topic, sub, scheme)
    place = place_of(under, below, scheme)
    if place is None:
        raise InvalidInput(
            f"The profile is strict and has no place {topic}::{sub}.",
            remedy="Add it to the project's profile_config.",
        )
    memory.profile.set(user, under, content, sub=below)
    return row_id(*place)


def _written(fields: Mapping[str, Any], row: Row | None = None) -> tuple[str, str, str]:
    content, attributes = fields.get("content"), fields.get("attributes")
    if not isinstance(content, str) or not content.strip():
        raise InvalidInput("A content is needed, which is text.")
    if not isinstance(attributes, Mapping):
        attributes = {}
    topic = attributes.get("topic") or (row.topic if row else None)
    sub = attributes.get("sub_topic") or (row.sub if row else None)
    if not isinstance(topic, str) or not isinstance(sub, str):
        raise InvalidInput("The attributes must name a topic and a sub_topic.")
    return content, unified(topic), unified(sub)


ROUTES = (
    Route("GET", "/users/profile/{user}", listed),
    Route("POST", "/users/profile/{user}", add),
    Route("POST", "/users/profile/import/{user}", take_in, learns=True),
    Route("PUT", "/users/profile/{user}/{profile}", update),
    Route("DELETE", "/users/profile/{user}/{profile}", delete),
)
