"""Handover: a conversation passes to a fresh session, and nothing said is lost or told twice."""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.errors import Closed
from holdfast.flow.window.briefing import CHINESE, ENGLISH
from holdfast.flow.window.handover import Handover
from holdfast.flow.window.relay import State
from holdfast.flow.window.timing import Timing
from holdfast.ports.clock import Clock
from holdfast.ports.live import LiveSession
from holdfast.testing.clock import FrozenClock
from holdfast.testing.live import RecordedSession
from holdfast.text.tokens import estimate


class Stage:
    """A handover with everything around it at hand."""

    def __init__(self, **options: object) -> None:
        self.clock = FrozenClock()
        self.sessions: list[RecordedSession] = []
        self.faults: list[str] = []
        """What the next sessions cannot do, one after another; "open" is not to be opened."""
        self.renewed = 0
        self.asked: list[datetime] = []
        self.handover = Handover(
            clock=self.clock,
            open_session=self._open,
            opening=self._opening,
            **{"renew": self._renew, **options},  # type: ignore[arg-type]
        )
        self.handover.start()

    def _open(self) -> RecordedSession:
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "open":
            raise ConnectionError("cannot open")
        self.sessions.append(RecordedSession(*fault.split()))
        return self.sessions[-1]

    def _opening(self, since: datetime) -> str:
        self.asked.append(since)
        return f"You are Juno. Opening {len(self.asked)}."

    def _renew(self) -> None:
        self.renewed += 1

    def turn(self, *said: str, wait: float = 0) -> State:
        """The user says things, time passes, the turn ends."""
        for text in said:
            self.handover.said("user", text)
        self.clock.advance(wait)
        return self.handover.turn_end()

    def to(self, state: State) -> None:
        """Go on to a state, nothing going wrong and nothing being said."""
        for wanted, wait in ((State.PREPARING, 40), (State.WARMING, 10)):
            if self.handover.state is not state:
                assert self.turn(wait=wait) is wanted
        if state is State.READY:
            assert self.handover.warm() is State.READY

    @property
    def steps(self) -> list[str]:
        return [step.what for step in self.handover.log]


@pytest.fixture
def stage() -> Stage:
    return Stage()


def words(text: str) -> list[str]:
    """What was said in a text, line by line."""
    return re.findall(r"^(?:user|assistant): (.*)$", text, re.MULTILINE)


def test_the_first_session_begins_with_the_opening(stage):
    assert stage.sessions[0].prompt == "You are Juno. Opening 1."
    assert stage.handover.session is stage.sessions[0] is stage.handover.start()
    assert stage.handover.state is State.RUNNING


@pytest.mark.capability("E2")
def test_the_states_follow_one_another_at_the_ends_of_turns(stage):
    assert stage.turn("a", wait=39) is State.RUNNING
    stage.clock.advance(1)
    assert stage.handover.state is State.RUNNING, "time alone changes nothing"
    assert stage.turn("b") is State.PREPARING
    assert stage.renewed == 1
    assert stage.turn("c", wait=9) is State.PREPARING
    assert stage.turn("d", wait=1) is State.WARMING
    assert stage.turn("e") is State.WARMING
    assert stage.handover.warm() is State.READY
    assert stage.handover.session is stage.sessions[0]
    assert stage.turn("f") is State.RUNNING
    assert stage.handover.session is stage.sessions[1]
    assert [session.closed for session in stage.sessions] == [1, 0]
    assert stage.steps == ["running", "preparing", "warming", "ready", "swapped"]
    assert [step.at for step in stage.handover.log] == sorted(
        step.at for step in stage.handover.log
    )
    assert stage.renewed == 1


def test_it_goes_round_again(stage):
    for _ in range(3):
        stage.to(State.READY)
        stage.turn("hello")
    assert len(stage.sessions) == 4
    assert [session.closed for session in stage.sessions] == [1, 1, 1, 0]


