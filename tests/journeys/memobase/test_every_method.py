"""Every public method of both clients, as an app calls them, against a real server."""

from __future__ import annotations

import asyncio
import inspect
import re
import uuid
from typing import Any

import httpx
import pytest
from memobase import AsyncMemoBaseClient, MemoBaseClient
from memobase.core.async_entry import AsyncUser
from memobase.core.blob import BlobType, DocBlob, SummaryBlob
from memobase.core.entry import User
from memobase.error import ServerError

from holdfast.entrypoints.memobase import ROUTES
from tests.journeys.memobase.chats import chat

OF_NO_METHOD = {
    ("GET", "/admin/status_check"),
    ("POST", "/users/profile/import/{user}"),
    ("POST", "/users/roleplay/proactive/{user}"),
}
"""The operations that no method of the client asks for; `test_contract` does."""

CONFIG = "language: en\nevent_tags:\n  - name: emotion\n    description: how the user feels\n"


class Watched:
    """A client or a user, whose calls are written down; all of them are awaited."""

    def __init__(self, inner: Any, called: set[str]) -> None:
        self.inner, self.called = inner, called

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.inner, name)

        async def call(*args: Any, **named: Any) -> Any:
            self.called.add(f"{type(self.inner).__name__}.{name}")
            found = method(*args, **named)
            return await found if inspect.isawaitable(found) else found

        return call


def public(*classes: type) -> set[str]:
    """The methods that an app may call; a property is none."""
    return {
        f"{cls.__name__}.{name}"
        for cls in classes
        for name, member in vars(cls).items()
        if not name.startswith("_") and inspect.isfunction(member)
    }


async def drive(made: Any) -> set[str]:
    """Call everything there is once, and see that the answer is right."""
    called: set[str] = set()
    client = Watched(made, called)
    name = str(uuid.uuid4())
    assert await client.ping() is True
    assert await client.update_config(CONFIG) is True
    assert await client.get_config() == CONFIG
    await client.update_config("")
    assert await client.add_user(data={"name": "Gus"}, id=name) == name
    assert await client.update_user(name, data={"name": "Gus", "plan": "free"}) == name
    fetched = await client.get_user(name)
    assert fetched.fields["data"] == {"name": "Gus", "plan": "free"}
    listed = await client.get_all_users(search=name[:8], order_by="profile_count", limit=5)
    assert [each["id"] for each in listed] == [name]
    assert listed[0]["additional_fields"] == {"name": "Gus", "plan": "free"}
    user = Watched(await client.get_or_create_user(name), called)
    await drive_user(user, called)
    days = await client.get_daily_usage(3)
    assert len(days) == 3
    assert days[0]["total_insert"] >= 3
    assert (await client.get_usage())["project_token_cost_month"] > 0
    assert await client.delete_user(name) is True
    with pytest.raises(ServerError):
        await client.get_user(name)
    return called


async def drive_user(user: Watched, called: set[str]) -> None:
    blob = chat("I'm Gus, and I live in Berlin.", "Yesterday I went to the dentist.", friend_id="7")
    first = await user.insert(blob)
    assert (await user.get(first)).messages == blob.messages
    assert await user.buffer(BlobType.chat) == [first]
    assert "Berlin" in await user.context()
    assert await user.flush() is True
    assert await user.buffer(BlobType.chat, "done") == [first]
    second = await user.insert(SummaryBlob(summary="They spoke of the harbour."), sync=True)
    third = await user.insert(DocBlob(content="The manual of the boat."))
    assert await user.get_all(BlobType.summary) == [second]
    assert await user.get_all(BlobType.doc) == [third]
    assert await user.delete(third) is True
    assert await user.get_all(BlobType.doc) == []
    assert {row.content for row in await user.profile()} >= {"Gus", "Berlin"}
    made = await user.add_profile("tea", "interest", "drinks")
    assert await user.update_profile(made, "coffee", "interest", "drinks") is True
    as_json = await user.profile(need_json=True)
    assert as_json["interest"]["drinks"]["content"] == "coffee"
    assert await user.delete_profile(made) is True
    assert "drinks" not in (await user.profile(need_json=True)).get("interest", {})
    [summed_up, event] = await user.event(topk=2)
    assert "harbour" in summed_up.event_data.event_tip
    assert "dentist" in event.event_data.event_tip
    [found] = await user.search_event("dentist", similarity_threshold=0.2)
    assert found.id == event.id
    assert found.similarity > 0.2
    [gist, *_] = await user.search_event_gist("dentist")
    assert "dentist" in gist.gist_data.content
    if hasattr(user.inner, "search_event_by_tags"):
        [tagged] = await user.search_event_by_tags(
            tags=["friend_id"], tag_values={"friend_id": "7"}
        )
        assert tagged.id == event.id
    assert await user.update_event(event.id, {"event_tip": "- the harbour"}) is True
    assert (await user.event())[1].event_data.event_tip == "- the harbour"
    assert await user.delete_event(event.id) is True
    assert event.id not in [each.id for each in await user.event()]


@pytest.mark.capability("L1-L24", "L25", "L26", "L28", "L45")
def test_every_method_of_the_plain_client(server):
    client, asked = MemoBaseClient(project_url=server.url, api_key=server.key), set[Any]()
    wanted = public(MemoBaseClient, User)
    assert len(wanted) == 28
    with client.client:
        client.client.event_hooks["request"].append(lambda each: asked.add(operation(each)))
        assert asyncio.run(drive(client)) == wanted
    assert asked == {(route.method, route.path) for route in ROUTES} - OF_NO_METHOD
    assert len(asked) == 27


def operation(request: httpx.Request) -> tuple[str, str] | None:
    """Which of the operations a request asks for."""
    path = request.url.path.removeprefix("/api/v1")
    found = [
        route
        for route in ROUTES
        if route.method == request.method
        and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route.path), path)
    ]
    plain = sorted(found, key=lambda route: route.path.count("{"))
    return (plain[0].method, plain[0].path) if plain else None


@pytest.mark.capability("L1-L24", "L45")
def test_every_method_of_the_async_client(server):
    wanted = public(AsyncMemoBaseClient, AsyncUser) - {"AsyncMemoBaseClient.close"}
    assert len(wanted) == 27

    async def run() -> set[str]:
        async with AsyncMemoBaseClient(project_url=server.url, api_key=server.key) as client:
            return await drive(client)

    assert asyncio.run(run()) == wanted
