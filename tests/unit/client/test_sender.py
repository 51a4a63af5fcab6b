"""The sender: every message once and in order, whatever the server does; none is ever lost."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from holdfast.client.address import endpoint_of
from holdfast.client.pauses import Pace
from holdfast.client.sender import Sender, Standing
from holdfast.client.spool import Spool, SpoolRow
from holdfast.client.transport import Timeouts, Transport
from holdfast.testing.clock import FrozenClock
from tests.unit.client.scripted_server import ScriptedServer, until

FAST = Pace(first=0.002, longest=0.02, idle=0.05, turn=0.005)
SHORT = Timeouts(connect=1.0, read=0.2)
PATIENCE = 20.0


def row(text: str, *, user: str = "lily", session: str = "s", agent: str = "a", id_: str = ""):
    message = json.dumps({"role": "user", "content": text, "id": id_ or text}, ensure_ascii=False)
    return SpoolRow("", user, session, agent, message, FrozenClock().now())


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    spool = Spool(tmp_path / "spool.db")
    yield spool
    spool.close()


Make = Callable[..., Sender]


@pytest.fixture
def sender_to(spool: Spool) -> Iterator[Make]:
    made: list[tuple[Sender, Transport]] = []

    def make(url: str, key: str = "", kind: type[Sender] = Sender, pace: Pace = FAST) -> Sender:
        transport = Transport(endpoint_of(url, key, {}), SHORT)
        sender = kind(
            spool,
            lambda request: transport.send(request, attempts=1),
            clock=FrozenClock(),
            pace=pace,
        )
        made.append((sender, transport))
        return sender

    yield make
    for sender, transport in made:
        sender.close(0.0)
        transport.close()


def numbered(count: int, **place: str) -> list[SpoolRow]:
    return [row(f"{place.get('session', 's')}-{n} 茶", **place) for n in range(count)]


def texts(rows: list[SpoolRow]) -> list[str]:
    return [json.loads(each.message)["content"] for each in rows]


def test_what_waits_is_sent_in_few_requests(spool, sender_to):
    spool.put(numbered(1200))
    with ScriptedServer() as server:
        assert sender_to(server.url).flush(PATIENCE)
        assert server.texts() == texts(numbered(1200))
        assert len(server.requests) == 3
    assert not len(spool)


def test_each_message_keeps_its_place(spool, sender_to):
    spool.put([row("a", session="one", agent="x")._replace(space="工作"), row("b", user="王")])
    with ScriptedServer() as server:
        assert sender_to(server.url).flush(PATIENCE)
        places = {
            (k["content"], k["space"], k["user"], k["session"], k["agent"]) for k in server.kept
        }
    assert places == {("a", "工作", "lily", "one", "x"), ("b", "", "王", "s", "a")}


MISBEHAVIOURS = [
    "reset",
    "lost",
    400,
    404,
    415,
    421,
    429,
    500,
    502,
    503,
    (503, {"Retry-After": "0"}),
    507,
    408,
    "page",
]


@pytest.mark.parametrize("step", MISBEHAVIOURS, ids=str)
def test_it_is_tried_until_it_is_stored(spool, sender_to, step):
    spool.put(numbered(3))
    with ScriptedServer([step, step, step]) as server:
        assert sender_to(server.url).flush(PATIENCE)
        assert server.texts() == texts(numbered(3))
        assert len(server.requests) == 4


def test_a_server_that_hangs_is_left_and_asked_again(spool, sender_to):
    spool.put(numbered(2))
    with ScriptedServer(["hang"]) as server:
        assert sender_to(server.url).flush(PATIENCE)
        assert server.texts() == texts(numbered(2))


def misbehaviour(dice: random.Random) -> Iterator[object]:
    steps = ["lost", "reset", 500, 503, 429, "page", "well", "well", "lost"]
    for _ in range(120):
        yield dice.choice(steps)


def put_and_send(spool: Spool, sender: Sender) -> list[SpoolRow]:
    """Several threads put while the sender sends; what they put."""
    sessions = ["one", "two", "three"]
    lines = {name: numbered(40, user=f"user-{name}", session=name) for name in sessions}

    def put(rows: list[SpoolRow]) -> None:
        for each in rows:
            spool.put([each])
            sender.wake()

    threads = [threading.Thread(target=put, args=(rows,)) for rows in lines.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sender.flush(PATIENCE)
    return [each for rows in lines.values() for each in rows]


def lost_or_out_of_order(server: ScriptedServer, put: list[SpoolRow]) -> list[str]:
    """The sessions that the server does not have as they were put, message for message."""
    sessions = {each.session for each in put}
    return sorted(
        name
        for name in sessions
        if server.texts(session=name) != texts([each for each in put if each.session == name])
    )


def test_every_message_is_there_once_and_in_order(spool, sender_to):
    dice = random.Random(7)
    with ScriptedServer(misbehaviour(dice)) as server:
        put = put_and_send(spool, sender_to(server.url))
        assert lost_or_out_of_order(server, put) == []
        assert len(server.kept) == 120
    assert spool.tally()[:3] == (0, 0, 0)


class _MarksDoneTooEarly(Sender):
    """The planted fault: lets go of a batch before the server has answered."""

    def _deliver(self, batch):
        self._spool.done(each.seq for each in batch)
        return super()._deliver(batch)


def test_the_test_above_sees_a_sender_that_lets_go_too_early(spool, sender_to):
    dice = random.Random(7)
    with ScriptedServer(misbehaviour(dice)) as server:
        put = put_and_send(spool, sender_to(server.url, kind=_MarksDoneTooEarly))
        assert lost_or_out_of_order(server, put)


def test_one_bad_message_is_found_and_its_siblings_are_sent(spool, sender_to):
    rows = numbered(9)
    rows[4] = row("poison 毒")
    spool.put(rows)
    with ScriptedServer() as server:
        sender = sender_to(server.url)
        assert not sender.flush(PATIENCE), "not all of it is stored"
        assert server.texts() == texts(rows[:4] + rows[5:])
        ((refused, reason),) = spool.refused()
        assert "poison" in refused.message
        assert reason == "message_refused: Message 1: it is poison."
        state = sender.state()
        assert (state.waiting, state.refused, state.standing) == (0, 1, Standing.REFUSED)
        assert "Spool.refused" in state.error
        assert spool.give_up([refused.seq]) == 1
        assert sender.flush(PATIENCE)
        assert sender.state().standing is Standing.WELL


def test_what_was_refused_before_a_flush_is_not_stored_either(spool, sender_to):
    spool.put([row("poison 毒")])
    with ScriptedServer() as server:
        sender = sender_to(server.url)
        sender.wake()
        assert until(lambda: spool.tally().refused)
        assert not sender.flush(PATIENCE)


def test_what_was_refused_can_be_sent_again(spool, sender_to, monkeypatch):
    spool.put([row("poison")])
    with ScriptedServer() as server:
        sender = sender_to(server.url)
        assert not sender.flush(PATIENCE)
        monkeypatch.setattr("tests.unit.client.scripted_server.REFUSED_WORD", "nothing is refused")
        assert spool.retry() == 1
        assert sender.flush(PATIENCE)
        assert server.texts() == ["poison"]
    assert not spool.refused()


@pytest.mark.parametrize(("status", "code"), [(409, "conflict"), (413, "too_large")])
def test_other_refusals_of_one_message(spool, sender_to, status, code):
    spool.put([row("a")])
    with ScriptedServer([status]) as server:
        assert not sender_to(server.url).flush(PATIENCE)
    assert [each.reason for each in spool.refused()] == [f"{code}: It is so."]


def test_a_wrong_key_is_told_and_loses_nothing(spool, sender_to):
    spool.put(numbered(2))
    with ScriptedServer(key="right") as server:
        sender = sender_to(server.url, "wrong")
        assert not sender.flush(0.1)
        state = sender.state()
        assert (state.standing, state.waiting) == (Standing.UNAUTHORISED, 2)
        assert (state.error, state.since) == ("The key is not known.", FrozenClock().now())
        sender.close(0.0)
        assert sender_to(server.url, "right").flush(PATIENCE)
        assert server.texts() == texts(numbered(2))


def test_no_server_at_all(spool, sender_to):
    with ScriptedServer() as server:
        url = server.url
    spool.put(numbered(2))
    sender = sender_to(url)
    assert not sender.flush(0.1)
    assert sender.state().standing is Standing.UNREACHABLE
    assert len(spool) == 2


def test_one_users_failure_does_not_hold_up_the_others(spool, sender_to):
    """A fault of the server's own (500) may lie in what it was sent."""
    spool.put([*numbered(2, user="ill"), row("well", user="well")])
    slow = Pace(first=60, longest=60, idle=0.05, turn=0.005)
    with ScriptedServer([500]) as server:
        sender = sender_to(server.url, pace=slow)
        sender.wake()
        assert until(lambda: server.texts("well"))
        assert sender.state().standing is Standing.FAILING
        assert server.texts("ill") == []
        assert sender.flush(PATIENCE)  # asked for by name, it is tried at once
        assert server.texts("ill") == texts(numbered(2))