@pytest.mark.capability("E1")
def test_what_is_said_since_preparing_is_kept_and_merged(stage):
    stage.turn("before", wait=40)
    stage.handover.said("user", "I like")
    stage.handover.said("user", "green tea")
    stage.handover.said("assistant", "我也")
    stage.handover.said("assistant", "喜欢")
    assert [tuple(each)[:2] for each in stage.handover.kept] == [
        ("user", "I like green tea"),
        ("assistant", "我也喜欢"),
    ]


@pytest.mark.capability("E3")
def test_the_prompt_is_the_opening_and_what_was_said_so_far(stage):
    stage.turn("before", wait=40)
    prepared = stage.clock.now()
    stage.turn("I like", wait=10)
    stage.handover.said("assistant", "So do I.")
    stage.handover.warm()
    fence = f"{ENGLISH.said}\nuser: I like\nassistant: So do I.\n</memory>"
    assert stage.sessions[1].prompt == f"You are Juno. Opening 2.\n\n{fence}"
    assert stage.asked[1] == prepared, "what came later is told, and is not to be in the opening"


@pytest.mark.capability("E4")
def test_the_swap_tells_only_what_was_said_since(stage):
    stage.to(State.PREPARING)
    handover = stage.handover
    handover.said("user", "one")
    handover.said("assistant", "two")
    stage.turn(wait=10)
    handover.warm()
    handover.said("user", "three")
    handover.said("assistant", "four")
    stage.turn("five")
    assert words(stage.sessions[1].prompt) == ["one", "two"]
    assert [words(text) for text in stage.sessions[1].injected] == [["three", "four", "five"]]
    assert handover.kept == ()


@pytest.mark.capability("E4")
def test_what_was_half_said_at_the_snapshot_goes_on_at_the_swap(stage):
    stage.to(State.WARMING)
    stage.handover.said("user", "My sis", delta=True)
    stage.handover.warm()
    stage.handover.said("user", "ter moved", delta=True)
    stage.turn()
    assert words(stage.sessions[1].prompt) == ["My sis"]
    assert words(stage.sessions[1].injected[0]) == ["…ter moved"]


def test_nothing_is_injected_where_nothing_was_said(stage):
    stage.to(State.READY)
    assert stage.turn() is State.RUNNING
    assert stage.sessions[1].injected == []


@pytest.mark.capability("E6")
def test_the_swap_tells_the_topic_and_takes_fewer_tokens_than_the_whole():
    stage = Stage(topic=lambda: "搬家到成都")
    stage.to(State.PREPARING)
    for _ in range(20):
        stage.turn("我姐姐下个月要搬到成都去住。", wait=1)
    stage.handover.warm()
    stage.turn("她想带上那只猫。")
    (injected,) = stage.sessions[1].injected
    assert injected.splitlines() == [
        CHINESE.said,
        "[话题：搬家到成都]",
        "用户：她想带上那只猫。",
        "</memory>",
    ]
    ready, swapped = (
        next(step for step in stage.handover.log if step.what == what)
        for what in ("ready", "swapped")
    )
    assert swapped.tokens == estimate(injected) < ready.tokens / 3
    assert ready.tokens == estimate(stage.sessions[1].prompt)


@pytest.mark.capability("E5")
@pytest.mark.parametrize("fault", ["open", "warm"])
def test_a_failed_warm_up_keeps_the_session_and_what_was_said(stage, fault):
    stage.to(State.WARMING)
    stage.handover.said("user", "one")
    stage.faults = [fault]
    assert stage.handover.warm() is State.PREPARING
    assert stage.handover.session is stage.sessions[0]
    assert stage.handover.kept[0].text == "one"
    assert stage.handover.error == f"ConnectionError: cannot {fault}"
    assert [session.closed for session in stage.sessions[1:]] == [1] * (fault == "warm")
    assert stage.turn("two", wait=4) is State.PREPARING, "not before the pause is over"
    assert stage.turn("three", wait=1) is State.WARMING
    stage.handover.warm()
    stage.turn()
    assert words(stage.sessions[-1].prompt) == ["one two three"]
    assert stage.handover.error == ""
    assert stage.sessions[0].closed == 1


