"""Memobase's tables, as a dump and as files."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from holdfast import Memory
from holdfast.errors import ImportRefused
from holdfast.importers.foreign.export import Export, Piece, read_export
from holdfast.importers.foreign.found import Damage, Form, Found, Known, clean
from holdfast.importers.foreign.moving import move_in

USER = "8a0e4d3e-1c07-4e0b-9c0a-3a1f4b2c9d11"
AT = "2025-03-04 05:06:07.000000+00:00"
CHAT = {"messages": [{"role": "user", "content": "我养了\t一只猫\n叫团子", "alias": "阿明"},
                     {"role": "assistant", "content": "可爱", "created_at": "2025-03-04T05:07:00Z"}]}  # fmt: skip
EVENT = "0b7a5f6e-6c1d-4f43-9c55-2d7a1c9e8f01"
DELTA = [{"content": "团子", "attributes": {"topic": "demographics", "sub_topic": "pets"}}]
ROWS: dict[str, list[dict[str, Any]]] = {
    "general_blobs": [
        {"id": "b1", "blob_type": "chat", "blob_data": CHAT, "user_id": USER, "created_at": AT},
        {"id": "b2", "blob_type": "doc", "blob_data": {"content": "Rules of the house"}, "user_id": USER, "created_at": AT},
        {"id": "b3", "blob_type": "image", "blob_data": {"url": "x"}, "user_id": USER, "created_at": AT},
    ],
    "user_profiles": [
        {"id": "p1", "content": "Chengdu", "attributes": {"topic": "basic_info", "sub_topic": "city"}, "user_id": USER, "created_at": AT, "updated_at": AT},
    ],
    "user_events": [
        {"id": EVENT, "event_data": {"event_tip": "- got a cat\n- named it 团子", "event_tags": [{"tag": "mood", "value": "glad"}], "profile_delta": DELTA}, "user_id": USER, "created_at": AT},
    ],
}  # fmt: skip


def escaped(value: Any) -> str:
    if value is None:
        return r"\N"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    for plain, sign in (("\\", "\\\\"), ("\t", r"\t"), ("\n", r"\n"), ("\r", r"\r")):
        text = text.replace(plain, sign)
    return text


def dump(rows: dict[str, list[dict[str, Any]]] = ROWS) -> bytes:
    told = ["--", "-- PostgreSQL database dump", "--", "SET client_encoding = 'UTF8';", ""]
    for table, each in {"users": [{"id": USER}], **rows}.items():
        told.append(f"COPY public.{table} ({', '.join(each[0])}) FROM stdin;")
        told += ["\t".join(map(escaped, row.values())) for row in each]
        told += ["\\.", "", ""]
    return "\n".join(told).encode()


def files(kind: str) -> list[Piece]:
    made = {}
    for table, each in ROWS.items():
        if kind == "csv":
            out = io.StringIO()
            writer = csv.DictWriter(out, list(each[0]))
            writer.writeheader()
            writer.writerows(
                {
                    k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)
                    for k, v in row.items()
                }
                for row in each
            )
            made[f"export/public_{table}.csv"] = out.getvalue()
        else:
            made[f"{table}.jsonl"] = "\n".join(json.dumps(row, ensure_ascii=False) for row in each)
    return [Piece(name, text.encode) for name, text in made.items()]


@pytest.mark.parametrize(
    "pieces",
    [
        [Piece("backup.sql", dump)],
        [Piece("all.json", lambda: json.dumps(ROWS).encode())],
        files("csv"),
        files("jsonl"),
    ],
    ids=["dump", "one document", "csv", "lines"],
)
def test_blobs_profiles_and_events_come_with_their_users_and_dates(pieces):
    export = read_export(pieces)
    assert (export.form, export.guessed) == (Form.MEMOBASE, True)
    said = [each for each in export.things if isinstance(each, Found)]
    assert [(each.session, each.message["id"], each.message["role"], each.memory) for each in said] == [
        ("b1", "b1/1", "user", False), ("b1", "b1/2", "assistant", False),
        ("b2", "b2", "document", True), ("memobase-events", EVENT, "document", True),
    ]  # fmt: skip
    assert said[0].message["content"] == "我养了\t一只猫\n叫团子"
    assert said[0].message["speaker"] == "阿明"
    assert said[0].message["at"] == datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert said[1].message["at"] == datetime(2025, 3, 4, 5, 7, tzinfo=UTC)
    assert {each.user for each in said} == {USER}
    (known,) = [each for each in export.things if isinstance(each, Known)]
    assert (known.user, known.topic, known.sub, known.value) == (
        USER,
        "basic_info",
        "city",
        "Chengdu",
    )
    assert [each.why for each in export.damaged] == ["a blob of type 'image' without a text"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_ends_a_line_elsewhere_ends_no_row(end):
    """`pg_dump` escapes tabs and line feeds; of these there may be some in any text."""
    text = "a\x1cb\x1ec\x85d\u2028e\u2029f"
    place = {"topic": "t", "sub_topic": "s"}
    rows = {
        "user_profiles": [{"id": "p", "content": text, "attributes": place, "user_id": USER}] * 2,
        "user_events": [{"id": EVENT, "event_data": {"event_tip": f"- {text}\n- b"}}] * 2,
    }
    data = dump(rows).replace(b"\n", end.encode())
    export = read_export([Piece("backup.sql", lambda: data)])
    assert export.damaged == ()
    known = [each.value for each in export.things if isinstance(each, Known)]
    told = [each.event for each in export.things if isinstance(each, Found)]
    assert known == [clean(text)] * 2
    assert [event and event.lines for event in told] == [(f"- {clean(text)}", "- b")] * 2


DAMAGED = {
    "cut in a row": lambda whole: whole[: whole.index(b"p1")] + b"p1\tChe",
    "cut before a table": lambda whole: whole[: whole.index(b"COPY public.user_events")],
    "a column too few": lambda whole: whole.replace(f"\t{USER}".encode(), b"", 1),
    "a blob that is no JSON": lambda whole: whole.replace(b'{"messages": [', b'{"messages: [', 1),
    "messages that are none": lambda whole: whole.replace(
        b'"messages": [{', b'"messages": [7, {', 1
    ),
    "a profile without a topic": lambda whole: whole.replace(b'"topic"', b'"tropic"', 1),
    "an event that is a number": lambda whole: whole.replace(
        b'{"event_tip"', b'3\\t{"event_tip"', 1
    ),
    "bytes that are no text": lambda whole: whole.replace(b"Rules", b"R\xff\xfe\x00les", 1),
    "a date of nowhere": lambda whole: whole.replace(
        b"2025-03-04 05:06:07", b"2025-13-44 99:06:07"
    ),
    "a user that is none": lambda whole: whole.replace(USER.encode(), b"\\N"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_dump_gives_its_good_part(name):
    export = read_export([Piece("backup.sql", lambda: DAMAGED[name](dump()))], Form.MEMOBASE)
    assert [each for each in export.things if not isinstance(each, Damage)]


def with_two_projects() -> bytes:
    """One user in both: ids are made of names, so the same name has the same one everywhere."""
    other = [{**ROWS["general_blobs"][0], "id": "b9", "blob_data": {
        "messages": [{"role": "user", "content": "This is of the other project."}]}}]  # fmt: skip
    rows = {
        "general_blobs": [
            *({**row, "project_id": "alpha"} for row in ROWS["general_blobs"]),
            *({**row, "project_id": "beta"} for row in other),
        ],
        "users": [
            {"id": USER, "project_id": project, "additional_fields": {"name": name}}
            for project, name in (("alpha", "Mei"), ("beta", "Bo"))
        ],
    }
    return dump(rows)


def test_of_several_projects_one_is_to_be_named_and_comes_alone():
    export = read_export([Piece("backup.sql", with_two_projects)])
    assert export.projects == ("alpha", "beta")
    with Memory.open(":memory:", worker=False) as memory:
        for project in (None, "gamma"):
            with pytest.raises(ImportRefused, match="2 projects: alpha, beta"):
                move_in(export, memory, project=project)
        assert memory.admin.users() == []
        move_in(export, memory, project="alpha")
        assert "other project" not in str(memory.messages.latest(USER, limit=100))
        other = memory.in_space("beta")
        move_in(export, other, project="beta")
        assert [each.text for each in other.messages.latest(USER, limit=9)] == [
            "This is of the other project."
        ]


def tables(**more: Any) -> Export:
    """An export with these rows in its tables, each a row with the fields that all have."""
    usual = {"user_id": USER, "created_at": AT, "updated_at": AT}
    rows = {name: [usual | row for row in each] for name, each in more.items()}
    return read_export([Piece("all.json", lambda: json.dumps({**ROWS, **rows}).encode())])


def test_events_are_events_here_with_their_ids_gists_tags_and_times():
    with Memory.open(":memory:", worker=False) as memory:
        for _ in range(2):
            report = move_in(read_export([Piece("backup.sql", dump)]), memory)
            assert (report.events, report.messages, report.skipped[1:]) == (1, 4, [])
        [event] = memory.events.list(USER)
        assert (event.id, event.began_at) == (EVENT, datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC))
        assert [gist.text for gist in event.gists] == ["- got a cat", "- named it 团子"]
        assert event.tags == (("mood", "glad"),)
        (source,) = {source for gist in event.gists for source in gist.sources}
        told = memory.messages.get(USER, source)
        assert told is not None
        assert (told.role, told.text) == ("document", "- got a cat\n- named it 团子")
        item = memory.items.get(USER, EVENT)
        assert item is not None
        assert item.attributes["own"] == {"profile_delta": DELTA}
        memory.forget(USER, message=source)
        assert memory.events.list(USER) == []


def test_what_happened_with_one_friend_is_not_anothers_and_is_found_by_what_it_was_tagged_with():
    turn = {"role": "user", "content": "I live in Berlin.", "alias": "Gus"}
    said = {"messages": [turn, {"role": "assistant", "content": "Nice.", "alias": "Juno"}]}
    tip = {"event_tip": "- saw a heron", "event_tags": [{"tag": "friend_id", "value": "8"}]}
    beside = {"friend_id": 7, "session_id": "s12", "archived": True}
    export = tables(
        general_blobs=[{"id": "b", "blob_data": said, "additional_fields": beside}],
        user_events=[{"id": EVENT, "event_data": tip}],
        user_profiles=[],
    )
    with Memory.open(":memory:", worker=False) as memory:
        assert move_in(export, memory).skipped == []
        memory.seal(USER, "b")
        while memory.admin.run_jobs():
            pass
        assert [slot.value for slot in memory.profile.get(USER)] == ["Berlin"]
        for friend, word, other in (("7", "Berlin", "heron"), ("8", "heron", "Berlin")):
            [event] = memory.events.list(USER, agent=friend)
            assert word in event.text
            assert event in memory.events.list(USER, tag="friend_id", value=friend)
            recalled = str(memory.context(USER, f"{word} {other}", agent=friend).recalled)
            assert word in recalled
            assert other not in recalled
        [talk] = memory.events.list(USER, tag="session_id", value="s12")
        assert talk.tags == (("friend_id", "7"), ("session_id", "s12"))


def test_of_events_those_that_can_be_kept_are_and_the_others_are_named():
    events = [
        {"id": name, "event_data": {"event_tip": tip, "event_tags": tags}}
        for name, tip, tags in (
            (EVENT, "- fine", [{"tag": "mood", "value": "glad"}]),
            ("no uuid", "- of another id", [{"tag": "", "value": "x"}, {"tag": "mood"}, 7]),
            ("9c1d4e02-7b3f-11ee-b962-0242ac120002", "- of version 1", "none"),
        )
    ]
    late = {"id": "x", "event_data": {"event_tip": "- of tomorrow"}, "created_at": "2999-01-01"}
    with Memory.open(":memory:", worker=False) as memory:
        report = move_in(tables(user_events=[*events, late]), memory)
        told = memory.events.list(USER)
        assert {event.text for event in told} == {"- fine", "- of another id", "- of version 1"}
        assert {UUID(event.id).version for event in told} == {4, 5}
        assert report.events == 3
        assert any("future" in each.why for each in report.skipped)


def test_a_profile_comes_as_of_its_time_and_gives_way_to_what_was_said_since():
    city = {
        "id": "p",
        "content": "Utrecht",
        "attributes": {"topic": "contact_info", "sub_topic": "city"},
    }
    pets = {"id": "q", "content": "团子", "attributes": {"topic": "人际关系", "sub_topic": "宠物"}}
    export = tables(user_profiles=[city, pets])
    with Memory.open(":memory:", worker=False) as memory:
        memory.add(USER, "I live in Chengdu.", session="s", at="2025-06-01")
        memory.seal(USER, "s")
        memory.admin.run_jobs()
        for _ in range(2):
            assert move_in(export, memory).profiles == 2
        found = {(slot.topic, slot.value): slot for slot in memory.profile.get(USER)}
        assert [*found] == [("home", "Chengdu"), ("pet", "团子")]
        assert found["pet", "团子"].since == datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)
        past = memory.profile.history(USER, "home")
        assert [(slot.value, slot.said) for slot in past] == [("Utrecht", 1), ("Chengdu", 1)]


def test_a_value_that_held_before_and_does_so_again_comes_again():
    place = {"topic": "contact_info", "sub_topic": "city"}
    back = {"id": "p", "content": "Utrecht", "attributes": place}
    with Memory.open(":memory:", worker=False) as memory:
        memory.profile.set(USER, "home", "Utrecht", at="2023-01-01")
        memory.profile.set(USER, "home", "Chengdu", at="2024-01-01")
        for _ in range(2):
            move_in(tables(user_profiles=[back]), memory)
        assert [slot.value for slot in memory.profile.get(USER)] == ["Utrecht"]
        past = memory.profile.history(USER, "home")
        assert [slot.value for slot in past] == ["Utrecht", "Chengdu", "Utrecht"]


def kept_with(memory: Memory) -> object:
    details = memory.admin.details(USER)
    return details and details.kept


def test_what_an_app_kept_with_a_user_comes_and_takes_the_place_of_nothing():
    export = read_export([Piece("backup.sql", with_two_projects)])
    with Memory.open(":memory:", worker=False) as memory:
        move_in(export, None, project="alpha")
        assert kept_with(memory) is None
        move_in(export, memory, project="alpha")
        assert kept_with(memory) == {"name": "Mei"}
        memory.admin.set_details(USER, {"name": "Mei Lin"})
        move_in(export, memory, project="alpha")
        assert kept_with(memory) == {"name": "Mei Lin"}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PGDMP\x01\x0e\x00" + bytes(range(200)), "write it with --format=plain"),
        (
            b"-- dump\nINSERT INTO public.user_profiles VALUES ('a');\n",
            "write it without --inserts",
        ),
    ],
)
def test_a_dump_of_another_form_is_told_how_to_write_it(data, why):
    export = read_export([Piece("backup", lambda: data)], Form.MEMOBASE)
    assert [why in each.why for each in export.damaged] == [True]
