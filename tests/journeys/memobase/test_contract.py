"""The contract beneath the clients: envelope, statuses, ids, projects and their keys."""

from __future__ import annotations

import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from memobase import ChatBlob, MemoBaseClient
from memobase.core.blob import BlobType, DocBlob, SummaryBlob
from memobase.error import ServerError

from holdfast.entrypoints.memobase import ROUTES
from tests.journeys.memobase.chats import chat, learned, profile

PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "use-the-memobase-client.md"


def call(client: MemoBaseClient, method: str, path: str, **named: Any) -> httpx.Response:
    return client.client.request(method, path, **named)


def test_there_are_thirty_operations_and_the_page_tells_of_each():
    assert len(ROUTES) == 30
    told = {
        (method.strip(), path.strip())
        for methods, paths in re.findall(
            r"^\| `([A-Z, ]+) (/[^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE
        )
        for method in methods.split(",")
        for path in paths.split(",")
    }
    assert told == {(route.method, route.path) for route in ROUTES}


@pytest.mark.capability("L25")
def test_a_mistake_is_told_in_an_answer_that_is_fine(client):
    missing = call(client, "GET", f"/users/{uuid.uuid4()}")
    assert missing.status_code == 200
    assert missing.json()["errno"] == 404
    assert missing.json()["data"] is None
    assert missing.json()["errmsg"]
    assert float(missing.headers["x-process-time"]) >= 0
    named = call(client, "GET", "/project/usage", headers={"X-Request-ID": "mine"})
    assert named.headers["x-request-id"] == "mine"


@pytest.mark.capability("L25")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/users/mei"),
        ("GET", f"/users/{uuid.uuid1()}"),
        ("DELETE", f"/blobs/{uuid.uuid4()}/7"),
        ("GET", f"/users/blobs/{uuid.uuid4()}/novel"),
        ("PUT", f"/users/event/{uuid.uuid4()}/x"),
    ],
    ids=["no id", "an id of another kind", "a blob", "a type", "an event"],
)
def test_a_path_that_names_nothing_is_422(client, method, path):
    answer = call(client, method, path)
    assert answer.status_code == answer.json()["errno"] == 422


@pytest.mark.capability("L25")
def test_who_has_no_key_is_told_in_the_envelope(server):
    for headers in ({}, {"Authorization": "Bearer secret"}, {"Authorization": "Bearer sk-x-y"}):
        answer = httpx.get(f"{server.url}/api/v1/project/billing", headers=headers)
        assert answer.status_code == answer.json()["errno"] == 401
        assert set(answer.json()) == {"data", "errno", "errmsg"}
    assert httpx.get(f"{server.url}/api/v1/healthcheck").json()["errno"] == 0
    assert httpx.get(f"{server.url}/api/v1/nothing", headers=server.headers).json()["errno"] == 404


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b"", b"null"])
def test_a_body_that_is_none_is_told_so(client, user, body):
    for method, path in (
        ("POST", f"/blobs/insert/{user.user_id}"),
        ("POST", f"/users/profile/{user.user_id}"),
        ("POST", "/project/profile_config"),
    ):
        answer = call(client, method, path, content=body)
        assert (answer.status_code, answer.json()["errno"]) == (200, 400)


def test_projects_do_not_see_each_other(project, client):
    here, there = project("alpha"), project("beta")
    name = str(uuid.uuid4())
    for each, home in ((here, "Berlin"), (there, "Paris"), (client, "Rome")):
        learned(each.get_or_create_user(name), f"I live in {home}.")
    homes = {"Berlin": here, "Paris": there, "Rome": client}
    for home, each in homes.items():
        shown = each.get_user(name).context() + str(profile(each.get_user(name)))
        assert {other for other in homes if other in shown} == {home}
    assert here.get_all_users(search=name)[0]["project_id"] == "alpha"
    assert client.get_all_users(search=name)[0]["project_id"] == "__root__"
    here.delete_user(name)
    with pytest.raises(ServerError):
        here.get_user(name)
    assert "Paris" in there.get_user(name).context()
    here.update_config("language: zh\n")
    assert (there.get_config(), client.get_config()) == ("", "")


def test_users_are_found_by_what_is_kept_with_them(project):
    client = project("search")
    found = client.add_user({"name": "Gus Ångström", "of": [{"team": "North"}]})
    client.add_user({"name": "Mei"})
    for words in (found[:8], "gus", "ÅNGSTRÖM", "north"):
        assert [each["id"] for each in client.get_all_users(search=words)] == [found]
    assert client.get_all_users(search="team") == []


@pytest.mark.capability("L1-L24")
def test_only_the_root_project_asks_how_all_is(project, client):
    assert call(client, "GET", "/admin/status_check").json()["errno"] == 0
    refused = call(project("gamma"), "GET", "/admin/status_check")
    assert (refused.status_code, refused.json()["errno"]) == (200, 403)


