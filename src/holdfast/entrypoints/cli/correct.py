"""`holdfast correct`: say it right; the old version stays in the history."""

from __future__ import annotations

from pathlib import Path

import click

from holdfast.entrypoints.cli.call import Call, takes
from holdfast.entrypoints.cli.incoming import read_whole
from holdfast.entrypoints.cli.kinds import TEXT
from holdfast.entrypoints.cli.terminal import number_of, print_json


@click.command(name="correct")
@click.argument("message_id", type=TEXT)
@click.argument("text", type=TEXT)
@takes(user="Whose memory it is.")
def command(call: Call, message_id: str, text: str) -> None:
    """Correct a message; its old version stays in its history.

    Recall finds the new text only. The id is the one that `add` printed and `recall` shows. A text
    of - is read from stdin.

    \b
    holdfast correct --user mei ID "My sister moved to Chongqing in March."
    holdfast correct --user mei ID "我妹妹三月搬去了重庆。"
    """
    if text == "-":
        text = read_whole(Path("-")).rstrip("\r\n")
    user = call.user
    with call.open() as memory:
        corrected = memory.correct(user, message_id, text)
        versions = len(memory.messages.versions(user, corrected))
    if call.json:
        print_json({"id": corrected, "versions": versions})
    else:
        print(f"Corrected: {number_of(versions, 'version')} now.")
        print(f"See them:  holdfast history --user {user} --message {corrected}")
