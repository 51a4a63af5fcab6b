"""A model that fails at every third turn: nothing is lost, and once it is well all is as it should be."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from holdfast import Memory, Settings
from holdfast.flow.condense import mend
from holdfast.providers.by_model import SummariserWithRules
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.testing.clock import FrozenClock
from holdfast.testing.model_faults import GARBAGE, Body, Hang, Status, Truncated
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.faults.figures import figure
from tests.properties.thread import require_all_accounted, require_settled, views

MESSAGES, TURNS = 2000, 20
FAULTS = (
    Hang(0.2),
    Status(429, "slow down", {"Retry-After": "0"}),
    Status(500),
    Truncated(),
    GARBAGE,
    Body(b"<html>Bad gateway</html>", "text/html"),
)
SHARE = 0.3
LINES = (
    "I met Anna at the harbour at {n} o'clock. It rained.",
    "我和安娜在码头见面，编号{n}。下雨了。",
    "The piano costs {n} pounds. I may buy it.",
    "钢琴要{n}镑。我可能会买。",
)


class Outcome(NamedTuple):
    """What a memory holds in the end, told by places in the log: ids are of no account."""

    summaries: dict[tuple[str, str, int, int], tuple[str, tuple[int, ...]]]
    messages: int
    provisional: int
    """How many summaries were stand-ins before the model was well again."""

    failures: int
    """How many answers were none."""


def lived_through(path: Path, server: ModelServer, share: float, messages: int) -> Outcome:
    """Conversations in both languages, sealed one by one while the model fails now and then."""
    clock = FrozenClock()
    settings = Settings(
        worker=False,
        embedder="none",
        memo_review=False,
        model_url=server.url,
        model_name="m",
        model_attempts=1,
        # A busy machine may keep a good server silent for a while; only one that hangs is cut off.
        model_read_seconds=0.05 if share else 20,
        model_total_seconds=0.1 if share else 30,
        model_failures=3,
        model_cool_down_seconds=0.01,
    )
    store = SqliteStore.open(path, synchronous="OFF")
    with Memory.open(store=store, settings=settings, clock=clock) as memory:
        assert isinstance(memory._parts.summariser, SummariserWithRules)
        server.trouble(share, *FAULTS)
        for number in range(messages // TURNS):
            if share and number == messages // TURNS * 9 // 10:
                server.trouble(1.0, *FAULTS)  # it ends with an outage
            user, session = ("lily", "安娜")[number % 2], f"session-{number}"
            agent = "cat" if number % 7 == 0 else "default"
            for turn in range(TURNS):
                text = LINES[(number + turn % 2 * 2) % len(LINES)]
                memory.add(user, text.format(n=number), session=session, agent=agent)
                clock.advance(5)
            memory.seal(user, session)
            memory.admin.run_jobs()
        require_all_accounted(memory)
        failures = memory._parts.summariser.usage.failures
        stand_ins = sum(item.provisional for v in views(memory) for item in v.summaries.values())
        server.trouble(0)
        heal(memory, clock)
        require_all_accounted(memory)
        require_settled(memory)
        return Outcome(told(memory), len(stored(memory)), stand_ins, failures)


def heal(memory: Memory, clock: FrozenClock) -> None:
    """The model is well: have all made again that it did not make."""
    for _ in range(50):
        time.sleep(0.02)  # what a client's cool-down takes is real time
        clock.advance(600)
        memory.admin.run_jobs()
        if not memory.admin.jobs() and not provisional(memory):
            return


def provisional(memory: Memory) -> int:
    return len(memory._parts.store.read("default", lambda unit: unit.items.provisional()))


def stored(memory: Memory) -> list[str]:
    return [m.id for user in memory.admin.users() for m in memory.messages.latest(user, limit=9999)]


def told(memory: Memory) -> dict[tuple[str, str, int, int], tuple[str, tuple[int, ...]]]:
    found = {}
    for view in views(memory):
        places = view.places | {item.id: item.place for item in view.summaries.values()}
        for item in view.summaries.values():
            key = view.memo.user, view.memo.agent, item.level, item.place
            assert key not in found, "two summaries of one level begin at one message"
            found[key] = item.text, tuple(places[id_] for id_ in item.sources)
    return found


def compare(folder: Path, messages: int) -> tuple[Outcome, Outcome]:
    with ModelServer(says=dutiful) as server:
        clean = lived_through(folder / "clean.db", server, 0, messages)
        asked = len(server.requests)
        troubled = lived_through(folder / "troubled.db", server, SHARE, messages)
        levels = Counter(level for _, _, level, _ in clean.summaries)
        figure(
            f"model faults: share={SHARE} messages={messages} lost={messages - troubled.messages} "
            f"requests={len(server.requests) - asked} (clean {asked}) "
            f"failures={troubled.failures} stand-ins at last={troubled.provisional} of {len(troubled.summaries)} "
            f"differing={sum(clean.summaries[k] != v for k, v in troubled.summaries.items())} "
            f"levels={dict(levels)}"
        )
    return clean, troubled


@pytest.mark.capability("A11")
def test_what_a_failing_model_leaves_is_in_the_end_what_a_good_one_makes(tmp_path: Path) -> None:
    clean, troubled = compare(tmp_path, MESSAGES)
    assert clean.messages == troubled.messages == MESSAGES
    assert (clean.provisional, clean.failures) == (0, 0)
    assert troubled.provisional >= 20
    assert troubled.failures >= 100
    assert troubled.summaries == clean.summaries


def test_the_harness_sees_stand_ins_that_are_never_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mend, "_next", lambda *_: None)
    with pytest.raises(AssertionError):
        compare(tmp_path, 200)
