"""Recall: ask as a user would, and see what is found, why, and what a model would be given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.recall import Dropped, Explanation
from holdfast.entrypoints.web.catalogue import Words
from holdfast.entrypoints.web.pages.who import Who, chosen
from holdfast.entrypoints.web.rendering import longest
from holdfast.entrypoints.web.visit import HOME, SAFE, Visit
from holdfast.errors import NotFound
from holdfast.memory import Memory
from holdfast.text.analysis import Terms, terms

PATH = f"{HOME}/recall"
HITS, MOST_HITS = 10, 50
BUDGET, LEAST_BUDGET, MOST_BUDGET = 1000, 100, 8000
MANY = 20_000
"""So many messages are loaded in a moment; the view does not wait for more."""

TURNS = 3
"""How many come before and after a hit that is opened in place."""

DROPPED = 12
"""How many of the dropped are shown with their words."""

_FIRST = re.compile(r"not among the first (\d+)")
_ANYTHING = "what was said yesterday 昨天说了什么"
_SMALL = 0.005
"""What reads as 0.00 is not worth a bar."""


class Asked(NamedTuple):
    """What is asked, as the address has it."""

    query: str
    k: int
    budget: int
    now: str
    """The moment of asking, where the address names one: so a run can be seen again."""


class Left(NamedTuple):
    """Something that was found and not taken."""

    text: str
    why: str
    score: float


def show(visit: Visit) -> Response:
    """The whole view; while someone types, only what is found.

    Where much has to be loaded first, the view is there at once, and what is found comes later.
    """
    who, asked = chosen(visit, any_agent=True), _asked(visit)
    asks = bool(who.user and asked.query.strip())
    at_once = visit.partial or visit.asked("wait") == "1" or not who.user
    unloaded = 0 if at_once else visit.memory.admin.unloaded(who.user)
    loading = unloaded if unloaded > MANY else 0
    values = _found(visit, who, asked) if asks and not loading else {"found": None}
    template = "partials/found.html" if visit.partial else "recall.html"
    return visit.page(
        template,
        who=who,
        asked=asked,
        asks=asks,
        loading=loading,
        least=LEAST_BUDGET,
        most=MOST_BUDGET,
        **values,
    )


def load(visit: Visit) -> Response:
    """Load what questions about a user need, while somebody thinks of one.

    One is asked in both languages, so that what analyses, ranks and packs is at hand too.
    """
    user, memory = visit.given("user"), visit.memory
    memory.admin.load_index(user)
    memory.context(user, _ANYTHING, budget=LEAST_BUDGET)
    return Response(status_code=204, headers=dict(SAFE))


def pack(visit: Visit) -> Response:
    """The context alone, while the budget is moved."""
    who, asked = chosen(visit, any_agent=True), _asked(visit)
    return visit.page("partials/context.html", packed=_packed(visit.memory, who, asked))


def around(visit: Visit) -> Response:
    """A hit in its conversation: the turns before and after it, to be shown in place."""
    user, id_, memory = visit.asked("user"), visit.asked("id"), visit.memory
    hit = memory.messages.get(user, id_)
    if hit is None:
        raise NotFound(f"{user!r} has no message {id_!r}.")
    before = memory.sessions.turns(user, hit.session, before=id_, limit=TURNS)
    after = memory.sessions.turns(user, hit.session, after=id_, limit=TURNS)
    query = visit.asked("q")
    return visit.page(
        "partials/turns.html",
        user=user,
        session=hit.session,
        turns=[*before, hit, *after],
        here=id_,
        more="",
        terms=terms(query) if query.strip() else None,
    )


def _asked(visit: Visit) -> Asked:
    return Asked(
        query=visit.asked("q"),
        k=_number(visit.asked("k"), HITS, 1, MOST_HITS),
        budget=_number(visit.asked("budget"), BUDGET, LEAST_BUDGET, MOST_BUDGET),
        now=visit.asked("now"),
    )


def _number(text: str, usual: int, least: int, most: int) -> int:
    """A number of the query, within its bounds; the usual one where it is none."""
    given = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else usual
    return min(max(given, least), most)


def _found(visit: Visit, who: Who, asked: Asked) -> dict[str, Any]:
    memory = visit.memory
    recalled = memory.recall(
        who.user, asked.query, k=asked.k, agent=who.agent or None, now=asked.now or None
    )
    why = memory.explain(recalled)
    scores = [value for hit in recalled for value in hit.scores.values()]
    return {
        "found": recalled.hits,
        "why": why,
        "terms": _terms(why, asked.query),
        "small": _SMALL,
        "widest": longest(scores),
        "best": longest([hit.score for hit in recalled]),
        "dropped": [*_left(memory, who.user, why.dropped[:DROPPED], visit.words)],
        "packed": _packed(memory, who, asked),
        "moment": asked.now or _moment(why.asked_at),
    }


def _terms(why: Explanation, query: str) -> Terms:
    """What to mark: the words that count, without the times that the question names."""
    return terms(" ".join(why.terms) or query)


def _packed(memory: Memory, who: Who, asked: Asked) -> Any:
    return memory.context(
        who.user,
        asked.query,
        budget=asked.budget,
        agent=who.agent or None,
        now=asked.now or None,
    )


def _left(memory: Memory, user: str, dropped: tuple[Dropped, ...], words: Words) -> Iterator[Left]:
    for each in dropped:
        message = memory.messages.get(user, each.source)
        if message is not None:
            yield Left(message.text, _reason(each.reason, words), each.score)


def _reason(reason: str, words: Words) -> str:
    if match := _FIRST.fullmatch(reason):
        return words("recall.not_first", k=match[1])
    return words.of("reason", reason)


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


ROUTES = (
    ("GET", PATH, show),
    ("GET", f"{PATH}/context", pack),
    ("GET", f"{PATH}/around", around),
    ("POST", f"{PATH}/load", load),
)
