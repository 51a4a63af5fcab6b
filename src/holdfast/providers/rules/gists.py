"""Gists by rules: the sentences that claim something, each with the time it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Gist, Said
from holdfast.text.when import windows


def gists(claims: Iterable[Claim], said: Mapping[str, Said]) -> tuple[Gist, ...]:
    """A gist for every clause that claims something, however many claims it makes."""
    found: dict[tuple[str, tuple[str, ...]], Gist] = {}
    for claim in claims:
        key = (claim.text, claim.sources)
        before = found.get(key)
        if before is None or (before.since is None and claim.since is not None):
            found[key] = _gist(claim, said[claim.sources[0]])
    return tuple(found.values())


def _gist(claim: Claim, said: Said) -> Gist:
    """The clause; whose it is if it is not the user's, and the day if it happens on one."""
    voice = "" if said.me == USER else f"{said.me}: "
    since, until = claim.since, claim.until
    if since is None and (named := windows(claim.text, said.said_at)):
        since, until = named[0].begins, named[0].ends
    day = f" [{since:%Y-%m-%d}]" if since is not None else ""
    return Gist(f"{voice}{claim.text.strip()}{day}", claim.sources, since, until)
