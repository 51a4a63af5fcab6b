"""A large memory: one user, 100,000 messages in 2,000 sessions over seven years, in two languages.

Made in a few seconds. What is said is recorded as `add` does it, with the marks of each text made
once. What the worker would make of it in minutes is made by the worker's own parts in one go;
`tests/unit/test_large.py` compares the two on a small memory.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from holdfast import Memory, Settings
from holdfast.domain.draft import Draft
from holdfast.domain.item import Item
from holdfast.domain.memo import Memo
from holdfast.domain.message import Message, Selection
from holdfast.domain.session import Ending, Session, SessionState
from holdfast.flow.capture.record import Marked, record
from holdfast.flow.capture.stretches import end, settle
from holdfast.flow.condense.lines import line_of_item, line_of_message
from holdfast.flow.condense.overlay import Overlay
from holdfast.flow.condense.segments import Segment
from holdfast.flow.condense.sizes import (
    GROUP,
    SEGMENT_CHARS,
    STRETCH_CHARS,
    TOPIC_CHARS,
    segment_size,
)
from holdfast.flow.condense.stream import Entry, Home
from holdfast.flow.condense.summaries import STRETCH, of_items, of_segment
from holdfast.flow.usual import window_of
from holdfast.ports.unit import Unit
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.summarisers import FakeSummariser

USER, AGENT, OTHER = "meiling", "juno", "default"
SESSIONS, TURN = 2000, 50
BEGIN, APART = datetime(2019, 1, 1, 8, tzinfo=UTC), timedelta(hours=30)
TEXTS = 4000
"""How many different things are said."""

ENGLISH = "My violin teacher is called Ottoline Brandvold."
CHINESE = "备用钥匙藏在蓝色的陶罐里。"
NEEDLES = {(0.3, 20): ENGLISH, (0.6, 31): CHINESE}
"""What is said once: how far into the sessions, and where in one."""

SETTINGS = Settings(learning=False, worker=False, memo_review=False)
_AT_ONCE = 100
_ALL = 1 << 62

_PEOPLE = [
    "Lily",
    "Omar",
    "Grandma",
    "Jonas",
    "Priya",
    "Tomas",
    "Rosa",
    "Hiro",
    "Nadia",
    "Felix",
    "Wanda",
    "Ines",
]
_THINGS = [
    "cat",
    "bicycle",
    "piano",
    "passport",
    "garden",
    "thesis",
    "kitchen",
    "flat",
    "camera",
    "boat",
    "tea",
    "book",
]
_PLACES = [
    "Chengdu",
    "Lisbon",
    "Hangzhou",
    "Oslo",
    "Nairobi",
    "Kyoto",
    "Leeds",
    "Quito",
    "Bergen",
    "Porto",
]
_人 = ["莉莉", "外婆", "小林", "阿梅", "老王", "表姐", "弟弟", "同事", "邻居", "舅舅"]
_物 = ["猫", "自行车", "钢琴", "护照", "花园", "论文", "厨房", "公寓", "相机", "船", "茶", "书"]
_地 = ["成都", "里斯本", "杭州", "奥斯陆", "京都", "上海", "西安", "厦门", "大理", "昆明"]
_SAID = (
    "{0} took the {1} to {2}, and it rained for {3} days.",
    "Remind me that the {1} from {2} cost {3} euros; {0} paid.",
    "{0} says that {2} is too far, and the {1} can wait {3} weeks.",
)
_说 = (
    "{0}带着{1}去了{2}，下了{3}天的雨。",
    "记得提醒我，{2}的{1}花了{3}块，是{0}付的。",
    "{0}说{2}太远了，{1}可以再等{3}个星期。",
)


class Files(NamedTuple):
    """The same memory twice: with all that the worker makes of it, and before any worker came."""

    folded: Path
    unfolded: Path


def make(folder: Path, sessions: int = SESSIONS) -> Files:
    """Make both. The last session is still open, and was spoken in a minute ago."""
    files = Files(folder / "folded.db", folder / "unfolded.db")
    with _opened(files.unfolded) as memory:
        tell(memory, sessions)
    shutil.copy(files.unfolded, files.folded)
    with _opened(files.folded) as memory:
        fold(memory)
    return files


def now(sessions: int = SESSIONS) -> datetime:
    """A minute after the last word."""
    return _moment(sessions - 1, TURN)


def name(number: int) -> str:
    """A session's name, by its number."""
    return f"talk {number:04}" if number % 2 else f"闲聊 {number:04}"