@pytest.mark.capability("E5")
def test_a_failed_swap_keeps_the_session_and_what_was_said(stage):
    stage.to(State.WARMING)
    stage.handover.said("user", "one")
    stage.faults = ["inject"]
    stage.handover.warm()
    assert stage.turn("two") is State.PREPARING
    assert stage.handover.session is stage.sessions[0]
    assert [session.closed for session in stage.sessions] == [0, 1]
    assert stage.handover.error == "ConnectionError: cannot inject"
    assert stage.turn(wait=5) is State.WARMING
    stage.handover.warm()
    assert words(stage.sessions[2].prompt) == ["one two"]


@pytest.mark.capability("E5")
def test_a_failed_opening_is_tried_again(stage):
    stage.to(State.WARMING)
    asked, opening = [], stage.handover._opening

    def failing(since: datetime) -> str:
        asked.append(since)
        if len(asked) == 1:
            raise RuntimeError("the memory is busy")
        return opening(since)

    stage.handover._opening = failing
    assert stage.handover.warm() is State.PREPARING
    assert stage.handover.error == "RuntimeError: the memory is busy"
    assert stage.turn(wait=5) is State.WARMING
    assert stage.handover.warm() is State.READY
    assert asked[0] == asked[1], "both are cut off where preparing began"


@pytest.mark.capability("E5")
def test_what_fails_again_and_again_waits_longer_and_is_left_for_a_while(stage):
    stage.faults = ["open"] * 5
    stage.to(State.PREPARING)
    waits = []
    for _ in range(5):
        waited = 0
        while stage.turn("still here", wait=1) is not State.WARMING:
            waited += 1
        waits.append(waited + 1)
        stage.handover.warm()
    assert waits == [10, 5, 10, 20, 40]
    assert stage.handover.state is State.RUNNING
    assert stage.handover.session is stage.sessions[0]
    assert stage.handover.error == "ConnectionError: cannot open"
    assert stage.turn(wait=59) is State.RUNNING
    assert stage.turn(wait=1) is State.PREPARING, "then all begins anew, with a newer opening"
    stage.turn("back", wait=10)
    stage.handover.warm()
    assert words(stage.sessions[1].prompt) == ["back"]


@pytest.mark.capability("E5")
def test_warming_that_takes_too_long_has_failed_and_its_session_is_not_used(stage):
    stage.to(State.WARMING)
    states = []

    def slow(since: datetime) -> str:
        states.append(stage.turn("one", wait=29))
        states.append(stage.turn("two", wait=1))
        return "too late"

    stage.handover._opening, opening = slow, stage.handover._opening
    assert stage.handover.warm() is State.PREPARING
    assert states == [State.WARMING, State.PREPARING]
    assert stage.handover.error == "Not warm after 30 s."
    assert stage.sessions[1].prompt.startswith("too late")
    assert stage.sessions[1].closed == 1
    stage.handover._opening = opening
    stage.turn(wait=5)
    stage.handover.warm()
    stage.turn()
    assert stage.handover.session is stage.sessions[2]
    assert words(stage.sessions[2].told) == ["one two"]


def test_an_old_session_that_cannot_be_closed_does_not_hold_up_the_new_one(stage):
    stage.sessions[0].faults.add("close")
    stage.to(State.READY)
    assert stage.turn("one") is State.RUNNING
    assert stage.handover.session is stage.sessions[1]
    assert stage.handover.error == "ConnectionError: cannot close"
    stage.sessions[0].faults.clear()
    stage.turn()
    stage.turn()
    assert stage.sessions[0].closed == 1, "it is tried once more"


