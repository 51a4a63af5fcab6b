"""Character files: the memory of a character server, each message once, with its date and session.

The same conversation may lie in the time index, in a file of its own, in an append log, in a merged
day and, its end, in the recent file. It is taken once.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from holdfast.domain.message import Json
from holdfast.errors import ImportRefused, InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.importers import character_sources as sources
from holdfast.importers.character_sources import Said, Source, Talk
from holdfast.importers.handing import Add, Batch, Skipped, hand_over, session_name

_RECENT = re.compile(r"recent_(?P<name>.+)\.json", re.DOTALL)
_SETTINGS = re.compile(r"settings_(?P<name>.+)\.json", re.DOTALL)
_INDEX = re.compile(r"time_indexed_(?P<name>.+?)(?:\.db|\.sqlite3?)?", re.DOTALL)
_BESIDE = ("-wal", "-shm", "-journal", ".unfinished")
_A_DAY = 86_400.0


@dataclass(slots=True, kw_only=True)
class CharacterReport:
    """What was found, by number, and what is not a message: memos, settings and summaries.

    `repeated` counts messages that lay in several files and were taken once; `undated` those whose
    time is that of their file.
    """

    characters: tuple[str, ...] = ()
    sessions: int = 0
    messages: int = 0
    repeated: int = 0
    undated: int = 0
    memos: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Json] = field(default_factory=dict)
    summaries: dict[str, dict[str, str]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)


def import_characters(
    folder: Path,
    add: Add,
    *,
    user: str,
    zone: tzinfo = UTC,
    names: Collection[str] | None = None,
    dry_run: bool = False,
    progress: Callable[[int], None] | None = None,
) -> CharacterReport:
    """Hand every conversation in a server's folder to `add`, oldest first, the character as agent.

    Messages carry ids made of their session, their words and their place among equal words, so
    importing again adds nothing. Times without a zone are in `zone`. What cannot be read is
    reported and left out; the rest comes. With `dry_run` nothing is handed over. Raises
    InvalidInput if there is no such folder.
    """
    checked_name(user, "user")
    if not folder.is_dir():
        raise InvalidInput(f"There is no folder {str(folder)!r}.")
    report, done = CharacterReport(), 0
    found = _found(_store_in(folder), zone, report)
    chosen = sorted(name for name in found if names is None or name in names)
    report.characters = tuple(chosen)
    for name in chosen:
        for session in _sessions(name, found[name], report):
            report.sessions += 1
            report.messages += len(session.messages)
            if not dry_run:
                skipped = hand_over(add, user, session).skipped
                report.messages -= len(skipped)
                report.skipped += skipped
            done += 1
            if progress is not None:
                progress(done)
    return report


def _store_in(folder: Path) -> Path:
    """The folder that holds the files: the one given, or the `store` in it."""
    inside = folder / "store"
    here = any(_RECENT.fullmatch(path.name) for path in folder.iterdir())
    return inside if inside.is_dir() and not here and not (folder / "archive").is_dir() else folder


def _found(folder: Path, zone: tzinfo, report: CharacterReport) -> dict[str, list[Talk]]:
    """Every conversation of every character, as often as it lies in a file."""
    talks: dict[str, list[Talk]] = {}
    for path, name in _named(folder, report):
        try:
            for talk in _read(path, name, zone, report):
                talks.setdefault(name, []).append(talk)
            talks.setdefault(name, [])
        except ImportRefused as error:
            report.skipped.append(Skipped(path.relative_to(folder).as_posix(), error.message))
    return talks


def _named(folder: Path, report: CharacterReport) -> Iterator[tuple[Path, str]]:
    """The files that are a character's, with its name."""
    for path in sorted(folder.iterdir()):
        kinds = (_RECENT, _SETTINGS, _INDEX)
        match = next((m for kind in kinds if (m := kind.fullmatch(path.name))), None)
        if match and not path.name.endswith(_BESIDE) and _fit(match["name"], path, report):
            yield path, match["name"]
    archive = folder / "archive"
    for shelf in sorted(archive.iterdir()) if archive.is_dir() else ():
        if shelf.is_dir() and not shelf.is_symlink() and _fit(shelf.name, shelf, report):
            files = [*shelf.iterdir(), *((shelf / "day").iterdir() if _day(shelf) else ())]
            yield from ((path, shelf.name) for path in sorted(files) if path.name != "day")


def _day(shelf: Path) -> bool:
    return (shelf / "day").is_dir() and not (shelf / "day").is_symlink()


def _fit(name: str, path: Path, report: CharacterReport) -> bool:
    try:
        checked_name(name, "character")
    except InvalidInput as error:
        report.skipped.append(Skipped(path.name.encode("utf-8", "replace").decode(), error.message))
        return False
    return True


