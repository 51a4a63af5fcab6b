"""The recorder: what many callers tell us at once, recorded in one go."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.flow.capture.marking import Marker
from holdfast.flow.capture.record import Told, record_all
from holdfast.flow.maintain.reindex import request_rest
from holdfast.flow.usual import Usual
from holdfast.ports.unit import Unit


class Recorder:
    """Records by what is usual here. Its method is the `together` of a `Joint`."""

    def __init__(self, marker: Marker, usual: Usual) -> None:
        self._marker = marker
        self._usual = usual

    def record(self, unit: Unit, told: Sequence[Told]) -> list[list[str]]:
        """Log what was told, and ask for the marks that are still to be made; see `record_all`."""
        ids = record_all(unit, told, self._usual)
        for each in told:
            marks = [each.said[0].mark]
            if self._marker.leaves(marks):
                request_rest(
                    unit, self._marker, each.user, [mark for _, mark in each.said], each.now
                )
        return ids
