"""Who is let in, and to which space."""

from __future__ import annotations

import asyncio
import logging
import threading
from pathlib import Path
from urllib.parse import quote

import pytest

from holdfast.domain.key import Key, new_secret
from holdfast.entrypoints.http.guard.caller import Caller
from holdfast.entrypoints.http.guard.keys import KeyRing
from holdfast.entrypoints.http.guard.limits import Limits
from holdfast.stores.files.keys import FileKeys, PrivateDisk
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.conformance.keys import ENDED, a_key
from tests.unit.entrypoints.http.guard.asking import Answer, Clock, Echo, ask, behind_guard

# Made by new_secret. The names of tests must be the same in every process.
SECRET = "hf_38NCZg-jhq8Muypt4PY--8Da81JPbpsivtyhA4tloA0"
OTHER = "hf_1AeR_Bn3dPMy6-qnpi01JVTGLK29F07Tw7_9VYQ03YM"
HOME = a_key("phone", "home", SECRET)
ALL = a_key("gateway", None, OTHER)
CHINESE = "家里"


def bearer(secret: str) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {secret}".encode()


def space(name: str) -> tuple[bytes, bytes]:
    return b"holdfast-space", name.encode()


@pytest.fixture
def keys() -> InMemoryKeys:
    kept = InMemoryKeys()
    kept.add(HOME)
    kept.add(ALL)
    return kept


def caller_of(answer: Answer) -> Caller:
    assert answer.seen is not None, answer
    found: Caller = answer.seen["state"]["caller"]
    return found


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER   "])
def test_a_key_opens_its_space(keys, scheme: str):
    echo = Echo()
    app = behind_guard(echo, keys=keys, default_space="elsewhere")
    answer = ask(app, (b"authorization", (scheme + SECRET).encode()), echo=echo)
    assert caller_of(answer) == Caller(HOME.id, "phone", "home")


WRONG: list[list[bytes]] = [
    [],
    [b""],
    [b"Bearer"],
    [b"Bearer "],
    [b"Bearer hf_"],
    [f"Bearer {new_secret()}".encode()],
    [f"Bearer {SECRET[:-1]}".encode()],
    [f"Bearer {SECRET}x".encode()],
    [f"Bearer {SECRET} x".encode()],
    [f"Bearer {SECRET}, Bearer {SECRET}".encode()],
    [f"Bearer {SECRET}\n".encode()],
    [f"Bearer {SECRET}\0".encode()],
    [f"Bearer \t{SECRET}".encode()],
    [f"Bearer\0{SECRET}".encode()],
    [f"Bearer{SECRET}".encode()],
    [f"Bearer {SECRET.upper()}".encode()],
    [f"Bearer {SECRET.lower()}".encode()],
    [f"Bearer '{SECRET}'".encode()],
    [f"Bearer {HOME.digest}".encode()],
    [f"Bearer {HOME.id}".encode()],
    [f"Basic {SECRET}".encode()],
    [f"Token {SECRET}".encode()],
    [SECRET.encode()],
    [f"Bearer {SECRET}".encode()] * 2,
    [f"Bearer {SECRET}".encode(), b"Bearer x"],
    [b"Bearer x", f"Bearer {SECRET}".encode()],
    [b"Bearer " + b"A" * 100_000],
    [f"Bearer {SECRET}".encode() + b" " * 1000],
    [b"Bearer \xff\xfe\xfd"],
    ["Bearer 密钥".encode()],
    [f"Bearer {SECRET}".encode("utf-16")],
]


@pytest.mark.parametrize("shown", WRONG, ids=range(len(WRONG)))
def test_nothing_else_opens_anything(keys, shown: list[bytes]):
    echo = Echo()
    app = behind_guard(echo, keys=keys)
    answer = ask(app, *((b"authorization", value) for value in shown), echo=echo)
    assert (answer.status, answer.code, echo.calls) == (401, "unauthorised", 0)
    assert answer.headers[b"www-authenticate"] == b"Bearer"
    assert SECRET.encode() not in answer.body


