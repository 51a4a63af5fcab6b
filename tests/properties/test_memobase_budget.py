"""Contexts by any options that a client may send: never over budget, and never refused."""

from __future__ import annotations

import json
import random
import uuid
from urllib.parse import quote_plus

import pytest

from holdfast import Memory
from holdfast.entrypoints.memobase import contexts
from holdfast.entrypoints.memobase.ask import Ask
from holdfast.entrypoints.memobase.query import Query
from holdfast.flow.window.sections import Room, packed
from holdfast.text.tokens import estimate

SETS = 5_000
USER = str(uuid.uuid4())
TOLD = [
    "My name is Gus, I live in Berlin and my favourite colour is blue.",
    "Yesterday I went to the dentist with my sister Lily.",
    "我住在成都，我养了一只叫豆豆的猫。",
    "I work at Siemens. I have a dog called Rex. I love noodles & R&D.",
    "Last week I bought a red bike, and in May I fly to Rome.",
]
CHATS = ["dentist?", "我的猫", "R&D #1", "", "x" * 300, "Where do I live?"]
FORMS = [
    "{profile_section}",
    "P {profile_section} E {event_section}",
    "none",
    "词" * 50,
    "{event_section}" * 3,
]


@pytest.fixture(scope="module")
def memory():
    with Memory.open(":memory:", worker=False) as found:
        for place, text in enumerate(TOLD):
            found.buffers.add(USER, [text, {"role": "assistant", "content": "I see."}])
            if place < len(TOLD) - 1:
                found.buffers.flush(USER)
        for number in range(12):
            found.profile.set(USER, "notes", f"a remark, number {number}", sub=f"sub {number % 5}")
        yield found


def written(dice: random.Random) -> tuple[int, str]:
    """A budget, and a query with it as the client would write it."""
    budget = dice.choice([0, 1, 7, 30, 60, 90, 150, 300, 1000, 4000])
    topics = ["basic_info", "interest", "notes", "联系信息", "R&D"]
    options = {
        "prefer_topics": lambda: "&&prefer_topics=".join(dice.sample(topics, 2)),
        "only_topics": lambda: "&&only_topics=".join(dice.sample(topics, 3)),
        "max_subtopic_size": lambda: dice.randint(0, 5),
        "topic_limits_json": lambda: json.dumps({dice.choice(topics): dice.randint(0, 3)}),
        "profile_event_ratio": lambda: dice.choice([0.01, 0.3, 0.6, 0.99, 1]),
        "time_range_in_days": lambda: dice.choice([0, 1, 180, 10_000]),
        "require_event_summary": lambda: dice.choice(["true", "false"]),
        "chats_str": lambda: json.dumps([{"role": "user", "content": dice.choice(CHATS)}]),
        "event_similarity_threshold": lambda: dice.choice([0, 0.2, 0.5, 1]),
        "customize_context_prompt": lambda: quote_plus(dice.choice(FORMS)),
        "full_profile_and_only_search_event": lambda: dice.choice(["true", "false"]),
        "fill_window_with_events": lambda: dice.choice(["true", "false"]),
    }
    chosen = [f"{name}={make()}" for name, make in options.items() if dice.random() < 0.4]
    return budget, "&".join([f"max_token_size={budget}", *chosen])


def tokens_over(memory: Memory, sets: int) -> list[str]:
    """The queries whose contexts are too large."""
    dice, over, filled = random.Random(11), [], 0
    for _ in range(sets):
        budget, query = written(dice)
        sent = Query(query.replace(" ", "%20").encode())
        ask = Ask(memory, "__root__", True, {"user": USER}, sent, None)
        found = contexts.context(ask)
        assert isinstance(found, dict)
        filled += bool(found["context"])
        if estimate(found["context"]) > budget:
            over.append(query)
    assert filled > sets // 4
    return over


@pytest.mark.capability("L37")
def test_no_context_is_over_its_budget(memory):
    assert tokens_over(memory, SETS) == []


def test_one_that_is_would_be_seen(memory, monkeypatch):
    def generous(profile, events, room, form, count):
        return packed(profile, events, Room(room.budget + 20, room.share, room.fill), form, count)

    monkeypatch.setattr(contexts, "packed", generous)
    assert tokens_over(memory, 50)