def test_what_comes_after_a_failure_does_not_overtake_it(spool, sender_to):
    """Not even when the pause after it is over before the round is."""
    spool.put([row("first 一", agent="a"), row("second 二", agent="b")])
    no_pause = Pace(first=0.0, longest=0.0, idle=600, turn=0.005)
    with ScriptedServer([500]) as server:
        sender_to(server.url, pace=no_pause).wake()
        assert until(lambda: len(spool) == 0)
        assert server.texts() == ["first 一", "second 二"]


def test_what_waits_out_a_pause_is_not_overtaken_by_what_comes_after_it(
    spool, sender_to, monkeypatch
):
    """The pause ends in the middle of a round: between the first of a lane and the second."""
    monkeypatch.setattr("holdfast.client.sender.PAGE", 1)
    slow = Pace(first=60, longest=60, idle=0.05, turn=0.005)

    def script() -> Iterator[object]:
        yield 500
        yield "well"
        sender._pauses.hurry()
        yield "well"

    with ScriptedServer(script()) as server:
        sender = sender_to(server.url, pace=slow)
        spool.put([row("first", user="ill"), row("a", user="well")])
        sender.wake()
        assert until(lambda: server.texts("well") == ["a"] and len(spool) == 1)
        spool.put([row("b", user="well"), row("second", user="ill")])
        sender.wake()
        assert until(lambda: len(spool) == 0)
        assert server.texts("ill") == ["first", "second"]