def test_a_key_elsewhere_than_in_its_header_is_none(keys):
    app = behind_guard(Echo(), keys=keys)
    value = SECRET.encode()
    for name in (b"x-api-key", b"cookie", b"proxy-authorization", b"holdfast-key"):
        assert ask(app, (name, value), (b"x-authorization", b"Bearer " + value)).status == 401


@pytest.mark.parametrize(
    ("secret", "named", "found"),
    [
        (SECRET, "home", "home"),
        (OTHER, None, "default"),
        (OTHER, "home", "home"),
        (OTHER, "work%20shop", "work shop"),
        (OTHER, CHINESE, CHINESE),
        (OTHER, quote(CHINESE), CHINESE),
    ],
)
def test_the_space_that_is_meant(keys, secret: str, named: str | None, found: str):
    echo = Echo()
    app = behind_guard(echo, keys=keys, default_space="default")
    headers = [bearer(secret)] + ([space(named)] if named else [])
    assert caller_of(ask(app, *headers, echo=echo)).space == found


@pytest.mark.parametrize("named", ["work", "Home", "home2", "hom", "*", "home/../work", CHINESE])
def test_a_key_opens_no_other_space(keys, named: str):
    echo = Echo()
    answer = ask(behind_guard(echo, keys=keys), bearer(SECRET), space(named), echo=echo)
    assert (answer.status, answer.code, echo.calls) == (403, "forbidden", 0)


@pytest.mark.parametrize(
    "named",
    [[b""], [b" "], [b"home", b"home"], [b"\xff"], [b"%00"], [b"a%0Ab"], [b"x" * 257], [b"%ff"]],
)
@pytest.mark.parametrize("secret", [SECRET, OTHER])
def test_what_is_no_space_is_refused(keys, named: list[bytes], secret: str):
    headers = [(b"holdfast-space", value) for value in named]
    answer = ask(behind_guard(Echo(), keys=keys), bearer(secret), *headers)
    assert (answer.status, answer.code) == (400, "invalid_input")


def test_without_keys_every_space_is_open():
    echo = Echo()
    app = behind_guard(echo, default_space="default")
    assert caller_of(ask(app, echo=echo)) == Caller(None, "", "default", whole=True)
    assert caller_of(ask(app, space("work"), echo=echo)).space == "work"
    assert caller_of(ask(app, bearer("x"), echo=echo)).space == "default"


def test_a_revoked_key_is_refused_at_the_next_request(tmp_path: Path):
    path = tmp_path / "m.db.keys.json"
    FileKeys(path).add(HOME)
    app = behind_guard(Echo(), keys=FileKeys(path))
    assert [ask(app, bearer(SECRET)).status for _ in range(3)] == [200] * 3
    FileKeys(path).revoke(HOME.id, ENDED)
    assert ask(app, bearer(SECRET)).status == 401
    FileKeys(path).add(ALL)
    assert ask(app, bearer(OTHER)).status == 200


