"""Switch: whether a memory takes anything in."""

from __future__ import annotations

from holdfast.domain.preference import MEMORY
from holdfast.memory import Memory

OFF = "The memory is switched off. Switch it on with POST /api/admin/memory/enable."


def is_on(memory: Memory) -> bool:
    """Whether the space takes messages: it does unless someone has switched it off."""
    return memory.admin.preference(MEMORY.name, MEMORY.usual) is not False
