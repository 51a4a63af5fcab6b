"""What every `Attachments` must do."""

from __future__ import annotations

import pytest

from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, SPACE

BYTES = {
    "empty": b"",
    "text": "小明".encode(),
    "every byte": bytes(range(256)),
    "a megabyte": bytes(range(256)) * 4096,
}


def _keep(store: Store, *owned: tuple[str, str], data: bytes = b"data", user: str = ANN) -> None:
    def work(unit: Unit) -> None:
        for message_id, ref in owned:
            unit.attachments.keep(user, message_id, ref, data)

    store.write(SPACE, work)


def _load(store: Store, ref: str, user: str = ANN) -> bytes | None:
    return store.read(SPACE, lambda unit: unit.attachments.load(user, ref))


class TestAttachments:
    """`ports.attachments`."""

    @pytest.mark.parametrize("name", BYTES)
    def test_bytes_come_back_as_they_were(self, store: Store, name: str) -> None:
        _keep(store, ("m1", "r1"), data=BYTES[name])
        assert _load(store, "r1") == BYTES[name]

    def test_an_unknown_ref_is_none(self, store: Store) -> None:
        _keep(store, ("m1", "r1"))
        assert _load(store, "r2") is None
        assert _load(store, "m1") is None

    def test_users_own_apart(self, store: Store) -> None:
        _keep(store, ("m1", "r1"))
        assert _load(store, "r1", user=BEN) is None
        assert store.read(SPACE, lambda unit: unit.attachments.of(BEN, ["m1"])) == []

    def test_keeping_again_is_a_no_op(self, store: Store) -> None:
        _keep(store, ("m1", "r1"), data=b"first")
        _keep(store, ("m1", "r1"), data=b"second")
        assert _load(store, "r1") == b"first"
        assert store.read(SPACE, lambda unit: unit.attachments.of(ANN, ["m1"])) == [("m1", "r1")]

    def test_of_lists_what_the_messages_own(self, store: Store) -> None:
        _keep(store, ("m2", "r1"), ("m1", "r3"), ("m1", "r2"), ("m3", "r4"))
        owned = store.read(SPACE, lambda unit: unit.attachments.of(ANN, ["m1", "m2", "m9"]))
        assert sorted(owned) == [("m1", "r2"), ("m1", "r3"), ("m2", "r1")]
        assert store.read(SPACE, lambda unit: unit.attachments.of(ANN, [])) == []

    def test_of_has_a_stable_order(self, store: Store) -> None:
        _keep(store, *((f"m{n % 3}", f"r{n * 7 % 10}") for n in range(10)))
        messages = ["m0", "m1", "m2"]
        once = store.read(SPACE, lambda unit: unit.attachments.of(ANN, messages))
        _keep(store, ("m0", "r0"), ("m9", "r0"))
        assert store.read(SPACE, lambda unit: unit.attachments.of(ANN, messages)) == once

    def test_remove_takes_what_the_messages_own(self, store: Store) -> None:
        _keep(store, ("m1", "r1"), ("m1", "r2"), ("m2", "r3"))
        assert store.write(SPACE, lambda unit: unit.attachments.remove(ANN, ["m1", "m9"])) == 2
        assert _load(store, "r1") is None
        assert _load(store, "r2") is None
        assert _load(store, "r3") == b"data"
        assert store.write(SPACE, lambda unit: unit.attachments.remove(ANN, ["m1"])) == 0
        assert store.write(SPACE, lambda unit: unit.attachments.remove(ANN, [])) == 0

    def test_a_ref_of_two_messages_outlives_either(self, store: Store) -> None:
        _keep(store, ("m1", "r1"), ("m2", "r1"))
        assert store.write(SPACE, lambda unit: unit.attachments.remove(ANN, ["m1"])) == 1
        assert _load(store, "r1") == b"data"
        assert store.write(SPACE, lambda unit: unit.attachments.remove(ANN, ["m2"])) == 1
        assert _load(store, "r1") is None
