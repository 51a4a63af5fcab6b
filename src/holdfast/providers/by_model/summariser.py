"""Summaries by a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.domain.message import Json
from holdfast.ports.models import Model
from holdfast.ports.summariser import Line, Summariser, Summary
from holdfast.providers.by_model.asking import Role
from holdfast.providers.by_model.prompting import transcript, wording
from holdfast.providers.by_model.reading import Found, text_in
from holdfast.providers.by_model.sentences import cut, is_whole, joined, sentences
from holdfast.providers.by_model.trusting import (
    Ground,
    echoes,
    foreign,
    refuses,
    without_preamble,
)
from holdfast.providers.by_model.usage import Usage
from holdfast.text.language import language_of

_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}
_SPARE_TOKENS = 1_024
"""For the JSON around the text, and for models that think aloud."""


class ModelSummariser(Summariser):
    """Asks a model once, or twice where its summary is too long. Threads may share one.

    Sentences with a number or name that the lines do not have are left out. Where nothing is left,
    and for a refusal or another language, the outcome is a failure.
    """

    def __init__(self, model: Model) -> None:
        self._role = Role(model, "summarise", "shorten")

    def __repr__(self) -> str:
        return f"ModelSummariser({self._role!r})"

    @property
    def identity(self) -> str:
        return self._role.identity

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""
        return self._role.usage

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        if limit < 1 or not any(line.text.strip() for line in lines):
            return Summary(error="There is nothing to summarise.", by=self.identity)
        ground = Ground(lines)
        texts = [line.text for line in lines]
        first = self._asked("summarise", transcript(lines), texts, ground, limit)
        if first.error or len(first.text) <= limit:
            return first
        second = self._asked("shorten", first.text, texts, ground, limit)
        kept = first.text if second.error else second.text
        return Summary(cut(kept, limit), by=self.identity)

    def _asked(
        self, task: str, data: str, texts: Sequence[str], ground: Ground, limit: int
    ) -> Summary:
        """What the model makes of some data, as far as it can be trusted; of any length."""
        instructions = wording(task, language_of(texts)).replace("{limit}", str(limit))
        reply = self._role.ask(instructions, data, _SCHEMA, _SPARE_TOKENS + 2 * limit)
        if reply.error:
            return Summary(error=reply.error, by=self.identity)
        found = text_in(reply.text, "summary")
        text = without_preamble(found.text)
        wrong = _wrong_as_a_whole(text, texts)
        kept = "" if wrong else _trusted(found._replace(text=text), instructions, ground)
        if not kept:
            wrong = wrong or "the lines do not bear it out"
            return Summary(error=self._role.distrust(wrong), by=self.identity)
        return Summary(kept, by=self.identity)


def _wrong_as_a_whole(text: str, lines: Sequence[str]) -> str:
    if not text:
        return "it has no summary"
    if refuses(text):
        return "it is a refusal"
    if foreign(text, lines):
        return "it is in another language than the lines"
    return ""


def _trusted(found: Found, instructions: str, ground: Ground) -> str:
    """The sentences that are whole, not repeated from the instructions, and not made up.

    Empty if what is left has nothing to do with the lines.
    """
    parts = sentences(found.text)
    if not found.whole and parts and not is_whole(parts[-1]):
        parts.pop()
    kept = joined(
        [part for part in parts if not echoes(part, instructions) and not ground.invented(part)]
    )
    return kept if ground.touched_by(kept) else ""
