"""Keys and their secrets."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime

import pytest

from holdfast.domain.key import Key, digest, is_secret, new_key, new_secret
from holdfast.errors import InvalidInput


def test_a_secret_has_256_bits_of_its_own():
    made = {new_secret() for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch(r"hf_[A-Za-z0-9_-]{43}", secret) for secret in made)
    assert all(map(is_secret, made))


@pytest.mark.parametrize("wrong", ["", "hf_", "hf_" + "a" * 42, "hf_" + "a" * 44, "HF_" + "a" * 43])
@pytest.mark.parametrize("around", ["{}", " {}", "{}\n", "{}\0"])
def test_other_text_is_no_secret(wrong: str, around: str):
    assert not is_secret(around.format(wrong))


def test_a_secret_with_anything_around_it_is_none():
    secret = new_secret()
    assert not any(map(is_secret, (f"{secret}\n", f" {secret}", f"{secret}é")))


def test_what_is_kept_is_the_digest():
    secret = new_secret()
    assert digest(secret) == hashlib.sha256(secret.encode()).hexdigest()
    assert digest("\ud800") != digest("密钥")


@pytest.mark.capability("F9")
def test_a_key_does_not_show_its_digest():
    kept = digest(new_secret())
    key = Key(id="1", name="手机", space=None, made_at=datetime.now(UTC), digest=kept)
    assert kept not in f"{key} {key!r}"
    assert "手机" in repr(key)


def test_a_key_of_a_project_names_its_space():
    key, secret = new_key("app", space="work_shop", now=datetime.now(UTC), project=True)
    assert re.fullmatch(r"sk-work_shop-[A-Za-z0-9_-]{43}", secret)
    assert is_secret(secret)
    assert (key.space, key.digest) == ("work_shop", digest(secret))
    for wrong in (None, "", "作坊", "a-b", "a b"):
        with pytest.raises(InvalidInput):
            new_key("app", space=wrong, now=datetime.now(UTC), project=True)
