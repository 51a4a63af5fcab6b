"""Tenants, users, sessions: what is told in one place is not heard in another."""

from __future__ import annotations

import pytest

from holdfast import HoldfastError, Memory


@pytest.fixture
def told(memory: Memory) -> Memory:
    for space in ("red", "blue"):
        for user in ("mei", "tom"):
            for session in ("monday", "friday"):
                given = {"content": f"tea {space} {user} {session}", "id": "c1"}
                memory.in_space(space).add(user, given, session=session)
    return memory


@pytest.mark.capability("A23")
@pytest.mark.parametrize("space", ["red", "blue"])
@pytest.mark.parametrize("user", ["mei", "tom"])
def test_two_users_never_see_each_others_messages(told, space, user):
    memory = told.in_space(space)
    mine = {f"tea {space} {user} monday", f"tea {space} {user} friday"}
    everyone = "tea red blue mei tom monday friday"
    assert {hit.text for hit in memory.recall(user, everyone)} == mine
    assert {hit.text for hit in memory.recall(user, "")} == mine
    assert {hit.text for hit in memory.context(user, everyone).hits} == mine
    assert {m.text for m in memory.messages.latest(user)} == mine
    assert {m.text for m in memory.messages.between(user)} == mine
    exported = "".join(memory.export(user))
    for other in {"mei", "tom"} - {user}:
        assert other not in exported


@pytest.mark.capability("A23")
def test_a_session_narrows_to_itself(told):
    memory = told.in_space("red")
    for session in ("monday", "friday"):
        [hit] = memory.recall("mei", "tea", session=session)
        assert hit.text == f"tea red mei {session}"
        [message] = memory.messages.latest("mei", session=session)
        assert (message.number, message.client_id) == (1, "c1")


@pytest.mark.capability("G5")
def test_what_belongs_to_another_is_refused(told):
    memory = told.in_space("red")
    [mine] = [m.id for m in memory.messages.latest("mei", session="monday")]
    for other, user in ((memory, "tom"), (told.in_space("blue"), "mei")):
        assert other.messages.get(user, mine) is None
        for call in (
            lambda other=other, user=user: other.correct(user, mine, "changed"),
            lambda other=other, user=user: other.forget(user, message=mine),
            lambda other=other, user=user: other.items.add(user, "x", sources=[mine]),
        ):
            with pytest.raises(HoldfastError) as refused:
                call()
            assert refused.value.code == "not_found"
    assert memory.messages.get("mei", mine).text == "tea red mei monday"
    run = memory.recall("mei", "tea").run
    with pytest.raises(HoldfastError, match="ask again"):
        told.in_space("blue").explain(run)


def test_one_tenant_leaves_and_the_other_does_not_notice(told):
    red, blue = told.in_space("red"), told.in_space("blue")
    before = list(blue.export())
    for user in red.admin.users():
        red.forget(user, everything=True)
    assert red.admin.users() == []
    assert list(blue.export()) == before


def test_names_that_nearly_agree_are_different_people(memory):
    names = [
        "mei",
        "Mei",
        "mei ",
        "ｍｅｉ",
        "méi",
        "me\u0301i",
        "mei\u200b",
        "%",
        "_",
        "*",
        "'",
        "5",
    ]
    for name in names:
        memory.add(name, f"secret of {name!r}")
    for name in names:
        assert [hit.text for hit in memory.recall(name, "secret")] == [f"secret of {name!r}"]
    assert sorted(memory.admin.users()) == sorted(names)
