"""Replay: a question asked again as it was asked, and what has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from holdfast.domain.recall import Explanation, Hit, Recall


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What a run found, and what the same question finds now."""

    before: Explanation
    found: Recall
    came: tuple[Hit, ...]
    """Found now and not then, best first."""
    went: tuple[Hit, ...]
    """Found then and not now: forgotten, corrected, or behind others by now."""

    @property
    def same(self) -> bool:
        """Whether it found the same things in the same order."""
        return [*map(_key, self.before.hits)] == [*map(_key, self.found)]


def as_asked(before: Explanation) -> dict[str, Any]:
    """What `recall` is to be given to ask the question of a run again, as of the time it asked."""
    return {
        "user": before.user,
        "query": before.query,
        "k": before.k,
        "agent": before.agent,
        "session": before.session,
        "since": before.since,
        "until": before.until,
        "kinds": before.kinds,
        "now": before.asked_at,
    }


def compared(before: Explanation, found: Recall) -> Replay:
    """The two side by side. A thing is the same by its sources and its words."""
    then, now = {_key(hit) for hit in before.hits}, {_key(hit) for hit in found}
    return Replay(
        before=before,
        found=found,
        came=tuple(hit for hit in found if _key(hit) not in then),
        went=tuple(hit for hit in before.hits if _key(hit) not in now),
    )


def _key(hit: Hit) -> tuple[tuple[str, ...], str]:
    return hit.sources, hit.text
