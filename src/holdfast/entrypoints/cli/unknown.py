"""What is said where nothing is known of a user yet: that, and what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.memory import Memory

NOTHING = "Nothing is known yet."
NOTHING_OF_THAT = "Nothing is known of that."
WAITS = (
    "A conversation is learned from once it is sealed: by itself after a while of silence, or now "
    "by `holdfast sessions seal NAME`."
)
OFF = "Learning is switched off; `holdfast preferences set learning on` has it go on."


def nothing_yet(memory: Memory, user: str, told: str = NOTHING) -> str:
    """`told`; where a conversation of the user's still goes on, also when it is learned from."""
    if all(one.state != "active" or one.empty for one in memory.sessions.list(user)):
        return told
    off = any(each.name == "learning" and not each.value for each in memory.admin.held())
    return f"{told} {OFF if off else WAITS}"
