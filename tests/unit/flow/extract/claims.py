"""Claims for the tests of what is folded from them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from holdfast.domain.claim import Claim
from holdfast.domain.slot import Slot
from holdfast.flow.extract.fold import Told
from holdfast.ports.extractor import Said
from holdfast.testing.extractors import FakeExtractor

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
_READER = FakeExtractor()


def day(number: int) -> datetime:
    return BEGAN + timedelta(days=number)


def told(*lines: str, by_hand: bool = False, speaker: str = "") -> list[Told]:
    """What the lines claim, said on one day after another; an empty line is a day of silence."""
    days: Iterator[int] = count()
    return [
        Told(
            claim,
            said_at=day(number),
            known_from=day(number),
            place=number,
            by_hand=by_hand,
            speaker=speaker,
        )
        for line, number in zip(lines, days, strict=False)
        for claim in claims(line, str(number), speaker)
    ]


def claims(line: str, message: str, speaker: str = "") -> tuple[Claim, ...]:
    said = Said(id=message, text=line, me=speaker or "user", said_at=BEGAN)
    return _READER.extract([said]).claims


def shown(slots: list[Slot]) -> list[str]:
    """Each slot as its value and its standing."""
    return [f"{slot.value} {slot.standing}" for slot in slots]
