"""Preferences: what may change while running, what holds now, and where that comes from."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.message import Json
from holdfast.domain.preference import KNOWN, Held, Source
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.section import number
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import InvalidInput
from holdfast.flow.extract.written import SCHEME
from holdfast.flow.maintain.archive.habits import PREFIX
from holdfast.flow.maintain.archive.request import COMPACTION

PATH = f"{section.PATH}/preferences"
MOST = 50


class Field(NamedTuple):
    """One value in a form: how it is typed, and what is wrong with what was typed."""

    name: str
    kind: str
    text: str
    wrong: str = ""


class Entry(NamedTuple):
    """One preference with its fields, and what holds once it is not set."""

    held: Held
    fields: tuple[Field, ...]
    own: bool
    """Whether it means something to the caller's own programs only."""
    usual: str


def show(visit: Visit) -> Response:
    """All of them."""
    return _shown(visit)


def change(visit: Visit) -> Response:
    """Set one. What is wrong is told beside the field, and what was typed stays there."""
    name, revision = visit.given("name"), visit.given("revision")
    expect = number(revision) if revision else None
    try:
        value = _read(visit, name)
        visit.memory.admin.set_preference(name, value, expect=expect)
    except InvalidInput as error:
        return _shown(visit, 400, wrong=name, why=error.message)
    return _back(visit, "preferred")


def unset(visit: Visit) -> Response:
    """Have the setting, or the default, hold again."""
    visit.memory.admin.unset_preference(visit.given("name"))
    return _back(visit, "unset")


def _shown(visit: Visit, status: int = 200, *, wrong: str = "", why: str = "") -> Response:
    held = [each for each in visit.memory.admin.held() if each.name != SCHEME]  # it has a page
    begin = number(visit.asked("from"))
    if wrong:  # the one that is wrong is shown, wherever it stands
        begin = next((at for at, each in enumerate(held) if each.name == wrong), 0) // MOST * MOST
    shown = held[begin : begin + MOST]
    return section.page(
        visit,
        "preferences",
        status,
        entries=[_entry(visit, each, why if each.name == wrong else "") for each in shown],
        wrong=wrong,
        set_=_is_set,
        more=begin + MOST if len(held) > begin + MOST else 0,
        paged=begin > 0,
    )


def _is_set(held: Held) -> bool:
    return held.source is Source.PREFERENCE


def _entry(visit: Visit, held: Held, why: str) -> Entry:
    own = held.name not in KNOWN and held.name != COMPACTION
    if held.name == COMPACTION:
        values: dict[str, Json] = held.value
    else:
        values = {"value": held.value}
    fields = tuple(
        Field(
            name,
            _kind(held.name, value),
            visit.given(name) if why else _text(value, json_=own),
            _wrong(visit, held.name, name, why),
        )
        for name, value in values.items()
    )
    usual = "" if own or held.name == COMPACTION else _text(held.usual)
    return Entry(held, fields, own, usual)


def _kind(name: str, value: Json) -> str:
    known = KNOWN.get(name)
    if known is None and name != COMPACTION:
        return "json"
    switch = known.kind is bool if known else isinstance(value, bool)
    return "switch" if switch else "number"


def _wrong(visit: Visit, preference: str, field: str, why: str) -> str:
    """What to say of a field: of habits, only of the one that the library names."""
    if not why or (preference == COMPACTION and field not in why):
        return ""
    return visit.words.of("house_wanted", field if preference == COMPACTION else preference, why)


def _read(visit: Visit, name: str) -> Json:
    if name == COMPACTION:
        given = {field: visit.given(field) for field in visit.form if field.startswith(PREFIX)}
        return {field: _typed(text) for field, text in given.items()}
    return _typed(visit.given("value"), strict=name not in KNOWN)


def _typed(text: str, *, strict: bool = False) -> Json:
    """The value that was typed: JSON. What is none is text, which the library may refuse."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        if strict:
            raise InvalidInput("This is not JSON.") from None
        return text
    return value


def _text(value: Json, *, json_: bool = False) -> str:
    if isinstance(value, float) and value.is_integer() and not json_:
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def _back(visit: Visit, did: str) -> Response:
    return visit.to(PATH, did=did)


ROUTES = (("GET", PATH, show), ("POST", PATH, change), ("POST", f"{PATH}/unset", unset))
