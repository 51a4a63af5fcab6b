"""Write: one stretch, one archive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo

from holdfast.domain.message import Message, Selection
from holdfast.domain.session import Stretch
from holdfast.flow.maintain.archive.conversation import (
    Conversation,
    conversation,
    line,
    rendered,
)
from holdfast.flow.maintain.archive.packing import packed
from holdfast.flow.maintain.archive.remove import remove
from holdfast.flow.maintain.archive.shelf import (
    OWN,
    Day,
    Part,
    keep_aside,
    log_name,
    read_day,
)
from holdfast.ports.archives import Archives, Shelf
from holdfast.ports.unit import Unit

_ALL = 1 << 62
_WESTMOST, _EASTMOST = timedelta(hours=-12), timedelta(hours=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Where a stretch is archived now; `name` is None when nothing of it is left to archive.

    `changed` is False when it was there already, as it is. `aside` is the copy of a file that was
    not as we had written it, and had to make room.
    """

    name: str | None
    messages: int = 0
    changed: bool = True
    aside: str | None = None


def said_in(unit: Unit, stretch: Stretch) -> list[Message]:
    """The stretch's messages, newest versions, in their order."""
    which = Selection(session=stretch.session, after_seq=max(0, stretch.first_seq - 1))
    found = unit.log.find(stretch.user, which, limit=_ALL)
    inside = [each for each in found if stretch.first <= each.number <= stretch.last]
    return sorted(inside, key=lambda message: message.number)


def archive_stretch(
    archives: Archives,
    space: str,
    stretch: Stretch,
    messages: Sequence[Message],
    *,
    zone: tzinfo,
    append: bool = False,
    gz: bool = True,
) -> Written:
    """Write a stretch into a file of its own or, with `append`, into its day's log.

    What is archived already, as it is, is left alone wherever it lies; what has changed is written
    again. The day is that on which the stretch began in `zone`, or the one it was first archived
    under. Without messages nothing is kept.
    """
    shelf = Shelf(space, stretch.user, stretch.agent)
    if not messages:
        gone = remove(archives, space, stretch.user, [stretch.id], agent=stretch.agent)
        return Written(name=None, changed=gone.files + gone.rewritten > 0)
    with archives.hold(shelf):
        days = _near(archives, shelf, stretch)
        held = (day.conversations().get(stretch.id) for day in days.values())
        first = next((kept for kept in held if kept), None)
        kept = conversation(stretch, messages, zone, first.began if first else None)
        own = {name: part for day in days.values() for name, part in day.own.items()}
        day = days[kept.day]
        if day.conversations().get(kept.id) == kept and not any(p.fault for p in own.values()):
            return Written(name=_holder(day, kept), messages=len(kept.messages), changed=False)
        if own or not append:
            return _write_own(archives, shelf, kept, own, gz=gz)
        return _write_line(archives, shelf, kept, day, gz=gz)


def rebuild(
    archives: Archives,
    space: str,
    stretches: Iterable[tuple[Stretch, Sequence[Message]]],
    *,
    zone: tzinfo,
    gz: bool = True,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Archive stretches that are not archived as they are; how many that were."""
    changed = 0
    for done, (stretch, messages) in enumerate(stretches, 1):
        written = archive_stretch(archives, space, stretch, messages, zone=zone, gz=gz)
        changed += written.changed
        if progress is not None:
            progress(done)
    return changed


def _near(archives: Archives, shelf: Shelf, stretch: Stretch) -> dict[str, Day]:
    """The days that hold the stretch, or may: its zone may have been another when it was archived."""
    began = stretch.began_at.astimezone(UTC)
    first, last = (began + _WESTMOST).date(), (began + _EASTMOST).date()
    dates = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    matches = [match for name in archives.names(shelf) if (match := OWN.fullmatch(name))]
    days = {f"{date:%Y%m%d}" for date in dates}
    days |= {match["day"] for match in matches if match["id"] == stretch.id}
    return {day: read_day(archives, shelf, day, only=stretch.id) for day in sorted(days)}


def _write_own(
    archives: Archives, shelf: Shelf, kept: Conversation, own: dict[str, Part], *, gz: bool
) -> Written:
    name = kept.file + (".gz" if gz else "")
    faulty = [each for each, part in own.items() if part.fault]
    asides = [keep_aside(archives, shelf, each) for each in faulty]
    archives.put(shelf, name, packed(rendered(kept.messages), gz=gz))
    for other in own:
        if other != name:
            archives.remove(shelf, other)
    return Written(name=name, messages=len(kept.messages), aside=next(iter(asides), None))


def _write_line(
    archives: Archives, shelf: Shelf, kept: Conversation, day: Day, *, gz: bool
) -> Written:
    # A log is gone on with as it was begun: of two, it would be unclear which line is the last.
    name, log = max(day.logs.items(), default=(log_name(shelf, kept.day, gz=gz), Part(())))
    gz, aside = name.endswith(".gz"), None
    if log.fault is None:
        archives.append(shelf, name, packed(line(kept), gz=gz))
    else:
        aside = keep_aside(archives, shelf, name)
        lines = [packed(line(each), gz=gz) for each in (*log.conversations, kept)]
        archives.put(shelf, name, b"".join(lines))
    return Written(name=name, messages=len(kept.messages), aside=aside)


def _holder(day: Day, kept: Conversation) -> str:
    """The name of the file that holds the conversation."""
    parts = {**day.merged, **day.logs, **day.own}
    return next(name for name, part in reversed(parts.items()) if kept in part.conversations)
