"""A storm of Memobase clients: two projects, the same users in both, and words nobody else has."""

from __future__ import annotations

import random
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx
from memobase import ChatBlob, MemoBaseClient
from memobase.core.entry import User
from memobase.error import ServerError

from holdfast.domain.key import new_key
from holdfast.stores.files.keys import FileKeys, keys_path
from tests.faults.server_process import PATIENCE, ServerProcess

CLIENTS = 8
PROJECTS = ("alpha", "beta")
ROOM = 4000
UNDONE = ("idle", "processing", "failed")
_CODE = re.compile(r"Zu([ab])x(\d+)y\d+q")


@dataclass
class Seen:
    """What the clients saw. `samples` and `flushes` count; all the rest is trouble."""

    samples: int = 0
    flushes: int = 0
    errors: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unlearned: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not any(value for value in vars(self).values() if isinstance(value, list))

    def __str__(self) -> str:
        counts = {n: v if isinstance(v, int) else len(v) for n, v in vars(self).items()}
        return " ".join(f"{name}={count}" for name, count in counts.items())


class Storm:
    """Clients of one server that tell, flush and ask until the time is over."""

    def __init__(self, server: ServerProcess, *, users: int, seed: int = 1) -> None:
        self._server, self._users, self._seed = server, users, seed
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._number = 0
        self.seen = Seen()
        self.kept: dict[tuple[str, int], set[str]] = {}
        self._secrets = {project: _secret(server, project) for project in PROJECTS}

    def run(self, seconds: float, *, kill_every: float | None = None, least: int = 0) -> Seen:
        """Let them for so long, and until there are so many samples at `least`; kill the server now and then; then see what it has kept."""
        threads = [threading.Thread(target=self._client, args=(n,)) for n in range(CLIENTS)]
        for thread in threads:
            thread.start()
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            time.sleep(min(left, kill_every or left))
            if kill_every is not None and time.monotonic() < ends:
                self._server.kill()
                self._server.start()
                self._server.wait_until_ready()
        patient = time.monotonic() + PATIENCE
        while self.seen.samples < least and time.monotonic() < patient:
            time.sleep(0.05)
        self._over.set()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a client never got its answer"
        self._look_at_all()
        return self.seen

    def settle(self, patience: float = PATIENCE) -> Seen:
        """Have all that waits flushed once; it must be learned from then, and every word in an event.

        Nobody asks again: what cannot be learned from at once has to get there by itself.
        """
        for _, _, user in self._every_user():
            user.flush()
        ends = time.monotonic() + patience
        for _, words, user in self._every_user():
            while left := [blob for state in UNDONE for blob in user.buffer("chat", state)]:
                if time.monotonic() > ends:
                    break
                time.sleep(0.05)
            self.seen.stuck += left
            told = str(user.event(topk=10_000, max_token_size=1_000_000))
            self.seen.unlearned += sorted(word for word in words if word not in told)
        return self.seen

    def _client(self, number: int) -> None:
        dice = random.Random(f"{self._seed}-{number}")
        clients = {project: self._connected(project) for project in PROJECTS}
        while not self._over.is_set():
            project, user = dice.choice(PROJECTS), dice.randrange(self._users)
            # A user belongs to one client at a time, or another's words would come in between.
            user = user - user % CLIENTS + number
            try:
                self._sample(clients[project], project, user, dice)
            except httpx.TransportError:
                time.sleep(0.05)  # it was killed; nothing was promised
            except (ServerError, httpx.HTTPStatusError) as error:
                self.seen.errors.append(str(error))
        for client in clients.values():
            client.client.close()

    def _sample(
        self, client: MemoBaseClient, project: str, number: int, dice: random.Random
    ) -> None:
        """Tell something new; it must be in the next context, and after a flush in the event."""
        user = client.get_or_create_user(_id(number))
        word = self._word(project, number)
        said = [{"role": "user", "content": f"Yesterday I met {word} in Rome."}]
        user.insert(ChatBlob(messages=[*said, {"role": "assistant", "content": "Oh."}]))
        with self._lock:
            self.kept.setdefault((project, number), set()).add(word)
            self.seen.samples += 1
        self._expect(project, number, word, lambda: user.context(max_token_size=ROOM))
        if dice.random() < 0.5:
            user.flush()
            with self._lock:
                self.seen.flushes += 1
            self._expect(project, number, word, lambda: str(user.event(topk=1)))
            self._expect(project, number, word, lambda: user.context(max_token_size=ROOM))

    def _expect(self, project: str, number: int, word: str, ask: Callable[[], Any]) -> None:
        answer = str(ask())
        if word not in answer:
            self.seen.unread.append(f"{word} in {answer[:500]}")
        for place, whose in _CODE.findall(answer):
            if (place, int(whose)) != (project[0], number):
                self.seen.leaks.append(f"{place} {whose} shown to {project} {number}")

    def _look_at_all(self) -> None:
        """Everything that was acknowledged is there, and nowhere else."""
        for (project, number), words, user in self._every_user():
            blobs = user.get_all("chat", page_size=10_000)
            texts = [user.get(blob).messages[0].content for blob in blobs]
            found = {match[0] for text in texts for match in _CODE.finditer(text)}
            self.seen.lost += sorted(words - found)
            self._expect(project, number, "", lambda texts=texts: texts)  # type: ignore[misc]

    def _every_user(self) -> Iterator[tuple[tuple[str, int], set[str], User]]:
        """Everybody who told something, with what was acknowledged."""
        for project in PROJECTS:
            client = self._connected(project)
            with client.client:
                for place, words in self.kept.items():
                    if place[0] == project:
                        yield place, words, client.get_user(_id(place[1]))

    def _connected(self, project: str) -> MemoBaseClient:
        return MemoBaseClient(project_url=self._server.url, api_key=self._secrets[project])

    def _word(self, project: str, number: int) -> str:
        with self._lock:
            self._number += 1
            return f"Zu{project[0]}x{number}y{self._number}q"


def _id(number: int) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"user {number}"))


def _secret(server: ServerProcess, project: str) -> str:
    key, secret = new_key(project, space=project, now=datetime.now(UTC), project=True)
    FileKeys(keys_path(server.path)).add(key)
    return secret
