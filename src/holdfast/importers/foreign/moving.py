"""Moving in: what was found in another system's export becomes a memory of ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from holdfast.domain.message import DEFAULT
from holdfast.errors import Conflict, ImportRefused, InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.importers.foreign.entries import elsewhere
from holdfast.importers.foreign.export import Export
from holdfast.importers.foreign.found import Damage, Form, Found, Kept, Known
from holdfast.importers.foreign.taking import Happened, take_events, take_kept, take_value
from holdfast.importers.handing import Batch, Skipped, hand_over, session_name

if TYPE_CHECKING:
    from holdfast.memory import Memory


NOBODY = "nobody is named whose it is"
"""Why most is left out of an export that knows one person alone, where nobody says who that is."""


@dataclass(slots=True, kw_only=True)
class MovingReport:
    """What came, by number, and what was left out and why.

    `undated` came without a time; `kept` are users with whom an app kept something.
    """

    form: Form
    guessed: bool
    users: tuple[str, ...] = ()
    sessions: int = 0
    messages: int = 0
    memories: int = 0
    events: int = 0
    profiles: int = 0
    kept: int = 0
    repeated: int = 0
    undated: int = 0
    skipped: list[Skipped] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing came at all."""
        return not (self.messages or self.profiles or self.kept)


def move_in(
    export: Export,
    memory: Memory | None,
    *,
    user: str | None = None,
    others: str | None = None,
    without: Collection[str] = (),
    user_part: int | None = None,
    project: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> MovingReport:
    """Bring everything in an export into a memory, the oldest conversation first; into None: look.

    All of it becomes `user`'s; where that is None, whose the file says it is, and `others`' where
    it does not say. Ids and dates are kept, so importing again adds nothing. `without` are places
    (of an audit's entries) that are to stay out; `user_part` says which part of a LangGraph
    namespace names the user, counted from 1. ImportRefused where there are several projects, and
    `project` does not say which: their users may have the same names.
    """
    export = of_project(export, project)
    report = MovingReport(form=export.form, guessed=export.guessed)
    report.skipped += (Skipped(each.place, each.why) for each in export.damaged)
    whose = _Owner(user, others, user_part)
    users: set[str] = set()
    talks = _talks(export, whose, report, frozenset(without))
    for done, talk in enumerate(sorted(talks, key=_beginning), 1):
        if memory is not None:
            _bring(memory, talk, report)
        report.sessions += 1
        users.add(talk.owner)
        if progress is not None:
            progress(done)
    for owner, known in _profiles(export, whose, report, frozenset(without)):
        if memory is None or _is_taken(take_value, memory, owner, known, report):
            report.profiles += 1
            users.add(owner)
    users |= {*_kept(export, whose, memory, report)}
    report.users = tuple(sorted(users))
    return report


def of_project(export: Export, project: str | None) -> Export:
    """The things of one project. ImportRefused where there are several and this is none of them."""
    if project is None and len(export.projects) < 2:
        return export
    if project not in export.projects:
        raise ImportRefused(
            f"It holds {len(export.projects)} projects: {', '.join(export.projects)}.",
            remedy="Bring each into a space of its own: holdfast import FILE --from memobase "
            "--project NAME --space SPACE.",
        )
    things = [each for each in export.things if isinstance(each, Damage) or each.project == project]
    return export._replace(things=things)


class _Talk(NamedTuple):
    """What one user and one agent said to each other in one session, and what was found of it."""

    owner: str
    agent: str
    session: str
    found: dict[str, Found]
    """By the ids that messages have in the file."""


def _bring(memory: Memory, talk: _Talk, report: MovingReport) -> None:
    """Add the messages, and the events that rest on them."""
    found = [*talk.found.values()]
    if all(each.memory for each in found):  # which have no order but that of their times
        found.sort(key=_when)
    batch = Batch(talk.agent, talk.session, [each.message for each in found])
    handed = hand_over(memory.add, talk.owner, batch)
    happened = [
        Happened(each.event, id_, each.place)
        for each, id_ in zip(found, handed.ids, strict=True)
        if each.event is not None and id_ is not None
    ]
    lost = [*take_events(memory, talk.owner, happened)]
    report.messages -= len(handed.skipped)
    report.events -= sum(each.event is not None for each in found) - len(happened) + len(lost)
    report.skipped += [*handed.skipped, *lost]


def _kept(
    export: Export, whose: _Owner, memory: Memory | None, report: MovingReport
) -> Iterator[str]:
    """The users that the export tells of, each brought in with what was kept beside them."""
    for thing in export.things:
        owner = whose.of(thing) if isinstance(thing, Kept) else None
        if not isinstance(thing, Kept) or owner is None:
            continue
        if memory is None or _is_taken(take_kept, memory, owner, thing, report):
            report.kept += 1
            yield owner


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose a thing is."""

    user: str | None
    others: str | None
    part: int | None

    def of(self, thing: Found | Known | Kept) -> str | None:
        named = self.user or thing.user or self._part(thing) or self.others
        try:
            return checked_name(named, "user")
        except InvalidInput:
            return None

    def _part(self, thing: Found | Known | Kept) -> str | None:
        names = elsewhere(thing.message).get("namespace") if isinstance(thing, Found) else None
        if self.part is None or not isinstance(names, list) or not 0 < self.part <= len(names):
            return None
        return str(names[self.part - 1])


def _talks(
    export: Export, whose: _Owner, report: MovingReport, without: frozenset[str]
) -> Iterable[_Talk]:
    """What was said, by user, agent and session, each message once and in its order."""
    groups: dict[tuple[str, str, str], _Talk] = {}
    for thing in export.things:
        if not isinstance(thing, Found) or thing.place in without:
            continue
        owner = whose.of(thing)
        if owner is None:
            report.skipped.append(Skipped(thing.place, NOBODY))
            continue
        agent = thing.agent or DEFAULT
        key = owner, agent, session_name(thing.session)
        found = groups.setdefault(key, _Talk(*key, {})).found
        id_ = str(thing.message.get("id"))
        if id_ in found:
            report.repeated += 1
            continue
        found[id_] = thing
        report.messages += 1
        report.memories += thing.memory
        report.events += thing.event is not None
        report.undated += "at" not in thing.message
    return groups.values()


def _beginning(talk: _Talk) -> tuple[bool, datetime]:
    """When a conversation began; those that have no time come last."""
    return _when(next(iter(talk.found.values())))


def _when(found: Found) -> tuple[bool, datetime]:
    at = found.message.get("at")
    dated = isinstance(at, datetime)
    return not dated, at if isinstance(at, datetime) else datetime.min.replace(tzinfo=UTC)


def _profiles(
    export: Export, whose: _Owner, report: MovingReport, without: frozenset[str]
) -> Iterator[tuple[str, Known]]:
    """The values of profiles, the oldest first: where a topic has one value, the last one stays."""
    found = [each for each in export.things if isinstance(each, Known)]
    oldest = datetime.min.replace(tzinfo=UTC)
    for known in sorted(found, key=lambda each: each.at or oldest):
        owner = whose.of(known)
        if owner is None:
            report.skipped.append(Skipped(known.place, NOBODY))
        elif known.place not in without:
            yield owner, known


def _is_taken(
    take: Callable[[Memory, str, Any], None],
    memory: Memory,
    user: str,
    thing: Known | Kept,
    report: MovingReport,
) -> bool:
    try:
        take(memory, user, thing)
    except (InvalidInput, Conflict) as error:
        report.skipped.append(Skipped(thing.place, error.message))
        return False
    return True
