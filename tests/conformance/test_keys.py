"""Every keeper of keys passes the whole suite, and one with a planted fault does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from holdfast.domain.key import Key
from holdfast.ports.keys import Keys
from holdfast.stores.files.keys import FileKeys
from holdfast.stores.inmemory.keys import InMemoryKeys
from holdfast.testing.conformance.keys import TestKeys


@pytest.fixture(params=["inmemory", "files"])
def keys(request: pytest.FixtureRequest, tmp_path: Path) -> Keys:
    """Fresh keys of every kind."""
    return InMemoryKeys() if request.param == "inmemory" else FileKeys(tmp_path / "m.db.keys.json")


class FindsWhatWasRevoked(InMemoryKeys):
    def find(self, digest: str) -> Key | None:
        return next((key for key in self.all() if key.digest == digest), None)


class ComparesTheBeginning(InMemoryKeys):
    def find(self, digest: str) -> Key | None:
        return next((key for key in self.all() if key.digest[:32] == digest[:32]), None)


class GivesNamesTwice(InMemoryKeys):
    def add(self, key: Key) -> None:
        super().add(replace(key, name=key.id))
        self._keys[-1] = key


class ForgetsTheRevoked(InMemoryKeys):
    def revoke(self, id_: str, at: datetime) -> bool:
        revoked = super().revoke(id_, at)
        self._keys = [key for key in self._keys if key.id != id_]
        return revoked


class RevokesAgain(InMemoryKeys):
    def revoke(self, id_: str, at: datetime) -> bool:
        self._keys = [replace(key, revoked_at=None) for key in self._keys]
        return super().revoke(id_, at)


class TellsOfNoRevocation(InMemoryKeys):
    def revision(self) -> int:
        return len(self._keys)


class LosesTheSpace(InMemoryKeys):
    def add(self, key: Key) -> None:
        super().add(replace(key, space=key.space or None))


FAULTS: list[tuple[type[InMemoryKeys], Callable[[TestKeys, Keys], None]]] = [
    (FindsWhatWasRevoked, TestKeys.test_a_revoked_key_is_listed_and_not_found),
    (ComparesTheBeginning, TestKeys.test_a_digest_is_compared_to_its_end),
    (ComparesTheBeginning, TestKeys.test_two_digests_that_begin_alike_are_two_keys),
    (GivesNamesTwice, TestKeys.test_nothing_is_added_twice),
    (GivesNamesTwice, TestKeys.test_of_many_that_want_a_name_one_gets_it),
    (ForgetsTheRevoked, TestKeys.test_a_revoked_key_is_listed_and_not_found),
    (RevokesAgain, TestKeys.test_a_key_is_revoked_once),
    (
        TellsOfNoRevocation,
        TestKeys.test_the_revision_tells_of_every_change_and_of_nothing_else,
    ),
    (LosesTheSpace, lambda suite, keys: suite.test_a_key_comes_back_as_it_was(keys, "phone", "")),
]


@pytest.mark.parametrize(("faulty", "test"), FAULTS)
def test_a_planted_fault_is_found(
    faulty: type[InMemoryKeys], test: Callable[[TestKeys, Keys], None]
):
    with pytest.raises(AssertionError):
        test(TestKeys(), faulty())
    test(TestKeys(), InMemoryKeys())