@pytest.mark.capability("L28")
def test_blobs_come_back_as_they_went(client, user):
    blob = ChatBlob(
        messages=[
            {"role": "user", "content": "hi", "alias": "Gus", "created_at": "2024/04/30"},
            {"role": "assistant", "content": "", "alias": "Juno", "created_at": "some day"},
        ],
        fields={"session_id": 12, "nested": {"a": [1, None]}},
    )
    found = user.get(user.insert(blob))
    assert (found.messages, found.fields) == (blob.messages, blob.fields)
    for other in (
        SummaryBlob(summary="- She has a boat.\n", fields={"session_id": 12}),
        DocBlob(content="  R&D #1\t团子 👩‍👩‍👧", fields=None),
    ):
        found = user.get(user.insert(other))
        assert found.model_dump(exclude={"created_at"}) == other.model_dump(exclude={"created_at"})
    image = {"blob_type": "image", "blob_data": {"url": "x", "base64": "aGk="}, "fields": None}
    answer = call(client, "POST", f"/blobs/insert/{user.user_id}", json=image).json()
    kept = call(client, "GET", f"/blobs/{user.user_id}/{answer['data']['id']}").json()["data"]
    assert (kept["blob_type"], kept["blob_data"]) == ("image", image["blob_data"])


def test_blobs_are_listed_a_page_at_a_time_and_forgotten_whole(user):
    ids = [user.insert(chat(f"Note {number}")) for number in range(5)]
    assert user.get_all(BlobType.chat, page=0, page_size=3) == ids[:3]
    assert user.get_all(BlobType.chat, page=1, page_size=3) == ids[3:]
    user.delete(ids[0])
    assert user.delete(ids[0]) is True
    assert user.get_all(BlobType.chat) == ids[1:]
    with pytest.raises(ServerError):
        user.get(ids[0])
    assert "Note 0" not in user.context()
    assert "Note 1" in user.context()


def test_what_waiting_gives(client, user):
    path = f"/users/buffer/{user.user_id}/chat"
    assert call(client, "POST", f"{path}?wait_process=True").json()["data"] == []
    user.insert(chat("I live in Berlin."))
    [made] = call(client, "POST", f"{path}?wait_process=True").json()["data"]
    assert len(made["add_profiles"]) == 1
    assert made["event_id"] == str(user.event()[0].id)
    user.insert(chat("I moved to Paris."))
    assert call(client, "POST", f"{path}?wait_process=False").json()["data"] is None
    body = {
        "blob_type": "chat",
        "blob_data": {"messages": [{"role": "user", "content": "I live in Rome."}]},
    }
    insert = f"/blobs/insert/{user.user_id}?wait_process=True"
    [result] = call(client, "POST", insert, json=body).json()["data"]["chat_results"]
    assert len(result["update_profiles"]) == 1


@pytest.mark.capability("L1-L24")
def test_a_profile_is_taken_from_a_text(client, user):
    context = "My name is Gus. I live in Berlin. I am a carpenter."
    answer = call(
        client, "POST", f"/users/profile/import/{user.user_id}", json={"context": context}
    )
    assert answer.json() == {"data": None, "errno": 0, "errmsg": ""}
    assert profile(user)["contact_info::city"] == "Berlin"


@pytest.mark.capability("L1-L24")
@pytest.mark.parametrize(
    ("said", "action"),
    [("Tell me more of the harbour!", "continue"), ("ok", "new_topic"), ("嗯嗯", "new_topic")],
)
def test_a_character_goes_on_or_begins_anew(client, user, said, action):
    learned(user, "My favourite colour is blue.")
    path = f"/users/roleplay/proactive/{user.user_id}?topk=5"
    body = {"messages": [{"role": "user", "content": said}], "agent_context": "A sailor."}
    found = call(client, "POST", path, json=body).json()["data"]
    assert found["action"] == action
    assert ("blue" in found["topic_prompt"]) == (action == "new_topic")


def test_users_are_ordered_and_counted(project):
    client = project("delta")
    names = [client.add_user() for _ in range(12)]
    learned(client.get_user(names[3]), "I live in Berlin. I have a dog called Rex.")
    assert len(client.get_all_users()) == 10
    assert len(client.get_all_users(offset=10)) == 2
    assert client.get_all_users(limit=1)[0]["id"] == names[3]
    by_count = client.get_all_users(order_by="event_count", limit=1)[0]
    assert (by_count["id"], by_count["event_count"]) == (names[3], 1)
    fewest = client.get_all_users(order_by="profile_count", order_desc=False, limit=1)[0]
    assert fewest["profile_count"] == 0
    with pytest.raises(ServerError):
        client.add_user(id=names[0], data={"plan": "free"})
    assert client.add_user(id=names[0]) == names[0]
    with pytest.raises(ServerError):
        client.add_user(id="mei")


@pytest.mark.capability("L42")
def test_what_is_told_is_counted(project):
    client = project("epsilon")
    user = client.get_or_create_user(str(uuid.uuid4()))
    before = client.get_daily_usage(1)[0]
    user.insert(chat("I live in Berlin."))
    with pytest.raises(ServerError):
        user.insert(ChatBlob(messages=[{"role": "user", "content": "x" * 1_000_001}]))
    after = client.get_daily_usage(1)[0]
    assert after["date"] == f"{datetime.now(UTC):%Y-%m-%d}"
    assert (before["total_insert"], after["total_insert"]) == (0, 2)
    assert after["total_success_insert"] == 1
    assert after["total_input_token"] == client.get_usage()["project_token_cost_month"] > 0
    assert client.get_usage()["token_left"] is None


def test_many_may_create_a_user_at_once(client):
    for _ in range(5):
        name = str(uuid.uuid4())
        with ThreadPoolExecutor(8) as many:
            users = [*many.map(lambda _, name=name: client.get_or_create_user(name), range(8))]
        assert {user.user_id for user in users} == {name}
