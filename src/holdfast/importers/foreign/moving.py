"""Moving in: what was found in another system's export becomes a memory of ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from holdfast.domain.audit import AuditEntry
from holdfast.domain.message import DEFAULT
from holdfast.domain.slot import Slot
from holdfast.domain.user import Details
from holdfast.errors import Conflict, ImportRefused, InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.importers.foreign.export import Export
from holdfast.importers.foreign.found import (
    ELSEWHERE,
    LONGEST,
    SOURCES,
    Damage,
    Form,
    Found,
    Kept,
    Known,
    clean,
)
from holdfast.importers.handing import Add, Batch, Skipped, hand_over, session_name

MOST_AUDITED = 200_000


class SetSlot(Protocol):
    """What takes a value of a profile: `Memory.profile.set`, or something like it."""

    def __call__(self, user: str, topic: str, value: str, /, *, sub: str) -> object:
        """Say that it holds from now on."""
        ...


class Keep(Protocol):
    """What takes what an app keeps beside a user: `new_details`, or something like it."""

    def __call__(self, user: str, fields: Mapping[str, Any], /) -> object:
        """Keep it."""
        ...


def new_details(get: Callable[[str], Details | None], set_details: Callable[..., object]) -> Keep:
    """What keeps something where nothing is kept yet, by `memory.admin.details` and `.set_details`."""

    def keep(user: str, fields: Mapping[str, Any], /) -> None:
        known = get(user)
        if known is None or not known.kept:
            set_details(user, fields)

    return keep


def new_slots(get: Callable[..., Iterable[Slot]], set_slot: Callable[..., object]) -> SetSlot:
    """What sets a value that does not hold already, by `memory.profile.get` and `.set`."""

    def set_new(user: str, topic: str, value: str, /, *, sub: str) -> None:
        if all((slot.sub, slot.value) != (sub, value) for slot in get(user, topic=topic)):
            set_slot(user, topic, value, sub=sub)

    return set_new


@dataclass(slots=True, kw_only=True)
class MovingReport:
    """What came, by number, and what was left out and why. `undated` came without a time."""

    form: Form
    guessed: bool
    users: tuple[str, ...] = ()
    sessions: int = 0
    messages: int = 0
    memories: int = 0
    profiles: int = 0
    repeated: int = 0
    undated: int = 0
    skipped: list[Skipped] = field(default_factory=list)


def audited(export: Export) -> list[AuditEntry]:
    """The memories of an export as an audit takes them; what was said in so many words is none."""
    entries: dict[str, AuditEntry] = {}
    for thing in export.things[:MOST_AUDITED]:
        entry = _entry(thing)
        if entry is not None:
            id_ = entry.id if entry.id not in entries else f"{entry.id} ({entry.place})"
            entries[id_] = _renamed(entry, id_)
    return [*entries.values()]


def move_in(
    export: Export,
    add: Add,
    *,
    user: str | None = None,
    others: str | None = None,
    set_slot: SetSlot | None = None,
    without: Collection[str] = (),
    user_part: int | None = None,
    project: str | None = None,
    keep: Keep | None = None,
    dry_run: bool = False,
    progress: Callable[[int], None] | None = None,
) -> MovingReport:
    """Hand everything in an export to `add`, the oldest conversation first.

    All of it becomes `user`'s; where that is None, whose the file says it is, and `others`' where
    it does not say. Ids and dates are kept, so importing again adds nothing. `without` are places
    (of an audit's entries) that are to stay out; `user_part` says which part of a LangGraph
    namespace names the user, counted from 1. `keep` takes what an app kept beside a user. With
    `dry_run` nothing is handed over. ImportRefused where there are several projects, and `project`
    does not say which: their users may have the same names.
    """
    export = of_project(export, project)
    report = MovingReport(form=export.form, guessed=export.guessed)
    report.skipped += (Skipped(each.place, each.why) for each in export.damaged)
    whose = _Owner(user, others, user_part)
    users: set[str] = set()
    batches = _batches(export, whose, report, frozenset(without))
    for done, (owner, batch) in enumerate(sorted(batches, key=_beginning), 1):
        refused = [] if dry_run else hand_over(add, owner, batch)
        report.skipped += refused
        report.messages -= len(refused)
        report.sessions += 1
        users.add(owner)
        if progress is not None:
            progress(done)
    for owner, known in _profiles(export, whose, report, frozenset(without)):
        if dry_run or _is_set(set_slot, owner, known, report):
            report.profiles += 1
            users.add(owner)
    users |= {*_kept(export, whose, None if dry_run else keep, report)}
    report.users = tuple(sorted(users))
    return report


def of_project(export: Export, project: str | None) -> Export:
    """The things of one project. ImportRefused where there are several and this is none of them."""
    if project is None and len(export.projects) < 2:
        return export
    if project not in export.projects:
        raise ImportRefused(
            f"It holds {len(export.projects)} projects: {', '.join(export.projects)}.",
            remedy="Name one of them with --project, and give each a space of its own with --space.",
        )
    things = [each for each in export.things if isinstance(each, Damage) or each.project == project]
    return export._replace(things=things)


def _kept(export: Export, whose: _Owner, keep: Keep | None, report: MovingReport) -> Iterator[str]:
    """The users that the export tells of, each handed over with what was kept beside them."""
    for thing in export.things:
        owner = whose.of(thing) if isinstance(thing, Kept) else None
        if not isinstance(thing, Kept) or owner is None:
            continue
        try:
            if keep is not None:
                keep(owner, thing.fields)
        except (InvalidInput, Conflict) as error:
            report.skipped.append(Skipped(thing.place, error.message))
            continue
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
        names = _elsewhere(thing.message).get("namespace") if isinstance(thing, Found) else None
        if self.part is None or not isinstance(names, list) or not 0 < self.part <= len(names):
            return None
        return str(names[self.part - 1])


def _batches(
    export: Export, whose: _Owner, report: MovingReport, without: frozenset[str]
) -> Iterable[tuple[str, Batch]]:
    """What was said, by user, agent and session, each message once and in its order."""
    groups: dict[tuple[str, str, str], dict[str, dict[str, Any]]] = {}
    for thing in export.things:
        if not isinstance(thing, Found) or thing.place in without:
            continue
        owner = whose.of(thing)
        if owner is None:
            report.skipped.append(Skipped(thing.place, "nobody is named whose it is"))
            continue
        agent = thing.agent or DEFAULT
        key = owner, agent, session_name(thing.session)
        group = groups.setdefault(key, {})
        id_ = str(thing.message.get("id"))
        if id_ in group:
            report.repeated += 1
            continue
        group[id_] = thing.message
        report.messages += 1
        report.memories += thing.memory
        report.undated += "at" not in thing.message
    return [
        (owner, Batch(agent, session, [*group.values()]))
        for (owner, agent, session), group in groups.items()
    ]


def _beginning(each: tuple[str, Batch]) -> tuple[bool, datetime]:
    """When a conversation began; those that have no time come last."""
    at = each[1].messages[0].get("at")
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
            report.skipped.append(Skipped(known.place, "nobody is named whose it is"))
        elif known.place not in without:
            yield owner, known


def _is_set(set_slot: SetSlot | None, user: str, known: Known, report: MovingReport) -> bool:
    if set_slot is None:
        report.skipped.append(Skipped(known.place, "profiles were not asked for"))
        return False
    try:
        set_slot(user, known.topic, known.value, sub=known.sub)
    except (InvalidInput, Conflict) as error:
        report.skipped.append(Skipped(known.place, error.message))
        return False
    return True


def _entry(thing: object) -> AuditEntry | None:
    if isinstance(thing, Known):
        text = f"{thing.topic} {thing.sub}: {thing.value}"
        return AuditEntry(
            id=thing.id, text=text[:LONGEST], at=thing.at, sources=("profile",), place=thing.place
        )
    if not isinstance(thing, Found) or not thing.memory:
        return None
    told = thing.message
    text = told["content"].removeprefix(f"{thing.about}: ") if thing.about else told["content"]
    return AuditEntry(
        id=told["id"],
        text=text[:LONGEST],
        at=told.get("at"),
        sources=_sources(told),
        about=thing.about,
        place=thing.place,
    )


def _sources(value: dict[str, Any]) -> tuple[str, ...]:
    """What it says it comes from, under one of the usual names, at the top or in its metadata."""
    told = _elsewhere(value)
    inner = told.get("metadata")
    for part in (told, inner if isinstance(inner, dict) else {}):
        for key in SOURCES:
            given = part.get(key)
            listed = given if isinstance(given, list) else [given]
            found = tuple(clean(each)[:200] for each in listed if isinstance(each, str) and each)
            if found:
                return found
    return ()


def _elsewhere(message: dict[str, Any]) -> dict[str, Any]:
    found = message.get(ELSEWHERE)
    return found if isinstance(found, dict) else {}


def _renamed(entry: AuditEntry, id_: str) -> AuditEntry:
    return entry if id_ == entry.id else AuditEntry(
        id=id_, text=entry.text, at=entry.at, sources=entry.sources, about=entry.about,
        place=entry.place,
    )  # fmt: skip