@pytest.mark.parametrize("callback", ["renew", "topic"])
def test_a_callback_that_is_not_needed_may_fail(callback):
    def failing() -> str:
        raise RuntimeError("no")

    stage = Stage(**{callback: failing})
    stage.to(State.WARMING)
    assert stage.handover.error == ("RuntimeError: no" if callback == "renew" else "")
    stage.handover.warm()
    assert stage.handover.error == "RuntimeError: no"
    stage.turn("one")
    assert words(stage.sessions[1].told) == ["one"]
    assert stage.handover.error == ""


def test_only_one_warms(stage):
    assert stage.handover.warm() is State.RUNNING, "nothing is wanted"
    stage.to(State.WARMING)
    opening = stage.handover._opening
    stage.handover._opening = lambda since: f"{opening(since)} {stage.handover.warm()}"
    stage.handover.warm()
    assert stage.sessions[1].prompt.endswith("warming")
    assert len(stage.sessions) == 2


class TestNews:
    def test_it_is_told_by_the_next_session_which_is_made_ready_at_once(self, stage):
        stage.clock.advance(3)
        stage.turn("before")
        stage.handover.said("user", "half a")
        assert stage.handover.news("The report is done.") is State.WARMING
        assert stage.renewed == 1
        stage.handover.warm()
        assert words(stage.sessions[1].prompt) == ["half a"], "the turn it fell into is whole"
        stage.turn("sentence")
        assert stage.handover.session is stage.sessions[1]
        (injected,) = stage.sessions[1].spoken
        assert injected.splitlines()[-3:] == [ENGLISH.news, "- The report is done.", "</memory>"]
        assert "user: … sentence" in injected

    def test_it_is_told_once(self, stage):
        stage.handover.news("The report is done.")
        stage.handover.warm()
        stage.turn()
        stage.to(State.READY)
        stage.turn("later")
        told = [session.told.count("report") for session in stage.sessions]
        assert told == [0, 1, 0]

    def test_it_hurries_what_is_prepared_and_joins_what_is_warm(self, stage):
        stage.to(State.PREPARING)
        assert stage.handover.news("one") is State.WARMING
        assert stage.handover.news("two") is State.WARMING
        stage.handover.warm()
        assert stage.handover.news("three") is State.READY
        stage.turn()
        assert re.findall("^- (.*)$", stage.sessions[1].injected[0], re.MULTILINE) == [
            "one",
            "two",
            "three",
        ]

    def test_it_outlives_every_failure(self):
        stage = Stage(timing=Timing(attempts=1))
        stage.faults = ["inject", "open"]
        stage.handover.news("报告写好了")
        stage.handover.warm()
        assert stage.turn() is State.RUNNING
        assert stage.handover.news("再提醒一次") is State.RUNNING, "a failure is waited out"
        assert stage.turn(wait=60) is State.WARMING
        stage.handover.warm()
        assert stage.turn(wait=60) is State.WARMING
        stage.handover.warm()
        stage.turn()
        assert stage.handover.session is stage.sessions[-1]
        assert f"{CHINESE.news}\n- 报告写好了\n- 再提醒一次\n" in stage.sessions[-1].told


