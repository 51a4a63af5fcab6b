"""By hand: what people change in a memo themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from holdfast.domain.item import ItemKind
from holdfast.errors import NotFound
from holdfast.flow.condense.summaries import HAND, make_above_again
from holdfast.flow.condense.work import memo_of
from holdfast.ports.unit import Unit


def reword(unit: Unit, user: str, summary_id: str, text: str, now: datetime) -> None:
    """Give a summary another text. Raises NotFound. Those above it are made again."""
    found = unit.items.get(user, [summary_id])
    if not found or found[0].kind is not ItemKind.SUMMARY:
        raise NotFound(f"The memo has no line {summary_id!r}.")
    (item,) = found
    attributes = {**item.attributes, "by": HAND}
    edited = replace(item, text=text, attributes=attributes, provisional=False)
    unit.items.put(edited, expect=item.revision)
    make_above_again(unit, edited, now)


def clear(unit: Unit, user: str, agent: str) -> None:
    """Show nothing of what was said until now. Raises NotFound for a user who is not known."""
    stamp = unit.users.stamp(user)
    if stamp is None:
        raise NotFound(f"Nobody called {user!r} is remembered.")
    memo = memo_of(unit, user, agent)
    cleared = replace(memo, cleared_to=stamp.last_seq, hidden={}, reworded={})
    unit.memos.put(cleared, expect=memo.revision)
