"""A chat app that archives each session through the client: friends apart, the profile shared."""

from __future__ import annotations

import uuid

import pytest
from memobase import ChatBlob, MemoBaseClient

from holdfast import Memory, Settings
from holdfast.testing.server import served
from tests.journeys.memobase.chats import profile

ARCHIVED = "2026-11-18T07:00:00"


def archive(client, name, friend, session, *said):
    """What such an app does when a session has ended: ensure the user, insert, flush."""
    user = client.get_or_create_user(name)
    fields = {
        "friend_id": friend,
        "friend_name": f"friend {friend}",
        "session_id": session,
        "archived_at": ARCHIVED,
    }
    messages = [{"role": "user", "content": text} for text in said]
    messages.append({"role": "assistant", "content": "My favourite colour is pink."})
    blob = user.insert(ChatBlob(messages=messages, fields=fields))
    assert user.flush()
    assert user.get(blob).fields == fields
    return user


@pytest.mark.capability("K11", "K15")
@pytest.mark.parametrize(
    ("home", "bike", "word"),
    [
        ("I live in Chengdu.", "Yesterday I bought a red bike.", "bike"),
        ("我住在成都。", "我昨天买了一辆红色的自行车。", "自行车"),
    ],
    ids=["english", "chinese"],
)
def test_archived_sessions_are_remembered_for_their_friend(client, home, bike, word):
    name = str(uuid.uuid4())
    archive(client, name, 1, 11, home)
    user = archive(client, name, 2, 12, bike)
    [first] = user.search_event_by_tags(tag_values={"friend_id": "1"})
    [second] = user.search_event_by_tags(tag_values={"friend_id": "2", "session_id": "12"})
    assert word in second.event_data.event_tip
    assert word not in first.event_data.event_tip
    assert "pink" not in str(profile(user))
    context = user.context(
        max_token_size=4000,
        profile_event_ratio=0.5,
        max_subtopic_size=5,
        time_range_in_days=30,
        event_similarity_threshold=0.2,
        chats=[{"role": "user", "content": bike}],
    )
    assert word in context
    user.delete_event(second.id)  # as when the session is taken up again
    assert user.search_event_by_tags(tags=["session_id"], tag_values={"session_id": "12"}) == []
    assert len(user.event()) == 1


@pytest.mark.capability("L44")
def test_talks_and_what_is_known_may_live_in_two_files(tmp_path):
    """The app keeps its talks in a file of its own, and tells a server with another what has ended."""
    name, said = str(uuid.uuid4()), "I live in Chengdu."
    talks, known = tmp_path / "app" / "sessions.db", tmp_path / "server" / "memory.db"
    for path in (talks, known):
        path.parent.mkdir()
    own = Settings(worker=False, learning=False)
    with Memory.open(talks, settings=own) as sessions:
        sessions.add(name, said, session="11", agent="1")
        sessions.seal(name, "11")
        ended = [each.text for each in sessions.messages.list(name, session="11")]
    with served(known) as server:
        client = MemoBaseClient(project_url=server.url, api_key=server.key)
        with client.client:
            archive(client, name, 1, 11, *ended)
    with Memory.open(talks, settings=own) as sessions:
        assert [each.text for each in sessions.messages.list(name)] == [said]
        assert (sessions.profile.get(name), sessions.events.list(name)) == ([], [])
    with served(known) as server:
        client = MemoBaseClient(project_url=server.url, api_key=server.key)
        with client.client:
            user = client.get_user(name)
            assert profile(user) == {"contact_info::city": "Chengdu"}
            assert len(user.search_event_by_tags(tag_values={"session_id": "11"})) == 1
