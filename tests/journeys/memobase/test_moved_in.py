"""A Memobase database that was brought in, as the client sees it afterwards."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from holdfast.importers.foreign.export import Piece, read_export
from holdfast.importers.foreign.moving import move_in
from tests.journeys.memobase.chats import learned, profile

TIP = "- The user got a cat [mention 2025/03/04] // event\n- The cat is called 团子 [mention 2025/03/04] // info"
DELTA = {"content": "团子", "attributes": {"topic": "demographics", "sub_topic": "pets"}}


def row(user: str, time: str, **fields: Any) -> dict[str, Any]:
    at = f"2025-03-04T{time}+00:00"
    return {"id": str(uuid.uuid4()), "user_id": user, "created_at": at, "updated_at": at} | fields


def event(tip: str, *tags: str) -> dict[str, Any]:
    named = [{"tag": "mood", "value": tag} for tag in tags]
    return {"event_tip": tip, "event_tags": named, "profile_delta": [DELTA]}


@pytest.fixture
def rows(user):
    place = {"topic": "contact_info", "sub_topic": "city"}
    return {
        "user_events": [
            row(user.user_id, "09:00:00", event_data=event("- The user moved house", "tired")),
            row(user.user_id, "05:06:07", event_data=event(TIP, "glad")),
        ],
        "user_profiles": [row(user.user_id, "09:00:00", content="Utrecht", attributes=place)],
    }


@pytest.fixture
def moved(server, user, rows):
    learned(user, "I live in Chengdu now.")
    data = json.dumps(rows).encode()
    report = move_in(read_export([Piece("all.json", lambda: data)]), server.memory)
    assert (report.events, report.profiles, report.skipped) == (2, 1, [])
    return user


def test_events_are_there_with_ids_times_tags_gists_and_delta(moved, rows):
    ours, later, cat = moved.event()
    assert [str(each.id) for each in (later, cat)] == [each["id"] for each in rows["user_events"]]
    assert "Chengdu" in ours.event_data.event_tip
    assert (cat.event_data.event_tip, cat.created_at.date().isoformat()) == (TIP, "2025-03-04")
    assert [(tag.tag, tag.value) for tag in cat.event_data.event_tags] == [("mood", "glad")]
    [delta] = cat.event_data.profile_delta
    assert (delta.content, delta.attributes["topic"]) == ("团子", "demographics")
    [found] = moved.search_event_by_tags(tag_values={"mood": "glad"})
    assert found.id == cat.id
    [best, *_] = moved.search_event("What is the cat called?", time_range_in_days=10_000)
    assert best.id == cat.id
    assert (
        moved.search_event_gist("团子", time_range_in_days=10_000)[0].gist_data.content
        == (TIP.splitlines()[1])
    )
    assert moved.search_event_gist("团子", time_range_in_days=30) == []
    context = moved.context(max_token_size=2000)
    assert context.index("Chengdu") < context.index("moved house") < context.index("团子")


def test_they_are_changed_and_taken_out_as_any_other(moved, rows):
    later, cat = (each["id"] for each in rows["user_events"])
    moved.update_event(cat, {"event_tip": "- The user got a dog", "event_tags": []})
    moved.delete_event(later)
    _, told = moved.event()
    assert (str(told.id), told.event_data.event_tip) == (cat, "- The user got a dog")


def test_a_profile_gives_way_to_what_was_said_since(moved):
    assert profile(moved) == {"contact_info::city": "Chengdu"}
