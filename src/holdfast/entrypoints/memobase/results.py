"""Results: what came of learning from the buffers of a user."""

from __future__ import annotations

from typing import Any

from holdfast.entrypoints.memobase.profiles import rows
from holdfast.flow.extract.events import event_id
from holdfast.memory import Memory


def results(memory: Memory, user: str) -> list[dict[str, Any]]:
    """Flush, and tell for each stretch its event, and what became of the profile.

    The profile is folded once for all of them, so its changes stand with the first.
    """
    before = {row.id: row.content for row in rows(memory, user)}
    flushed = memory.buffers.flush(user)
    after = {row.id: row.content for row in rows(memory, user)}
    kept = before.keys() & after.keys()
    changes = {
        "add_profiles": sorted(after.keys() - before.keys()),
        "update_profiles": sorted(each for each in kept if before[each] != after[each]),
        "delete_profiles": sorted(before.keys() - after.keys()),
    }
    none: dict[str, list[str]] = {name: [] for name in changes}
    return [
        {"event_id": event_id(each.session, each.number), **(none if place else changes)}
        for place, each in enumerate(flushed)
    ]
