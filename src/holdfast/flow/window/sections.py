"""Sections: a profile and what happened, packed into a text of the caller's form under a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from holdfast.flow.window.render import CLOSING, OPENING

Count = Callable[[str], int]

PROFILE, EVENTS = "{profile_section}", "{event_section}"
"""Where a form has each of them."""

BARE = f"{PROFILE}\n{EVENTS}"
"""What is left of a form that does not fit."""

FORMS = {
    "en": f"{OPENING}\n## The user\n{PROFILE}\n## What happened\n{EVENTS}\n{CLOSING}",
    "zh": f"{OPENING}\n## 用户\n{PROFILE}\n## 发生的事\n{EVENTS}\n{CLOSING}",
}


class Room(NamedTuple):
    """How much there is room for: in all, and which share of it is the profile's.

    With `fill`, what the profile leaves of its share is the events'.
    """

    budget: int
    share: float = 0.6
    fill: bool = False


def packed(
    profile: Sequence[str], events: Sequence[str], room: Room, form: str, count: Count
) -> str:
    """The text, never of more tokens than the budget; empty where nothing is known or fits.

    Of each section the first lines are kept; a line that is too long gives way to those behind it.
    """
    if room.budget <= 0 or not (profile or events):
        return ""
    if count(_filled(form, [], [])) > room.budget:
        form = BARE
    share = int(room.budget * room.share)
    left = room.budget - count(_filled(form, [], []))
    own, used = _fitting(profile, min(share, left), count)
    rest = left - used if room.fill else min(left - used, room.budget - share)
    told, _ = _fitting(events, rest, count)
    while own or told:
        text = _filled(form, own, told)
        if count(text) <= room.budget:  # signs may count otherwise side by side than one by one
            return text
        (told or own).pop()
    return ""


def _fitting(lines: Sequence[str], room: int, count: Count) -> tuple[list[str], int]:
    """The lines that fit, and how much they take."""
    kept, used = [], 0
    for line in lines:
        tokens = count(line) + 1  # and its end
        if used + tokens <= room:
            kept.append(line)
            used += tokens
    return kept, used


def _filled(form: str, profile: Sequence[str], events: Sequence[str]) -> str:
    """The form with both sections in it. What stands in one is not taken for the other's place."""
    before, found, after = form.partition(PROFILE)
    parts = [part.replace(EVENTS, "\n".join(events)) for part in (before, after)]
    return parts[0] + ("\n".join(profile) if found else "") + parts[1]
