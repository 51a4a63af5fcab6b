"""Review: take contradiction, repetition and redundancy out of a memo, and put them back.

A review changes what is shown, never the log. It names only lines that it has read, so that a
turn that arrives meanwhile is not touched; a line that has changed meanwhile is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from holdfast.domain.ids import new_id
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.job import Job, asked
from holdfast.domain.message import Message, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.recent import Recent
from holdfast.errors import ModelUnavailable, NotFound
from holdfast.flow.condense.lines import line_of_item, line_of_message
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.recent import recent
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.summaries import reach
from holdfast.flow.condense.work import memo_of
from holdfast.flow.lease import Held
from holdfast.flow.usual import Usual
from holdfast.ports.reviewer import Action, Change, Reviewer
from holdfast.ports.reviewer import Review as Proposal
from holdfast.ports.store import Store
from holdfast.ports.summariser import Line
from holdfast.ports.unit import Unit

REVIEW = "review"
"""The kind of job. Its key is the agent."""

_NEVER = from_micros(NEVER)
_ALL = 1 << 62
_WHAT = "review"
_ORDER = 1
"""The level that tells reviews from other notes."""


def request_review(unit: Unit, user: str, agent: str, now: datetime) -> bool:
    """Ask for it, unless somebody did."""
    return unit.jobs.enqueue(asked(REVIEW, user, now, key=agent))


@dataclass(frozen=True, slots=True)
class Review:
    """The handler of the job."""

    reviewer: Reviewer
    usual: Usual

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Read the memo, think about it with no lock held, and change what still is as it was."""
        self.review(store, job.space, job.user, job.key, held.clock.now())
        held.finish(store, job)

    def review(self, store: Store, space: str, user: str, agent: str, now: datetime) -> Item | None:
        """The note of what was changed, or None if nothing was. Raises ModelUnavailable."""
        seen = store.read(space, lambda unit: recent(unit, user, agent, self.usual))
        lines = _lines(seen)
        if len(lines) < 2:
            return None
        proposal = self.reviewer.review(lines)
        if proposal.error:
            raise ModelUnavailable(f"The memo could not be reviewed: {proposal.error}")
        if not proposal.changes:
            return None
        by = proposal.by or self.reviewer.identity
        read = [line.id for line in lines]
        return store.write(space, lambda unit: _apply(unit, seen, proposal, by, now, read))


def reviews(unit: Unit, user: str, agent: str, limit: int) -> list[Item]:
    """What reviews have changed, the newest first."""
    which = ItemSelection(kind=ItemKind.NOTE, agent=agent, level=_ORDER)
    found = unit.items.select(user, which, limit=limit, newest_first=True)
    return sorted(found, key=lambda note: note.known_from, reverse=True)


def hide(unit: Unit, seen: Recent, ids: Sequence[str], reason: str, now: datetime) -> Item | None:
    """Take messages out of sight by hand; the note of it."""
    changes = tuple(Change(id_, Action.DROP, reason) for id_ in ids)
    return _apply(unit, seen, Proposal(changes), "hand", now)


def undo(unit: Unit, user: str, review_id: str, now: datetime) -> Item:
    """Put back what a review changed, where nobody has changed it since. Raises NotFound.

    A segment that was made without a line meanwhile is made again with it.
    """
    found = unit.items.get(user, [review_id])
    if not found or found[0].attributes.get("what") != _WHAT:
        raise NotFound(f"{user!r} has no review {review_id!r}.")
    note = found[0]
    if note.attributes.get("undone"):
        return note
    memo = memo_of(unit, user, note.agent)
    unit.memos.put(memo.before(review_id), expect=memo.revision)
    for change in note.attributes["changes"]:
        for item in unit.items.get(user, [change["target"]]):
            if item.text == change.get("after"):
                unit.items.put(replace(item, text=change["before"]), expect=item.revision)
    _take_in(unit, note, now)
    attributes = {**note.attributes, "undone": True}
    return unit.items.put(replace(note, attributes=attributes), expect=note.revision)


