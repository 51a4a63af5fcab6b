"""A memory with something in it: the demo's story, told, condensed and reviewed."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import groupby

from holdfast import Memory
from holdfast.entrypoints.demo import STORY
from holdfast.testing.clock import FrozenClock

USER, AGENT = "linyue", "juno"
SISTER, ROBOT = "林悦的妹妹", "诺诺"
WINDOW = 8


def tell(memory: Memory, clock: FrozenClock) -> None:
    """Fill the memory. An hour has passed since the last word of the story."""
    told = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    clock.set(datetime.fromisoformat(told[-1]["at"]) + timedelta(minutes=1))
    for name, said in groupby(told, key=lambda message: message["session"]):
        messages = [{key: m[key] for key in m if key != "session"} for m in said]
        memory.add(USER, messages, session=name, agent=AGENT)
    memory.admin.set_preference("memo_window", WINDOW)
    clock.advance(3600)
    memory.admin.run_jobs()
    memory.add(SISTER, "我周五到杭州，帮我订一间安静的房间。", agent=ROBOT, session="杭州")
