"""Files: the recent memory of each character as the file that people browse and edit."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from holdfast.domain.recent import Recent
from holdfast.entrypoints.http.character import answers
from holdfast.entrypoints.http.character.cast import Cast, Route
from holdfast.entrypoints.http.character.history import readable
from holdfast.entrypoints.http.character.names import character_in, is_character, recent_file
from holdfast.entrypoints.http.character.words import MEMO, NO_MEMO
from holdfast.entrypoints.http.switch import OFF, is_on
from holdfast.errors import Conflict, HoldfastError, InvalidInput, TooLarge
from holdfast.flow.condense.edited import Turn, with_arrivals
from holdfast.flow.maintain.archive.conversation import form, system
from holdfast.memory import Memory

MOST_TURNS = 10_000
LONGEST_TURN = 32_768
LONGEST_CHAT = 2_097_152
BAD_FILE = "文件名不合法"
NO_FILE = "文件不存在"
CHANGED = "近期记忆已更新，请重新加载后再保存"
CONFLICT = "RECENT_FILE_CONFLICT"

_REMEMBERED = 64
_TRIES = 20


class Edited(NamedTuple):
    """What came back from an editor. `memo` None: it has no memo in it."""

    name: str
    memo: str | None
    turns: list[Turn]
    fingerprint: str | None
    identity: str | None


class Files:
    """The routes of the memory browser."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._shown: OrderedDict[tuple[str, ...], Recent] = OrderedDict()
        """What was last shown to whom: older apps do not say what they have edited."""

    def routes(self) -> Sequence[Route]:
        """Method, path and endpoint of each."""
        return (
            ("GET", "/api/memory/recent_files", self.names),
            ("GET", "/api/memory/recent_file", self.read),
            ("POST", "/api/memory/recent_file/save", self.save),
        )

    async def names(self, request: Request) -> Response:
        """The files there are: one for each character that remembers something."""
        found = await self._cast.run(characters, self._cast.memory(request), self._cast.master)
        return answers.json({"files": [recent_file(name) for name in found]})

    async def read(self, request: Request) -> Response:
        """One file, and what tells this state of it from another."""
        try:
            name = character_in(request.query_params.get("filename", ""))
        except InvalidInput:
            return answers.failure(BAD_FILE, answers.BAD)
        memory = self._cast.memory(request)
        recent = await self._cast.run(self._known, memory, name)
        if recent is None:
            return answers.failure(NO_FILE, 404)
        self._remember(request, memory, name, recent)
        return answers.json({"content": content(recent), **self._tokens(memory, recent)})

    def _known(self, memory: Memory, name: str) -> Recent | None:
        """What the character remembers; None for one that nobody has spoken with."""
        master = self._cast.master
        recent = memory.recent(master, name)
        known = _holds(recent) or memory.messages.latest(master, agent=name, limit=1)
        return recent if known else None

    async def save(self, request: Request) -> Response:
        """Take a file back as it was edited, all of it or nothing."""
        try:
            edited = await self._cast.run(edited_in, await request.body())
        except TooLarge as error:
            return answers.failure(error, 413)
        except InvalidInput as error:
            return answers.failure(error.message, answers.BAD)
        memory = self._cast.memory(request)
        key = self._key(request, memory, edited.name)
        try:
            saved = await self._cast.run(self._save, memory, edited, self._shown.get(key))
        except Conflict:
            return await self._conflict(memory, edited.name)
        except InvalidInput as error:
            return answers.failure(error, answers.BAD)
        except HoldfastError as error:
            return answers.failure(error)
        if saved is None:
            return answers.failure(OFF)
        if edited.fingerprint is not None:
            return answers.json({"success": True, **self._tokens(memory, saved)})
        self._remember(request, memory, edited.name, saved)
        return answers.json({"success": True})

    def _save(self, memory: Memory, edited: Edited, base: Recent | None) -> Recent | None:
        """What the editor knows of the memo now; None where nothing is taken. Raises Conflict."""
        master, name = self._cast.master, edited.name
        if not is_on(memory):
            return None
        if edited.identity is not None and edited.identity != self._identity(memory, name):
            raise Conflict("This is another file.")
        if edited.fingerprint is not None:
            return self._put(memory, name, edited.turns, edited.memo or "", edited.fingerprint)
        for _ in range(_TRIES):
            now = memory.recent(master, name)
            turns = with_arrivals(base, now, edited.turns)
            if turns is None:
                break
            memo = edited.memo if base is None else edited.memo or ""
            try:
                saved = self._put(memory, name, turns, memo, now.fingerprint)
            except Conflict:
                continue  # something came in between: look again
            arrived = len(turns) - len(edited.turns)
            return replace(saved, messages=saved.messages[: len(saved.messages) - arrived])
        raise Conflict("The memo has changed meanwhile.")

    def _put(
        self, memory: Memory, name: str, turns: Sequence[Turn], memo: str | None, fingerprint: str
    ) -> Recent:
        return memory.memo.save(
            self._cast.master, turns, memo=memo, agent=name, session=name, fingerprint=fingerprint
        )

    async def _conflict(self, memory: Memory, name: str) -> Response:
        recent = await self._cast.run(memory.recent, self._cast.master, name)
        told = {"success": False, "code": CONFLICT, "error": CHANGED}
        return answers.json({**told, **self._tokens(memory, recent)}, 409)

    def _tokens(self, memory: Memory, recent: Recent) -> dict[str, str]:
        identity = self._identity(memory, recent.agent)
        return {"fingerprint": recent.fingerprint, "identity_token": identity}

    def _identity(self, memory: Memory, name: str) -> str:
        """What tells this character's file from another's."""
        whose = json.dumps([memory.space, self._cast.master, name])
        return hashlib.sha256(whose.encode()).hexdigest()[:32]

    def _remember(self, request: Request, memory: Memory, name: str, recent: Recent) -> None:
        key = self._key(request, memory, name)
        self._shown[key] = recent
        self._shown.move_to_end(key)
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)

    def _key(self, request: Request, memory: Memory, name: str) -> tuple[str, ...]:
        """Who looks at what: an app on a machine, as far as it can be told from another."""
        host = request.client.host if request.client else ""
        return memory.space, name, host, request.headers.get("user-agent", "")


