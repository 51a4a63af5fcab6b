"""Signing in: a key, or a link that opens once, becomes a cookie that says nothing by itself."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TypeVar

from holdfast.domain.key import Key, digest, is_secret
from holdfast.entrypoints.http.guard.buckets import Failures
from holdfast.ports.keys import Keys

LASTS = 12 * 3600.0
LINK_LASTS = 600.0
MOST = 1000
"""How many visits are remembered. Beyond, the one that began first ends."""

WRONG_KEYS, MINUTE = 20, 60.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Someone who may see the pages. `space` None: any; `id` is what the cookie says."""

    id: str = ""
    name: str = ""
    space: str | None = None
    until: float = float("inf")
    digest: str = ""
    """Of the key that opened the door; empty for a link."""
    revision: Hashable = None


ANYONE = Visitor()
"""Who comes where no key is asked for."""


class Visitors:
    """Who has signed in, in this process. `keys` None: nobody has to."""

    def __init__(self, keys: Keys | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._keys = keys
        self._clock = clock
        self._lock = threading.Lock()
        self._visits: OrderedDict[str, Visitor] = OrderedDict()
        self._links: OrderedDict[str, float] = OrderedDict()
        self._failures = Failures(WRONG_KEYS, MINUTE, clock)

    @property
    def asked(self) -> bool:
        """Whether one has to sign in."""
        return self._keys is not None

    def who(self, cookie: str) -> Visitor | None:
        """The visitor of a cookie, if their time is not over and their key still holds."""
        if self._keys is None:
            return ANYONE
        with self._lock:
            found = self._visits.get(cookie)
        if found is None:
            return None
        if self._clock() < found.until and (found := self._still(found, self._keys)):
            return found
        self.leave(cookie)
        return None

    def _still(self, visitor: Visitor, keys: Keys) -> Visitor | None:
        """The visitor, unless the key was revoked since it was last looked at."""
        revision = keys.revision()
        if not visitor.digest or revision == visitor.revision:
            return visitor
        if keys.find(visitor.digest) is None:
            return None
        visitor = replace(visitor, revision=revision)
        with self._lock:
            if visitor.id in self._visits:
                self._visits[visitor.id] = visitor
        return visitor

    def wait(self, address: str) -> float:
        """The seconds that an address has to wait after too many wrong keys."""
        with self._lock:
            return self._failures.wait(address)

    def enter(self, secret: str, address: str) -> Visitor | None:
        """Sign in with a key; None if it does not hold, which counts against the address."""
        if self._keys is None:
            return ANYONE
        kept, revision = digest(secret), self._keys.revision()
        key = self._keys.find(kept) if is_secret(secret) else None
        if key is None:
            with self._lock:
                self._failures.add(address)
            return None
        return self._welcome(_of(key, kept, revision))

    def link(self) -> str:
        """A fresh token for a link that signs one in, once and within ten minutes."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            _keep(self._links, token, self._clock() + LINK_LASTS)
        return token

    def follow(self, token: str) -> Visitor | None:
        """Sign in by a link; None if it was used before or is too old."""
        with self._lock:
            until = self._links.pop(token, 0.0)
        return self._welcome(Visitor()) if self._clock() < until else None

    def leave(self, cookie: str) -> None:
        """Sign out."""
        with self._lock:
            self._visits.pop(cookie, None)

    def _welcome(self, visitor: Visitor) -> Visitor:
        visitor = replace(visitor, id=secrets.token_urlsafe(32), until=self._clock() + LASTS)
        with self._lock:
            _keep(self._visits, visitor.id, visitor)
        return visitor


def _of(key: Key, kept: str, revision: Hashable) -> Visitor:
    return Visitor(name=key.name, space=key.space, digest=kept, revision=revision)


def _keep(among: OrderedDict[str, T], name: str, value: T) -> None:
    among[name] = value
    if len(among) > MOST:
        among.popitem(last=False)
