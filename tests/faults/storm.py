"""A storm: sixteen clients that add and never give up, and a ledger of what they were told is kept."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from uuid import UUID

from holdfast.client.address import endpoint_of
from holdfast.client.pauses import Pace
from holdfast.client.sender import Sender
from holdfast.client.spool import Spool, SpoolRow
from holdfast.client.transport import Timeouts, Transport
from holdfast.testing.clock import FrozenClock
from tests.faults.inspection import faults, rows
from tests.faults.ledger import WORDS
from tests.faults.server_process import PATIENCE, Caller, ServerProcess

WAITING, SPOOLING = 13, 3
"""Clients that wait for an answer, and clients that leave it to a spool."""

USERS = ("lily", "小李", "anna")
A_SESSION = 25
"""About how many messages a client says in one session, before it begins another."""

PAUSE = 0.25
"""Seconds between two turns of a client: a storm is to be survived, not to fill the disk."""

PACE = Pace(first=0.02, longest=0.2, idle=0.1, turn=0.02)
SHARE_SENT_TWICE = 0.25
LOOKS = 1200
ALL = 1_000_000
UNANSWERED = (OSError, http.client.HTTPException)

SETTLED = """
    SELECT s.state, count(*), sum(t.state = 'failed' AND t.error = '')
    FROM sessions s LEFT JOIN stretches t
    ON t.space = s.space AND t.user = s.user AND t.session = s.name AND t.number = s.stretch
    GROUP BY s.state"""
UNSETTLED_STRETCHES = "SELECT count(*) FROM stretches WHERE state NOT IN ('sealed', 'failed')"
GAPS = """
    SELECT count(*) FROM (SELECT 1 FROM messages WHERE version = 1 GROUP BY space, user, session
                          HAVING max(number) <> count(*) OR count(DISTINCT number) <> count(*))"""


@dataclass
class Verdict:
    """What became of the storm. `acknowledged` and `sessions` count; all the rest is trouble."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    unexplained: int = 0
    refused: int = 0
    in_spool: int = 0
    sessions: dict[str, int] = field(default_factory=dict)
    faults: dict[str, object] = field(default_factory=dict)
    first_trouble: str = ""

    @property
    def clean(self) -> bool:
        trouble = (self.lost, self.doubled, self.gaps, self.unexplained, self.refused)
        settled = self.sessions.keys() <= {"sealed", "failed"}
        return not any(trouble) and not self.in_spool and not self.faults and settled

    def __str__(self) -> str:
        return " ".join(f"{name}={value or 0}" for name, value in vars(self).items())


