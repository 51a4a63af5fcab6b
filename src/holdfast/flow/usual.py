"""What is usual: the settings that a space may replace by preferences of its own, at any time."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from holdfast.domain.preference import IDLE_SECONDS, LEARNING, REVIEW, WINDOW, Known
from holdfast.ports.sessions import Patience
from holdfast.ports.unit import Unit


class Usual(NamedTuple):
    """What holds where nothing else was said."""

    patience: Patience = Patience(timedelta(minutes=30), timedelta(days=1))
    window: int = 64
    review: bool = True
    learning: bool = True


def patience_of(unit: Unit, usual: Usual) -> Patience:
    """How long a stretch of the space's sessions lasts."""
    idle = own_value(unit, IDLE_SECONDS)
    patience = usual.patience
    return patience if idle is None else patience._replace(idle=timedelta(seconds=idle))


def window_of(unit: Unit, usual: Usual) -> int:
    """How many messages the memos of the space keep word for word."""
    own = own_value(unit, WINDOW)
    return usual.window if own is None else int(own)


def review_of(unit: Unit, usual: Usual) -> bool:
    """Whether the memos of the space are reviewed."""
    own = own_value(unit, REVIEW)
    return usual.review if own is None else bool(own)


def learning_of(unit: Unit, usual: Usual) -> bool:
    """Whether knowledge is made of what is said in the space."""
    own = own_value(unit, LEARNING)
    return usual.learning if own is None else bool(own)


def own_value(unit: Unit, known: Known) -> float | None:
    """The space's own value of a preference, if it is set and can be gone by."""
    found = unit.preferences.get(known.name)
    return found.value if found is not None and known.fits(found.value) else None