def tell(memory: Memory, sessions: int) -> None:
    """Have everything said. Each session is told as it happens."""
    parts, marked = memory._parts, _marked(memory)
    chance = random.Random(7)
    needles = {(int(part * sessions), at): text for (part, at), text in NEEDLES.items()}

    def work(unit: Unit, numbers: Sequence[int]) -> None:
        for number in numbers:
            said = []
            for at in range(TURN):
                text = needles.get((number, at)) or f"{chance.randrange(TEXTS)}"
                draft, mark = marked[text]
                role = "assistant" if at % 2 else "user"
                draft = draft._replace(role=role, said_at=_moment(number, at))
                said.append(Marked(draft, mark))
            record(
                unit,
                USER,
                said,
                session=name(number),
                agent=agent_of(number),
                now=said[-1].draft.said_at,
                usual=parts.usual,
            )

    for first in range(0, sessions, _AT_ONCE):
        numbers = range(first, min(sessions, first + _AT_ONCE))
        parts.store.write(memory.space, partial(work, numbers=numbers))


def agent_of(number: int) -> str:
    """Every tenth session is with another agent."""
    return OTHER if number % 10 == 3 else AGENT


def fold(memory: Memory) -> None:
    """Seal every session but the last, and make all summaries."""
    memory._parts.store.write(
        memory.space, lambda unit: _fold(unit, window_of(unit, memory._parts.usual))
    )


def _fold(unit: Unit, window: int) -> None:
    last, *ended = unit.sessions.latest(USER, limit=_ALL)
    for session in reversed(ended):
        stretch = end(unit, session, Ending.IDLE, now())
        assert stretch is not None
        settle(unit, stretch, SessionState.SEALED)
    unit.jobs.remove(USER)
    for agent in (AGENT, OTHER):
        said = unit.log.find(USER, Selection(agent=agent), limit=_ALL)
        done = [message for message in said if message.session != last.name]
        memo = Memo(user=USER, agent=agent, folded_to=_folded_to(done, said))
        unit.memos.put(memo, expect=0)
        _Summaries(unit, memo, window).make(done)


def _folded_to(done: Sequence[Message], said: Sequence[Message]) -> int:
    """Where the first message lies that is not folded, less one."""
    return said[len(done)].seq - 1 if len(done) < len(said) else said[-1].seq


class _Summaries:
    """The summaries of one agent's talks, level by level."""

    def __init__(self, unit: Unit, memo: Memo, window: int) -> None:
        self._unit, self._memo, self._size = unit, memo, segment_size(window)
        self._summariser = FakeSummariser()

    def make(self, messages: Sequence[Message]) -> None:
        """All of them, of messages in the order of the log."""
        talks: dict[str, list[Message]] = {}
        for message in messages:
            talks.setdefault(message.session, []).append(message)
        found = [self._above([*self._segments(talk)], STRETCH) for talk in talks.values()]
        level = STRETCH
        while found:
            whole = len(found) // GROUP * GROUP
            above = [
                self._above(found[first : first + GROUP], level + 1)
                for first in range(0, whole, GROUP)
            ]
            self._put(found[whole:])
            found, level = above, level + 1

    def _segments(self, talk: Sequence[Message]) -> Iterator[Item]:
        home = Home(talk[0].session, 1, ended=True, size=len(talk))
        for first in range(0, len(talk), self._size):
            entries = tuple(Entry(message, message.seq) for message in talk[first:][: self._size])
            lines = [line_of_message(entry.message) for entry in entries]
            made = self._summariser.summarise(lines, limit=SEGMENT_CHARS)
            yield of_segment(self._memo, Segment(home, entries), made, Overlay(), now())

    def _above(self, below: Sequence[Item], level: int) -> Item:
        """One of these, which are out of sight from then on."""
        limit = STRETCH_CHARS if level == STRETCH else TOPIC_CHARS
        made = self._summariser.summarise([*map(line_of_item, below)], limit=limit)
        self._put([replace(item, superseded_at=now()) for item in below])
        return of_items(self._memo, below, made, now(), level)

    def _put(self, items: Sequence[Item]) -> None:
        for item in items:
            self._unit.items.put(item, expect=0)


