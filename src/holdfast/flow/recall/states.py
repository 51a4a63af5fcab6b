"""States: of several messages that tell how a thing is, the one that told it last, before, or then.

Nobody has to have learned from them: among what the user has stated that fits the question about as
well as anything does, time decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

import numpy as np
from numpy.typing import NDArray

from holdfast.domain.moments import to_micros
from holdfast.flow.recall.fuse import MEANING, TEXT, Fused
from holdfast.flow.recall.index import UserIndex
from holdfast.flow.recall.truth import Inquiry, Tense, topics
from holdfast.ports.unit import Unit
from holdfast.text.language import is_chinese
from holdfast.text.traits import asks

LOOKED_AT = 16
"""How many of those that fit best are read."""

FITS = 0.35
"""A share of the best fit: what reaches it speaks of the same thing."""

LEARNED = 0.3
"""What a message gains in fit if something was learned from it on the topic."""

CHANGE = 0.1
"""What a message gains in fit if it says itself that something is new or otherwise now."""

_PEOPLE = frozenset(["family", "friend", "partner", "pet"])
_CHINESE = {
    "changed": r"换|改|现在|不再|新的?|转|搬|升|戒|开始|变成|推到",
    "others": r"我?(?:的)?(?:妈|爸|姐|妹|哥|弟|婆婆|公公|岳|舅|姑|姨|叔|伯|奶奶|爷爷|外婆|外公|闺蜜"
    r"|.{0,3}同学|同事|朋友|邻居|老板|领导|老公|老婆|男朋友|女朋友|表|堂|儿子|女儿|他|她)",
    "supposed": r"如果|要是|假如|小时候|当年|想象|万一",
}


@cache
def _sign(name: str) -> re.Pattern[str]:
    """Words of both languages by which a statement is known for what it is, by `topics.toml`."""
    english = topics()["states"]["en"][name]
    return re.compile("|".join(filter(None, [english, _CHINESE.get(name)])), re.IGNORECASE)


def stated(
    unit: Unit,
    user: str,
    index: UserIndex,
    fused: Fused,
    asked: Inquiry,
    learned: Collection[int],
    sure: Collection[int] = (),
) -> int | None:
    """The place of the message that answers, or None if none is sure enough.

    `learned` are places of messages that something on the topic was learned from; those are `sure`
    that told what there is one of at a time.
    """
    fit = _fit(fused, len(index))
    fit[list(learned)] += LEARNED
    own = index.roles.numbers == index.roles.of("user")
    if fused.among is not None:
        own &= fused.among
    fit = np.where(own, fit, 0.0)
    places = [int(p) for p in np.argsort(-fit, kind="stable")[:LOOKED_AT] if fit[p] > 0]
    places += [p for p in sure if p not in places and own[p]]
    told = _statements(unit, user, index, places, of_others=not _PEOPLE.isdisjoint(asked.topics))
    if not told:
        return None
    for place, text in told.items():
        fit[place] += CHANGE * (_sign("changed").search(text) is not None)
    first = max(told, key=lambda place: float(fit[place]))
    if is_chinese(told[first]) != is_chinese(asked.text):
        return None  # across languages the meaning is too vague to let time decide
    meant = sorted(p for p in told if p in sure or fit[p] >= FITS * fit[first])
    answer = _of_the_time(meant, index.said_at, asked)
    if asked.tense is Tense.PRESENT and answer is not None:  # only if something has changed
        return answer if _sign("changed").search(told[answer]) else None
    return answer


def _of_the_time(meant: list[int], said_at: NDArray[np.int64], asked: Inquiry) -> int | None:
    order = sorted(meant, key=lambda place: (int(said_at[place]), place))
    if asked.then is not None:
        before = [place for place in order if said_at[place] < to_micros(asked.then)]
        return before[-1] if before else None
    if asked.tense in (Tense.NOW, Tense.PRESENT):
        return order[-1]
    return order[-2] if len(order) > 1 else None


def _statements(
    unit: Unit, user: str, index: UserIndex, places: list[int], *, of_others: bool
) -> dict[int, str]:
    """Those that state something of the one who speaks, here and now; or, if asked, `of_others`."""
    seqs = {place: int(index.rows.seqs[place]) for place in places}
    texts = unit.log.texts(user, list(seqs.values()))
    found = {place: texts[seq][0] for place, seq in seqs.items() if seq in texts}
    return {place: text for place, text in found.items() if _states(text, of_others=of_others)}


def _states(text: str, *, of_others: bool) -> bool:
    if asks(text) or _sign("supposed").search(text):
        return False
    if not of_others and _sign("others").match(text):
        return False
    return is_chinese(text) or _sign("own").search(text) is not None


def _fit(fused: Fused, count: int) -> NDArray[np.float64]:
    """How well each message fits by its words and its meaning alone."""
    fit = np.zeros(count)
    for name, weight, opinion in fused.parts:
        if name in (TEXT, MEANING):
            fit += weight * opinion
    return fit
