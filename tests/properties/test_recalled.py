"""Whatever is asked is answered, and every copy of a memory answers alike."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.wiring import build
from tests.faults.figures import figure

SAYINGS = (
    "I like green tea",
    "i like green tea!",
    "Where is the museum?",
    "莉莉搬到成都了",
    "我養了一隻貓",
    "Always answer in French.",
    "The museum is in the old town, next to the harbour",
    "yesterday we had 火锅 with Lily",
    "ok",
    "",
)
QUESTIONS = (
    "",
    "green tea",
    "Which museum did Lily like?",
    "莉莉搬去哪里了？",
    "猫",
    "what did I eat yesterday",
    "What did you recommend?",
    "I moved. Where is the harbour?",
)
START = datetime(2024, 5, 1, tzinfo=UTC)


@dataclass
class Copies:
    """The same memory in two stores; each message has the number of the call that made it."""

    folder: Path
    plain: Memory
    file: Memory
    names: dict[str, int] = field(default_factory=dict)
    alive: list[tuple[str, str]] = field(default_factory=list)
    """The ids of what is remembered, in the one and in the other."""

    def add(self, text: str, where: dict[str, str], speaker: str | None, minute: int) -> None:
        said: dict[str, Any] = {"content": text, "at": START.timestamp() - 60 * minute}
        said |= {"speaker": speaker} if speaker else {}
        said |= {"role": "assistant"} if minute % 3 == 0 else {}
        if not text:
            said["tool_calls"] = [{"name": "look"}]
        [one] = self.plain.add("wang", said, **where)
        [other] = self.file.add("wang", said, **where)
        self.names |= dict.fromkeys((one, other), len(self.names))
        self.alive.append((one, other))

    def correct(self, pick: int, text: str) -> None:
        for memory, id_ in zip((self.plain, self.file), self.picked(pick), strict=True):
            memory.correct("wang", id_, text or "corrected")

    def forget(self, pick: int) -> None:
        gone = self.picked(pick)
        for memory, id_ in zip((self.plain, self.file), gone, strict=True):
            memory.forget("wang", message=id_)
        self.alive.remove(gone)

    def picked(self, pick: int) -> tuple[str, str]:
        return self.alive[pick % len(self.alive)]

    def reopen(self) -> None:
        self.file.close()
        self.file = opened(self.folder / "m.db")
        self.plain._parts.drop_index("default", "wang")

    def answers(self, memory: Memory, question: str, k: int) -> object:
        found = memory.recall("wang", question, k=k)
        told = memory.explain(found)
        named = [
            ([self.names[id_] for id_ in hit.sources], hit.text, hit.score, dict(hit.scores))
            for hit in found
        ]
        dropped = [(self.names[each.source], each.reason, each.score) for each in told.dropped]
        return named, dropped, told.stages, told.dropped_in_all, told.terms, told.windows


def opened(path: Path) -> Memory:
    store = SqliteStore.open(path, synchronous="OFF")
    clock = FrozenClock(START)
    return Memory(build(path, Settings(worker=False), store=store, clock=clock), "default")


numbers = st.integers(0, 1 << 16)
sayings = st.sampled_from(SAYINGS)
places = st.fixed_dictionaries({"session": st.sampled_from("st"), "agent": st.sampled_from("ab")})
additions = st.tuples(
    st.just("add"), sayings, places, st.sampled_from([None, "Lily", "Tom"]), st.integers(0, 3000)
)
changes = st.one_of(
    st.tuples(st.just("correct"), numbers, sayings),
    st.tuples(st.just("forget"), numbers),
    st.just(("reopen",)),
    st.just(("recall",)),
)
histories = st.lists(additions | changes, max_size=25)


@settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(history=histories, question=st.sampled_from(QUESTIONS), k=st.integers(1, 12))
def test_both_stores_answer_alike_after_any_history(history, question, k):
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_:
        plain = Memory.open(":memory:", settings=Settings(worker=False), clock=FrozenClock(START))
        copies = Copies(Path(folder), plain, opened(Path(folder) / "m.db"))
        open_.callback(plain.close)
        open_.callback(lambda: copies.file.close())
        for step, *given_ in history:
            if step == "recall":
                assert answers_of(copies, question, k)
            elif copies.alive or step in {"add", "reopen"}:
                getattr(copies, step)(*given_)
        one = answers_of(copies, question, k)
        copies.reopen()
        assert answers_of(copies, question, k) == one


def answers_of(copies: Copies, question: str, k: int) -> object:
    one, other = (copies.answers(each, question, k) for each in (copies.plain, copies.file))
    assert one == other
    return one


META = "\\.^$*+?{}[]|()-/'\"`%_#&<>~!@:;,= \t\n\r"
PIECES = [
    *SAYINGS,
    *QUESTIONS,
    *"（）「」，。？！…—·～",
    "(?:",
    "(a+)+$",
    "[[:alpha:]]",
    "\\Q\\E",
    "{{}}",
    "%s%n",
    "' OR 1=1 --",
    "２０２４年５月１日",
    "last week",
    "三天前",
    "Lily's",
    "ｌｉｌｙ",
    "\ud800",
    "\udfff",
    "\x00",
    "\u202e",
    "e\u0301",
    "👩‍👩‍👧",
    "ﷺ",
    "𝔗𝔢𝔞",
    "İ",
    "\u1160",
]


def random_text(chance: random.Random) -> str:
    """Anything that anybody could type, paste or send."""
    kind = chance.randrange(6)
    if kind == 0:
        size = chance.choice([1, 3, 20])
        return "".join(chr(chance.randrange(sys.maxunicode + 1)) for _ in range(size))
    if kind == 1:
        return "".join(chance.choices(META, k=chance.randrange(12)))
    if kind == 2:
        return "".join(chr(chance.randrange(0xD800, 0xE000)) for _ in range(chance.randrange(4)))
    if kind == 3:
        return chance.choice(PIECES) * chance.choice([1, 2, 50])
    words = chance.choices(PIECES, k=chance.randrange(1, 8))
    return chance.choice(["", " ", "\n", "? "]).join(words)


def told() -> Memory:
    memory = Memory.open(":memory:", settings=Settings(worker=False), clock=FrozenClock(START))
    for n, text in enumerate((*SAYINGS[:-1], *(f"note {n} on 猫 and tea" for n in range(30)))):
        said = {"content": text, "speaker": ("Lily", "莉莉", "a.b (c", None)[n % 4]}
        memory.add("wang", said, session=f"s{n % 3}")
    return memory


def ask_anything(count: int, seed: int, every: int) -> None:
    """Ask so many questions; now and then also for a context and an explanation."""
    chance, hits = random.Random(seed), 0
    with told() as memory:
        kept = {message.id: message.text for message in memory.messages.latest("wang", limit=999)}
        for number in range(count):
            query = random_text(chance)
            found = memory.recall("wang", query, k=chance.choice([1, 5, 60]))
            hits += len(found)
            for hit in found:
                assert kept[hit.sources[0]] == hit.text
                assert hit.score == pytest.approx(sum(hit.scores.values()), abs=1e-6)
            if number % every == 0:
                assert memory.explain(found).query == query
                memory.context("wang", query)
    figure(f"questions={count} hits={hits} seed={seed}")
    assert hits > count, "or next to nothing was asked"


def test_whatever_is_asked_is_answered() -> None:
    ask_anything(3000, seed=11, every=10)


@pytest.mark.long
def test_a_hundred_thousand_questions_are_answered() -> None:
    ask_anything(100_000, seed=12, every=100)


LONG: dict[str, Callable[[int], str]] = {
    "one word": lambda size: "a" * size,
    "words": lambda size: "tea and cake " * (size // 13),
    "Chinese": lambda size: "成都火锅" * (size // 4),
    "punctuation": lambda size: "?!" * (size // 2),
    "brackets": lambda size: "(" * size,
    "marks": lambda size: "e" + "\u0301" * (size - 1),
    "surrogates": lambda size: "\ud800" * size,
    "times": lambda size: "last week " * (size // 10),
    "spaces": lambda size: " " * (size - 3) + "tea",
    "names": lambda size: "Lily " * (size // 5),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_very_long_question_is_answered(kind: str) -> None:
    with told() as memory:
        found = memory.recall("wang", LONG[kind](200_000), k=3)
        assert memory.explain(found).hits == found.hits


def test_the_questions_above_would_find_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: the question is taken for a pattern."""
    recall = Memory.recall

    def careless(self: Memory, user: str, query: str, **rest: Any) -> object:
        re.compile(query)
        return recall(self, user, query, **rest)

    monkeypatch.setattr(Memory, "recall", careless)
    with pytest.raises((re.error, FutureWarning)):
        ask_anything(500, seed=11, every=10)
