"""Whose facts they are: a lone speaker is the user, also under a name; in a group each is oneself."""

from __future__ import annotations

import pytest

from holdfast import Memory

ALONE = {
    "Linda": ["I'm allergic to peanuts.", "My sister Lele lives in Chengdu."],
    "林悦": ["我对花生过敏。", "我妹妹乐乐住在成都。"],
}


def told(lines: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """Whom the rules learn something of, and under which topic."""
    with Memory.open(":memory:", worker=False) as memory:
        said = [{"role": "user", "speaker": name, "content": text} for name, text in lines]
        memory.add("demo", said, session="talk")
        memory.seal("demo", "talk")
        memory.admin.run_jobs()
        return {(slot.about, slot.topic) for slot in memory.profile.get("demo", about=None)}


@pytest.mark.parametrize("name", ALONE)
def test_who_speaks_alone_is_the_user(name):
    found = told([(name, line) for line in ALONE[name]])
    assert {("user", "health"), ("user", "family")} <= found
    assert name not in {about for about, _ in found}


@pytest.mark.parametrize(("name", "other"), [("Linda", "Tom"), ("林悦", "阿明")])
def test_in_a_group_each_is_oneself(name, other):
    found = told([*((name, line) for line in ALONE[name]), (other, "好的。")])
    assert (name, "health") in found
    assert "user" not in {about for about, _ in found}