def characters(memory: Memory, master: str) -> list[str]:
    """The characters that remember something of what they and the master said lately."""
    names = [name for name in memory.sessions.agents(master) if is_character(name)]
    return sorted(name for name in names if _holds(memory.recent(master, name)))


def _holds(recent: Recent) -> bool:
    return bool(recent.memo or recent.messages)


def content(recent: Recent) -> str:
    """The file's text: the memo and the last messages, as LangChain writes them."""
    memo = [system(MEMO + recent.memo)] if recent.memo else []
    forms = [*memo, *(form(message, plain=True) for message in recent.messages)]
    return json.dumps(forms, ensure_ascii=False, indent=2)


def edited_in(body: bytes) -> Edited:
    """What was sent back. Raises InvalidInput, or TooLarge."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("The body is not JSON.") from error
    if not isinstance(sent, Mapping):
        raise InvalidInput("The body must be a mapping.")
    file, chat = sent.get("filename"), sent.get("chat")
    try:
        name = character_in(file if isinstance(file, str) else "")
    except InvalidInput as error:
        raise InvalidInput(BAD_FILE) from error
    tokens = [sent.get("fingerprint"), sent.get("identity_token")]
    if not all(token is None or isinstance(token, str) for token in tokens):
        raise InvalidInput("fingerprint and identity_token must be text.")
    memo, turns = _without_memo(_turns(chat))
    return Edited(name, memo, turns, *tokens)


def _turns(chat: Any) -> list[Turn]:
    if not isinstance(chat, list):
        raise InvalidInput("chat must be a list.")
    if len(chat) > MOST_TURNS:
        raise TooLarge(f"{len(chat):,} turns; {MOST_TURNS:,} are allowed.")
    turns = [_turn(each, place) for place, each in enumerate(chat)]
    if sum(len(turn.text) for turn in turns) > LONGEST_CHAT:
        raise TooLarge(f"All turns together have over {LONGEST_CHAT:,} characters.")
    return turns


def _turn(each: Any, place: int) -> Turn:
    role = each.get("role") if isinstance(each, Mapping) else None
    text = each.get("text", "") if isinstance(each, Mapping) else None
    if not isinstance(role, str) or not isinstance(text, str):
        raise InvalidInput(f"Turn {place + 1} needs a role and a text.")
    if len(text) > LONGEST_TURN:
        raise TooLarge(f"Turn {place + 1} has over {LONGEST_TURN:,} characters.")
    known = Turn(role, readable(text))
    return Turn(known.plain_role, known.text)


def _without_memo(turns: list[Turn]) -> tuple[str | None, list[Turn]]:
    """The memo at the head, if there is one, and the rest."""
    if not turns or turns[0].kind != "system" or not turns[0].text.startswith(MEMO.rstrip()):
        return None, turns
    memo = turns[0].text.removeprefix(MEMO.rstrip()).strip()
    return "" if memo == NO_MEMO else memo, turns[1:]