class Counting(FileKeys):
    """Counts looks at the file and readings of it, and where they happen."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, PrivateDisk())
        self.looks = 0
        self.readers: list[threading.Thread] = []

    def _stamp(self):
        self.looks += 1
        return super()._stamp()

    def _load(self) -> tuple[Key, ...]:
        self.readers.append(threading.current_thread())
        return super()._load()


def test_a_request_costs_one_look_and_the_loop_never_reads(tmp_path: Path):
    path = tmp_path / "m.db.keys.json"
    FileKeys(path).add(HOME)
    keys = Counting(path)
    ring = KeyRing(keys)

    async def use() -> None:
        assert await ring.find(HOME.digest) == HOME
        keys.looks = 0
        for _ in range(100):
            assert await ring.find(HOME.digest) == HOME
        assert keys.looks == 100
        FileKeys(path).add(ALL)
        assert await ring.find(ALL.digest) == ALL
        assert await ring.find(HOME.digest) == HOME
        assert await ring.find("0" * 64) is None

    asyncio.run(use())
    assert len(keys.readers) == 2
    assert threading.main_thread() not in keys.readers


def test_keys_that_cannot_be_read_let_nobody_in(tmp_path: Path, caplog):
    path = tmp_path / "m.db.keys.json"
    FileKeys(path).add(HOME)
    app = behind_guard(Echo(), keys=FileKeys(path), open_paths=("/v1/health",))
    assert ask(app, bearer(SECRET)).status == 200
    path.write_text("{")
    with caplog.at_level(logging.ERROR):
        answer = ask(app, bearer(SECRET))
    assert (answer.status, answer.code) == (503, "keys_unreadable")
    assert "holdfast keys add" in caplog.text
    assert SECRET not in caplog.text
    assert str(path).encode() not in answer.body
    assert ask(app, path="/v1/health").status == 200


def test_who_guesses_must_wait_and_shuts_out_nobody_else(keys):
    clock, echo = Clock(), Echo()
    app = behind_guard(echo, keys=keys, limits=Limits(failures=20), clock=clock)
    for _ in range(20):
        assert ask(app, bearer(new_secret())).status == 401
    answer = ask(app, bearer(new_secret()))
    assert (answer.status, answer.code) == (429, "too_many")
    assert answer.headers[b"retry-after"] == b"60"
    assert ask(app, bearer(SECRET), echo=echo).status == 200, "a key that was never seen before"
    assert ask(app, bearer("x"), client="10.0.0.1").status == 401
    assert ask(app).status == 401, "who shows no key is told that one is needed"
    clock.now += 61
    assert ask(app, bearer(new_secret())).status == 401


def test_open_paths_are_open_to_all(keys):
    echo = Echo()
    app = behind_guard(echo, keys=keys, open_paths=("/v1/health",), default_space="d")
    for headers in ([], [bearer("x")], [space("work")]):
        answer = ask(app, *headers, echo=echo, path="/v1/health", client="10.0.0.1")
        assert caller_of(answer) == Caller(None, "", "d")
    for path in ("/v1/health/", "/v1/healthx", "/V1/health", "/v1/health%2f..", "/v1//health"):
        assert ask(app, path=path).status == 401


class TestOpenHere:
    """Routes for programs of this machine that have no key."""

    @pytest.fixture
    def app(self, keys):
        return behind_guard(
            Echo(),
            keys=keys,
            default_space="home",
            open_here=lambda scope: scope["path"] == "/process/juno",
        )

    @pytest.mark.parametrize("client", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
    def test_this_machine_needs_no_key(self, app, client):
        assert ask(app, path="/process/juno", client=client).status == 200
        assert ask(app, path="/v1/messages", client=client).status == 401

    @pytest.mark.parametrize(
        "client",
        ["10.0.0.1", "192.168.1.5", "::", "0.0.0.0", "fe80::1", "::ffff:10.0.0.1", "x", None],
    )
    def test_another_machine_does(self, app, client):
        assert ask(app, path="/process/juno", client=client).status == 401

    @pytest.mark.parametrize(
        "name",
        [b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"],
    )
    def test_so_does_what_comes_through_a_proxy(self, app, name):
        assert ask(app, (name, b"127.0.0.1"), path="/process/juno").status == 401

    def test_it_opens_one_space(self, app):
        assert ask(app, space("home"), path="/process/juno").status == 200
        assert ask(app, space("work"), path="/process/juno").status == 403

    def test_a_key_that_is_shown_must_hold(self, app):
        assert ask(app, bearer(new_secret()), path="/process/juno").status == 401
        assert ask(app, bearer(SECRET), path="/process/juno", client="10.0.0.1").status == 200