class TestLate:
    """A transcript that comes when the session that heard the words is gone."""

    def test_the_present_session_is_told(self, stage):
        old = stage.handover.session
        stage.to(State.READY)
        stage.turn("one")
        stage.handover.said("user", "two", heard_by=old)
        stage.handover.said("user", "three", heard_by=stage.handover.session)
        stage.turn()
        stage.turn()
        assert [words(text) for text in stage.sessions[1].injected] == [["one"], ["two"]]
        assert "told late" in stage.steps

    def test_it_is_tried_until_it_is_told(self, stage):
        old = stage.handover.session
        stage.to(State.READY)
        stage.turn()
        stage.sessions[1].faults.add("inject")
        stage.handover.said("user", "two", heard_by=old)
        stage.turn()
        assert stage.handover.error == "ConnectionError: cannot inject"
        stage.sessions[1].faults.clear()
        stage.turn()
        assert words(stage.sessions[1].told) == ["two"]

    def test_the_next_session_knows_it_from_what_was_said(self, stage):
        old = stage.handover.session
        stage.to(State.READY)
        stage.turn()
        stage.to(State.READY)
        stage.handover.said("user", "two", heard_by=old)
        stage.turn()
        stage.turn()
        assert words(stage.sessions[1].told) == words(stage.sessions[2].told) == ["two"]

    def test_what_failed_to_be_told_is_not_told_again_after_the_swap(self, stage):
        old = stage.handover.session
        stage.to(State.READY)
        stage.turn()
        stage.to(State.READY)
        stage.sessions[1].faults.add("inject")
        stage.handover.said("user", "two", heard_by=old)
        stage.turn()
        stage.turn()
        assert stage.handover.session is stage.sessions[2]
        assert words(stage.sessions[2].told) == ["two"]


class TestMeanwhile:
    """What happens while a callback or a session is at work: the lock is never held then."""

    def test_what_is_said_during_the_swap_is_told_before_it(self, stage):
        stage.to(State.READY)
        new, handover = stage.sessions[1], stage.handover
        inject, said = new.inject, iter(["two", "three"])

        def injecting(text: str, *, speak: bool = False) -> None:
            assert handover.session is stage.sessions[0]
            inject(text, speak=speak)
            for word in said:
                handover.said("user", word)
                return

        new.inject = injecting
        stage.turn("one")
        assert [words(text) for text in new.injected] == [["one"], ["two"], ["… three"]]
        assert handover.session is new

    def test_a_talk_without_a_gap_waits_for_the_next_turn(self, stage):
        stage.to(State.READY)
        new, count = stage.sessions[1], iter(range(10**6))
        inject = new.inject

        def injecting(text: str, *, speak: bool = False) -> None:
            inject(text, speak=speak)
            stage.handover.said("user", f"{next(count)};")

        new.inject = injecting
        assert stage.turn("go") is State.READY
        new.inject = inject
        assert stage.turn() is State.RUNNING
        told = [int(number) for number in re.findall(r"(\d+);", new.told)]
        assert told == list(range(next(count)))
        assert len(told) > 1

    @pytest.mark.parametrize("where", ["opening", "renew", "topic", "open_session"])
    def test_every_callback_may_call_back(self, where):
        stage = Stage()
        handover = stage.handover
        callback: Callable = getattr(handover, f"_{where}")

        def calling(*arguments: object) -> object:
            handover.said("user", "meanwhile")
            handover.turn_end()
            assert handover.state in State
            assert handover.log
            return callback(*arguments)

        setattr(handover, f"_{where}", calling)
        stage.to(State.READY)
        stage.turn()
        assert handover.session is stage.sessions[1]
        assert words(stage.sessions[1].told) == ["meanwhile"]


class TestBeginningAndEnd:
    def test_before_it_has_begun_there_is_no_session(self):
        handover = Handover(
            clock=FrozenClock(), open_session=RecordedSession, opening=lambda since: ""
        )
        assert handover.state is State.IDLE
        assert handover.turn_end() is State.IDLE
        with pytest.raises(Closed, match="start"):
            _ = handover.session

    def test_a_beginning_that_fails_is_told_and_can_be_tried_again(self):
        sessions = [RecordedSession("warm"), RecordedSession()]
        handover = Handover(
            clock=FrozenClock(),
            open_session=iter(sessions).__next__,
            opening=lambda since: "Hello.",
        )
        with pytest.raises(ConnectionError):
            handover.start()
        assert sessions[0].closed == 1
        assert handover.start() is sessions[1]

    def test_closing_closes_what_speaks_and_what_is_ready(self, stage):
        stage.to(State.READY)
        stage.handover.close()
        stage.handover.close()
        assert [session.closed for session in stage.sessions] == [1, 1]
        assert stage.turn("late") is State.CLOSED
        assert stage.handover.kept == ()
        with pytest.raises(Closed, match="another"):
            stage.handover.start()

    def test_what_is_being_warmed_when_it_is_closed_is_closed_too(self, stage):
        stage.to(State.WARMING)
        opening = stage.handover._opening

        def closing(since: datetime) -> str:
            stage.handover.close()
            return opening(since)

        stage.handover._opening = closing
        assert stage.handover.warm() is State.CLOSED
        assert [session.closed for session in stage.sessions] == [1, 1]

    def test_closing_in_the_middle_of_a_swap_ends_it(self, stage):
        stage.to(State.READY)
        stage.sessions[1].inject = lambda text, speak: stage.handover.close()
        assert stage.turn("one") is State.CLOSED
        assert [session.closed for session in stage.sessions] == [1, 1]


