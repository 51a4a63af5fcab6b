"""Called: claims about whoever was first called by a relation only, with the name that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.providers.rules.english.clause import plain

_HAVE = frozenset(["family", "partner", "friend", "pet"])


def named(made: Sequence[Claim], me: str) -> list[Claim]:
    """The claims with the name, and "sister" as "sister Ann" where it is told of the speaker.

    "My sister's called Ann" says no more than that; a name told by itself stays a claim.
    """
    names = {c.about: c for c in made if c.topic == "name" and c.about != me}
    have = {
        who
        for who in names
        for c in made
        if c.topic in _HAVE and c.about == me and plain(c.value) == plain(who)
    }
    return [_with_name(claim, names, have, me) for claim in made if not _is_had(claim, have)]


def _with_name(claim: Claim, names: dict[str, Claim], have: set[str], me: str) -> Claim:
    if claim.topic == "name":
        return claim
    if claim.about in names:
        return replace(claim, about=names[claim.about].value)
    for who in have:
        if claim.topic in _HAVE and claim.about == me and plain(claim.value) == plain(who):
            return replace(claim, value=f"{claim.value} {names[who].value}")
    return claim


def _is_had(claim: Claim, have: set[str]) -> bool:
    """Whether a name is told together with whose it is."""
    return claim.topic == "name" and claim.about in have and claim.about in plain(claim.text)
