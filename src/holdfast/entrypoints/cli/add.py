"""`holdfast add`: remember something."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.incoming import read_whole
from holdfast.entrypoints.cli.kinds import MOMENT, TEXT
from holdfast.entrypoints.cli.terminal import note, number_of, print_json
from holdfast.errors import HoldfastError, MessageRefused


@click.command(name="add")
@click.argument("text", type=TEXT, required=False)
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Read it from a file (- is stdin).",
)
@click.option(
    "--json-input", is_flag=True, help="What is read are messages: a JSON array, or one a line."
)
@click.option("--role", type=TEXT, default=None, help="Who speaks: user (default), assistant, ...")
@click.option("--speaker", type=TEXT, help="The speaker's name.")
@click.option("--at", type=MOMENT, help="When it was said (default: now).")
@click.option(
    "--id", "client_id", type=TEXT, metavar="ID", help="Your own id: sent twice, kept once."
)
@takes(
    user="Whose memory it is.",
    session="The conversation it belongs to.",
    agent="The character or assistant it was said to.",
)
def command(
    call: Call,
    text: str | None,
    file: Path | None,
    json_input: bool,
    at: date | None,
    **described: str | None,
) -> None:
    """Remember something; print its id once it is on disk.

    The text is an argument, or is read from a file or (with -) from stdin. Messages as JSON have
    "role" and "content", and may have "speaker", "at" and "id".

    \b
    holdfast add --user mei "My sister moved to Chengdu in March."
    holdfast add --user mei "我妹妹三月搬去了成都。" --at 2026-03-05 --session 闲聊
    holdfast add --user mei --json-input - < messages.jsonl
    """
    user, given = call.user, _given(text, file)
    source = given if isinstance(given, str) else read_whole(given)
    described = {name: value for name, value in described.items() if value is not None}
    if json_input:
        messages = [described_by(message, described) for message in _messages(source)]
    else:
        body = source if isinstance(given, str) else source.rstrip("\r\n")
        messages = [{"role": "user", "content": body, **_spelled(described)}]
    ids = _store(call, user, messages, at)
    if call.json:
        print_json({"ids": ids})
    else:
        print("\n".join(ids))
        if len(ids) > 1:
            note(f"Kept {number_of(len(ids), 'message')}.")


def _given(text: str | None, file: Path | None) -> str | Path:
    """The text itself, or where it is to be read (a dash is stdin)."""
    if (text is None) == (file is None):
        raise click.UsageError(
            "Give the text as an argument, or `-` or --file FILE to have it read.",
            click.get_current_context(silent=True),
        )
    if file is not None:
        return file
    return Path("-") if text == "-" else str(text)


def _spelled(described: Mapping[str, str | None]) -> dict[str, Any]:
    """The options under the names that messages have for them."""
    names = {"client_id": "id"}
    return {names.get(name, name): value for name, value in described.items()}


def described_by(message: Any, described: Mapping[str, str | None]) -> Any:
    """The message; what it does not say itself, the options say for it."""
    return {**_spelled(described), **message} if isinstance(message, Mapping) else message


def _messages(source: str) -> list[Any]:
    """The messages of a JSON array, of {"messages": [...]}, of one object, or of JSON lines."""
    try:
        document = json.loads(source)
    except ValueError:
        return list(_lines(source))
    if isinstance(document, dict) and isinstance(document.get("messages"), list):
        return list(document["messages"])
    return document if isinstance(document, list) else [document]


def _lines(source: str) -> Iterator[Any]:
    for number, line in enumerate(source.split("\n"), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError:
                raise MessageRefused(
                    f"Line {number} of the input is not JSON.",
                    remedy="Write one JSON message a line; plain text needs no --json-input, "
                    "and a file is named with --file.",
                ) from None


def _store(call: Call, user: str, messages: list[Any], at: date | None) -> list[str]:
    """Add the messages in batches as large as the settings allow; each batch is kept or refused."""
    ids: list[str] = []
    moment, size = call.begin_of(at), call.settings.max_batch
    where = {
        name: value for name, value in (("session", call.session), ("agent", call.agent)) if value
    }
    with call.open(create=True) as memory:
        for start in range(0, max(len(messages), 1), size):
            try:
                ids += memory.add(user, messages[start : start + size], at=moment, **where)
            except HoldfastError as error:
                if not ids:
                    raise
                kept = f"{number_of(len(ids), 'message')} before this are kept."
                raise type(error)(f"{kept} {error.message}", remedy=error.remedy) from error
    return ids
