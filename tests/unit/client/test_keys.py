"""Keys and spaces, with the real server: who is let in, where, and what waits until then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.client.remote import RemoteMemory
from holdfast.client.sender import Standing
from holdfast.domain.key import new_key
from holdfast.errors import Forbidden, MessageRefused, TooLarge, Unauthorised
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.clock import FrozenClock
from tests.unit.client.real_server import served

SETTINGS = Settings(worker=False)


class House:
    """A server, the memory behind it, and two keys to it: one to a space, one to all."""

    def __init__(self, url: str, plain: Memory, narrow: str, wide: str) -> None:
        self.url, self.plain, self.narrow, self.wide = url, plain, narrow, wide


@pytest.fixture
def house() -> Iterator[House]:
    keys, now = InMemoryKeys(), FrozenClock().now()
    narrow, secret = new_key("narrow", space="家", now=now)
    wide, master = new_key("wide", space=None, now=now)
    keys.add(narrow)
    keys.add(wide)
    with (
        Memory.open(":memory:", settings=SETTINGS) as plain,
        served(plain, keys=keys) as url,
    ):
        yield House(url, plain, secret, master)


def test_a_key_opens_its_own_space(house):
    with RemoteMemory.open(house.url, key=house.narrow) as remote:
        remote.add("u", "tea")
        assert remote.in_space("家").recall("u", "tea")
    assert house.plain.in_space("家").recall("u", "tea")
    assert not house.plain.recall("u", "tea")


def test_a_key_for_all_opens_the_one_that_is_named(house):
    with RemoteMemory.open(house.url, key=house.wide, space="工作 & more") as remote:
        remote.add("u", "tea")
        assert remote.recall("u", "tea")
        assert not remote.in_space("家").recall("u", "tea")


@pytest.mark.parametrize("key", ["", "hf_" + "x" * 43, "nonsense"])
def test_who_is_not_let_in(house, key):
    with (
        RemoteMemory.open(house.url, key=key) as remote,
        pytest.raises(Unauthorised, match="keys add"),
    ):
        remote.recall("u", "tea")


def test_a_space_that_the_key_is_not_for(house):
    with (
        RemoteMemory.open(house.url, key=house.narrow, space="work") as remote,
        pytest.raises(Forbidden),
    ):
        remote.recall("u", "tea")


def test_what_waits_for_a_space_that_is_closed_to_the_key(house, tmp_path):
    """It waits, and holds nothing else up."""
    with RemoteMemory.open(house.url, key=house.narrow, spool=tmp_path / "s.db") as remote:
        remote.in_space("work").add_later("u", "secret plan")
        remote.add_later("u", "tea")
        assert not remote.flush(1.0)
        assert remote.sending().standing is Standing.UNAUTHORISED
        assert [row.space for row in remote.spool.page()] == ["work"]
        assert remote.recall("u", "tea")


def test_an_import_and_an_export_need_a_key_too(house):
    with RemoteMemory.open(house.url, key=house.narrow) as remote:
        remote.add("u", "tea")
        lines = [*remote.export()]
        assert remote.in_space("家").import_(lines).duplicates == 1
    with RemoteMemory.open(house.url, key="nonsense") as stranger:
        with pytest.raises(Unauthorised):
            stranger.import_(lines)
        with pytest.raises(Unauthorised):
            next(stranger.export())


def test_what_is_too_large(tmp_path: Path) -> None:
    small = Settings(worker=False, serve_body_kb=4, serve_depth=8)
    with (
        Memory.open(":memory:", settings=SETTINGS) as plain,
        served(plain, settings=small) as url,
        RemoteMemory.open(url, spool=tmp_path / "s.db") as remote,
    ):
        with pytest.raises(TooLarge):
            remote.recall("u", "x" * 5000)
        with pytest.raises(MessageRefused):
            remote.add("u", " ")
        deep: list[object] = []
        for _ in range(20):
            deep = [deep]
        large = [{"content": f"{n}" * 1000} for n in range(8)]
        remote.add_later("u", [*large, "x" * 5000, {"content": "y", "deep": deep}, "last"])
        assert not remote.flush(20)
        assert [m.text[:4] for m in plain.messages.latest("u")] == [
            "0000", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "xxxx", "last"
        ]  # fmt: skip
        assert [each.reason.partition(":")[0] for each in remote.spool.refused()] == [
            "too_deep"
        ]  # fmt: skip
