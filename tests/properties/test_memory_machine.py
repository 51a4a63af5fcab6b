"""Any history: whatever is done in whatever order, both stores answer as the plain model does."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    precondition,
    rule,
    run_state_machine_as_test,
)

from holdfast.domain.message import Message
from holdfast.errors import HoldfastError
from holdfast.flow.capture import record
from holdfast.flow.maintain import forget
from holdfast.flow.recall.ask import Question
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.inmemory.store import InMemoryStore
from holdfast.stores.sqlite.store import SqliteStore
from holdfast.wiring import build
from tests.faults.figures import figure
from tests.properties.model import Kept, Model, Person, Refused, Saying

VOCABULARY = ("museum", "piano", "harbour", "火锅", "成都", "下雨", "LILY", "钢琴")
SESSIONS = ("morning", "evening", "工作")
AGENTS = ("default", "cat")
SCOPES = ("message", "message", "message", "session", "session", "agent", "everything")
START = datetime(2026, 1, 1, tzinfo=UTC)


def spelt(bits: int) -> str:
    """The words whose bits are set; every other text begins with its last word."""
    chosen = [word for place, word in enumerate(VOCABULARY) if bits >> place & 1]
    return " ".join(chosen if bits % 2 else reversed(chosen))


def bounds_of(number: int) -> dict[str, Any]:
    """The filters of a recall, most of them open."""
    number, session = divmod(number, 4)
    number, agent = divmod(number, 3)
    since, until = divmod(number, 22)
    return {
        "session": (None, *SESSIONS)[session],
        "agent": (None, *AGENTS)[agent],
        "since": START + timedelta(minutes=since - 1) if since else None,
        "until": START + timedelta(minutes=until - 1) if until else None,
    }


# A choice costs time, so that a text and the bounds of a question are one number each.
users = st.sampled_from(("lily", "tom", "安娜"))
sessions = st.sampled_from(SESSIONS)
agents = st.sampled_from(AGENTS)
words = st.sampled_from(VOCABULARY)
texts = st.integers(1, (1 << len(VOCABULARY)) - 1).map(spelt)
client_ids = st.sampled_from((None, "c1", "c2"))
sayings = st.builds(Saying, texts, client_ids)
minutes = st.integers(0, 20)
picks = st.integers(0, 1 << 20)
bounds = st.integers(0, 4 * 3 * 22 * 22 - 1).map(bounds_of)


class StillClock:
    """Stands at a moment after everything that is said."""

    def now(self) -> datetime:
        return START + timedelta(days=1)


class MemoryMachine(RuleBasedStateMachine):
    """A memory and its model, changed in the same way and asked the same questions."""

    folder: ClassVar[Path]
    steps: ClassVar[Counter[str]] = Counter()
    numbers: ClassVar[Iterator[int]] = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.place = self.folder / str(next(self.numbers))
        self.place.mkdir()
        self.memory = self.opened()

    def opened(self) -> Memory:
        raise NotImplementedError

    def teardown(self) -> None:
        self.look_at_everything()
        self.memory.close()
        shutil.rmtree(self.place)

    @rule(user=users, text=texts, session=sessions, minute=minutes)
    def tell(self, user: str, text: str, session: str, minute: int) -> None:
        self.add(user, [Saying(text)], session, "default", minute)

    @rule(user=users, said=sayings, session=sessions, agent=agents, minute=minutes)
    def send(self, user: str, said: Saying, session: str, agent: str, minute: int) -> None:
        self.add(user, [said], session, agent, minute)

    @rule(
        user=users,
        said=st.lists(sayings, min_size=1, max_size=6),
        session=sessions,
        agent=agents,
        minute=minutes,
    )
    def send_batch(
        self, user: str, said: list[Saying], session: str, agent: str, minute: int
    ) -> None:
        self.add(user, said, session, agent, minute)

    @precondition(lambda self: self.anyone())
    @rule(pick=picks, minute=minutes)
    def send_again(self, pick: int, minute: int) -> None:
        """A client that heard no answer sends the same message once more."""
        user, kept = self.someone(pick)
        said = [Saying(kept.texts[0], kept.client_id)]
        self.add(user, said, kept.session, kept.agent, minute)

    def add(self, user: str, said: list[Saying], session: str, agent: str, minute: int) -> None:
        self.steps["add"] += 1
        at = START + timedelta(minutes=minute)
        messages = [{"role": "user", "content": s.text, "id": s.client_id} for s in said]

        def act() -> list[str]:
            return self.memory.add(user, messages, session=session, agent=agent, at=at)

        take = self.expected(lambda: self.model.add(user, said, session, agent, at), act)
        if take is not None:
            take(act())

    @precondition(lambda self: self.anyone())
    @rule(pick=picks, text=texts)
    def correct(self, pick: int, text: str) -> None:
        self.steps["correct"] += 1
        user, kept = self.someone(pick)
        assert self.memory.correct(user, kept.id, text) == kept.id
        self.model.correct(user, kept.id, text)
        self.look_at_versions(self.memory, user, kept)

    @rule(user=users, word=words, bounds=bounds)
    def recall(self, user: str, word: str, bounds: dict[str, Any]) -> None:
        """All that holds the word is found, and nothing that is not the user's, or outside."""
        self.steps["recall"] += 1
        within = self.model.within(user, **bounds)
        answer = self.answer(self.memory, user, word, bounds)
        found = [id_ for sources, _ in answer for id_ in sources]
        assert len(found) == len(set(found))
        assert {*found} <= {*within}
        for (best, *_), text in answer:  # the others may say the same in other words
            assert within[best].text.strip().lower() == text.lower()
        assert {id_ for id_, kept in within.items() if word in kept.text.split()} <= {*found}

    def answer(
        self, memory: Memory, user: str, word: str, bounds: dict[str, Any]
    ) -> list[tuple[tuple[str, ...], str]]:
        return [(hit.sources, hit.text) for hit in memory.recall(user, word, k=1000, **bounds)]

    def answers(self, memory: Memory) -> list[object]:
        """What a memory answers to two questions about everybody: several words, and none."""
        return [
            self.answer(memory, user, question, bounds_of(0))
            for user in sorted(self.model.people)
            for question in (" ".join(VOCABULARY[::3]), "")
        ]

    @rule(user=users, word=words)
    def ask(self, user: str, word: str) -> None:
        self.recall(user, word, bounds_of(0))

    @precondition(lambda self: self.anyone())
    @rule(pick=picks, scope=st.sampled_from(SCOPES))
    def forget_something(self, pick: int, scope: str) -> None:
        user, kept = self.someone(pick)
        names = {"message": kept.id, "session": kept.session, "agent": kept.agent}
        self.forget(user, scope, names.get(scope, ""))

    @rule(user=users, session=sessions, scope=st.sampled_from(("session", "message", "agent")))
    def forget_by_name(self, user: str, session: str, scope: str) -> None:
        """Often something that is not there."""
        self.forget(user, scope, session)

    def forget(self, user: str, scope: str, name: str) -> None:
        self.steps[f"forget {scope}"] += 1
        given: dict[str, Any] = {scope: True if scope == "everything" else name}

        def act() -> object:
            return self.memory.forget(user, **given)

        counts = self.expected(lambda: self.model.forget(user, scope, name), act)
        if counts is not None:
            receipt = self.memory.forget(user, **given)
            assert (receipt.messages, receipt.versions) == counts
            assert receipt.erased

    @rule(user=users)
    def look(self, user: str) -> None:
        self.steps["look"] += 1
        self.look_at(self.memory, user)

    @rule(what=st.sampled_from(("reindex", "move", "reopen")))
    def upkeep(self, what: str) -> None:
        self.steps[what] += 1
        {"reindex": self.reindex, "move": self.move, "reopen": self.reopen}[what]()

    def reindex(self) -> None:
        before = self.answers(self.memory)
        self.memory.admin.reindex()
        self.memory.admin.run_jobs()
        assert self.memory.admin.jobs() == []
        for user in self.model.people:
            self.memory._parts.drop_index("default", user)
        assert self.answers(self.memory) == before

    def move(self) -> None:
        """Export, and import elsewhere: the same memory. And importing again adds nothing."""
        lines = list(self.memory.export())
        parts = build(":memory:", Settings(), worker=False, clock=StillClock())
        with Memory(parts, "default") as other:
            other.import_(lines)
            for user, person in self.model.people.items():
                if person.kept or person.sessions:
                    self.look_at(other, user)
            assert list(other.export()) == lines
            assert self.answers(other) == self.answers(self.memory)
            assert other.import_(lines).messages == 0

    def reopen(self) -> None:
        """Nothing to do for a store that ends with its process."""

    def expected(self, predict: Callable[[], Any], act: Callable[[], object]) -> Any:
        """What the model predicts; where it predicts a refusal, see that it comes, and None."""
        try:
            return predict()
        except Refused as refused:
            code = refused.code
        with pytest.raises(HoldfastError) as error:
            act()
        assert error.value.code == code
        return None

    def anyone(self) -> bool:
        return any(person.kept for person in self.model.people.values())

    def someone(self, pick: int) -> tuple[str, Kept]:
        """One of all messages."""
        everything = [
            (user, kept)
            for user, person in sorted(self.model.people.items())
            for kept in person.in_order()
        ]
        return everything[pick % len(everything)]

    def look_at_everything(self) -> None:
        assert self.memory.admin.users() == sorted(self.model.people)
        for user, person in self.model.people.items():
            self.look_at(self.memory, user)
            for kept in person.kept.values():
                self.look_at_versions(self.memory, user, kept)

    def look_at_versions(self, memory: Memory, user: str, kept: Kept) -> None:
        versions = memory.messages.versions(user, kept.id)
        assert [message.text for message in versions] == kept.texts

    def look_at(self, memory: Memory, user: str) -> None:
        """Compare all there is of a user."""
        person = self.model.people.get(user, Person())
        latest = memory.messages.latest(user, limit=10_000)
        assert [described(message) for message in latest] == [
            expectation(user, kept) for kept in person.in_order()
        ]
        said = memory.messages.between(user, limit=10_000)
        by_time = person.in_order(key=lambda kept: (kept.said_at, kept.seqs[-1]))
        assert [message.id for message in said] == [kept.id for kept in by_time]
        listed = {session.name: session.last_number for session in memory.sessions.list(user)}
        assert listed == person.sessions