class Storm:
    """The clients of one server. They start with the block and end, each well, when it ends."""

    def __init__(self, server: ServerProcess, folder: Path, seed: int) -> None:
        self._server, self._folder = server, folder
        self._seed = seed
        self._over = threading.Event()
        self._lock = threading.Lock()
        self.acknowledged: set[str] = set()
        self.begun: set[str] = set()
        self.troubles: list[str] = []
        self._spools: list[Spool] = []
        self._senders: list[Sender] = []
        self._transports: list[Transport] = []
        self._threads = [self._thread(self._wait_for_answers, n) for n in range(WAITING)]
        self._threads += [self._thread(self._leave_it, WAITING + n) for n in range(SPOOLING)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.calm()
        for sender in self._senders:
            sender.close(0.0)
        for transport in self._transports:
            transport.close()
        for spool in self._spools:
            spool.close()

    def calm(self) -> None:
        """Let nothing new begin. Clients that wait for an answer go on until they have it."""
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a client never got its answer"

    def in_spools(self) -> int:
        """How many messages wait to be sent."""
        return sum(len(spool) for spool in self._spools)

    def backlog(self) -> list[int]:
        """The last place of each spool, as of now."""
        return [max((row.seq for row in spool.page(ALL)), default=0) for spool in self._spools]

    def have_sent(self, backlog: list[int]) -> bool:
        """Whether the spools come to be rid of a backlog, within bounds. Nobody hurries them."""
        for _ in range(LOOKS):
            fronts = [spool.page(1) for spool in self._spools]
            if all(not front or front[0].seq > last for front, last in zip(fronts, backlog)):  # noqa: B905  a spool may be new
                return True
            time.sleep(0.05)
        return False

    def verdict(self) -> Verdict:
        """What the file holds, held against what the clients were told."""
        path = self._server.path
        stored = Counter(text.split(" ")[0] for (text,) in rows(path, "SELECT text FROM messages"))
        found = {state: (count, silent) for state, count, silent in rows(path, SETTLED)}
        ((gaps,),) = rows(path, GAPS)
        ((unsettled,),) = rows(path, UNSETTLED_STRETCHES)
        return Verdict(
            acknowledged=len(self.acknowledged),
            lost=sum(id_ not in stored for id_ in self.acknowledged),
            doubled=sum(count > 1 for count in stored.values()),
            gaps=gaps,
            unexplained=sum(silent or 0 for _, silent in found.values()) + unsettled,
            refused=len(self.troubles) + sum(spool.tally().refused for spool in self._spools),
            in_spool=self.in_spools(),
            sessions={state: count for state, (count, _) in found.items()},
            faults=faults(path),
            first_trouble=next(iter(self.troubles), ""),
        )

    def _thread(self, work: Callable[[int, random.Random], None], number: int) -> threading.Thread:
        dice = random.Random(f"{self._seed}-{number}")
        return threading.Thread(target=work, args=(number, dice), name=f"client-{number}")

    def _wait_for_answers(self, number: int, dice: random.Random) -> None:
        caller = self._server.caller()
        while not self._over.is_set():
            said, ids = self._next(number, dice)
            answer = _ask_until_answered(caller, said)
            if answer.status != 201 or len(answer.json["ids"]) != len(ids):
                self.troubles.append(f"{answer} to {said}")
                break
            with self._lock:
                self.acknowledged.update(ids)
            if dice.random() < SHARE_SENT_TWICE:  # as if the answer had been lost on the way
                _ask_until_answered(caller, said)
            time.sleep(PAUSE)
        caller.hang_up()

    def _leave_it(self, number: int, dice: random.Random) -> None:
        spool, sender = self._spooled(number)
        while not self._over.is_set():
            said, ids = self._next(number, dice)
            spool.put(
                [
                    SpoolRow(
                        "", said["user"], said["session"], said["agent"], json.dumps(each), NOW
                    )
                    for each in said["messages"]
                ]
            )
            with self._lock:
                self.acknowledged.update(ids)
            sender.wake()
            time.sleep(PAUSE)

    def _spooled(self, number: int) -> tuple[Spool, Sender]:
        spool = Spool(self._folder / f"spool-{number}.db")
        transport = Transport(
            endpoint_of(self._server.url, self._server.secret, {}), Timeouts(connect=1, read=5)
        )
        sender = Sender(
            spool,
            lambda request: transport.send(request, attempts=1),
            clock=FrozenClock(),
            pace=PACE,
        )
        with self._lock:
            self._spools.append(spool)
            self._senders.append(sender)
            self._transports.append(transport)
        return spool, sender

    def _next(self, number: int, dice: random.Random) -> tuple[dict[str, Any], list[str]]:
        """What a client says next: one to three messages, each with an id of its own."""
        ids = [
            str(UUID(int=dice.getrandbits(128), version=4)) for _ in range(dice.choice((1, 1, 3)))
        ]
        with self._lock:
            self.begun.update(ids)
            session = len(self.begun) // (A_SESSION * (WAITING + SPOOLING))
        texts = [f"{id_} {' '.join(dice.choices(WORDS, k=3))}" for id_ in ids]
        said = {
            "user": USERS[number % len(USERS)],
            "session": f"client-{number}-{session}",
            "agent": "default",
            "messages": [
                {"role": "user", "content": text, "id": id_}
                for id_, text in zip(ids, texts, strict=True)
            ],
        }
        return said, ids


NOW = FrozenClock().now()


def _ask_until_answered(caller: Caller, said: dict[str, Any]) -> Any:
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return caller.ask("POST", "/v1/messages", said)
        except UNANSWERED:
            if time.monotonic() > ends:
                raise
            time.sleep(0.02)