def _read(path: Path, name: str, zone: tzinfo, report: CharacterReport) -> Iterator[Talk]:
    """The conversations in one file; what else is in it goes into the report."""
    file = path.name
    if path.parent.name == "day" and file.startswith("append_"):
        talks, fault = sources.read_log(path, zone)
        yield from _with_fault(talks, path, fault, report)
    elif path.parent.name == "day" and file.startswith("merged_"):
        yield from sources.read_merged(path, zone)
    elif file.startswith("session_"):
        yield sources.read_session(path, zone)
    elif _RECENT.fullmatch(file):
        memo, talk = sources.read_recent(path)
        report.memos |= {name: memo} if memo else {}
        yield talk._replace(at=datetime.fromtimestamp(path.stat().st_mtime, UTC))
    elif _SETTINGS.fullmatch(file):
        report.settings[name] = sources.read_json(path)
    elif _INDEX.fullmatch(file):
        indexed = sources.read_index(path, zone)
        report.summaries |= {name: indexed.summaries} if indexed.summaries else {}
        yield from _with_fault(indexed.talks, path, indexed.fault, report)
    else:
        raise ImportRefused("it is none of the server's files")


def _with_fault(
    talks: Sequence[Talk], path: Path, fault: str, report: CharacterReport
) -> Sequence[Talk]:
    if fault:
        report.skipped.append(Skipped(path.name, fault))
    return talks


def _sessions(name: str, talks: list[Talk], report: CharacterReport) -> Iterator[Batch]:
    """The character's conversations, each once, oldest first."""
    by_id: dict[str, list[Talk]] = {}
    for talk in sorted(talks, key=lambda each: each.source):
        by_id.setdefault(talk.id, []).append(talk)
    recent = by_id.pop("recent", [])
    united = [_united(each, report) for each in by_id.values()]
    single = _without_copies(united, report)
    single += _only_recent(recent, single, report)
    for talk in sorted(single, key=lambda each: _moment(each.at)):
        yield from _ready(name, talk, report)


def _moment(at: datetime | None) -> float:
    return at.timestamp() if at is not None else 0.0


def _united(talks: list[Talk], report: CharacterReport) -> Talk:
    """One conversation out of several copies of it: the first, and what only others have."""
    first, *others = talks
    said, have = list(first.said), Counter(each.words for each in first.said)
    for other in others:
        left = have.copy()
        for each in other.said:
            if left[each.words] > 0:
                left[each.words] -= 1
                report.repeated += 1
            else:
                said.append(each)
                have[each.words] += 1
    at = next((talk.at for talk in talks if talk.at is not None), None)
    return first._replace(said=tuple(said), at=at)


def _without_copies(talks: list[Talk], report: CharacterReport) -> list[Talk]:
    """The conversations without those that another kind of file has under another id.

    The words must be the same from end to end, and the time near: two people may well say the same
    on two days, or twice in one file.
    """
    kept: list[Talk] = []
    twins: dict[tuple[str, ...], list[Talk]] = {}
    for talk in sorted(talks, key=lambda each: each.source):
        same = twins.setdefault(tuple(each.words for each in talk.said), [])
        twin = next((other for other in same if _is_copy(talk, other)), None)
        if twin is None:
            kept.append(talk)
            same.append(talk)
        else:
            same.remove(twin)  # it has found its copy; another copy is another conversation's
            same.append(twin._replace(source=talk.source))
            report.repeated += len(talk.said)
    return kept


def _is_copy(talk: Talk, other: Talk) -> bool:
    near = abs(_moment(other.at) - _moment(talk.at)) < _A_DAY
    return other.source is not talk.source and near


def _only_recent(recent: list[Talk], others: list[Talk], report: CharacterReport) -> list[Talk]:
    """What the recent file alone has; most of it is the end of conversations that lie elsewhere."""
    have = Counter(each.words for talk in others for each in talk.said)
    rest = []
    for each in (said for talk in recent for said in talk.said):
        if have[each.words] > 0:
            have[each.words] -= 1
            report.repeated += 1
        else:
            rest.append(each)
    return [recent[0]._replace(said=tuple(rest))] if rest else []


def _ready(name: str, talk: Talk, report: CharacterReport) -> Iterator[Batch]:
    """The conversation as batches of messages; ours may be of several sessions."""
    seen: Counter[tuple[str, str]] = Counter()
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in talk.said:
        session = session_name(each.session or talk.id)
        report.undated += each.at is None and (talk.at is None or talk.source is Source.RECENT)
        seen[session, each.words] += 1
        id_ = _client_id(session, each, seen[session, each.words])
        message = {**each.extra, "id": id_, "role": each.role, "content": each.content}
        if each.at is not None or talk.at is not None:
            message["at"] = each.at or talk.at
        if each.speaker:
            message["speaker"] = each.speaker
        groups.setdefault((each.agent or name, session), []).append(message)
    for (agent, session), messages in groups.items():
        yield Batch(agent, session, messages)


def _client_id(session: str, said: Said, place: int) -> str:
    """The same for the same words in the same place, whichever file they were read from."""
    text = json.dumps([session, said.words, said.role, said.content, place], ensure_ascii=False)
    return "import-" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
