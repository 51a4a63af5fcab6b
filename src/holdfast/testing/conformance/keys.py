"""What every `Keys` must do. Every test takes the fixture `keys`: fresh and empty."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from holdfast.domain.ids import new_id
from holdfast.domain.key import Key, digest, new_secret
from holdfast.errors import Conflict
from holdfast.ports.keys import Keys
from holdfast.testing.conformance.expect import refused, together

MADE = datetime(2024, 5, 1, 9, 30, 0, 123_456, tzinfo=UTC)
ENDED = datetime(2024, 5, 2, 8, tzinfo=timezone(timedelta(hours=8)))


def a_key(name: str = "phone", space: str | None = "home", secret: str | None = None) -> Key:
    """A fresh key."""
    kept = digest(secret or new_secret())
    return Key(id=new_id(), name=name, space=space, made_at=MADE, digest=kept)


class TestKeys:
    """`ports.keys`."""

    def test_nothing_is_there_at_first(self, keys: Keys) -> None:
        assert keys.all() == []
        assert keys.find(digest(new_secret())) is None
        assert not keys.revoke(new_id(), ENDED)

    @pytest.mark.parametrize("name", ["phone", "手机", "a/b", "🦊", '"', "\u00e9"])
    @pytest.mark.parametrize("space", ["home", "家", "", None])
    def test_a_key_comes_back_as_it_was(self, keys: Keys, name: str, space: str | None) -> None:
        key = a_key(name, space)
        keys.add(key)
        assert keys.all() == [key]
        assert keys.find(key.digest) == key

    def test_keys_come_in_the_order_that_they_were_added(self, keys: Keys) -> None:
        added = [a_key(name) for name in ("c", "a", "b")]
        for key in added:
            keys.add(key)
        assert keys.all() == added
        assert [keys.find(key.digest) for key in added] == added

    @pytest.mark.parametrize("wrong", ["", "x", "0" * 64, "é" * 64, "f" * 4096, "\ud800"])
    def test_another_digest_finds_nothing(self, keys: Keys, wrong: str) -> None:
        keys.add(a_key())
        assert keys.find(wrong) is None

    def test_a_digest_is_compared_to_its_end(self, keys: Keys) -> None:
        key = a_key()
        keys.add(key)
        last = "0" if key.digest[-1] != "0" else "1"
        assert keys.find(key.digest[:-1] + last) is None
        assert keys.find(key.digest[:-1]) is None
        assert keys.find(key.digest + "0") is None
        assert keys.find(key.digest.upper()) is None or key.digest.isdigit()

    def test_two_digests_that_begin_alike_are_two_keys(self, keys: Keys) -> None:
        one = replace(a_key("one"), digest="a" * 63 + "1")
        two = replace(a_key("two"), digest="a" * 63 + "2")
        keys.add(one)
        keys.add(two)
        assert [keys.find(one.digest), keys.find(two.digest)] == [one, two]

    def test_a_revoked_key_is_listed_and_not_found(self, keys: Keys) -> None:
        key, other = a_key(), a_key("tablet")
        keys.add(key)
        keys.add(other)
        assert keys.revoke(key.id, ENDED)
        assert keys.find(key.digest) is None
        assert keys.find(other.digest) == other
        assert keys.all() == [replace(key, revoked_at=ENDED), other]

    def test_a_key_is_revoked_once(self, keys: Keys) -> None:
        key = a_key()
        keys.add(key)
        assert keys.revoke(key.id, ENDED)
        assert not keys.revoke(key.id, MADE)
        assert keys.all() == [replace(key, revoked_at=ENDED)]

    def test_nothing_is_added_twice(self, keys: Keys) -> None:
        key = a_key()
        keys.add(key)
        again = (
            replace(a_key("other"), id=key.id),
            replace(a_key("other"), digest=key.digest),
            a_key(key.name, "elsewhere"),
        )
        for each in again:
            with refused(Conflict):
                keys.add(each)
        assert keys.all() == [key]

    def test_a_name_is_free_again_when_its_key_is_revoked_and_its_digest_is_not(
        self, keys: Keys
    ) -> None:
        key = a_key()
        keys.add(key)
        keys.revoke(key.id, ENDED)
        with refused(Conflict):
            keys.add(replace(a_key(), digest=key.digest))
        new = a_key()
        keys.add(new)
        assert keys.find(new.digest) == new
        assert keys.find(key.digest) is None

    def test_the_revision_tells_of_every_change_and_of_nothing_else(self, keys: Keys) -> None:
        seen = [keys.revision()]
        key = a_key()
        keys.add(key)
        seen.append(keys.revision())
        keys.add(a_key("tablet"))
        seen.append(keys.revision())
        keys.revoke(key.id, ENDED)
        seen.append(keys.revision())
        assert len(set(seen)) == 4
        keys.find(key.digest)
        keys.all()
        keys.revoke(key.id, ENDED)
        with refused(Conflict):
            keys.add(key)
        assert keys.revision() == seen[-1]

    def test_many_add_at_once_and_none_is_lost(self, keys: Keys) -> None:
        added = [a_key(f"key {number}") for number in range(12)]
        works = [lambda key=key: keys.add(key) for key in added]
        assert together(works) == [None] * 12
        assert sorted(key.name for key in keys.all()) == sorted(key.name for key in added)

    def test_of_many_that_want_a_name_one_gets_it(self, keys: Keys) -> None:
        works = [lambda key=a_key(): keys.add(key) for _ in range(8)]  # noqa: B008
        outcomes = together(works)
        assert sum(outcome is None for outcome in outcomes) == 1
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
        assert len(keys.all()) == 1

    def test_no_digest_is_shown(self, keys: Keys) -> None:
        key = a_key()
        keys.add(key)
        assert key.digest not in repr(keys.all()) + str(keys.find(key.digest))
