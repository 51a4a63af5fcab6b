"""A model that fails at every third turn, through the whole of learning: in the end all is known."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from holdfast import Memory, Settings
from holdfast import workshop as workshop_module
from holdfast.domain.item import ItemKind
from holdfast.flow.extract.patience import MOST
from holdfast.namespaces.well_being import findings
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.model_faults import GARBAGE, Body, Hang, Status, Truncated
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.faults.figures import figure

SESSIONS, SHARE = 80, 0.3
FAULTS = (
    Hang(0.2),
    Status(429, "slow down", {"Retry-After": "0"}),
    Status(500),
    Truncated(),
    GARBAGE,
    Body(b"<html>Bad gateway</html>", "text/html"),
)
LINES = (
    ("My name is Lily.", "I live in town {n}.", "I am going to paint {n} boats tomorrow."),
    ("我叫安娜。", "我住在第{n}街。", "我打算明天画{n}条船。"),
    ("I like tea number {n}.", "I have a cat called Mo{n}.", "Please always name street {n}."),
    ("我喜欢第{n}首歌。", "我养了{n}只猫。", "请一直用第{n}种字体。"),
    ("I work at mill {n}.",),
)
USERS = ("lily", "安娜")


class Known(NamedTuple):
    """What is known in the end. Ids of items and moments of learning are of no account."""

    messages: int
    facts: list[tuple[object, ...]]
    slots: list[tuple[object, ...]]
    events: list[tuple[object, ...]]
    stand_ins: int
    """How many events stood in for better ones before the model was well again."""
    requests: int
    """How often it was asked in all."""


def opened(
    path: Path, server: ModelServer, clock: FrozenClock, *, patient: bool = True, model: str = "m"
) -> Memory:
    settings = Settings(
        worker=False,
        embedder="none",
        memo_review=False,
        model_url=server.url,
        model_name=model,
        model_attempts=1,
        # A busy machine may keep a good server silent for a while; only one that hangs is cut off.
        model_read_seconds=20 if patient else 0.05,
        model_total_seconds=30 if patient else 0.1,
        model_failures=3,
        model_cool_down_seconds=0.01,
    )
    store = SqliteStore.open(path, synchronous="OFF")
    return Memory.open(store=store, settings=settings, clock=clock)


def lived_through(path: Path, server: ModelServer, share: float, sessions: int) -> Known:
    """Sessions are sealed and learned from while the model fails now and then. Nothing is raised."""
    clock, asked = FrozenClock(), len(server.requests)
    with opened(path, server, clock, patient=not share) as memory:
        server.trouble(share, *FAULTS)
        for number in range(sessions):
            if share and number == sessions * 9 // 10:
                server.trouble(1.0, *FAULTS)  # it ends with an outage
            user, session = USERS[number % 2], f"session-{number}"
            for line in LINES[number % len(LINES)]:
                text = line.format(n=number)
                memory.add(user, text, session=session)
                clock.advance(5)
                assert any(hit.text == text for hit in memory.recall(user, text))
            memory.seal(user, session)
            memory.admin.run_jobs()
        stand_ins = len(provisional(memory))
        server.trouble(0)
        heal(memory, clock)
        return known(memory, stand_ins, len(server.requests) - asked)


def heal(memory: Memory, clock: FrozenClock) -> None:
    for _ in range(30):
        time.sleep(0.02)  # what a client's cool-down takes is real time
        clock.advance(3600)
        memory.admin.run_jobs()
        if not memory.admin.jobs() and not provisional(memory):
            return


def provisional(memory: Memory) -> list[str]:
    found = memory._parts.store.read("default", lambda unit: unit.items.provisional(limit=9999))
    return [item.id for item in found if item.kind is ItemKind.EVENT]


def known(memory: Memory, stand_ins: int, requests: int) -> Known:
    facts: list[tuple[object, ...]] = []
    slots: list[tuple[object, ...]] = []
    events: list[tuple[object, ...]] = []
    messages = 0
    for user in USERS:
        said = memory.messages.latest(user, limit=9999)
        messages += len(said)
        place = {message.id: (message.session, message.number) for message in said}
        for item in memory.items.find(user, kind=ItemKind.FACT, limit=1000):
            sources = tuple(place[source] for source in item.sources)
            facts.append((user, item.text, dict(item.attributes), sources))
        for slot in memory.profile.get(user, about=None, past=True):
            rest = (slot.topic, slot.value, slot.standing, slot.since, slot.until, slot.said)
            slots.append((user, *rest, tuple(place[s] for s in slot.sources)))
        for event in memory.events.list(user, limit=1000):
            told = tuple((gist.text, tuple(place[s] for s in gist.sources)) for gist in event.gists)
            events.append((user, event.session, told, event.by, event.times, event.provisional))
    return Known(messages, sorted(facts, key=str), slots, events, stand_ins, requests)


def compare(folder: Path, sessions: int) -> tuple[Known, Known]:
    with ModelServer(says=dutiful) as server:
        clean = lived_through(folder / "clean.db", server, 0, sessions)
        troubled = lived_through(folder / "troubled.db", server, SHARE, sessions)
    lost = [fact for fact in clean.facts if fact not in troubled.facts]
    figure(
        f"learning with a failing model: share={SHARE} sessions={sessions} "
        f"messages lost={clean.messages - troubled.messages} facts={len(clean.facts)} "
        f"facts lost={len(lost)} stand-ins before it healed={troubled.stand_ins} "
        f"requests={troubled.requests} (clean {clean.requests})"
    )
    return clean, troubled


@pytest.mark.capability("G3", "K7")
def test_what_is_known_after_healing_is_what_a_good_model_makes_known(tmp_path: Path) -> None:
    clean, troubled = compare(tmp_path, SESSIONS)
    assert len(clean.facts) > SESSIONS
    assert clean.stand_ins == 0
    assert troubled.stand_ins >= SESSIONS // 16
    assert troubled.requests > clean.requests + SESSIONS // 4
    assert troubled._replace(stand_ins=0, requests=0) == clean._replace(stand_ins=0, requests=0)


def test_the_harness_sees_what_is_never_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop_module, "request_better", lambda *_: None)
    clean, troubled = compare(tmp_path, 20)
    assert troubled.facts != clean.facts
    assert troubled.events != clean.events


NONSENSE = '{"claims": [{"lines": [1], "topic": "home", "value": "the Moon", "text": "x"}]}'


def test_a_model_that_is_never_to_be_trusted_is_asked_a_few_times_and_no_more(
    tmp_path: Path,
) -> None:
    """Then what the rules have found stays, the check-up says so, and a better model may try."""
    clock = FrozenClock()
    with ModelServer(says=lambda _: NONSENSE) as server:
        with opened(tmp_path / "m.db", server, clock) as memory:
            memory.add("lily", ["I live in Leeds.", "My favourite colour is blue."], session="a")
            memory.seal("lily", "a")
            asked = []
            for _ in range(3 * 24 * 6):  # three days, looked after every ten minutes
                before = learning_requests(server)
                memory.admin.run_jobs()
                clock.advance(600)
                if learning_requests(server) > before:
                    asked.append(clock.now())
                    time.sleep(0.02)  # the client's cool-down
            assert len(asked) == MOST
            waits = [(b - a).total_seconds() for a, b in pairwise(asked)]
            assert waits == sorted(waits)
            assert [slot.value for slot in memory.profile.get("lily")] == ["Leeds", "blue"]
            assert memory.admin.jobs() == []
            lines = {each.name: each for each in findings(memory._parts, thorough=False)}
            assert lines["events left to the rules"].detail.startswith("1,")
            assert lines["provisional events"].good
        server.says = dutiful
        with opened(tmp_path / "m.db", server, clock, model="another") as memory:
            memory.admin.run_jobs()
            (event,) = memory.events.list("lily")
            assert not event.provisional
            assert "another" in event.by


def learning_requests(server: ModelServer) -> int:
    return sum("claims" in str(request.body) for request in server.requests)
