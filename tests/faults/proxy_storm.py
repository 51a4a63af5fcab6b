"""Chats by way of the proxy, while the server is killed: what was answered, and what is kept of it."""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from holdfast import Memory
from tests.faults.server_process import PATIENCE, Caller, ServerProcess

CHATS = 4
_CODE = re.compile(r"Q\d+x\d+q")


def answer(body: dict[str, Any]) -> str:
    """What the model says to a question; it takes its time."""
    time.sleep(0.05)
    return f"Answer to {_CODE.findall(str(body['messages'][-1]['content']))[0]}."


@dataclass
class Kept:
    """What is found in the end. All but `answered` and `cut` is trouble."""

    answered: int = 0
    cut: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.torn)

    def __str__(self) -> str:
        counts = {n: v if isinstance(v, int) else len(v) for n, v in vars(self).items()}
        return " ".join(f"{name}={count}" for name, count in counts.items())


class Chat(threading.Thread):
    """One user who asks on, with all of the talk in every request, as apps do.

    Of the turns that were cut off some are asked again, and some are not. Now and then a turn that
    was answered is sent once more, as by a client that did not hear the end of it.
    """

    def __init__(self, server: ServerProcess, number: int, over: threading.Event) -> None:
        super().__init__()
        self.user, self._number, self._over = f"user {number}", number, over
        self._caller = server.caller()
        self._dice = random.Random(number)
        self.answered: list[str] = []
        self.cut: list[str] = []

    def run(self) -> None:
        """Ask until it is over; what was answered last is always answered whole."""
        talk: list[dict[str, str]] = []
        for turn in range(10_000):
            if self._over.is_set():
                break
            code = f"Q{self._number}x{turn}q"
            asked = [*talk, {"role": "user", "content": f"What of {code}?"}]
            if self._insist(code, asked):
                self.answered.append(code)
                talk = [*asked, {"role": "assistant", "content": f"Answer to {code}."}]
                if self._dice.random() < 0.3:
                    self._ask(asked)
        self._caller.hang_up()

    def _insist(self, code: str, asked: Sequence[dict[str, str]]) -> bool:
        """Whether it was answered in the end, or given up."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            whole = self._ask(asked)
            if whole:
                return True
            if whole is False:
                self.cut.append(code)
                if self._dice.random() < 0.5:
                    return False
            time.sleep(0.05)
        raise AssertionError("the server never came back")

    def _ask(self, asked: Sequence[dict[str, str]]) -> bool | None:
        """Whether the answer came whole; None where there is no server."""
        stream = self._dice.random() < 0.5
        body = {"model": "m", "user": self.user, "messages": asked, "stream": stream}
        try:
            found = whole(self._caller, body)
        except ConnectionRefusedError:
            return None
        except (OSError, http.client.HTTPException):
            return False
        return found


def whole(caller: Caller, body: dict[str, Any]) -> bool:
    """Ask; whether the answer came to its end. OSError or HTTPException where it is cut off."""
    told = caller.ask("POST", "/openai/v1/chat/completions", body)
    return told.status == 200 and (not body["stream"] or b"[DONE]" in told.body)


def killed(server: ServerProcess, kills: int) -> Kept:
    """Let them chat, kill the server so many times, and look at what it has kept."""
    over, dice = threading.Event(), random.Random(1)
    chats = [Chat(server, number, over) for number in range(CHATS)]
    for chat in chats:
        chat.start()
    for _ in range(kills):
        time.sleep(dice.uniform(0.4, 0.9))
        server.kill()
        server.start()
        server.wait_until_ready()
    time.sleep(0.3)
    over.set()
    for chat in chats:
        chat.join(PATIENCE)
        assert not chat.is_alive(), "a chat never ended"
    server.kill()
    return _judged(server.path, chats)


def _judged(path: Path, chats: Sequence[Chat]) -> Kept:
    seen = Kept(sum(len(each.answered) for each in chats), sum(len(each.cut) for each in chats))
    with Memory.open(path, worker=False) as memory:
        for chat in chats:
            kept = memory.messages.list(chat.user, limit=100_000)
            found = Counter((each.role, each.text) for each in kept)
            seen.doubled += [text for (_, text), times in found.items() if times > 1]
            for code in {*chat.answered, *chat.cut}:
                asked = ("user", f"What of {code}?") in found
                told = ("assistant", f"Answer to {code}.") in found
                seen.torn += [code] if asked != told else []
                seen.lost += [code] if code in chat.answered and not (asked and told) else []
    return seen
