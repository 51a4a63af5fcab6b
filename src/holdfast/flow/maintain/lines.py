"""Lines: the rows of a memory as JSON, and back. One line a row, nothing left out."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from holdfast.domain.entry import Entry, entry_of
from holdfast.domain.item import Item, ItemKind
from holdfast.domain.memo import Memo
from holdfast.domain.message import DEFAULT, Message, Trust
from holdfast.domain.moments import FIRST, NEVER, from_micros, to_micros, zone_of
from holdfast.domain.session import Ending, Session, SessionState, Stretch
from holdfast.flow.capture.accept import reference
from holdfast.flow.capture.names import checked_name, fault_in, optional_name
from holdfast.flow.capture.values import checked_json, checked_share
from holdfast.flow.condense.summaries import TO

FORMAT = 2
READABLE = (1, 2)
"""What is written, and what can be read."""

_LARGEST = 2**53
_NOTHING: Mapping[str, Any] = MappingProxyType({})

Line = dict[str, Any]

_ITEM_FIELDS = tuple(each.name for each in fields(Item))
_ITEM_MOMENTS = ("valid_from", "valid_to", "known_from", "superseded_at", "expires_at")
_SESSION_MOMENTS = ("opened_at", "last_at", "touched_at", "began_at")
_STRETCH_MOMENTS = ("began_at", "last_at", "ended_at")
_MESSAGE_FIELDS = tuple(each.name for each in fields(Message) if each.name != "seq")


def written(line: Line) -> str:
    """The line as text."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def moment(when: datetime) -> str:
    """A moment to the microsecond, with its offset and, where it has one, its zone's name."""
    zone = zone_of(when)
    return when.isoformat() + ("" if zone == "UTC" or zone[0] in "+-" else f"[{zone}]")


def message_line(message: Message) -> Line:
    """One version of a message. Its place in the log is the place of its line."""
    line = {name: getattr(message, name) for name in _MESSAGE_FIELDS}
    line["said_at"], line["stored_at"] = moment(message.said_at), moment(message.stored_at)
    return {"kind": "message"} | {k: v for k, v in line.items() if v not in (None, (), {})}


def attachment_line(message: Message, ref: str, data: bytes) -> Line:
    """What a message keeps beside the log."""
    return {
        "kind": "attachment",
        "user": message.user,
        "message": message.id,
        "ref": ref,
        "data": base64.b64encode(data).decode(),
    }


def session_line(session: Session) -> Line:
    """A session. Places in the log are not told: whoever takes it in gives out places anew."""
    line = {"kind": "session", **asdict(session)}
    for name in _SESSION_MOMENTS:
        line[name] = moment(line[name])
    return _without(line, "first_seq", "revision")


def stretch_line(stretch: Stretch) -> Line:
    """A stretch of a session that has ended."""
    line = {"kind": "stretch", **asdict(stretch)}
    for name in _STRETCH_MOMENTS:
        line[name] = moment(line[name])
    return _without(line, "first_seq", "last_seq", "revision")


def memo_line(memo: Memo, cleared: str | None) -> Line:
    """How an agent's memo differs from the log: from which message on it begins, what it hides."""
    line = {"kind": "memo", "user": memo.user, "agent": memo.agent, "hidden": dict(memo.hidden)}
    if memo.reworded:
        line["reworded"] = {id_: list(how) for id_, how in memo.reworded.items()}
    return line if cleared is None else {**line, "cleared": cleared}


def item_line(item: Item) -> Line:
    """A piece of knowledge."""
    line: Line = {name: getattr(item, name) for name in _ITEM_FIELDS}  # not copied: they are many
    line = {"kind": "item", "item_kind": line.pop("kind"), **line}
    for name in _ITEM_MOMENTS:
        line[name] = moment(getattr(item, name))
    line["attributes"] = _without(dict(item.attributes), TO)
    return _without(line, "place", "revision")


def _without(line: Line, *names: str) -> Line:
    return {name: value for name, value in line.items() if name not in names}


def _read_moment(value: Any) -> datetime:
    return moment_of(str(value))


@lru_cache(maxsize=256)  # what was stored in one go bears the same moment
def moment_of(written: str) -> datetime:
    """What `moment` wrote. Raises ValueError for anything else."""
    text, _, zone = written.removesuffix("]").partition("[")
    when = datetime.fromisoformat(text)
    micros = to_micros(when)  # raises for a time that knows no zone
    if not FIRST <= micros <= NEVER:
        raise ValueError("the time lies outside the calendar")
    return from_micros(micros, zone) if zone else when


def checked_text(value: Any) -> str:
    """The text as it is; TypeError or ValueError if it cannot be stored."""
    if not isinstance(value, str):
        raise TypeError(f"text expected, not {type(value).__name__}")
    if fault := fault_in(value):
        raise ValueError(f"it holds {fault}")
    return value


