"""A memory with something in it: the demo's story, told, condensed and reviewed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from holdfast import Memory
from holdfast.entrypoints.demo import STILL_OPEN, STORY
from holdfast.testing.clock import FrozenClock
from tests.journeys.web.known import know

USER, AGENT = "linyue", "juno"
SISTER, ROBOT = "林悦的妹妹", "诺诺"
WINDOW = 8
KNOWN = (
    "rainy-sunday",
    "vet",
    "museum-job",
    "chengdu-plan",
    "back-home",
    "mothers-day",
    "off-the-record",
)
"""The conversations that the tests know by heart; the demo has more."""

CAKE = {
    "session": "cake",
    "role": "user",
    "speaker": "林悦",
    "content": "蛋糕订好了：Lele's birthday, June 21, 抹茶的。",
    "at": "2026-06-06T18:30:00+08:00",
}
"""What contradicts something that was said before."""


def tell(memory: Memory, clock: FrozenClock) -> None:
    """Fill the memory. An hour has passed since the last word of the story."""
    told = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    _tell(memory, clock, [message for message in told if message["session"] in KNOWN])
    memory.admin.set_preference("memo_window", WINDOW)
    clock.advance(3600)
    memory.admin.run_jobs()
    know(memory, USER)
    memory.add(SISTER, "我周五到杭州，帮我订一间安静的房间。", agent=ROBOT, session="杭州")


def tell_all(memory: Memory, clock: FrozenClock) -> None:
    """The whole of the demo's story, its last conversation still open: for pictures."""
    told = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    at = next(place for place, each in enumerate(told) if each["session"] == STILL_OPEN)
    _tell(memory, clock, [*told[:at], CAKE])
    memory.admin.set_preference("memo_window", WINDOW)
    clock.advance(3600)
    memory.admin.run_jobs()
    know(memory, USER)
    _tell(memory, clock, [message for message in told if message["session"] == STILL_OPEN])
    memory.admin.run_jobs()


def _tell(memory: Memory, clock: FrozenClock, told: Sequence[dict[str, Any]]) -> None:
    clock.set(datetime.fromisoformat(told[-1]["at"]) + timedelta(minutes=1))
    for name, several in groupby(told, key=lambda message: message["session"]):
        said = list(several)
        messages = [{key: m[key] for key in m if key not in ("session", "user")} for m in said]
        memory.add(said[0].get("user", USER), messages, session=name, agent=AGENT)
