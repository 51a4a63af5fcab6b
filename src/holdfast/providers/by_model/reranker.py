"""A second look at recalled texts, by a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.domain.message import Json
from holdfast.errors import ModelUnavailable
from holdfast.ports.models import Model
from holdfast.ports.reranker import Reranker
from holdfast.providers.by_model.asking import Role
from holdfast.providers.by_model.prompting import numbered, one_line, wording
from holdfast.providers.by_model.reading import answer_in, items_in, number_in, text_in
from holdfast.providers.by_model.trusting import refuses
from holdfast.providers.by_model.usage import Usage
from holdfast.text.language import language_of

_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {"order": {"type": "array", "items": {"type": "integer"}}},
    "required": ["order"],
    "additionalProperties": False,
}
_MOST = 50
"""How many texts a model is shown. Those behind stay behind."""
_LONGEST = 400
"""How much of a text it is shown, and of the question: somebody is waiting."""
_SPARE_TOKENS = 1_024
_TOKENS_A_TEXT = 8
_NAMES = ("index", "number", "text", "line", "id")
_NUMBERS_ALONE = re.compile(r"[\d\s,，、;；>.\[\]()#]+")
_NUMBER = re.compile(r"(?<!\d)\d{1,8}(?!\d)")


class ModelReranker(Reranker):
    """Asks a model once for the numbers of the texts, best first. Threads may share one.

    Texts that it names get scores above 0, the first 1; all others get 0 and so keep their order
    behind. ModelUnavailable if it does not answer or names no text that is there.
    """

    def __init__(self, model: Model) -> None:
        self._role = Role(model, "rerank")
        self.trouble = ""

    def __repr__(self) -> str:
        return f"ModelReranker({self._role!r})"

    @property
    def identity(self) -> str:
        return self._role.identity

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""
        return self._role.usage

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        if len(texts) < 2:  # one is in order
            return [1.0] * len(texts)
        shown = [_clipped(text) for text in texts[:_MOST]]
        data = f"[question] {_clipped(question)}\n\n{numbered(shown)}"
        most = _SPARE_TOKENS + _TOKENS_A_TEXT * len(shown)
        reply = self._role.ask(wording("rerank", language_of([question])), data, _SCHEMA, most)
        order = [] if reply.error else _order(reply.text, len(shown))
        self.trouble = reply.error
        if not order and not reply.error:
            self.trouble = self._role.distrust("it names none of the texts")
        if not order:
            raise ModelUnavailable(self.trouble)
        scores = [0.0] * len(texts)
        for rank, place in enumerate(order):
            scores[place] = 1.0 - rank / len(order)
        return scores


def _clipped(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _order(said: str, count: int) -> list[int]:
    """The places that an answer names, best first and each once; empty if it names none."""
    if refuses(answer_in(said)):
        return []
    numbers = _numbers(said)
    # Some count from 0 whatever they are told. A 0 alone is the sign in the instructions.
    first = 0 if 0 in numbers and any(numbers) and count not in numbers else 1
    return [number - first for number in dict.fromkeys(numbers) if 0 <= number - first < count]


def _numbers(said: str) -> list[int]:
    """The numbers of an answer, whether a text has them or not."""
    items = items_in(said, "order")
    if items is None:  # no list; some give the numbers alone
        plain = text_in(said, "order").text
        return (
            [int(found) for found in _NUMBER.findall(plain)]
            if _NUMBERS_ALONE.fullmatch(plain)
            else []
        )
    return [number for item in items if (number := _number(item)) is not None]


def _number(item: Any) -> int | None:
    if not isinstance(item, dict):
        return number_in(item)
    found = (number_in(item.get(name)) for name in _NAMES)
    return next((number for number in found if number is not None), None)
