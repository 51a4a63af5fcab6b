"""The guard: what a request passes before the application sees it, from the outside in.

::

    Headers   every answer carries them, refusals too
    Load      more than can be done at a time is refused
    Hosts     it must be meant for us, and not come from another site's page
    Pages     pages of allowed origins may read the answers
    KeyCheck  who calls, and which space they may use
    Shares    one key does not take all the places there are
    Rates     how often they may call
    Bodies    small, flat, plain and in time

Probes pass none of these but Headers and Bodies: whoever watches over the server calls it by whatever
address it has, and most of all when there is too much to do. They tell nothing.

What a server accepts before there is a request at all is bounded by `wire`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable

from holdfast.entrypoints.http.guard.asgi import App, Receive, Scope, Send
from holdfast.entrypoints.http.guard.bodies import Bodies
from holdfast.entrypoints.http.guard.buckets import Failures
from holdfast.entrypoints.http.guard.caller import Caller
from holdfast.entrypoints.http.guard.headers import Headers
from holdfast.entrypoints.http.guard.hosts import Hosts
from holdfast.entrypoints.http.guard.keys import MINUTE, KeyCheck
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.entrypoints.http.guard.load import Load, Shares
from holdfast.entrypoints.http.guard.pages import Pages
from holdfast.entrypoints.http.guard.rates import Rates
from holdfast.ports.keys import Keys

__all__ = ["Caller", "Limits", "guarded"]

_AGAINST_POLICY = 1008
_LOOKING = frozenset({"GET", "HEAD"})


def guarded(
    app: App,
    *,
    keys: Keys | None,
    hosts: Iterable[str],
    port: int,
    origins: Iterable[str] = (),
    limits: Limits = Limits(),  # noqa: B008  frozen
    open_here: Callable[[Scope], bool] = lambda _: False,
    own_door: Callable[[Scope], bool] = lambda _: False,
    key_apart: Callable[[Scope], bool] = lambda _: False,
    default_space: str,
    open_paths: Collection[str] = (),
    probes: Collection[str] = (),
    streaming: Callable[[Scope], bool] = lambda scope: scope["path"] == "/v1/import",
    roomy: Callable[[Scope], bool] = lambda _: False,
    clock: Callable[[], float] = time.monotonic,
) -> App:
    """The application behind its guard.

    `keys` None: nobody needs one. `hosts` are names beside those of this machine. Requests to
    `open_paths` need no key; nor do those that `open_here` answers True for, if they come from
    this machine. Those that `own_door` answers True for are asked by the application itself who
    they are. Those that `key_apart` does may show our key in a header of its own (Holdfast-Key).
    Those that `roomy` answers True for may be larger, and those that `streaming` does take
    their bodies as they come. `probes` may be asked by everyone,
    at all times. InvalidInput where a host or an origin is not one.
    """
    origins = tuple(origins)
    bounded: App = Bodies(app, limits, streaming, roomy)
    within: App = Shares(Rates(bounded, limits.rate, clock), max(1, limits.in_flight // 2))
    within = KeyCheck(
        within,
        keys,
        default_space=default_space,
        failures=Failures(limits.failures, MINUTE, clock),
        open_paths=open_paths,
        open_here=open_here,
        own_door=own_door,
        key_apart=key_apart,
    )
    within = Hosts(Pages(within, origins), hosts, port, origins)
    within = Headers(Load(within, limits.in_flight))
    probed = Headers(bounded)

    async def by_kind(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            is_probe = scope["path"] in probes and scope["method"] in _LOOKING
            await (probed if is_probe else within)(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": _AGAINST_POLICY})
        else:  # the beginning and the end of the server's life
            await app(scope, receive, send)

    return by_kind
