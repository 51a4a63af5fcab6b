"""What an attentive reader would learn from the story, and a great deal for a user with much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from holdfast import Memory
from holdfast.domain.claim import Claim
from holdfast.domain.item import Item
from holdfast.domain.message import Message, Selection
from holdfast.flow.extract.claims import item_of
from holdfast.flow.extract.events import event_item, gist_items
from holdfast.flow.extract.hearing import Heard
from holdfast.flow.extract.refold import refold
from holdfast.flow.extract.unlearn import drop_learned
from holdfast.ports.extractor import Extraction, Gist, Sense
from holdfast.ports.unit import Unit

BY = "reader"
STORY: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "rainy-sunday": [
        (2, {"topic": "pet", "value": "年糕"}),
        (2, {"topic": "event", "value": "found 年糕 behind the noodle shop on Wulin Road"}),
        (5, {"topic": "family", "sub": "sister", "value": "Lele"}),
        (5, {"topic": "home", "value": "Chengdu", "about": "Lele"}),
        (5, {"topic": "work", "sub": "profession", "value": "nurse", "about": "Lele"}),
        (7, {"topic": "habit", "value": "每周三晚上和妹妹视频"}),
    ],
    "vet": [
        (2, {"topic": "diet", "value": "allergic to chicken", "about": "年糕"}),
        (4, {"topic": "plan", "value": "年糕打第二针", "since": "2026-05-17", "until": "2026-05-18"}),
    ],
    "museum-job": [
        (0, {"topic": "work", "sub": "project", "value": "the silk museum's new exhibition"}),
        (2, {"topic": "goal", "value": "final text by June 5"}),
        (4, {"topic": "instruction", "value": "每周五问我一次进度"}),
        (4, {"topic": "instruction", "value": "早上十点以前别跟我说话"}),
        (4, {"topic": "habit", "value": "十点以前不说话"}),
    ],
    "chengdu-plan": [
        (0, {"topic": "plan", "value": "去成都看乐乐", "since": "2026-05-01", "until": "2026-05-06"}),
        (4, {"topic": "health", "value": "对花生过敏"}),
        (6, {"topic": "friend", "sub": "neighbour", "value": "陈阿姨"}),
        (6, {"topic": "pet", "value": "两只猫", "about": "陈阿姨"}),
    ],
    "back-home": [
        (3, {"topic": "partner", "value": "方越", "about": "Lele"}),
        (3, {"topic": "work", "sub": "profession", "value": "麻醉科医生", "about": "方越"}),
    ],
    "mothers-day": [
        (2, {"topic": "like", "sub": "food", "value": "蛋黄肉粽"}),
        (4, {"topic": "birthday", "value": "June 12", "about": "Lele"}),
    ],
    "knee": [
        (2, {"topic": "habit", "value": "周二、周五早上七点跑步"}),
        (4, {"topic": "health", "value": "my left knee hurts"}),
    ],
    "new-deadline": [
        (0, {"topic": "goal", "value": "final text by June 9", "was": "final text by June 5"}),
        (4, {"topic": "instruction", "value": "stop me if I start rewriting the first fifty again"}),
    ],
    "awake": [(4, {"topic": "diet", "value": "下午三点以后不喝咖啡"})],
    "bicycle": [(5, {"topic": "possession", "sub": "bike", "value": "dark green, second-hand"})],
    "mum-knows": [
        (
            4,
            {
                "topic": "work", "sub": "profession", "value": "麻醉护士", "about": "方越",
                "was": "麻醉科医生", "corrects": True,
            },
        ),
    ],
    "cake": [(0, {"topic": "birthday", "value": "June 21", "about": "Lele"})],
    "dragon-boat": [
        (6, {"topic": "health", "value": "blood pressure is up again", "about": "Mum"}),
        (2, {"topic": "home", "value": "Shaoxing", "about": "Mum"}),
    ],
}  # fmt: skip
"""By session: in which message, and what it claims."""

GISTS: dict[str, tuple[tuple[str, ...], Sense, tuple[tuple[str, str], ...]]] = {
    "rainy-sunday": (
        ("林悦上周四在武林路面馆后面捡到一只小猫，取名年糕。", "Her sister Lele moved to Chengdu."),
        Sense(emotions=("joy",)),
        (("topic", "family"),),
    ),
    "vet": (("年糕打了第一针疫苗；血检说她对鸡肉过敏。",), Sense(), (("topic", "pet"),)),
    "museum-job": (("The silk museum gave her the new exhibition, 180 panels.",), Sense(("joy",)), ()),
    "chengdu-plan": (("五一去成都看乐乐，票已抢到。",), Sense(), (("topic", "travel"),)),
    "back-home": (("去了成都，见到了乐乐；翻译做到第 62 块。",), Sense(("joy",)), ()),
    "mum-knows": (("妈妈知道了方越的事，想在端午见他。",), Sense(("surprise",)), (("topic", "family"),)),
    "bookbinder": (("外婆的菜谱送去河坊街装订，6 月 10 号取。",), Sense(), (("topic", "gift"),)),
    "last-panel": (("She finished panel 192, four days early.",), Sense(("joy", "tiredness")), ()),
    "dragon-boat": (("端午乐乐和方越 18 号到杭州，妈妈 19 号来。",), Sense(), (("topic", "family"),)),
}  # fmt: skip


def know(memory: Memory, user: str) -> None:
    """Have this known of the story's user, and nothing else."""
    memory._parts.store.write(memory.space, lambda unit: _know(memory, unit, user))