def test_a_servers_wish_to_be_left_alone_is_honoured(spool, sender_to):
    spool.put([row("a")])
    with ScriptedServer([(429, {"Retry-After": "300"})]) as server:
        sender = sender_to(server.url)
        assert not sender.flush(0.1)
        assert not sender.flush(0.1)
        assert len(server.requests) == 1
        assert sender.state().standing is Standing.BUSY


def test_closing_leaves_the_rest_on_the_disk(spool, sender_to):
    spool.put(numbered(3))
    with ScriptedServer(["hang"]) as server:
        sender = sender_to(server.url)
        sender.wake()
        assert server.hung.wait(PATIENCE)
        sender.close(0.0)
    assert len(spool) == 3


def test_closing_sends_what_can_be_sent(spool, sender_to):
    spool.put(numbered(3))
    with ScriptedServer() as server:
        sender = sender_to(server.url)
        sender.wake()
        sender.close(PATIENCE)
        assert server.texts() == texts(numbered(3))


def test_two_senders_take_turns(spool, sender_to):
    with ScriptedServer() as server:
        senders = [sender_to(server.url) for _ in range(2)]
        for n in range(40):
            spool.put([row(f"{n}")])
            senders[n % 2].wake()
        assert senders[0].flush(PATIENCE)
        assert server.texts() == [f"{n}" for n in range(40)]
        assert sum(len(json.loads(data)["messages"]) for *_, data in server.requests) == 40


def test_a_disk_that_fails_is_not_the_end(spool, sender_to, monkeypatch):
    whole, failures = spool.page, iter([OSError("the disk"), OSError("the disk")])

    def failing(limit: int = 500, *, after: int = 0) -> list[SpoolRow]:
        for error in failures:
            raise error
        return whole(limit, after=after)

    monkeypatch.setattr(spool, "page", failing)
    spool.put([row("a")])
    with ScriptedServer() as server:
        assert sender_to(server.url).flush(PATIENCE)
        assert server.texts() == ["a"]