def described(message: Message) -> tuple[object, ...]:
    return (
        message.id,
        message.user,
        message.session,
        message.agent,
        message.number,
        message.version,
        message.text,
        message.said_at,
        message.client_id,
    )


def expectation(user: str, kept: Kept) -> tuple[object, ...]:
    return (
        kept.id,
        user,
        kept.session,
        kept.agent,
        kept.number,
        len(kept.texts),
        kept.text,
        kept.said_at,
        kept.client_id,
    )


class InMemoryMachine(MemoryMachine):
    """The reference store."""

    def opened(self) -> Memory:
        parts = build(
            ":memory:", Settings(), store=InMemoryStore(), worker=False, clock=StillClock()
        )
        return Memory(parts, "default")


class SqliteMachine(MemoryMachine):
    """The embedded store, which can also be closed and opened. (What it syncs is tried elsewhere.)"""

    def opened(self) -> Memory:
        path = self.place / "memory.db"
        store = SqliteStore.open(path, synchronous="OFF")
        parts = build(path, Settings(), store=store, worker=False, clock=StillClock())
        return Memory(parts, "default")

    def reopen(self) -> None:
        before = self.answers(self.memory)
        self.memory.close()
        self.memory = self.opened()
        assert self.answers(self.memory) == before


MACHINES = {InMemoryMachine: 130, SqliteMachine: 90}
"""How many histories each one lives through."""

