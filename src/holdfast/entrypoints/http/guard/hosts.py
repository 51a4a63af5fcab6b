"""Hosts: a request must be meant for this server, and must not come from another site's page.

A page on the web can have its own name point at this machine, and a browser on this machine then
reaches us by that name. So Host and Origin are looked at even on loopback and without keys.
"""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.entrypoints.http.guard.asgi import App, Receive, Scope, Send, values
from holdfast.entrypoints.http.guard.names import host_names, other_origins, own_origins
from holdfast.entrypoints.http.guard.refusal import WRONG_HOST, WRONG_ORIGIN, Refusal


class Hosts:
    """Lets through what names one of the hosts, and comes from no page or from an allowed one."""

    def __init__(self, app: App, hosts: Iterable[str], port: int, origins: Iterable[str]) -> None:
        hosts = tuple(hosts)
        self._app = app
        self._hosts = host_names(hosts, port)
        self._own = own_origins(hosts, port)
        self._others = other_origins(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        hosts = values(scope, b"host")
        if len(hosts) != 1 or not self._is_ours(hosts[0].lower()):
            return WRONG_HOST
        origins = [origin.lower() for origin in values(scope, b"origin")]
        if len(origins) > 1:
            return WRONG_ORIGIN
        if origins and origins[0] in self._others:
            return None
        sites = values(scope, b"sec-fetch-site")
        if any(site.strip().lower() == b"cross-site" for site in sites):
            return WRONG_ORIGIN
        return None if not origins or self._is_own(origins[0]) else WRONG_ORIGIN

    def _is_ours(self, host: bytes) -> bool:
        return host in self._hosts

    def _is_own(self, origin: bytes) -> bool:
        return origin in self._own