def test_the_log_does_not_grow_for_ever(stage):
    for _ in range(100):
        stage.to(State.READY)
        stage.turn()
    assert len(stage.handover.log) == 256


class TickingClock(Clock):
    """No two moments are alike."""

    def __init__(self) -> None:
        self._count = itertools.count()

    def now(self) -> datetime:
        return datetime(2024, 5, 1, tzinfo=UTC) + timedelta(milliseconds=next(self._count))


class Threads:
    """One talks, one ends turns, two warm, until enough sessions have been opened."""

    def __init__(self) -> None:
        self.clock = TickingClock()
        self.over = threading.Event()
        self.spans: list[tuple[datetime, datetime]] = []
        self.heard: dict[LiveSession, set[int]] = defaultdict(set)
        self.certain: dict[int, LiveSession] = {}
        self.cuts: list[datetime] = []
        self.sessions: list[RecordedSession] = []
        self.handover = Handover(
            clock=self.clock,
            open_session=self._open,
            opening=self._opening,
            timing=Timing(age=0, delay=0, patience=10**6),
        )
        self.handover.start()

    def _open(self) -> RecordedSession:
        self.sessions.append(RecordedSession())
        return self.sessions[-1]

    def _opening(self, since: datetime) -> str:
        self.cuts.append(since)
        return "Opening."

    def run(self, sessions: int, pieces: int) -> None:
        acts = (self.handover.turn_end, self.handover.warm, self.handover.warm)
        threads = [threading.Thread(target=self._repeat, args=(act,)) for act in acts]
        for thread in threads:
            thread.start()
        while len(self.sessions) < sessions or len(self.spans) < pieces:
            self._talk()
            time.sleep(0.0002)  # nobody talks without ever taking a breath
        self.over.set()
        for thread in threads:
            thread.join()

    def _repeat(self, act: Callable[[], object]) -> None:
        while not self.over.is_set():
            act()

    def _talk(self) -> None:
        number, begun, before = len(self.spans), self.clock.now(), self.handover.session
        self.handover.said("user" if number % 3 else "assistant", f"w{number};")
        after = self.handover.session
        self.spans.append((begun, self.clock.now()))
        self.heard[after].add(number)  # or it was told, if the swap came in between
        if before is after:
            self.certain[number] = after


def test_many_threads_lose_nothing():
    talk = Threads()
    talk.run(sessions=8, pieces=400)
    assert talk.handover.error == ""
    for session, cut in zip(talk.sessions[1:-1], talk.cuts[1:-1], strict=True):
        told = [int(number) for number in re.findall(r"w(\d+);", session.told)]
        assert all(talk.certain.get(number) is not session for number in told), "told, not heard"
        knows = sorted({*told, *talk.heard[session]})
        first = knows[0] if knows else len(talk.spans)
        assert told == knows[: len(told)], "in order, once"
        assert knows == list(range(first, first + len(knows))), "without a gap"
        assert all(said <= cut for said, _ in talk.spans[:first] if knows), "from the opening on"
        assert all(said >= cut for _, said in talk.spans[first:]), "and not what was in it"