def _moment(number: int, at: int) -> datetime:
    return BEGIN + number * APART + at * timedelta(minutes=1)


def _marked(memory: Memory) -> dict[str, Marked]:
    """Everything that is said, by its number, and the needles by their words."""
    chance = random.Random(5)
    texts = [_text(chance, number) for number in range(TEXTS)]
    named = {f"{number}": text for number, text in enumerate(texts)}
    named |= {text: text for text in NEEDLES.values()}
    marks = memory._parts.marker.marks([*named.values()])
    drafts = (Draft("user", text, BEGIN) for text in named.values())
    return dict(zip(named, map(Marked, drafts, marks), strict=True))


def _text(chance: random.Random, number: int) -> str:
    lists = (_SAID, _PEOPLE, _THINGS, _PLACES) if number % 2 else (_说, _人, _物, _地)
    template, *words = (chance.choice(each) for each in lists)
    return template.format(*words, chance.randrange(2, 5000))


def _opened(path: Path) -> Memory:
    store = SqliteStore.open(path, synchronous="OFF")
    memory = Memory.open(
        store=store, settings=SETTINGS, clock=FrozenClock(now()), summariser=FakeSummariser()
    )
    store.write(memory.space, _make_room)
    return memory


def _make_room(unit: Unit) -> None:
    """So much is written at once that it does not fit into the usual cache."""
    connection: Any = unit.log._connection  # type: ignore[attr-defined]
    connection.execute("PRAGMA cache_size = -300000")


def shape(memory: Memory) -> dict[str, object]:
    """What became of it, without ids and the moments when the worker happened to come."""

    def look(unit: Unit) -> dict[str, object]:
        items = {item.id: item for item in unit.items.find(USER, limit=_ALL)}
        places = {m.id: (m.seq,) for m in unit.log.find(USER, Selection(), limit=_ALL)}

        def told(id_: str) -> tuple[object, ...]:
            return places.get(id_) or tuple(map(told, items[id_].sources))

        sessions = unit.sessions.latest(USER, limit=_ALL)
        return {
            "log": len(places),
            "sessions": [_plain(session) for session in sessions],
            "stretches": [
                (each.session, each.number, each.state, each.agent, each.first, each.last)
                for session in sessions
                for each in unit.stretches.of(USER, session.name)
            ],
            "memos": [(m.agent, m.folded_to, m.cleared_to, m.hidden) for m in unit.memos.of(USER)],
            "items": sorted(
                (
                    item.level,
                    item.place,
                    item.agent,
                    item.session,
                    item.stretch,
                    item.kind,
                    item.text,
                    repr(item.attributes),
                    item.valid_from,
                    item.valid_to,
                    item.superseded_at.year < 9000,
                    item.provisional,
                    told(item.id),
                )
                for item in items.values()
            ),
            "jobs": unit.jobs.find(limit=_ALL),
        }

    return memory._parts.store.read(memory.space, look)


def _plain(session: Session) -> Session:
    return replace(session, revision=0)
