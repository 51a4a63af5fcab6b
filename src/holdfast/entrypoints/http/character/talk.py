"""Talk: conversations come in, and go into the next prompt."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from holdfast.domain.message import Json
from holdfast.domain.session import SessionState
from holdfast.entrypoints.http.character import answers
from holdfast.entrypoints.http.character.cast import Cast, Endpoint, Route
from holdfast.entrypoints.http.character.history import messages_in, with_ids
from holdfast.entrypoints.http.character.words import (
    CHINESE,
    recent_history,
    search_text,
)
from holdfast.entrypoints.http.switch import OFF, is_on
from holdfast.errors import HoldfastError, InvalidInput
from holdfast.flow.window.dialog import Names
from holdfast.memory import Memory

BATCH = 500
"""How many messages are stored at once."""

FRAGMENTS = 10
PROCESS_SECONDS = 10.0
DIALOG_SECONDS = 1.5
"""How long a prompt waits for a talk that is being sealed: less than the apps' own patience."""

KEYS = ("idempotency-key", "x-request-id")

Make = Callable[[Memory, str, Request], Awaitable[str]]


class Talk:
    """The routes that a live conversation needs."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast

    def routes(self) -> Sequence[Route]:
        """Method, path and endpoint of each."""
        return (
            ("POST", "/process/{name:any}", self.process),
            ("POST", "/renew/{name:any}", self.renew),
            ("GET", "/get_recent_history/{name:any}", self._texts(self.recent_history)),
            ("GET", "/search_for_memory/{both:any}", self.search_for),
            ("GET", "/get_settings/{name:any}", self._texts(self.settings)),
            ("GET", "/new_dialog/{name:any}", self._texts(self.new_dialog)),
        )

    async def process(self, request: Request) -> Response:
        """A session has ended: keep what was said, seal it, have it reviewed and archived."""
        return await self._take(request, ended=True)

    async def renew(self, request: Request) -> Response:
        """A session goes on elsewhere: keep what was said."""
        return await self._take(request, ended=False)

    async def _take(self, request: Request, *, ended: bool) -> Response:
        try:
            name = self._cast.character(request)
        except InvalidInput as error:
            return answers.trouble(error, answers.BAD)
        memory, key = self._cast.memory(request), _key(request)
        try:
            messages = await self._cast.run(messages_in, await request.body())
            if not await self._cast.run(self._store, memory, name, messages, key, ended=ended):
                return answers.trouble(OFF)
        except HoldfastError as error:
            return answers.trouble(error)
        done = not ended or await self._cast.settled(memory, name, PROCESS_SECONDS)
        return answers.json({"status": "processed" if done else "accepted"})

    def _store(
        self,
        memory: Memory,
        name: str,
        messages: list[dict[str, Json]],
        key: str | None,
        *,
        ended: bool,
    ) -> bool:
        """Add the messages to the character's session; False where nothing is taken."""
        if not is_on(memory):
            return False
        master = self._cast.master
        if key is not None:
            messages = with_ids(messages, memory.space, master, name, key)
        for first in range(0, len(messages), BATCH):
            memory.add(master, messages[first : first + BATCH], session=name, agent=name)
        if not ended:
            memory.memo.fold(master, name)
        elif memory.sessions.get(master, name) is not None:
            memory.sessions.seal(master, name)
        return True

    def _texts(self, make: Make) -> Endpoint:
        """An endpoint that answers with words."""

        async def endpoint(request: Request) -> Response:
            try:
                name = self._cast.character(request)
                return answers.text(await make(self._cast.memory(request), name, request))
            except InvalidInput as error:
                return answers.trouble(error, answers.BAD)

        return endpoint

    async def recent_history(self, memory: Memory, name: str, _: Request) -> str:
        """What was said lately, a line each."""
        recent = await self._cast.run(memory.recent, self._cast.master, name)
        return recent_history(recent, Names(name, self._cast.master))

    async def search_for(self, request: Request) -> Response:
        """As the others, but that the name ends at the first slash: the question may hold more.

        A slash that is written as ``%2F`` ends nothing, so the address is read as it was sent.
        """
        sent = request.scope.get("raw_path") or quote(request.url.path).encode()
        _, _, both = sent.decode("latin-1").partition("/search_for_memory/")
        name, _, query = both.partition("/")
        request.path_params.update(name=unquote(name), query=unquote(query))
        return await self._texts(self.search)(request)

    async def search(self, memory: Memory, name: str, request: Request) -> str:
        """What the character remembers on a topic, best first."""
        query, master = request.path_params["query"], self._cast.master
        found = await self._cast.run(memory.recall, master, query, k=FRAGMENTS, agent=name)
        return search_text(found, query, Names(name, master))

    async def settings(self, memory: Memory, name: str, _: Request) -> str:
        """What is set for the character and its master, or was learned of them."""
        known = await self._cast.run(memory.profile.settings, self._cast.master, name)
        return f"{name}记得{json.dumps(known, ensure_ascii=False)}"

    async def new_dialog(self, memory: Memory, name: str, request: Request) -> str:
        """What the next session begins with. A talk that is being sealed is waited for a little."""
        language = request.query_params.get("language", CHINESE)
        alone = not self._cast.desk.worker  # then nobody may be at it at all
        made = await self._cast.run(self._dialog, memory, name, language, at_once=alone)
        if made is None:
            await self._cast.settled(memory, name, DIALOG_SECONDS)
            made = await self._cast.run(self._dialog, memory, name, language, at_once=True)
        return made or ""

    def _dialog(self, memory: Memory, name: str, language: str, *, at_once: bool) -> str | None:
        """The text; None if it is better to wait for a worker that is at it."""
        master = self._cast.master
        if not at_once and memory.sessions.progress(master, name) is SessionState.SEALING:
            return None
        known = memory.profile.settings(master, name, language=language)
        names = Names(name, master)
        return memory.new_dialog(master, name, names=names, settings=known, language=language)


def _key(request: Request) -> str | None:
    """What makes a repeated request the same one."""
    return next((found for key in KEYS if (found := request.headers.get(key))), None)
