"""Upkeep: archives, switches, flushing and the end of the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from holdfast.domain.preference import MEMORY, SYNC, Known
from holdfast.entrypoints.http.character import answers
from holdfast.entrypoints.http.character.cast import Cast, Endpoint, Route
from holdfast.entrypoints.http.character.files import characters
from holdfast.entrypoints.http.character.names import recent_file, settings_file
from holdfast.errors import HoldfastError, InvalidInput
from holdfast.flow.extract.cards import SINCE
from holdfast.flow.maintain.archive.habits import habits_from, habits_json
from holdfast.flow.maintain.archive.request import COMPACTION
from holdfast.memory import Memory

_WORDS = {"true": True, "1": True, "false": False, "0": False}


class Upkeep:
    """The routes that look after a memory."""

    def __init__(self, cast: Cast, stop: Callable[[], None] | None) -> None:
        self._cast, self._stop = cast, stop

    def routes(self) -> Sequence[Route]:
        """Method, path and endpoint of each."""
        switches = (
            (MEMORY, "memory", "disable_memory_server"),
            (SYNC, "sync", "disable_sync_connectors"),
        )
        return (
            ("POST", "/archive/merge_by_day/{name:any}", self.merge),
            ("GET", "/compact_config", self.habits),
            ("POST", "/compact_config", self.set_habits),
            ("GET", "/api/memory/compact_config", self.habits),
            ("POST", "/api/memory/compact_config", self.set_habits),
            ("GET", "/api/memory/review_config", self.reviewing),
            ("POST", "/api/memory/review_config", self.set_reviewing),
            ("POST", "/api/admin/cache/flush", self.flush),
            ("POST", "/shutdown", self.shutdown),
            *(
                ("POST", f"/api/admin/{part}/{verb}", self._switch(known, told, on=on))
                for known, part, told in switches
                for verb, on in (("enable", True), ("disable", False))
            ),
        )

    async def merge(self, request: Request) -> Response:
        """Put a day's conversations with a character into one file."""
        query = request.query_params
        try:
            name = self._cast.character(request)
            gz = _switched(query.get("compress"), "compress")
        except InvalidInput as error:
            return answers.failure(error, answers.BAD)
        archive, day = self._cast.memory(request).archive, query.get("date")
        try:
            done = await self._cast.run(archive.merge, self._cast.master, name, day=day, gz=gz)
        except HoldfastError as error:
            return answers.failure(error)
        if done.output is None:
            return answers.failure(f"未找到指定日期 {day or ''} 的会话归档")
        counts = {"sessions": done.sessions, "messages": done.messages}
        return answers.json({"success": True, "output": done.output, **counts})

    async def habits(self, request: Request) -> Response:
        """When archives are compacted."""
        return answers.json(await self._cast.run(_habits, self._cast.memory(request)))

    async def set_habits(self, request: Request) -> Response:
        """Change some of that; what is not named, or null, stays."""
        admin = self._cast.memory(request).admin
        try:
            given = await self._cast.run(_mapping, await request.body())
            change = {key: value for key, value in given.items() if value is not None}
            await self._cast.run(
                admin.update_preference, COMPACTION, lambda now: {**(now or {}), **change}
            )
        except HoldfastError as error:
            return answers.failure(error, answers.BAD)
        return answers.json({"success": True})

    async def reviewing(self, request: Request) -> Response:
        """Whether memos are reviewed by themselves."""
        on = await self._cast.run(self._cast.memory(request).memo.reviewing)
        return answers.json({"enabled": on})

    async def set_reviewing(self, request: Request) -> Response:
        """Switch that."""
        memory = self._cast.memory(request)
        try:
            sent = await self._cast.run(_mapping, await request.body())
            on = sent.get("enabled", True)
            await self._cast.run(memory.memo.set_reviewing, on)
        except HoldfastError as error:
            return answers.failure(error, answers.BAD)
        return answers.json({"success": True, "enabled": on})

    async def flush(self, request: Request) -> Response:
        """Begin every character's memo and settings afresh. All else keeps what it has."""
        body = await request.body()
        try:
            sure = _switched(request.query_params.get("confirm"), "confirm")
            if not sure and body.strip():
                sure = (await self._cast.run(_mapping, body)).get("confirm") is True
        except InvalidInput as error:
            return answers.failure(error, answers.BAD)
        if not sure:
            return answers.failure(
                'This clears what every character remembers lately. Send {"confirm": true} if '
                "that is meant.",
                answers.BAD,
            )
        removed = await self._cast.run(_flushed, self._cast.memory(request), self._cast.master)
        return answers.json({"success": True, "removed": removed})

    async def shutdown(self, _: Request) -> Response:
        """End the server, if that is allowed."""
        if self._stop is None:
            refused = {"status": "shutdown_disabled", "message": "当前模式不允许响应退出请求"}
            return answers.json(refused)
        return JSONResponse(
            {"status": "shutdown_signal_received"}, background=BackgroundTask(self._stop)
        )

    def _switch(self, known: Known, told: str, *, on: bool) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            admin = self._cast.memory(request).admin
            await self._cast.run(admin.set_preference, known.name, on)
            return answers.json({"success": True, told: not on})

        return endpoint


def _habits(memory: Memory) -> dict[str, Any]:
    return habits_json(habits_from(memory.admin.preference(COMPACTION, {})))


def _flushed(memory: Memory, master: str) -> list[str]:
    removed = []
    for name in characters(memory, master):
        memory.memo.clear(master, name)
        removed.append(recent_file(name))
    if _has_learned(memory, master):
        memory.admin.set_preference(SINCE, datetime.now(UTC).isoformat())
        removed += [settings_file(name) for name in sorted(memory.sessions.agents(master))]
    memory.admin.drop_index(master)
    return removed


def _has_learned(memory: Memory, master: str) -> bool:
    """Whether characters would begin with anything that was learned of their master."""
    settings = memory.profile.settings(master, names=("", master))
    return bool(settings.get(master))


def _mapping(body: bytes) -> Mapping[str, Any]:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("The body is not JSON.") from error
    if not isinstance(sent, Mapping):
        raise InvalidInput("The body must be a mapping.")
    return sent


def _switched(word: str | None, noun: str) -> bool | None:
    if word is not None and word.lower() not in _WORDS:
        raise InvalidInput(f"{noun} must be true or false.")
    return None if word is None else _WORDS[word.lower()]