def _take_in(unit: Unit, note: Item, now: datetime) -> None:
    """Have the segments made again that read something otherwise because of this review."""
    for item in unit.items.sourced_from(note.user, note.sources):
        overlay = Overlay.in_(item)
        rest = overlay.before(note.id)
        if rest != overlay:
            attributes = {**overlay.stripped(item.attributes), **rest.attributes()}
            again = replace(item, attributes=attributes, provisional=True)
            unit.items.put(again, expect=item.revision)
            request_folding(unit, note.user, item.agent, now)


def _lines(seen: Recent) -> list[Line]:
    """What is there to read. A summary of what is also there word for word would repeat it."""
    begin = min((message.seq for message in seen.messages), default=0)
    before = [item for item in seen.summaries if reach(item) < begin or not seen.messages]
    lines = [*map(line_of_item, before), *map(line_of_message, seen.messages)]
    return [line for line in lines if line.text.strip()]


def _apply(
    unit: Unit,
    seen: Recent,
    proposal: Proposal,
    by: str,
    now: datetime,
    read: Sequence[str] = (),
) -> Item | None:
    """Make the changes that still fit, and note them.

    Any line that was `read` may be quoted in them: if one is gone meanwhile, none is made.
    """
    present = len(unit.log.get(seen.user, read)) + len(unit.items.get(seen.user, read))
    if present < len(read):
        return None
    id_ = new_id()
    summaries = {item.id: item for item in seen.summaries}
    messages = {message.id: message for message in seen.messages}
    memo = memo_of(unit, seen.user, seen.agent)
    hidden, reworded, done = dict(memo.hidden), dict(memo.reworded), []
    for change in proposal.changes:
        target = change.target
        if target in summaries:
            done += _rewritten(unit, summaries[target], change)
        elif target in messages and _is_same(unit, messages[target]):
            if change.action is Action.DROP:
                hidden.setdefault(target, id_)
            else:
                reworded[target] = (id_, change.text)
            done.append(_noted(change))
    if not done:
        return None
    changed = replace(memo, hidden=hidden, reworded=reworded)
    unit.memos.put(changed, expect=memo.revision)
    rests_on = [*read, *_quoted(unit, seen, read)]
    return unit.items.put(_note(id_, seen, done, rests_on, by, now, unit), expect=0)


def _quoted(unit: Unit, seen: Recent, read: Sequence[str]) -> list[str]:
    """The reviews in whose words these lines were read: they may quote what is not among them."""
    lines = {*read}
    return [
        note.id
        for note in reviews(unit, seen.user, seen.agent, _ALL)
        if any(change["target"] in lines for change in note.attributes["changes"])
    ]


def _is_same(unit: Unit, seen: Message) -> bool:
    present = unit.log.get(seen.user, [seen.id])
    return bool(present) and present[0].version == seen.version


def _rewritten(unit: Unit, seen: Item, change: Change) -> list[dict[str, Any]]:
    """A summary keeps its sources whatever its text becomes, so dropping it empties it."""
    text = change.text if change.action is Action.REWRITE else ""
    present = unit.items.get(seen.user, [seen.id])
    if not present or present[0].revision != seen.revision or text == seen.text:
        return []
    unit.items.put(replace(seen, text=text), expect=seen.revision)
    return [{**_noted(change), "before": seen.text, "after": text}]


def _noted(change: Change) -> dict[str, Any]:
    noted = {"target": change.target, "action": str(change.action), "reason": change.reason}
    return {**noted, "text": change.text} if change.text else noted


def _note(
    id_: str,
    seen: Recent,
    done: Sequence[Mapping[str, Any]],
    read: Sequence[str],
    by: str,
    now: datetime,
    unit: Unit,
) -> Item:
    stamp = unit.users.stamp(seen.user)
    return Item(
        id=id_,
        user=seen.user,
        kind=ItemKind.NOTE,
        text="\n".join(change["reason"] for change in done),
        attributes={"what": _WHAT, "by": by, "changes": list(done), "undone": False},
        importance=0.1,
        confidence=1.0,
        trust=Trust.DERIVED,
        valid_from=now,
        valid_to=_NEVER,
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=tuple(dict.fromkeys([*(change["target"] for change in done), *read])),
        agent=seen.agent,
        level=_ORDER,
        place=stamp.last_seq if stamp else 0,
    )
