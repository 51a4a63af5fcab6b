"""Contexts: profile and events packed for a prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.domain.message import Message
from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.entrypoints.memobase.events import (
    events_of,
    found_gists,
    gists_of,
    similarity,
)
from holdfast.entrypoints.memobase.profiles import chosen, scheme_of
from holdfast.entrypoints.memobase.tips import line_of, tip_of
from holdfast.errors import InvalidInput
from holdfast.flow.window.render import harmless
from holdfast.flow.window.sections import FORMS, Room, packed
from holdfast.memory import Memory
from holdfast.text.tokens import estimate

MOST = 60
"""So many gists are looked at."""

ASKED_BY = 3
"""So many of the last chats say what is looked for."""


OWN = ("user", "document")
"""Whose words are told as they were said, where no gist tells them."""

LONGEST = 400
"""Characters of what was said that is told as it is."""


def context(ask: Ask) -> Data:
    """The text, under its budget whatever the options are."""
    user, query, memory = ask.known_user(), ask.query, ask.memory
    budget = query.whole("max_token_size", 1000)
    share = query.number("profile_event_ratio", 0.6)
    if not 0 < share <= 1:
        raise InvalidInput("profile_event_ratio must be more than 0, and 1 at most.")
    whole = query.flag("full_profile_and_only_search_event", usual=True)
    profile = chosen(memory, user, query, picking=not whole)
    form = query.text("customize_context_prompt") or FORMS[scheme_of(memory).language]
    room = Room(budget or 0, share, query.flag("fill_window_with_events"))
    lines = [row.line for row in profile]
    return {"context": packed(lines, _told(ask), room, form, estimate)}


def _told(ask: Ask) -> list[str]:
    """What happened, a line each: on the chats' subject if there are any, else the newest first.

    What is not learned from yet is among it, as it was said: nothing is missing until a flush, nor
    while a model takes its time.
    """
    memory, user, query = ask.memory, ask.user, ask.query
    chats, days = query.chats()[-ASKED_BY:], query.whole("time_range_in_days", 180)
    waiting = [*_said(reversed(memory.buffers.waiting(user, ended=True)))]
    if not chats:
        return _distinct([*waiting, *_newest(memory, user)])
    asked = "\n".join(chats)[-4000:]
    threshold = query.number("event_similarity_threshold", 0.2)
    found = found_gists(memory, user, asked, threshold=threshold, days=days, k=MOST)
    gists = [harmless(line_of(memory, gist)) for gist, _ in found]
    told = {source for gist, _ in found for source in gist.sources}
    rest = [
        f"- {hit.role}: {_short(hit.text)} [mention {hit.said_at:%Y/%m/%d}]"
        for hit in memory.recall(user, asked, k=MOST)
        if hit.role in OWN and similarity(hit) >= threshold and told.isdisjoint(hit.sources)
    ]
    return _distinct([*gists[:1], *waiting, *gists[1:], *rest])


def _newest(memory: Memory, user: str) -> Iterator[str]:
    """The last gists, newest first, and what was said in talks that have none."""
    for gist in gists_of(memory, user)[: -MOST - 1 : -1]:
        yield harmless(line_of(memory, gist))
    for event in events_of(memory, user)[:MOST]:
        if not event.text:
            yield from harmless(tip_of(memory, event)).splitlines()


def _said(messages: Iterator[Message] | Sequence[Message]) -> Iterator[str]:
    for each in messages:
        if each.text.strip():
            yield f"- {each.role}: {_short(each.text)} [mention {each.said_at:%Y/%m/%d}]"


def _short(text: str) -> str:
    words = " ".join(harmless(text).split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _distinct(lines: Sequence[str]) -> list[str]:
    return [*dict.fromkeys(lines)]


ROUTES = (Route("GET", "/users/context/{user}", context),)
