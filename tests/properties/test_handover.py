"""Whatever happens in whatever order, the session that speaks knows all that was said, once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from holdfast.flow.window.fragments import Fragments
from holdfast.flow.window.handover import Handover
from holdfast.flow.window.relay import Attempt, Lacking, Relay
from holdfast.flow.window.timing import Timing
from holdfast.ports.live import LiveSession
from holdfast.testing.clock import FrozenClock
from tests.faults.figures import figure

SAYING = ("say", "say", "stream", "stream", "answer", "overhear")
ACTS = (*SAYING, "news", "turn", "later turn", "later turn", "late turn", "warm", "warm", "warm")
WAITS = {"turn": 0.0, "later turn": 11.0, "late turn": 45.0}
FAULT = "fault"


@dataclass(eq=False)
class Session(LiveSession):
    """Keeps the numbers of what it was told and what it heard; the world acts while it works."""

    world: World
    knows: list[int] = field(default_factory=list)
    news: list[int] = field(default_factory=list)
    covered: int = 0
    late: set[int] = field(default_factory=set)
    closed: bool = False

    def warm(self, prompt: str) -> None:
        self.world.meanwhile()
        opened = re.match(r"Before (\d+)\.", prompt)
        assert opened
        self.covered = int(opened[1])
        self._take(prompt)

    def inject(self, text: str, *, speak: bool = False) -> None:
        if self is self.world.session:
            self.world.meanwhile()
            self._take(text)
        else:  # one in preparation may have taken in what fails: it is not used any more
            self._take(text)
            self.world.meanwhile()

    def close(self) -> None:
        self.closed = True
        self.world.meanwhile()

    def _take(self, text: str) -> None:
        self.knows += [int(number) for number in re.findall(r"w(\d+);", text)]
        self.news += [int(number) for number in re.findall(r"n(\d+);", text)]


class World:
    """A talk, and everything that can go on beside it."""

    def __init__(self, beside: list[str]) -> None:
        self.clock = FrozenClock()
        self.moments: list[datetime] = []
        self.told_news = 0
        self.beside = beside
        self.swaps = self.early_swaps = self.failures = 0
        self.speaking: list[Session] = []
        self.handover = Handover(
            clock=self.clock,
            open_session=self._open,
            opening=self._opening,
            renew=self.meanwhile,
            topic=self._topic,
            timing=Timing(attempts=3),
        )
        held, self.beside = self.beside, []
        self.handover.start()
        self.beside = held

    def _open(self) -> Session:
        self.meanwhile()
        return Session(self)

    def _opening(self, since: datetime) -> str:
        self.meanwhile()
        return f"Before {sum(moment <= since for moment in self.moments)}."

    def _topic(self) -> str:
        self.meanwhile()
        return "tea"

    def meanwhile(self) -> None:
        """What goes on while a callback works: another act, or a fault."""
        act = self.beside.pop() if self.beside else ""
        if act == FAULT:
            self.failures += 1
            raise ConnectionError(act)
        if act:
            self.act(act)

    def act(self, act: str) -> None:
        self.clock.advance(0.001)
        if act in SAYING:
            self._say(act)
        elif act == "news":
            self.told_news += 1
            self.handover.news(f"n{self.told_news};")
        elif act == "warm":
            self.handover.warm()
        else:
            self.clock.advance(WAITS[act])
            self.handover.turn_end()
        self.look()

    def _say(self, act: str) -> None:
        number = len(self.moments)
        self.moments.append(self.clock.now())
        now = self.session
        former = self.speaking[-2] if len(self.speaking) > 1 and act == "overhear" else None
        if former:
            now.late.add(number)
        else:
            now.knows.append(number)
        self.handover.said(
            "assistant" if act == "answer" else "user",
            f"w{number};",
            delta=act == "stream",
            heard_by=former,
        )

    @property
    def session(self) -> Session:
        session = self.handover.session
        assert isinstance(session, Session)
        return session

    def look(self) -> None:
        """The session that speaks knows all but what is late, and nothing twice."""
        session = self.session
        if not self.speaking or self.speaking[-1] is not session:
            self.speaking.append(session)
            self.swaps += len(self.speaking) > 1
        assert not session.closed
        assert [number for number, times in Counter(session.knows).items() if times > 1] == []
        expected = set(range(session.covered, len(self.moments)))
        assert expected - session.late <= set(session.knows) <= expected

    def settle(self) -> None:
        """Nothing fails any more, and the talk goes on: every swap is made, everything told."""
        self.beside = []
        self.early_swaps = self.swaps
        for _ in range(20):
            self.act("answer")
            self.act("late turn")
            self.act("warm")
        assert self.swaps > self.early_swaps
        assert self.handover.error == ""
        assert set(self.session.knows) == set(range(self.session.covered, len(self.moments)))
        told = Counter(number for session in self.speaking for number in session.news)
        assert told == Counter(range(1, self.told_news + 1)), "all news, once"


def play(acts: list[str], beside: list[str]) -> World:
    world = World(beside)
    world.look()
    for act in acts:
        world.act(act)
    world.settle()
    return world


HISTORIES = st.lists(st.sampled_from(ACTS), min_size=10, max_size=80)
BESIDE = st.lists(st.sampled_from((*ACTS, *[FAULT, ""] * 8)), max_size=40)
OFTEN = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.capability("E4", "E5")
def test_nothing_said_is_lost_or_told_twice():
    counts: Counter[str] = Counter()

    @OFTEN
    @given(HISTORIES, BESIDE)
    def run(acts: list[str], beside: list[str]) -> None:
        world = play(acts, beside)
        counts.update(histories=1, swaps=world.early_swaps, failures=world.failures)

    run()
    figure(", ".join(f"{count} {what}" for what, count in counts.items()))
    assert counts["swaps"] > counts["histories"] / 4
    assert counts["failures"] > counts["histories"] / 4


def _one_early(self: Relay, attempt: Attempt) -> Lacking:
    return Lacking(self.said.merged(max(attempt.told - 1, 0)), self.news, len(self.said))


def _without_looking_again(self: Relay, attempt: Attempt) -> Lacking:
    found = LACKING(self, attempt)
    return Lacking([], [], found.upto) if attempt.told else found


def _forgetting(self: Relay, now: datetime, error: str) -> None:
    FAIL(self, now, error)
    self.said = Fragments(self.said.since)


LACKING, FAIL = Relay.lacking, Relay.fail
PLANTED = [
    ("lacking", _one_early),
    ("lacking", _without_looking_again),
    ("fail", _forgetting),
]


@pytest.mark.parametrize(
    ("method", "fault"), PLANTED, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_planted_fault_is_found(monkeypatch, method, fault):
    monkeypatch.setattr(Relay, method, fault)

    @settings(OFTEN, phases=[Phase.generate], database=None, report_multiple_bugs=False)
    @given(HISTORIES, BESIDE)
    def run(acts: list[str], beside: list[str]) -> None:
        play(acts, beside)

    with pytest.raises(AssertionError):
        run()
