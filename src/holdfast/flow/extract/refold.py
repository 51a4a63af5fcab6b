"""Refold: keep slots and instructions what the claims say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from holdfast.domain.item import Item, ItemKind
from holdfast.flow.extract.claims import told_of
from holdfast.flow.extract.fold import Told, fold_claims
from holdfast.flow.extract.slots import KINDS, item_of_slot, kept_slots
from holdfast.ports.unit import Unit

Revisions = Mapping[ItemKind, Mapping[str, int]]


class Known(NamedTuple):
    """All that is claimed of a user, and what it was folded into, as of one moment."""

    user: str
    told: Sequence[Told]
    kept: Sequence[Item]
    revisions: Revisions


class Refolding(NamedTuple):
    """What is to be changed so that slots and instructions say what the claims say."""

    user: str
    gone: Sequence[str]
    changed: Sequence[Item]
    """Each with the revision that it has, 0 where it is new."""
    basis: Revisions

    def settle(self, unit: Unit) -> None:
        """Change it; or, if something was claimed or folded since this was worked out, what is to be
        changed now."""
        if _revisions(unit, self.user) == self.basis:
            self._apply(unit)
        else:
            refold(unit, self.user)

    def _apply(self, unit: Unit) -> int:
        unit.items.remove(self.user, self.gone)
        for item in self.changed:
            unit.items.put(item, expect=item.revision)
        return len(self.gone) + len(self.changed)


def refold(unit: Unit, user: str) -> int:
    """Make slots and instructions what the claims say; how many changed. Writes only those."""
    return refolding(known_of(unit, user))._apply(unit)


def known_of(unit: Unit, user: str) -> Known:
    """What folding starts from."""
    return Known(user, told_of(unit, user), kept_slots(unit, user), _revisions(unit, user))


def refolding(known: Known) -> Refolding:
    """Work out what is to be changed. The more is known, the longer it takes, so those who work
    behind a conversation do it before they take the lock."""
    wanted = {slot.id: slot for slot in fold_claims(known.told)}
    present = {item.id: item for item in known.kept}
    changed = []
    for id_, slot in wanted.items():
        old, new = present.get(id_), item_of_slot(slot, known.user)
        new = replace(new, revision=old.revision if old else 0)
        if new != old:
            changed.append(new)
    gone = [id_ for id_ in present if id_ not in wanted]
    return Refolding(known.user, gone, changed, known.revisions)


def _revisions(unit: Unit, user: str) -> Revisions:
    return {kind: unit.items.revisions(user, kind) for kind in (ItemKind.FACT, *KINDS)}
