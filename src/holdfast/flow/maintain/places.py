"""Places: where in the log knowledge stands, by where its sources stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from holdfast.domain.item import Item, ItemKind
from holdfast.flow.condense.summaries import TO, reach
from holdfast.ports.unit import Unit


def placed(unit: Unit, item: Item) -> Item:
    """The item in its place: that of its earliest source. Without sources it has none (0)."""
    spans = [*_spans(unit, item)]
    place = min((first for first, _ in spans), default=0)
    attributes = dict(item.attributes)
    if item.kind is ItemKind.SUMMARY:
        attributes[TO] = max((last for _, last in spans), default=place)
    return replace(item, place=place, attributes=attributes)


def _spans(unit: Unit, item: Item) -> Iterator[tuple[int, int]]:
    """The first and the last place that each source stands for."""
    below = {each.id: each for each in unit.items.get(item.user, item.sources)}
    for source in item.sources:
        if source in below:
            yield below[source].place, reach(below[source])
        elif versions := unit.log.versions(item.user, source):
            yield versions[0].seq, versions[0].seq
