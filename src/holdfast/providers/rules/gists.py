"""Gists by rules: the sentences that claim something, each with the time it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Gist, Said
from holdfast.text.when import windows

_MONTH, _YEAR = timedelta(days=28), timedelta(days=365)
_FIRST_YEAR = 1000
"""What is to be done by a time has no beginning."""


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
    """The clause; whose it is if it is not the user's, and when it was, as exactly as is told."""
    voice = "" if said.me == USER else f"{said.me}: "
    since, until = _time(claim, said)
    when = f" [{_shown(since, until)}]" if since is not None else ""
    return Gist(f"{voice}{claim.text.strip()}{when}", claim.sources, since, until)


def _time(claim: Claim, said: Said) -> tuple[datetime | None, datetime | None]:
    """A birthday comes every year, and "these days" is no time that anybody looks for."""
    if claim.topic == "birthday":
        return None, None
    if claim.since is not None:
        return claim.since, claim.until
    named = next((each for each in windows(claim.text, said.said_at) if each.exact), None)
    if named is None or named.begins.year < _FIRST_YEAR:
        return None, claim.until
    return named.begins, named.ends


def _shown(since: datetime, until: datetime | None) -> str:
    """A day, or the month or the year that is all that was told.

    >>> _shown(datetime(2025, 5, 1), datetime(2025, 6, 1))
    '2025-05'
    """
    length = until - since if until is not None else timedelta(0)
    if length >= _YEAR:
        return f"{since:%Y}"
    return f"{since:%Y-%m}" if length >= _MONTH else f"{since:%Y-%m-%d}"
