"""Requests a second, for each key or address."""

from __future__ import annotations

from holdfast.domain.key import new_secret
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.conformance.keys import a_key
from tests.unit.entrypoints.http.guard.asking import Clock, Echo, ask, behind_guard


def test_who_asks_too_often_is_told_when_to_come_again():
    clock, echo = Clock(), Echo()
    app = behind_guard(echo, limits=Limits(rate=2), clock=clock)
    assert [ask(app, echo=echo).status for _ in range(4)] == [200] * 4
    answer = ask(app, echo=echo)
    assert (answer.status, answer.code) == (429, "too_many")
    assert answer.headers[b"retry-after"] == b"1"
    assert ask(app, echo=echo, client="10.0.0.1").status == 200
    clock.now += 0.5
    assert ask(app, echo=echo).status == 200


def test_the_wait_is_told_in_whole_seconds():
    app = behind_guard(Echo(), limits=Limits(rate=0.1), clock=Clock())
    ask(app)
    assert ask(app).headers[b"retry-after"] == b"10"


def test_each_key_has_a_rate_of_its_own():
    keys, shown = InMemoryKeys(), []
    for name in ("phone", "tablet"):
        secret = new_secret()
        keys.add(a_key(name, secret=secret))
        shown.append((b"authorization", b"Bearer " + secret.encode()))
    app = behind_guard(Echo(), keys=keys, limits=Limits(rate=1), clock=Clock())
    asked = [[ask(app, each, client=f"10.0.0.{n}").status for n in range(3)] for each in shown]
    assert asked == [[200, 200, 429], [200, 200, 429]]


def test_the_addresses_of_one_network_count_as_one():
    app = behind_guard(Echo(), limits=Limits(rate=1), clock=Clock())
    for client, status in (
        ("2001:db8::1", 200),
        ("2001:db8::2", 200),
        ("2001:db8::3", 429),
        ("2001:db8:0:1::1", 200),
        ("::ffff:10.0.0.1", 200),
        ("10.0.0.1", 200),
        ("::ffff:10.0.0.1", 429),
        ("::ffff:10.0.0.2", 200),
    ):
        assert ask(app, client=client).status == status, client


def test_none_at_all_where_none_is_set():
    app = behind_guard(Echo(), limits=Limits(rate=0), clock=Clock())
    assert {ask(app).status for _ in range(50)} == {200}