STEPS = 100
"""How long a history is, at the most."""


def run(machine: type[MemoryMachine], folder: Path, histories: int, **options: Any) -> None:
    machine.folder = folder
    machine.steps = Counter()
    chosen = settings(
        max_examples=histories,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **options,
    )
    try:
        run_state_machine_as_test(machine, settings=chosen)
    finally:
        figure(f"{machine.__name__}: steps={machine.steps.total()} {dict(machine.steps)}")


@pytest.mark.parametrize("machine", MACHINES)
def test_any_history_is_remembered_as_the_model_does(
    machine: type[MemoryMachine], tmp_path: Path
) -> None:
    run(machine, tmp_path, MACHINES[machine])


@pytest.mark.long
@pytest.mark.parametrize("machine", MACHINES)
def test_many_histories_are_remembered_as_the_model_does(
    machine: type[MemoryMachine], tmp_path: Path
) -> None:
    run(machine, tmp_path, 3 * MACHINES[machine])


def admit_all(question: Question, index: object) -> None:
    return None


def see_nothing(*_: object) -> dict[str, object]:
    return {}


def name_no_session(*_: object) -> list[str]:
    return []


PLANTED = {
    "filters are ignored": (Question, "among", admit_all),
    "a repeated message is not recognised": (record, "_seen", see_nothing),
    "a session outlives its messages": (forget, "_emptied", name_no_session),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_machine_sees_a_planted_fault(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, faulty = PLANTED[fault]
    monkeypatch.setattr(owner, name, faulty)
    with pytest.raises((AssertionError, HoldfastError)):
        run(InMemoryMachine, tmp_path, 100, phases=[Phase.generate], print_blob=False)
