"""Every call there is, once, with arguments that make sense one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, NamedTuple

from holdfast.domain.event import Account

Known = dict[str, Any]
"""What earlier answers told: ids that later calls need."""


class Step(NamedTuple):
    """A call by its name, and what it is given. `note` is the name under which its answer is kept.

    Two steps are no calls: `work` has the memory do its waiting jobs, `fail` has one fail for good.
    """

    call: str
    given: Callable[[Known], dict[str, Any]] = lambda _: {}
    note: str = ""


LILY = {"user": "lily"}
SAID = [
    {"role": "user", "content": "My sister Anna moved to Chengdu last week.", "id": "one"},
    {"role": "assistant", "content": "Does she like it there?"},
    {"role": "user", "content": "她很喜欢那里的火锅。", "id": "three"},
]
LEARNED = [
    "birthday = 3 May\ngist: She was born in May.\ntag: mood = calm",
    "birthday = 5 May\ngist: She is not sure when.",
]
"""What the extractor of the tests can read."""

WORK, FAIL = "work", "fail"
DAY = ("2024-05-01", "2024-05-02")


def lily(**more: Any) -> Callable[[Known], dict[str, Any]]:
    return lambda _: {**LILY, **more}


STEPS: tuple[Step, ...] = (
    Step("sessions.open", lily(name="tea"), "opened"),
    Step("add", lily(messages=SAID, session="tea"), "ids"),
    Step("add", lily(messages="我下周去北京。", session="trip", agent="cat"), "more"),
    Step("messages.list", lily(limit=2)),
    Step("messages.between", lily(since=DAY[0], until=DAY[1])),
    Step("messages.amount", lily(session="tea", agent="default")),
    Step("messages.latest", lily(limit=3, session="tea")),
    Step("messages.days", lily(year=2024, zone="Asia/Shanghai")),
    Step("messages.beside", lily(day=DAY[0], until=DAY[1], zone="+08:00")),
    Step("sessions.by_day", lily(until=DAY[1], limit=5)),
    Step("messages.get", lambda known: {**LILY, "message_id": known["ids"][0]}),
    Step("correct", lambda known: {**LILY, "message_id": known["ids"][0], "text": "Anna moved."}),
    Step("messages.versions", lambda known: {**LILY, "message_id": known["ids"][0]}),
    Step("recall", lily(query="Where does Anna live? 火锅", k=3), "recall"),
    Step("explain", lambda known: {"run": known["recall"].run}),
    Step("context", lily(query="火锅", budget=200)),
    Step("recent", lily()),
    Step("history", lily(names=["Lily", "Cat"], language="en")),
    Step("new_dialog", lily(agent="cat", settings={"喜欢": ["猫"]}, language="zh")),
    Step("memo.reviewing"),
    Step("memo.set_reviewing", lambda _: {"on": True}),
    Step("memo.review", lily()),
    Step("memo.hide", lambda known: {**LILY, "message_ids": known["ids"][1:2]}, "hidden"),
    Step("memo.reviews", lily()),
    Step("memo.undo", lambda known: {**LILY, "review_id": known["hidden"].id}),
    Step("recent", lily(), "memo"),
    Step(
        "memo.edit",
        lambda known: {
            **LILY,
            "line_id": known["ids"][2],
            "text": "她喜欢火锅。",
            "fingerprint": known["memo"].fingerprint,
        },
    ),
    Step(
        "memo.save", lily(turns=[["user", "Anna moved."], ["assistant", "好的。"]], session="tea")
    ),
    Step("memo.fold", lily()),
    Step("sessions.list", lily()),
    Step("sessions.lately", lambda _: {"limit": 2}),
    Step("sessions.get", lily(name="tea")),
    Step("sessions.last_message", lily(name="tea")),
    Step("sessions.agents", lily()),
    Step("sessions.seal", lily(name="tea")),
    Step("sessions.troubled"),
    Step("sessions.lately", lambda _: {"limit": 5}),
    Step("admin.jobs"),
    Step("admin.stuck", lambda _: {"seconds": 60}),
    Step("admin.revision", lambda _: {"user": "nobody"}),
    Step(WORK),
    Step("sessions.progress", lily()),
    Step("sessions.stretches", lily(name="tea")),
    Step("sessions.messages", lily(name="tea", stretch=1)),
    Step("sessions.turns", lambda known: {**LILY, "name": "tea", "after": known["ids"][0]}),
    Step("sessions.derived", lily(name="tea", stretch=1)),
    Step("items.derived", lambda known: {**LILY, "message_id": known["ids"][0]}),
    Step("sessions.reopen", lily(name="tea")),
    Step("items.add", lily(text="Anna 住在成都。", kind="fact", importance=0.8), "item"),
    Step("items.put", lambda known: {"item": _other(known["item"]), "expect": 1}),
    Step("items.get", lambda known: {**LILY, "item_id": known["item"].id}),
    Step("items.find", lily(kind="fact")),
    Step("items.between", lily(level=1)),
    Step("items.remove", lambda known: {**LILY, "item_ids": [known["item"].id]}),
    Step("profile.set", lily(topic="home", value="成都", about="Anna"), "slot"),
    Step("profile.correct", lambda known: {**LILY, "slot_id": known["slot"].id, "value": "重庆"}),
    Step("profile.set", lily(topic="instruction", value="Answer in verse."), "slot"),
    Step("profile.switch", lambda known: {**LILY, "slot_id": known["slot"].id, "on": False}),
    Step("add", lily(messages=LEARNED, session="learned"), "learned"),
    Step("sessions.seal", lily(name="learned")),
    Step(WORK),
    Step("profile.disputes", lily(), "disputes"),
    Step("profile.settle", lambda known: {**LILY, "slot_id": known["disputes"][0][1].id}, "slot"),
    Step("profile.get", lily(about="Anna", past=True, as_of="2030-01-01")),
    Step("profile.get", lily(topic="birthday", known_at="2030-01-01T12:00+08:00")),
    Step("profile.remove", lambda known: {**LILY, "slot_id": known["slot"].id}),
    Step("profile.history", lily(topic="birthday", sub="")),
    Step("profile.sections", lily(as_of="2030-01-01")),
    Step(
        "profile.set_card",
        lambda _: {"agent": "cat", "about_agent": {"mood": "calm"}, "about_user": {}},
    ),
    Step("profile.settings", lily(agent="cat", names=("Cat", "Lily"), language="en")),
    Step("profile.set_scheme", lambda _: {"text": "language: en"}),
    Step("profile.scheme"),
    Step("events.list", lily(tag="mood", value="calm", since=DAY[0], session="learned"), "events"),
    Step("events.get", lambda known: {**LILY, "event_id": known["events"][0].id}),
    Step(
        "events.edit",
        lambda known: {**LILY, "gist_id": known["events"][0].gists[0].id, "text": "她搬家了。"},
    ),
    Step("events.remove", lambda known: {**LILY, "gist_id": known["events"][0].gists[1].id}),
    Step(
        "events.retell",
        lambda known: {
            **LILY,
            "event_id": known["events"][0].id,
            "lines": ["她搬家了。", "她高兴。"],
        },
    ),
    Step(
        "events.tag",
        lambda known: {**LILY, "event_id": known["events"][0].id, "tags": [("mood", "glad")]},
    ),
    Step(
        "events.annotate",
        lambda known: {**LILY, "event_id": known["events"][0].id, "own": {"seen": True}},
    ),
    Step(
        "events.tell",
        lambda known: {
            **LILY,
            "accounts": [
                Account(
                    lines=("她去了杭州。",),
                    sources=(known["learned"][0],),
                    at=datetime(2024, 5, 1, tzinfo=UTC),
                    tags=(("mood", "glad"),),
                    own={"seen": True},
                )
            ],
        },
    ),
    Step("buffers.add", lily(messages=LEARNED, tags={"friend_id": "7"}, agent="小八")),
    Step("buffers.waiting", lily()),
    Step("buffers.flush", lily()),
    Step("buffers.ended", lily()),
    Step("buffers.usage", lambda _: {"days": 2}),
    Step("admin.set_details", lily(kept={"plan": "free", "名字": "莉莉"})),
    Step("admin.details", lily()),
    Step("archive.enabled"),
    Step("archive.list", lily()),
    Step("archive.files", lily(limit=5)),
    Step("archive.faults"),
    Step("archive.merge", lily(day=DAY[0])),
    Step("archive.compact", lily(day=DAY[0])),
    Step("archive.rebuild", lily()),
    Step("admin.audit", lily()),
    Step("admin.users", lambda _: {"limit": 10}),
    Step("admin.remembered", lambda _: {"limit": 10}),
    Step("admin.set_preference", lambda _: {"name": "语气/tone", "value": {"温柔": True}}),
    Step("admin.preferences"),
    Step("admin.held"),
    Step("admin.unset_preference", lambda _: {"name": "语气/tone"}),
    Step("admin.reindex", lily()),
    Step(FAIL),
    Step("admin.jobs", lambda _: {"state": "dead"}, "dead"),
    Step("admin.retry", lambda known: {"job_id": known["dead"][0].id}),
    Step(FAIL),
    Step("admin.retry_dead"),
    Step("admin.check"),
    Step("admin.check", lambda _: {"quick": True}),
    Step("memo.clear", lily(agent="cat")),
    Step("forget", lily(session="trip")),
    Step("messages.list", lily()),
)


def _other(item: Any) -> Any:
    return type(item)(**{**asdict(item), "text": "Anna lives in Chengdu.", "revision": 1})
