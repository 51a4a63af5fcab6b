"""What is usual: the settings that a space may replace by preferences of its own, at any time."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from holdfast.domain.preference import IDLE_SECONDS, REVIEW, WINDOW
from holdfast.ports.sessions import Patience
from holdfast.ports.unit import Unit


class Usual(NamedTuple):
    """What holds where nothing else was said."""

    patience: Patience = Patience(timedelta(minutes=30), timedelta(days=1))
    window: int = 64
    review: bool = True


def usual_in(unit: Unit, usual: Usual) -> Usual:
    """What holds in the space now, read all at once."""
    own = {each.name: each.value for each in unit.preferences.all()}
    if not own:
        return usual
    idle, window, review = (
        own[known.name] if known.name in own and known.fits(own[known.name]) else None
        for known in (IDLE_SECONDS, WINDOW, REVIEW)
    )
    patience = usual.patience
    return Usual(
        patience if idle is None else patience._replace(idle=timedelta(seconds=idle)),
        usual.window if window is None else window,
        usual.review if review is None else review,
    )


def patience_of(unit: Unit, usual: Usual) -> Patience:
    """How long a stretch of the space's sessions lasts."""
    return usual_in(unit, usual).patience


def window_of(unit: Unit, usual: Usual) -> int:
    """How many messages the memos of the space keep word for word."""
    return usual_in(unit, usual).window


def review_of(unit: Unit, usual: Usual) -> bool:
    """Whether the memos of the space are reviewed."""
    return usual_in(unit, usual).review
