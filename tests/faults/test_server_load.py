"""Sixteen clients at once: every answer is right, and none is the server's fault."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

from tests.faults.figures import figure
from tests.faults.server_process import ServerProcess, served

CLIENTS = 16
TURNS = 30
"""Each an add and a recall."""

ENVIRON = {"HOLDFAST_SERVE_RATE": "0"}


class Client:
    """Adds something and asks for it at once, again and again. No two share a user."""

    def __init__(self, server: ServerProcess, number: int) -> None:
        self._caller, self._user = server.caller(), f"user-{number}"
        self.statuses: Counter[int] = Counter()
        self.unseen: list[str] = []
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        for turn in range(TURNS):
            word = _name(turn)
            text = f"The {word} is in the harbour." if turn % 2 else f"港口里有{word}。"
            told = self._caller.ask(
                "POST", "/v1/messages", {"user": self._user, "messages": [text]}
            )
            asked = self._caller.ask(
                "POST", "/v1/recall", {"user": self._user, "query": word, "k": 3}
            )
            self.statuses.update([told.status, asked.status])
            ids = told.json["ids"] if told.status == 201 else []
            hits = asked.json["hits"] if asked.status == 200 else []
            if not any(hit["sources"] == ids for hit in hits):
                self.unseen.append(text)
        self._caller.hang_up()


def _name(turn: int) -> str:
    """A name that nobody else has, and that no rule takes apart."""
    return "zu" + "".join(chr(ord("a") + turn // power % 5) for power in (25, 5, 1)) + "q"


def under_load(server: ServerProcess) -> tuple[Counter[int], list[str]]:
    """The statuses that all clients saw, and what they added and did not find."""
    clients = [Client(server, number) for number in range(CLIENTS)]
    for client in clients:
        client.thread.start()
    for client in clients:
        client.thread.join(100)
    statuses = sum((client.statuses for client in clients), Counter[int]())
    unseen = [text for client in clients for text in client.unseen]
    figure(f"load: clients={CLIENTS} answers={dict(statuses)} not found at once={len(unseen)}")
    return statuses, unseen


def test_what_a_client_adds_it_finds_at_once_however_many_there_are(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON) as server:
        statuses, unseen = under_load(server)
    assert statuses == {201: CLIENTS * TURNS, 200: CLIENTS * TURNS}
    assert unseen == []


def test_the_harness_sees_a_server_that_stores_too_late(tmp_path: Path) -> None:
    late = ("tests.faults.spoiled_server", "too-early")
    with served(tmp_path / "memory.db", ENVIRON, late) as server:
        _, unseen = under_load(server)
    assert unseen
