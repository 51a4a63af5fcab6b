"""Signing in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.key import new_key, new_secret
from holdfast.entrypoints.web import signing
from holdfast.entrypoints.web.signing import ANYONE, LASTS, LINK_LASTS, WRONG_KEYS, Visitors
from holdfast.stores.inmemory.keys import InMemoryKeys

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Ticking:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


@pytest.fixture
def keys() -> InMemoryKeys:
    return InMemoryKeys()


@pytest.fixture
def secret(keys: InMemoryKeys) -> str:
    key, secret = new_key("desk", space="home", now=NOW)
    keys.add(key)
    return secret


@pytest.fixture
def visitors(keys: InMemoryKeys, ticking: Ticking) -> Visitors:
    return Visitors(keys, ticking)


def test_a_key_opens_and_the_cookie_says_nothing_of_it(visitors, secret):
    visitor = visitors.enter(secret, "here")
    assert (visitor.name, visitor.space) == ("desk", "home")
    assert len(visitor.id) >= 43
    assert secret not in visitor.id
    assert visitors.who(visitor.id) == visitor
    assert visitors.enter(secret, "here").id != visitor.id


@pytest.mark.parametrize("cookie", ["", "nobody", "x" * 10_000])
def test_no_other_cookie_opens(visitors, secret, cookie):
    visitors.enter(secret, "here")
    assert visitors.who(cookie) is None


def test_a_visit_ends_after_its_time(visitors, secret, ticking):
    visitor = visitors.enter(secret, "here")
    ticking.now += LASTS - 1
    assert visitors.who(visitor.id)
    ticking.now += 1
    assert visitors.who(visitor.id) is None


def test_a_visit_ends_when_it_is_left(visitors, secret):
    visitor, other = visitors.enter(secret, "here"), visitors.enter(secret, "here")
    visitors.leave(visitor.id)
    assert visitors.who(visitor.id) is None
    assert visitors.who(other.id) == other


def test_a_visit_ends_with_its_key_and_no_other_does(visitors, keys, secret):
    another, more = new_key("other", space=None, now=NOW)
    keys.add(another)
    kept, ended = visitors.enter(more, "here"), visitors.enter(secret, "here")
    keys.revoke(next(key.id for key in keys.all() if key.name == "desk"), NOW)
    assert visitors.who(ended.id) is None
    assert visitors.who(kept.id).name == "other"
    assert visitors.who(ended.id) is None


def test_a_link_opens_once(visitors, ticking):
    token = visitors.link()
    visitor = visitors.follow(token)
    assert visitors.who(visitor.id) == visitor
    assert visitors.follow(token) is None


def test_a_link_grows_old(visitors, ticking):
    token = visitors.link()
    ticking.now += LINK_LASTS
    assert visitors.follow(token) is None


@pytest.mark.parametrize("token", ["", "x", "é" * 50])
def test_what_is_no_link_opens_nothing(visitors, token):
    assert visitors.follow(token) is None


def test_who_guesses_must_wait(visitors, ticking):
    for _ in range(WRONG_KEYS):
        assert visitors.wait("there") == 0
        assert visitors.enter(new_secret(), "there") is None
    assert visitors.wait("there") > 0
    assert visitors.wait("here") == 0
    ticking.now += 61
    assert visitors.wait("there") == 0


def test_where_no_key_is_asked_for_everyone_is_in():
    visitors = Visitors(None)
    assert visitors.who("") is ANYONE
    assert visitors.enter("anything", "here") is ANYONE


def test_no_more_visits_are_kept_than_there_is_room_for(visitors, secret, monkeypatch):
    monkeypatch.setattr(signing, "MOST", 3)
    ids = [visitors.enter(secret, "here").id for _ in range(4)]
    assert [visitors.who(each) is not None for each in ids] == [False, True, True, True]