def _know(memory: Memory, unit: Unit, user: str) -> None:
    now = memory._parts.clock.now()
    for session in unit.sessions.latest(user, limit=1000):
        for stretch in unit.stretches.of(user, session.name):
            drop_learned(unit, user, session.name, stretch.number)
    for name, claims in STORY.items():
        if said := _said(unit, user, name):
            for at, fields in claims:
                unit.items.put(_fact(user, said[at], fields, now), expect=0)
    for name, (texts, sense, tags) in GISTS.items():
        if unit.stretches.of(user, name):
            made = Extraction(sense=sense, tags=tags, by=BY)
            _event(unit, user, _said(unit, user, name), texts, made, now)
    refold(unit, user)


def _said(unit: Unit, user: str, session: str, limit: int = 1000) -> list[Message]:
    return [*unit.log.find(user, Selection(session=session), limit=limit)]


def _fact(user: str, message: Message, fields: dict[str, Any], now: datetime) -> Item:
    moments: dict[str, Any] = {
        name: datetime.fromisoformat(f"{fields[name]}T00:00+08:00")
        for name in ("since", "until")
        if name in fields
    }
    given: dict[str, Any] = {"text": message.text, **fields, **moments}
    claim = Claim(**given, sources=(message.id,))
    return item_of(claim, user, message, message.seq, 1, BY, now)


def _event(
    unit: Unit,
    user: str,
    said: Sequence[Message],
    texts: Sequence[str],
    made: Extraction,
    now: datetime,
) -> None:
    heard = [Heard(message, message.seq) for message in said]
    by_id = {each.message.id: each for each in heard}
    told = [Gist(text, (said[min(at * 2, len(said) - 1)].id,)) for at, text in enumerate(texts)]
    gists = gist_items(told, user, by_id, 1, now)
    for gist in gists:
        unit.items.put(gist, expect=0)
    unit.items.put(event_item(user, heard, gists, made, None, 1, now), expect=0)


def know_much(memory: Memory, user: str, sessions: Sequence[str], facts: int) -> None:
    """Have much known from some sessions, as learning would leave it: facts, slots and events."""

    def work(unit: Unit) -> None:
        now = memory._parts.clock.now()
        said = [_said(unit, user, name, limit=4) for name in sessions]
        for at, fields in enumerate(_claims(facts)):
            message = said[at % len(said)][0]
            unit.items.put(_fact(user, message, fields, now), expect=0)
        for at, talk in enumerate(said):
            made = Extraction(sense=Sense(("joy",)), tags=(("topic", "travel"),), by=BY)
            texts = (f"It rained on day {at}.", f"第 {at} 天下了雨。")
            _event(unit, user, talk, texts, made, now)
        refold(unit, user)

    memory._parts.store.write(memory.space, work)


def _claims(count: int) -> Iterator[dict[str, Any]]:
    """Some of all kinds: several values at a time, one after another, others' and instructions."""
    for at in range(count):
        kind, few = at % 10, {"sub": f"{at % 150}"}  # few values stand beside each other
        if kind < 5:
            topic = ("skill", "habit", "goal", "possession", "event")[kind]
            yield {"topic": topic, **few, "value": f"{at}号"}
        elif kind < 8:
            yield {"topic": "health", "about": f"friend {at % 200}", "value": f"ailment {at}"}
        elif kind == 8:
            yield {"topic": "work", **few, "value": f"employer of year {at}"}
        elif at % 100 == 9:
            yield {"topic": "instruction", "value": f"always mention {at}"}
        else:
            yield {"topic": "like", **few, "value": f"dish {at}"}
