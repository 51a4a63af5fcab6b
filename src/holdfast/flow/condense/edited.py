"""Edited: what a person has changed in a memo, by comparing what was shown with what came back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from holdfast.domain.item import Item
from holdfast.domain.message import Message
from holdfast.domain.recent import Recent
from holdfast.errors import InvalidInput

_KINDS = {"user": "human", "human": "human", "assistant": "ai", "ai": "ai"}
_ROLES = {"human": "user", "ai": "assistant", "system": "system"}
_MOST_COMPARED = 4_000_000
_CLOSELY = 2_500
"""More pairs than this are not all looked at for how alike they are."""
_BEGINNING = 200
_GONE, _NEW, _BETWEEN = 0.7, 0.9, 3.0
"""What leaving a turn out costs, adding one at the end, and in between; rewording costs up to 1."""


class Turn(NamedTuple):
    """One line as it came back: who said it, and the words."""

    role: str
    text: str

    @property
    def kind(self) -> str:
        """Human, ai or system: a memo shows no other."""
        return _KINDS.get(self.role, "system")

    @property
    def plain_role(self) -> str:
        """The role to store it under."""
        return _ROLES[self.kind]


class Edits(NamedTuple):
    """What is to be done so that a memo reads as it came back."""

    summaries: tuple[tuple[Item, str], ...] = ()
    messages: tuple[tuple[Message, str], ...] = ()
    hidden: tuple[str, ...] = ()
    added: tuple[Turn, ...] = ()


def edits(seen: Recent, memo: str | None, turns: Sequence[Turn]) -> Edits:
    """The edits that make of what was seen what is wanted. `memo` None: it stays as it is.

    A turn whose words are gone is taken out. New turns may stand at the end only: what was said
    in between cannot be said later. Raises InvalidInput for anything else.
    """
    turns = [turn for turn in turns if turn.text.strip()]
    shown = [Turn(message.role, message.text) for message in seen.messages]
    changed, hidden, added = [], [], []
    for old, new in _aligned(shown, turns):
        if new is None:
            hidden.append(seen.messages[old or 0].id)
        elif old is None:
            added.append(turns[new])
        elif added:
            raise InvalidInput(
                "A new turn stands before one that was there.", remedy="Put it at the end."
            )
        elif turns[new].text != shown[old].text:
            changed.append((seen.messages[old], turns[new].text))
    summaries = () if memo is None else tuple(reworded(seen.summaries, memo))
    return Edits(summaries, tuple(changed), tuple(hidden), tuple(added))


def with_arrivals(base: Recent | None, now: Recent, turns: Sequence[Turn]) -> list[Turn] | None:
    """What came back, with the turns that its editor cannot have seen behind it.

    `base` is what was shown to the editor. None if that has changed since in any other way than
    by turns that came. Where it is not known, turns at the end that did not come back count as
    not seen: they may have come meanwhile, and none of those may be lost.
    """
    shown = [Turn(message.role, message.text) for message in now.messages]
    if base is None:
        kept = [old for old, new in _aligned(shown, turns) if old is not None and new is not None]
        return [*turns, *shown[max(kept, default=-1) + 1 :]]
    begin = len(base.messages)
    same = _versions(now.messages[:begin]) == _versions(base.messages)
    lines = [(item.id, item.text) for item in base.summaries]
    if not same or lines != [(item.id, item.text) for item in now.summaries]:
        return None
    return [*turns, *shown[begin:]]


def _versions(messages: Sequence[Message]) -> list[tuple[str, str]]:
    return [(message.id, message.text) for message in messages]


def reworded(summaries: Sequence[Item], memo: str) -> Iterator[tuple[Item, str]]:
    """Which summaries read otherwise if all of them together read like this, and how.

    Those that are still there word for word are left alone.
    """
    items = [item for item in summaries if item.text]
    memo = memo.strip()
    if memo == "\n".join(item.text for item in items).strip():
        return
    if not items:
        raise InvalidInput(
            "There is no memo yet that could be edited.",
            remedy="Leave it empty: it is made of what was said.",
        )
    texts = _shared_out([item.text for item in items], memo)
    yield from ((item, text) for item, text in zip(items, texts, strict=True) if text != item.text)


def _shared_out(before: Sequence[str], memo: str) -> list[str]:
    """The memo cut into as many pieces as there were, along those that are unchanged."""
    texts, waiting, position = [""] * len(before), [], 0
    for place, text in enumerate(before):
        at = memo.find(text, position)
        if at < 0:
            waiting.append(place)
            continue
        texts[place] = text
        _fill(texts, waiting, place, memo[position:at].strip("\n"))
        waiting, position = [], at + len(text)
    _fill(texts, waiting, len(before) - 1, memo[position:].strip("\n"), behind=True)
    return texts


def _fill(
    texts: list[str], waiting: Sequence[int], near: int, gap: str, *, behind: bool = False
) -> None:
    """Give what stands between two unchanged pieces to the first changed one, or to a neighbour."""
    if not gap.strip():
        return
    if waiting:
        texts[waiting[0]] = gap
    elif behind:
        texts[near] = f"{texts[near]}\n{gap}"
    else:
        texts[near] = f"{gap}\n{texts[near]}"


Pair = tuple[int | None, int | None]


def _aligned(old: Sequence[Turn], new: Sequence[Turn]) -> Iterator[Pair]:
    """Which turn became which, in order; None: it is gone, or it is new."""
    a, b = [(t.kind, t.text) for t in old], [(t.kind, t.text) for t in new]
    begin = 0
    while begin < min(len(a), len(b)) and a[begin] == b[begin]:
        begin += 1
    end = 0
    while end < min(len(a), len(b)) - begin and a[-1 - end] == b[-1 - end]:
        end += 1
    yield from ((place, place) for place in range(begin))
    yield from _compared(a, b, range(begin, len(a) - end), range(begin, len(b) - end))
    yield from zip(range(len(a) - end, len(a)), range(len(b) - end, len(b)), strict=True)


Line = tuple[str, str]


def _compared(a: Sequence[Line], b: Sequence[Line], old: range, new: range) -> Iterator[Pair]:
    if len(old) * len(new) <= _CLOSELY:
        yield from _paired(a, b, old, new)
        return
    if len(old) * len(new) > _MOST_COMPARED:
        raise InvalidInput("Too much was changed at once.", remedy="Save in several steps.")
    left, right = a[old.start : old.stop], b[new.start : new.stop]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        block = range(old.start + i1, old.start + i2), range(new.start + j1, new.start + j2)
        if tag == "equal":
            yield from zip(*block, strict=True)
        else:
            yield from _in_order(a, b, *block)


def _paired(a: Sequence[Line], b: Sequence[Line], old: range, new: range) -> Iterator[Pair]:
    """The cheapest way from the old turns to the new ones."""
    best: dict[tuple[int, int], tuple[float, Pair | None]] = {(old.stop, new.stop): (0.0, None)}
    for i in range(old.stop, old.start - 1, -1):
        for j in range(new.stop, new.start - 1, -1):
            ways: list[tuple[float, Pair]] = []
            if i < old.stop and j < new.stop and a[i][0] == b[j][0]:
                ways.append((_distance(a[i][1], b[j][1]) + best[i + 1, j + 1][0], (i, j)))
            if i < old.stop:
                ways.append((_GONE + best[i + 1, j][0], (i, None)))
            if j < new.stop:
                ways.append(((_NEW if i == old.stop else _BETWEEN) + best[i, j + 1][0], (None, j)))
            if ways:
                best[i, j] = min(ways, key=lambda way: way[0])
    i, j = old.start, new.start
    while (step := best[i, j][1]) is not None:
        yield step
        i, j = i + (step[0] is not None), j + (step[1] is not None)


def _in_order(a: Sequence[Line], b: Sequence[Line], old: range, new: range) -> Iterator[Pair]:
    i, j = old.start, new.start
    while i < old.stop or j < new.stop:
        if i < old.stop and j < new.stop and a[i][0] == b[j][0]:
            yield i, j
            i, j = i + 1, j + 1
        elif i < old.stop:
            yield i, None
            i += 1
        else:
            yield None, j
            j += 1


def _distance(before: str, after: str) -> float:
    """How little two texts have in common, from 0 to 1."""
    if before == after:
        return 0.0
    return 1 - SequenceMatcher(None, before[:_BEGINNING], after[:_BEGINNING]).ratio()
