"""Host and Origin: what is right passes, and nothing else does."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.http.guard.hosts import Hosts
from holdfast.errors import InvalidInput
from tests.unit.entrypoints.http.guard.asking import PORT, Echo, ask, behind_guard
from tests.unit.entrypoints.http.guard.callings import (
    HOSTS,
    ORIGINS,
    RIGHT,
    WRONG_HOSTS,
    WRONG_ORIGINS,
    Headers,
)

WRONG = [(headers, 421, "wrong_host") for headers in WRONG_HOSTS]
WRONG += [(headers, 403, "wrong_origin") for headers in WRONG_ORIGINS]


@pytest.mark.parametrize("headers", RIGHT)
def test_who_calls_us_by_our_name_is_let_in(headers: Headers):
    echo = Echo()
    app = behind_guard(echo, hosts=HOSTS, origins=ORIGINS)
    assert ask(app, *headers, echo=echo, host=False).status == 200
    assert echo.calls == 1


@pytest.mark.parametrize(("headers", "status", "code"), WRONG)
def test_nobody_else_gets_through(headers: Headers, status: int, code: str):
    echo = Echo()
    app = behind_guard(echo, hosts=HOSTS, origins=ORIGINS)
    answer = ask(app, *headers, echo=echo, host=False)
    assert (answer.status, answer.code, echo.calls) == (status, code, 0)
    sent = [value for _, value in headers if len(value) > 5]
    assert not any(value in answer.body for value in sent), "nothing of a request is repeated"


def test_the_matrix_is_as_wide_as_it_claims():
    assert len(WRONG) == len({headers for headers, _, _ in WRONG}) >= 120


class ComparesTheBeginning(Hosts):
    """The planted fault."""

    def _is_ours(self, host: bytes) -> bool:
        return any(host.startswith(each) for each in self._hosts)

    def _is_own(self, origin: bytes) -> bool:
        return any(origin.startswith(each) for each in self._own)


def test_a_guard_that_compares_beginnings_fails_the_matrix():
    got_through = []
    for headers, _, code in WRONG:
        echo = Echo()
        ask(ComparesTheBeginning(echo, HOSTS, PORT, ORIGINS), *headers, echo=echo, host=False)
        got_through += [code] * echo.calls
    assert got_through.count("wrong_host") >= 10
    assert got_through.count("wrong_origin") >= 3


def test_bound_to_every_address_it_is_called_by_none_of_them():
    app = behind_guard(Echo(), hosts=("0.0.0.0", "::", ""))
    for host in (b"0.0.0.0", b"0.0.0.0:48912", b"[::]:48912", b""):
        assert ask(app, (b"host", host), host=False).status == 421


def test_on_the_usual_port_an_origin_has_none():
    echo = Echo()
    app = behind_guard(echo, port=80)
    right = ((b"host", b"localhost"), (b"origin", b"http://localhost"))
    assert ask(app, *right, echo=echo, host=False).status == 200
    wrong = ((b"host", b"localhost"), (b"origin", b"https://localhost"))
    assert ask(app, *wrong, host=False).status == 403


@pytest.mark.parametrize("origin", ["null", "*", "app.example.com", "https://a b", "https://a/b"])
def test_what_is_no_origin_cannot_be_allowed(origin: str):
    with pytest.raises(InvalidInput, match="origin"):
        behind_guard(Echo(), origins=(origin,))


@pytest.mark.parametrize("host", ["*.example.com", "http://x", "a b", "x:y", "x:123456", "[::1"])
def test_what_is_no_host_cannot_be_served(host: str):
    with pytest.raises(InvalidInput, match="called by"):
        behind_guard(Echo(), hosts=(host,))
