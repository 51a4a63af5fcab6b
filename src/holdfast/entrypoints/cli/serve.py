"""`holdfast serve`: a memory for other programs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import note, one_line
from holdfast.errors import InvalidInput

if TYPE_CHECKING:
    from holdfast.memory import Memory
    from holdfast.ports.keys import Keys
    from holdfast.settings import Settings

FIRST = "first"
IN_MEMORY = ":memory:"


@click.command(name="serve")
@click.option("--host", type=TEXT, metavar="ADDRESS", help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes any that is free.")
@click.option("--no-auth", is_flag=True, help="Ask for no key. Only on this machine's own address.")
@click.option(
    "--character-routes",
    is_flag=True,
    help="Open the routes of a character's app to this machine, without a key.",
)
@click.option("--enable-shutdown", is_flag=True, help="Let POST /shutdown end the server.")
@click.option(
    "--open-link",
    is_flag=True,
    help="Print a link that opens the memory browser, once and within ten minutes.",
)
@click.option(
    "--openai-upstream",
    type=TEXT,
    metavar="URL",
    help="Pass requests to /openai/v1 on to this OpenAI-compatible server, with memory.",
)
@click.option(
    "--openai-user",
    type=TEXT,
    metavar="NAME",
    help="Whose memory is meant where such a request names no user.",
)
@click.option("--no-worker", is_flag=True, help="Leave jobs to `holdfast worker`.")
@takes(at_home=True)
def command(
    call: Call,
    host: str | None,
    port: int | None,
    no_auth: bool,
    character_routes: bool,
    enable_shutdown: bool,
    open_link: bool,
    openai_upstream: str | None,
    openai_user: str | None,
    no_worker: bool,
) -> None:
    """Serve the memory over HTTP.

    Every request needs a key. The first one is made at the first start and shown once; more are
    made with `holdfast keys add`. Ctrl-C or SIGTERM stops it: requests that have begun are answered
    first. GET /openapi.json describes the API; /livez and /readyz tell how it is.

    \b
    holdfast serve
    curl -H "Authorization: Bearer $HOLDFAST_KEY" http://127.0.0.1:48912/v1/health

    A character's app that knows no keys is pointed at the same port:

    \b
    holdfast serve --character-routes

    An app that speaks OpenAI's API gets a memory by the base URL http://127.0.0.1:48912/openai/v1:

    \b
    holdfast serve --openai-upstream http://127.0.0.1:11434/v1 --openai-user anna
    """
    from dataclasses import replace

    from holdfast.entrypoints.http.listening import address_of, is_only_here, listen
    from holdfast.entrypoints.http.serve import Manner, Server
    from holdfast.stores.files.running import running

    settings = replace(
        call.settings,
        serve_host=host or call.settings.serve_host,
        serve_port=call.settings.serve_port if port is None else port,
        openai_upstream=openai_upstream or call.settings.openai_upstream,
        openai_user=openai_user or call.settings.openai_user,
    )
    if no_auth and not is_only_here(settings.serve_host):
        raise InvalidInput(
            f"--no-auth would give the memory to everyone who can reach {settings.serve_host}.",
            remedy="Leave it out, or listen on 127.0.0.1.",
        )
    if character_routes and not (is_only_here(settings.serve_host) and not settings.serve_hosts):
        raise InvalidInput(
            "--character-routes opens routes without a key, and others can reach this server.",
            remedy="Listen on 127.0.0.1 and leave serve_hosts unset, or leave the option out: "
            "these routes then ask for a key.",
        )
    listening = listen(settings.serve_host, settings.serve_port)
    with listening, _opened(call, worker=not no_worker) as memory:
        address, keys = address_of(listening), None if no_auth else _keys(call)
        manner = Manner(
            keys=keys,
            character_routes=character_routes,
            may_shut_down=enable_shutdown,
            worker=not no_worker,
        )
        server = Server(memory, listening, settings, manner)
        _say(call, address, manner.keys, character_routes)
        _say_upstream(address, settings)
        if open_link:
            note(f"The memory browser, for whoever opens this first: {address}{server.link()}")
        with running(call.path, address), _warnings_shown():
            server.run()
    kept = (
        "and it is gone" if call.path == IN_MEMORY else "everything that was acknowledged is kept"
    )
    note(f"Stopped; {kept}.")


def _opened(call: Call, *, worker: bool) -> Memory:
    from holdfast.memory import Memory

    return Memory.open(call.path, space=call.space, settings=call.settings, worker=worker)


def _keys(call: Call) -> Keys:
    from holdfast.stores.files.keys import FileKeys, keys_path
    from holdfast.stores.inmemory.keys import InMemoryKeys

    return InMemoryKeys() if call.path == IN_MEMORY else FileKeys(keys_path(call.path))


def _say(call: Call, address: str, keys: Keys | None, character_routes: bool) -> None:
    """What a person wants to know now: where it is, who may use it, what is open."""
    note(one_line(f"Serving {call.path} on {address}. Ctrl-C stops."))
    if keys is None:
        note("No key is asked for: every program on this machine can read and change the memory.")
    elif not keys.all():
        _show_first(keys)
    elif all(key.revoked_at for key in keys.all()):
        note("Every key is revoked: nobody can use it until `holdfast keys add` makes another.")
    if character_routes:
        note(
            "The routes of a character's app (/process, /renew, /new_dialog and their kin) are "
            "open to programs on this machine without a key."
        )


def _say_upstream(address: str, settings: Settings) -> None:
    if not settings.openai_upstream:
        return
    from holdfast.providers.openai_compatible.endpoint import Endpoint

    shown = Endpoint(settings.openai_upstream).shown
    note(one_line(f"Chats by way of {address}/openai/v1 get a memory and go on to {shown}."))


def _show_first(keys: Keys) -> None:
    """Make a key for all spaces and show it; nobody can show it again."""
    from datetime import UTC, datetime

    from holdfast.domain.key import new_key

    key, secret = new_key(FIRST, space=None, now=datetime.now(UTC))
    keys.add(key)
    note("There was no key yet. This one is good for every space, and is shown only now:")
    print(secret, flush=True)


@contextmanager
def _warnings_shown() -> Iterator[None]:
    """Have warnings and errors of the server and of jobs on stderr, a line each."""
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    loggers = [logging.getLogger(name) for name in ("holdfast", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(shown)
        logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(shown)
