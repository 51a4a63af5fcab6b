"""Write: one stretch, one archive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta, timezone, tzinfo

from holdfast.domain.message import Message, Selection
from holdfast.domain.session import Stretch
from holdfast.flow.maintain.archive.conversation import Conversation, conversation, local, rendered
from holdfast.flow.maintain.archive.packing import ends_whole, has_member, packed, unpacked
from holdfast.flow.maintain.archive.remove import remove
from holdfast.flow.maintain.archive.shelf import (
    Day,
    Part,
    day_of,
    keep_aside,
    log_name,
    packed_line,
    read_log,
)
from holdfast.ports.archives import Archives, Shelf
from holdfast.ports.unit import Unit

_ALL = 1 << 62
_ZONES = [timezone(timedelta(hours=hours)) for hours in range(-12, 15)]
"""Whatever a clock shows somewhere."""


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
    which = Selection(
        session=stretch.session,
        after_seq=max(0, stretch.first_seq - 1),
        to_seq=stretch.last_seq,
        all_versions=True,  # a correction may lie far behind, what it corrects does not
    )
    found = unit.log.find(stretch.user, which, limit=_ALL)
    inside = {
        each.id: each.number for each in found if stretch.first <= each.number <= stretch.last
    }
    return unit.log.get(stretch.user, sorted(inside, key=inside.__getitem__))


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
        near = _near(archives, shelf, stretch)
        held = near.conversations().get(stretch.id)
        kept = conversation(stretch, messages, zone, held.began if held else None)
        if held == kept and not any(part.fault for part in near.own.values()):
            return Written(name=_holder(near, kept), messages=len(kept.messages), changed=False)
        if near.own or not append:
            return _write_own(archives, shelf, kept, near.own, gz=gz)
        return _write_line(archives, shelf, kept, gz=gz)


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


def _near(archives: Archives, shelf: Shelf, stretch: Stretch) -> Day:
    """The files that hold the stretch, of all days that it may lie under.

    Its zone may have been another when it was archived. A file that does not name the stretch is
    not taken apart, so that adding to a long day stays cheap.
    """
    days = {local(stretch.began_at, zone)[:8] for zone in _ZONES}
    found = Day()
    for name in archives.names(shelf):
        if name.startswith("day/"):
            data = archives.read(shelf, name) if day_of(name) in days else None
            if data is not None and _names(data, stretch.id):
                found.take(name, data, only=stretch.id)
        elif stretch.id in name:
            found.take(name, archives.read(shelf, name) or b"")
    return found


def _names(data: bytes, id_: str) -> bool:
    told = has_member(data, id_)
    return id_.encode() in unpacked(data)[0] if told is None else told


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


def _write_line(archives: Archives, shelf: Shelf, kept: Conversation, *, gz: bool) -> Written:
    # A log is gone on with as it was begun: of two, it would be unclear which line is the last.
    both = [log_name(shelf, kept.day, gz=True), log_name(shelf, kept.day, gz=False)]
    begun = [name for name in both if name in archives.names(shelf)]
    name, aside = (begun or [log_name(shelf, kept.day, gz=gz)])[0], None
    gz, data = name.endswith(".gz"), archives.read(shelf, name) or b""
    if ends_whole(data):
        archives.append(shelf, name, packed_line(kept, gz=gz))
    else:
        aside = keep_aside(archives, shelf, name)
        lines = [packed_line(each, gz=gz) for each in (*read_log(data).conversations, kept)]
        archives.put(shelf, name, b"".join(lines))
    return Written(name=name, messages=len(kept.messages), aside=aside)


def _holder(near: Day, kept: Conversation) -> str:
    """The name of the file that holds the conversation."""
    parts = {**near.merged, **near.logs, **near.own}
    return next(name for name, part in reversed(parts.items()) if kept in part.conversations)
