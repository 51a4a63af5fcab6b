"""Learn: make knowledge of what was said in a stretch, each message once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from holdfast.domain.claim import USER, Claim
from holdfast.domain.job import Job
from holdfast.domain.session import SessionState
from holdfast.errors import ModelUnavailable
from holdfast.flow.capture.buffers import count_written, fewest
from holdfast.flow.extract.alike import form
from holdfast.flow.extract.brief import brief_of
from holdfast.flow.extract.claims import item_of
from holdfast.flow.extract.events import (
    TO,
    VOICE,
    event_item,
    event_of,
    gist_items,
    gists_of,
    told_by_hand,
)
from holdfast.flow.extract.hearing import Heard, heard, said, voice_of
from holdfast.flow.extract.patience import may_ask, remembering
from holdfast.flow.extract.refold import known_of, refold, refolding
from holdfast.flow.extract.tags import tags_brought, tags_of
from holdfast.flow.extract.unlearn import drop_learned
from holdfast.flow.extract.written import scheme_of
from holdfast.flow.lease import Held
from holdfast.flow.usual import Usual, learning_of
from holdfast.ports.extractor import Extraction, Extractor, briefed, is_well
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit

CONTEXT = 3
"""How many messages before the new ones an extractor gets to see: what they may answer."""

BATCH = 200
"""How many messages are learned from in one step, unless the extractor takes more (`most`)."""


class Due(NamedTuple):
    """What is to be learned from: some messages, those before them, and how many there are."""

    known: list[Heard]
    fresh: list[Heard]
    size: int
    afresh: bool
    """Nothing is known of the stretch, or no longer: what was learned of it before goes."""
    voice: str
    """By which name the user speaks."""


@dataclass(frozen=True, slots=True)
class Learn:
    """The handler of the job. Killed at any point, the next worker goes on from there.

    What the extractor cannot do now stays to be done: ModelUnavailable ends the job's attempt, and
    the conversation goes on untouched.
    """

    extractor: Extractor
    usual: Usual

    def __call__(self, store: Store, job: Job, held: Held) -> None:
        """Learn from all that is new in the stretch, unless nobody wants it any more."""
        if not store.read(job.space, lambda unit: learning_of(unit, self.usual)):
            held.finish(store, job, last=partial(refold, user=job.user))
            return
        if job.attempts > 1:  # who tried it before may have been killed with what was left to it
            store.write(job.space, _fold(store, job))
        done, better = False, is_well(self.extractor) and self._is_time(store, job, held)
        while not done:
            while due := store.read(job.space, partial(due_of, job=job, better=better)):
                job, better = self._step(store, job, held, due), False
                if held.stopping():
                    held.give_back(store, job)
                    return
                if due.size < fewest(_named(job)[0]):
                    break  # too short to have an event that would say how far we are
            done = held.finish(store, job, unless=_is_behind, last=self._folded(store, job, held))

    def failed(self, unit: Unit, job: Job, _error: str) -> None:
        """Fold what others have learned and left to this one. It is tried again."""
        refold(unit, job.user)

    def _folded(self, store: Store, job: Job, held: Held) -> Callable[[Unit], object]:
        """What folds all that was claimed, at the end; it is left to the next job, if there is one.

        To fold takes the longer the more is known: of a hundred sessions that were sealed together
        only the last one does.
        """
        if store.read(job.space, lambda unit: held.is_followed(unit, job)):
            return lambda unit: held.is_followed(unit, job) or refold(unit, job.user)
        return _fold(store, job)

    def _is_time(self, store: Store, job: Job, held: Held) -> bool:
        """Whether to ask again for what a stand-in has learned."""
        event = store.read(job.space, lambda unit: event_of(unit, job.user, *_named(job)))
        return may_ask(event, self.extractor.identity, held.clock.now())

    def _step(self, store: Store, job: Job, held: Held, due: Due) -> Job:
        most = getattr(self.extractor, "most", BATCH)
        fresh = due.fresh[:most]
        brief = store.read(job.space, lambda unit: brief_of(scheme_of(unit)))
        made = briefed(self.extractor, brief).extract(said(due.voice, due.known, fresh))
        if made.error:
            raise ModelUnavailable(f"Nothing could be learned: {made.error.rstrip('.')}.")

        def effects(unit: Unit, job: Job) -> Job:
            if _still(unit, job, due, fresh):
                keep(unit, job, due, fresh, made, held.clock.now())
            if made.tokens_out:
                count_written(unit, held.clock.now(), made.tokens_out)
            return replace(job, done=job.done + len(fresh))

        return held.step(store, job, effects)


def _fold(store: Store, job: Job) -> Callable[[Unit], object]:
    """What folds all that was claimed of a user, worked out beforehand."""
    return refolding(store.read(job.space, partial(known_of, user=job.user))).settle


def due_of(unit: Unit, job: Job, *, better: bool = False) -> Due | None:
    """What is new in the stretch; None if nothing is, or if it is gone.

    Where something `better` can be had, all is new that a stand-in has learned from.
    """
    bounds = _bounds(unit, job)
    if bounds is None:
        return None
    session, stretch = _named(job)
    every = heard(unit, job.user, session, *bounds)
    event = event_of(unit, job.user, session, stretch)
    voice = _voice(unit, job, every)
    if event is not None and (
        (event.provisional and better) or event.attributes.get(VOICE, voice) != voice
    ):
        event = None
    reached = int(event.attributes[TO]) if event else 0
    fresh = [each for each in every if each.place > reached]
    known = [each for each in every if each.place <= reached][-CONTEXT:]
    return Due(known, fresh, len(every), event is None, voice) if fresh else None


def _voice(unit: Unit, job: Job, every: Sequence[Heard]) -> str:
    """By which name the user speaks in a stretch. What was a group before stays one."""
    session, stretch = _named(job)
    before = event_of(unit, job.user, session, stretch - 1)
    past = str(before.attributes.get(VOICE, "")) if before else ""
    now = voice_of(job.user, every) or past
    return now if now and past in ("", now) else form(job.user)


def keep(
    unit: Unit, job: Job, due: Due, fresh: Sequence[Heard], made: Extraction, now: datetime
) -> None:
    """Store what was learned, and how far."""
    session, stretch = _named(job)
    before = event_of(unit, job.user, session, stretch)
    if due.afresh:
        drop_learned(unit, job.user, session, stretch)
    by_id = {each.message.id: each for each in (*due.known, *fresh)}
    for nth, claim in enumerate(made.claims):
        if (source := _speaker(claim, due.voice, by_id)) is not None:
            message, place = source
            (each,) = said(due.voice, [], [source])
            item = item_of(
                claim, job.user, message, place, stretch, made.by, now,
                nth=nth, speaker="" if each.me == USER else each.me,
            )  # fmt: skip
            unit.items.put(item, expect=0)
    if due.size < fewest(session):
        if not made.provisional:
            return
        made = made._replace(gists=())  # an event that tells nothing marks what is to be made again
    told = told_by_hand(gists_of(unit, job.user, session, stretch))
    for gist in gist_items(made.gists, job.user, by_id, stretch, now):
        if not told.issuperset(gist.sources):
            unit.items.put(gist, expect=0)
    old = event_of(unit, job.user, session, stretch)
    gists = gists_of(unit, job.user, session, stretch)
    brought = tags_brought(each.message for each in fresh)
    tags = tuple(dict.fromkeys((*brought, *tags_of(made, scheme_of(unit)))))
    event = event_item(job.user, fresh, gists, made._replace(tags=tags), old, stretch, now)
    event = replace(event, attributes={**event.attributes, VOICE: due.voice})
    event = remembering(event, before, made, now)
    unit.items.put(event, expect=old.revision if old else 0)


def _speaker(claim: Claim, voice: str, by_id: dict[str, Heard]) -> Heard | None:
    """The first message that makes the claim; None if nobody who may make it does.

    An extractor may err. That only the user speaks for the user is seen to here.
    """
    below = [by_id[source] for source in claim.sources if source in by_id]
    if not below or len(below) < len(claim.sources):
        return None
    speakers = {each.me for each in said(voice, [], below)}
    if speakers & {"", "assistant"} or (claim.about == USER and speakers != {USER}):
        return None
    return min(below, key=lambda each: each.place)


def _still(unit: Unit, job: Job, due: Due, fresh: Sequence[Heard]) -> bool:
    """Whether the messages are as they were read, and nobody has learned from them meanwhile."""
    now = due_of(unit, job, better=due.afresh)
    return (
        now is not None
        and (now.afresh, now.voice) == (due.afresh, due.voice)
        and [each.message for each in now.fresh[: len(fresh)]] == [each.message for each in fresh]
    )


def _is_behind(unit: Unit, job: Job) -> bool:
    due = due_of(unit, job)
    return due is not None and due.size >= fewest(_named(job)[0])


def _bounds(unit: Unit, job: Job) -> tuple[int, int | None] | None:
    """The places of the first and last message of the stretch; no last one while it goes on."""
    name, number = _named(job)
    stretch = unit.stretches.get(job.user, name, number)
    if stretch is not None:
        return stretch.first_seq, stretch.last_seq
    session = unit.sessions.get(job.user, name)
    if session is None or session.stretch != number or session.state is not SessionState.ACTIVE:
        return None
    return session.first_seq, None


def _named(job: Job) -> tuple[str, int]:
    return str(job.payload["session"]), int(job.payload["stretch"])
