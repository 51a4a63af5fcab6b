"""Events: what happened, told in gists, found by words, by meaning and by tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from holdfast.domain.claim import USER
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.recall import EVENT, Hit
from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.entrypoints.memobase.profiles import scheme_of
from holdfast.entrypoints.memobase.projects import today
from holdfast.entrypoints.memobase.tips import line_of, stands, tip_of
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.extract.events import EVENT as WHOLE
from holdfast.flow.extract.events import GIST
from holdfast.flow.extract.layout import place_of
from holdfast.flow.recall import weights
from holdfast.flow.recall.fuse import MEANING, TEXT
from holdfast.memory import Memory
from holdfast.namespaces.events import OWN, QUIET
from holdfast.text.tokens import estimate

_MANY = 1_000_000
_BEST = 20
Tags = Sequence[Sequence[str]]


def gists_of(memory: Memory, user: str) -> list[Item]:
    """All gists of a user, those that were told last at the end."""
    return _as_told(
        memory.items.between(user, kind=ItemKind.EVENT, level=GIST, current=False, limit=_MANY)
    )


def events_of(memory: Memory, user: str) -> list[Item]:
    """All events that are to be told, the newest first."""
    found = memory.items.between(user, kind=ItemKind.EVENT, level=WHOLE, current=False, limit=_MANY)
    return [item for item in reversed(_as_told(found)) if not item.attributes.get(QUIET)]


def _as_told(items: Iterable[Item]) -> list[Item]:
    """In the order in which they were told, day by day: what comes from elsewhere comes late."""
    return sorted(items, key=lambda item: (item.known_from.date(), item.place))


def similarity(hit: Hit) -> float:
    """How well something answers a question, from 0 to 1, by its words and by its meaning."""
    words = min(1.0, max(0.0, hit.scores.get(TEXT, 0.0) / weights.TEXT))
    alike = min(1.0, max(0.0, hit.scores.get(MEANING, 0.0) / weights.MEANING))
    return round(1 - (1 - words) * (1 - alike), 6)


def found_gists(
    memory: Memory, user: str, query: str, *, threshold: float, days: int | None, k: int
) -> list[tuple[Item, float]]:
    """The gists on a question and how well each answers it, best first."""
    if not query.strip():
        return []
    hits = memory.recall(user, query, k=min(1000, max(1, k)), kinds=(EVENT,))
    by_place: dict[tuple[str, str, int], Item] = {
        (gist.text, gist.session, gist.place): gist for gist in gists_of(memory, user)
    }
    found = [(by_place.get((hit.text, hit.session, hit.seq)), similarity(hit)) for hit in hits]
    # How long ago it happened is another thing: what is asked for is when we were told.
    first = None if days is None else today(memory) - timedelta(days=min(days, 100_000))
    return [
        (gist, alike)
        for gist, alike in found
        if gist is not None and alike >= threshold
        if first is None or gist.known_from.date() >= first
    ]


def listed(ask: Ask) -> Data:
    """Events, the newest first, however old."""
    user, query = ask.known_user(), ask.query
    found, told = events_of(ask.memory, user), query.flag("need_summary")
    return _answer(ask, found, query.whole("topk", 10) or 0, query.whole("max_token_size"), told)


def search(ask: Ask) -> Data:
    """Events with a gist on a question, best first."""
    user, best = ask.known_user(), dict[str, float]()
    events = {item.id: item for item in events_of(ask.memory, user)}
    above = {below: event.id for event in events.values() for below in event.sources}
    gists = [(gist.id, alike) for gist, alike in _searched(ask, _MANY)]
    for below, alike in (*gists, *_said(ask)):
        if (event := above.get(below)) is not None:
            best[event] = max(alike, best.get(event, 0.0))
    few = sorted(best, key=lambda id_: -best[id_])[: ask.query.whole("topk", 10)]
    shown = [_shown(ask.memory, events[id_], best[id_]) for id_ in few]
    return {"events": [each for each in shown if each is not None], "gists": []}


def _said(ask: Ask) -> list[tuple[str, float]]:
    """What was said on a question: a talk may be meant of which nobody could tell a gist."""
    query, days = ask.query.text("query"), ask.query.whole("time_range_in_days", 180) or 0
    if not query.strip():
        return []
    least = ask.query.number("similarity_threshold", 0.2)
    since = today(ask.memory) - timedelta(days=min(days, 100_000))
    hits = [hit for hit in ask.memory.recall(ask.user, query, k=_BEST) if similarity(hit) >= least]
    told = ((ask.memory.messages.get(ask.user, id_), hit) for hit in hits for id_ in hit.sources)
    return [
        (message.id, similarity(hit))
        for message, hit in told
        if message is not None and stands(message) and message.stored_at.date() >= since
    ]


def search_gists(ask: Ask) -> Data:
    """Single gists on a question, best first."""
    ask.known_user()
    found = _searched(ask, ask.query.whole("topk", 10) or 0)
    return {
        "gists": [
            {
                "id": gist.id,
                "gist_data": {"content": line_of(ask.memory, gist)},
                "created_at": gist.known_from,
                "updated_at": gist.known_from,
                "similarity": alike,
            }
            for gist, alike in found
        ],
        "events": [],
    }


def search_tags(ask: Ask) -> Data:
    """Events that have all of these tags, with these values where some are given."""
    user, query = ask.known_user(), ask.query
    names = {name.strip() for name in query.text("tags").split(",") if name.strip()}
    wanted = _values(query.text("tag_values"))
    found = [
        item
        for item in events_of(ask.memory, user)
        if names <= {tag[0] for tag in _tags(item)}
        and wanted <= {(t[0], t[1]) for t in _tags(item)}
    ]
    return _answer(ask, found, query.whole("topk", 10) or 0)


def _values(written: str) -> set[tuple[str, str]]:
    """Tags with their values, which may hold commas: what names no tag belongs to the one before."""
    found: list[str] = []
    for piece in filter(str.strip, written.split(",")):
        if "=" in piece:
            found.append(piece)
        elif found:
            found[-1] += f",{piece}"
        else:
            raise InvalidInput("tag_values must be of the form tag=value,tag=value.")
    pairs = (each.partition("=") for each in found)
    return {(name.strip(), value.strip()) for name, _, value in pairs}


def update(ask: Ask) -> Data:
    """Change what is told of an event: its tip, its tags, or what it has brought to the profile."""
    user, fields, event = ask.known_user(), ask.fields(), ask.path["event"]
    item = _item(ask)
    if isinstance(tip := fields.get("event_tip"), str):
        ask.memory.events.retell(user, event, tip.splitlines())
    if (tags := fields.get("event_tags")) is not None:
        ask.memory.events.tag(user, event, [*_pairs(tags)])
    if (delta := fields.get("profile_delta")) is not None:
        own = {**(item.attributes.get(OWN) or {}), "profile_delta": _deltas(delta)}
        ask.memory.events.annotate(user, event, own)
    return None


def delete(ask: Ask) -> Data:
    """Tell of an event no more. What was said stays in the log."""
    _item(ask)
    ask.memory.events.retell(ask.user, ask.path["event"], [])
    return None


def _item(ask: Ask) -> Item:
    found = ask.memory.items.get(ask.known_user(), ask.path["event"])
    if found is None or found.kind is not ItemKind.EVENT or found.attributes.get(QUIET):
        raise NotFound(f"There is no event {ask.path['event']}.")
    return found


def _searched(ask: Ask, k: int) -> list[tuple[Item, float]]:
    query = ask.query
    found = found_gists(
        ask.memory,
        ask.user,
        query.text("query"),
        threshold=query.number("similarity_threshold", 0.2),
        days=query.whole("time_range_in_days", 180),
        k=1000,
    )
    return found[:k]


def _answer(
    ask: Ask, found: Iterable[Item], k: int, most: int | None = None, told: bool = False
) -> Data:
    """So many of them, of so many tokens; only those that have a tip, where they must be `told`."""
    shown: list[dict[str, Any]] = []
    used = 0
    for item in found:
        if len(shown) >= k:
            break
        event = _shown(ask.memory, item)
        if event is None or (told and not event["event_data"]["event_tip"]):
            continue
        used += estimate(event["event_data"]["event_tip"] or "") + 1
        if most is not None and used > most:
            break
        shown.append(event)
    return {"events": shown, "gists": []}


def _shown(memory: Memory, item: Item, alike: float | None = None) -> dict[str, Any] | None:
    """An event as clients read it; None where there is nothing to tell."""
    tip = tip_of(memory, item)
    own = item.attributes.get(OWN) or {}
    delta = own.get("profile_delta") or _delta(memory, item)
    if not tip and not delta and not own:
        return None
    return {
        "id": item.id,
        "event_data": {
            "profile_delta": delta,
            "event_tip": tip or None,
            "event_tags": [{"tag": tag[0], "value": tag[1]} for tag in _tags(item)],
        },
        "created_at": item.known_from,
        "updated_at": item.known_from,
        "similarity": alike,
    }


def _delta(memory: Memory, item: Item) -> list[dict[str, Any]]:
    """What the talk has brought to the profile."""
    facts = memory.items.between(
        item.user, kind=ItemKind.FACT, session=item.session, current=False, limit=_MANY
    )
    scheme, found = scheme_of(memory), []
    for fact in facts:
        kept = fact.attributes
        if fact.stretch != item.stretch or kept.get("about", USER) != USER or kept.get("ends"):
            continue
        place = place_of(str(kept.get("topic")), str(kept.get("sub", "")), scheme)
        if place is not None:
            attributes = {"topic": place[0], "sub_topic": place[1]}
            found.append({"content": str(kept.get("value")), "attributes": attributes})
    return found


def _tags(item: Item) -> Tags:
    tags: Tags = item.attributes.get("tags", ())
    return tags


def _pairs(tags: object) -> Iterable[tuple[str, str]]:
    if not isinstance(tags, list):
        raise InvalidInput("event_tags must be a list.")
    for each in tags:
        if not isinstance(each, Mapping) or not each.get("tag"):
            raise InvalidInput("Each of the event_tags needs a tag and a value.")
        yield str(each["tag"]), str(each.get("value", ""))


def _deltas(given: object) -> list[dict[str, Any]]:
    if not isinstance(given, list) or not all(
        isinstance(each, Mapping) and isinstance(each.get("content"), str) for each in given
    ):
        raise InvalidInput("profile_delta must be a list of contents with their attributes.")
    return [
        {"content": each["content"], "attributes": dict(each.get("attributes") or {})}
        for each in given
    ]


ROUTES = (
    Route("GET", "/users/event/search/{user}", search),
    Route("GET", "/users/event_gist/search/{user}", search_gists),
    Route("GET", "/users/event_tags/search/{user}", search_tags),
    Route("GET", "/users/event/{user}", listed),
    Route("PUT", "/users/event/{user}/{event}", update),
    Route("DELETE", "/users/event/{user}/{event}", delete),
)