def _whole(value: Any, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= _LARGEST:
        raise ValueError(f"a whole number from {least} to {_LARGEST} is expected")
    return value


def _json(value: Any, noun: str) -> Any:
    checked_json(value, noun)
    return value


def usual_name(value: Any, noun: str) -> str:
    """Like `checked_name`, for names that stand in many lines."""
    return _checked_once(value, noun) if type(value) is str else checked_name(value, noun)


_checked_once = lru_cache(maxsize=256)(checked_name)


def _parts(value: Any) -> tuple[dict[str, Any], ...]:
    return tuple(dict(_json(part, "a part")) for part in value)


def _build_message(line: Line) -> Entry:
    session, agent, role = _usual_names(line["session"], line["agent"], line["role"])
    text = line["text"]
    if type(text) is not str or not text.isprintable():
        text = checked_text(text)
    number, version = line["number"], line["version"]
    if not (type(number) is type(version) is int and 1 <= number <= _LARGEST and version == 1):
        number, version = _whole(number, least=1), _whole(version, least=1)
    said_at, stored_at = line["said_at"], line["stored_at"]
    said = stored = moment_of(str(said_at))
    if stored_at != said_at:
        stored = moment_of(str(stored_at))
    fields = (
        checked_name(line["id"], "id"),
        line["user"],
        session,
        agent,
        0,
        number,
        version,
        role,
        optional_name(line["speaker"], "speaker") if "speaker" in line else None,
        text,
        _parts(line["parts"]) if "parts" in line else (),
        dict(_json(line["extra"], "extra")) if "extra" in line else _NOTHING,
        said,
        stored,
        optional_name(line["client_id"], "client id") if "client_id" in line else None,
    )
    return entry_of(fields)


def _usual_names(session: Any, agent: Any, role: Any) -> tuple[str, str, str]:
    if type(session) is type(agent) is type(role) is str:
        return _names_checked_once(session, agent, role)
    return _names(session, agent, role)


def _names(session: Any, agent: Any, role: Any) -> tuple[str, str, str]:
    return (
        checked_name(session, "session"),
        checked_name(agent, "agent"),
        checked_name(role, "role"),
    )


_names_checked_once = lru_cache(maxsize=256)(_names)


def _build_session(line: Line) -> Session:
    return Session(
        user=line["user"],
        name=checked_name(line["name"], "session"),
        agent=checked_name(line.get("agent", DEFAULT), "agent"),
        state=SessionState(line["state"]),
        last_number=_whole(line["last_number"]),
        opened_at=_read_moment(line["opened_at"]),
        last_at=_read_moment(line["last_at"]),
        touched_at=_read_moment(line.get("touched_at", line["last_at"])),
        stretch=_whole(line.get("stretch", 1), least=1),
        first_number=_whole(line.get("first_number", 1), least=1),
        began_at=_read_moment(line.get("began_at", line["opened_at"])),
    )


def _build_stretch(line: Line) -> Stretch:
    return Stretch(
        user=line["user"],
        session=checked_name(line["session"], "session"),
        number=_whole(line["number"], least=1),
        id=checked_name(line["id"], "id"),
        agent=checked_name(line["agent"], "agent"),
        state=SessionState(line["state"]),
        ending=Ending(line["ending"]),
        first=_whole(line["first"], least=1),
        last=_whole(line["last"]),
        first_seq=0,
        last_seq=0,
        began_at=_read_moment(line["began_at"]),
        last_at=_read_moment(line["last_at"]),
        ended_at=_read_moment(line["ended_at"]),
        error=checked_text(line["error"]),
    )


def _build_memo(line: Line) -> tuple[Memo, str | None]:
    """The memo, and the last message that it does not show any more."""
    hidden = {
        checked_name(id_, "message"): checked_name(by, "review")
        for id_, by in dict(line["hidden"]).items()
    }
    reworded = {
        checked_name(id_, "message"): (checked_name(by, "review"), checked_text(text))
        for id_, (by, text) in dict(line.get("reworded", {})).items()
    }
    agent = checked_name(line["agent"], "agent")
    cleared = optional_name(line.get("cleared"), "message")
    return Memo(user=line["user"], agent=agent, hidden=hidden, reworded=reworded), cleared


def _build_item(line: Line) -> Item:
    return Item(
        id=checked_name(line["id"], "id"),
        user=line["user"],
        kind=ItemKind(line["item_kind"]),
        text=checked_text(line["text"]),
        attributes=dict(_json(line["attributes"], "attributes")),
        importance=checked_share(line["importance"], "importance"),
        confidence=checked_share(line["confidence"], "confidence"),
        trust=Trust(line["trust"]),
        valid_from=_read_moment(line["valid_from"]),
        valid_to=_read_moment(line["valid_to"]),
        known_from=_read_moment(line["known_from"]),
        superseded_at=_read_moment(line["superseded_at"]),
        expires_at=_read_moment(line["expires_at"]),
        uses=_whole(line["uses"]),
        sources=tuple(checked_name(source, "source") for source in line["sources"]),
        agent=checked_text(line.get("agent", "")),
        session=checked_text(line.get("session", "")),
        stretch=_whole(line.get("stretch", 0)),
        level=_whole(line.get("level", 0)),
        provisional=bool(line.get("provisional", False)),
    )


def _build_attachment(line: Line) -> tuple[str, str, bytes]:
    data = base64.b64decode(checked_text(line["data"]), validate=True)
    if line["ref"] != reference(data):
        raise ValueError("its name is not that of its contents")
    return checked_name(line["message"], "message"), line["ref"], data


BUILDERS: dict[str, Callable[[Line], Any]] = {
    "message": _build_message,
    "session": _build_session,
    "stretch": _build_stretch,
    "memo": _build_memo,
    "item": _build_item,
    "attachment": _build_attachment,
}
"""What makes a row of a line, by its kind. Wrong fields raise KeyError, TypeError or ValueError."""
