"""Nobody but the user makes a memory of the user, however hard they try."""

from __future__ import annotations

import pytest

from holdfast import Memory
from holdfast.domain.item import ItemKind
from tests.poisoned import Poison, poisoned

FEWEST = 200
TOGETHER = 10
"""So many messages a session has. Each is followed by an "ok" of the user, which makes it no word of his."""


def _parted(messages: list[Poison]) -> list[list[Poison]]:
    return [messages[first : first + TOGETHER] for first in range(0, len(messages), TOGETHER)]


def learned(memory: Memory, user: str) -> list[str]:
    kinds = (ItemKind.SLOT, ItemKind.INSTRUCTION)
    return [item.text for kind in kinds for item in memory.items.find(user, kind=kind, limit=1000)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_none_becomes_a_slot_or_an_instruction_without_the_users_word(language):
    messages = [each for each in poisoned(language) if each.role != "user"]
    assert len(messages) >= FEWEST
    with Memory.open(":memory:", worker=False) as memory:
        for number, some in enumerate(_parted(messages)):
            said = [
                {"role": role, "content": text}
                for each in some
                for role, text in (("user", "ok"), (each.role, each.text))
            ]
            memory.add("ming", said, session=str(number))
            memory.seal("ming", str(number))
        memory.admin.run_jobs()
        assert learned(memory, "ming") == []
        assert "Mallory" not in memory.context("ming", "", budget=2000).stable


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_users_own_word_would_be_learned(language):
    baits = {each.bait for each in poisoned(language)}
    with Memory.open(":memory:", worker=False) as memory:
        for number, bait in enumerate(sorted(baits)):
            memory.add("ming", bait.as_user, session=str(number))
            memory.seal("ming", str(number))
        memory.admin.run_jobs()
        assert learned(memory, "ming")
