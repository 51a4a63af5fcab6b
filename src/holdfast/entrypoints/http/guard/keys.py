"""Keys: who calls, and which space they may use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from holdfast.domain.key import Key, digest, is_secret
from holdfast.entrypoints.http.guard.asgi import (
    App,
    Receive,
    Scope,
    Send,
    household,
    is_loopback,
    peer,
    state,
    values,
)
from holdfast.entrypoints.http.guard.buckets import Failures
from holdfast.entrypoints.http.guard.caller import Caller
from holdfast.entrypoints.http.guard.refusal import (
    FORBIDDEN,
    KEYS_UNREADABLE,
    MALFORMED_SPACE,
    TOO_MANY_FAILURES,
    UNAUTHORISED,
    Refusal,
)
from holdfast.errors import InvalidInput, StoreError
from holdfast.flow.capture.names import checked_name
from holdfast.ports.keys import Keys

SPACE = b"holdfast-space"
KEY = b"holdfast-key"
"""Where a key is shown on paths whose Authorization may be meant for another server."""
MINUTE = 60.0
_FORWARDED = {b"forwarded", b"x-real-ip", b"via"}
_LONGEST = 512

log = logging.getLogger("holdfast.server")


class _Pass(NamedTuple):
    """What a request may do: a key's work, or what needs no key. `space` None: any space."""

    key: str | None
    name: str
    space: str | None


ANYONE = _Pass(None, "", None)


class KeyRing:
    """Finds keys. Only one that is not known yet, or a change, costs more than a look at the file."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._revision: Hashable = None
        self._known: dict[str, Key] = {}

    async def find(self, kept: str) -> Key | None:
        """The key with this digest, as of now. StoreError where that cannot be told."""
        revision = self._keys.revision()
        if revision != self._revision:
            self._revision, self._known = revision, {}
        known = self._known
        if kept not in known:
            found = await asyncio.to_thread(self._keys.find, kept)
            if found is None:
                return None
            # Where a change came in between, this is not the dictionary that is asked any more.
            known[kept] = found
        return known[kept]


class KeyCheck:
    """Lets through who shows a key that holds, and says in the scope who it is."""

    def __init__(
        self,
        app: App,
        keys: Keys | None,
        *,
        default_space: str,
        failures: Failures,
        open_paths: Collection[str] = (),
        open_here: Callable[[Scope], bool] = lambda _: False,
        own_door: Callable[[Scope], bool] = lambda _: False,
        key_apart: Callable[[Scope], bool] = lambda _: False,
    ) -> None:
        self._app = app
        self._ring = None if keys is None else KeyRing(keys)
        self._default_space = default_space
        self._failures = failures
        self._open_paths = frozenset(open_paths)
        self._open_here = open_here
        self._own_door = own_door
        self._key_apart = key_apart

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in self._open_paths or self._own_door(scope):
            found: Caller | Refusal = Caller(None, "", self._default_space)
        else:
            passed = await self._passed(scope)
            found = passed if isinstance(passed, Refusal) else self._placed(scope, passed)
        if isinstance(found, Refusal):
            await found(scope, receive, send)
            return
        state(scope)["caller"] = found
        await self._app(scope, receive, send)

    async def _passed(self, scope: Scope) -> _Pass | Refusal:
        """What the request may do by its key, or without one."""
        if self._ring is None:
            return ANYONE
        apart = values(scope, KEY) if self._key_apart(scope) else []
        shown = [b"Bearer " + key for key in apart] or values(scope, b"authorization")
        if not shown:
            if self._open_here(scope) and _is_from_here(scope):
                return _Pass(None, "", self._default_space)
            return UNAUTHORISED
        address = household(peer(scope))
        secret = _secret(shown)
        try:
            key = await self._ring.find(digest(secret)) if secret else None
        except StoreError as error:
            log.error("%s", error)
            return KEYS_UNREADABLE
        if key is None:
            # Only who guesses must wait. A key that holds is let through whoever else guesses.
            if wait := self._failures.wait(address):
                return TOO_MANY_FAILURES.after(wait)
            self._failures.add(address)
            return UNAUTHORISED
        return _Pass(key.id, key.name, key.space)

    def _placed(self, scope: Scope, passed: _Pass) -> Caller | Refusal:
        """The caller with the space that is meant."""
        named, whole = values(scope, SPACE), passed.space is None
        if not named:
            space = self._default_space if passed.space is None else passed.space
            return Caller(passed.key, passed.name, space, whole)
        name = _space(named)
        if name is None:
            return MALFORMED_SPACE
        if passed.space is not None and name != passed.space:
            return FORBIDDEN
        return Caller(passed.key, passed.name, name, whole)


def _secret(shown: list[bytes]) -> str | None:
    """The secret in the header, if there is one header and it has the shape of ours."""
    if len(shown) != 1 or len(shown[0]) > _LONGEST:
        return None
    scheme, _, rest = shown[0].partition(b" ")
    secret = rest.strip(b" ").decode("latin-1")
    return secret if scheme.lower() == b"bearer" and is_secret(secret) else None


def _space(named: list[bytes]) -> str | None:
    """The name in the header; None if there are two, or if it cannot be a name."""
    if len(named) != 1:
        return None
    try:
        return checked_name(unquote_to_bytes(named[0]).decode("utf-8"), "space")
    except (UnicodeDecodeError, InvalidInput):
        return None


def _is_from_here(scope: Scope) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    return is_loopback(peer(scope)) and not any(
        name in _FORWARDED or name.startswith(b"x-forwarded") for name, _ in scope["headers"]
    )
