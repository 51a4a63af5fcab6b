"""Reviews by a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.domain.message import Json
from holdfast.ports.models import Model
from holdfast.ports.reviewer import Review, Reviewer
from holdfast.ports.summariser import Line
from holdfast.providers.by_model.asking import Role
from holdfast.providers.by_model.changes import Changes
from holdfast.providers.by_model.prompting import transcript, wording
from holdfast.providers.by_model.reading import items_in
from holdfast.providers.by_model.usage import Usage
from holdfast.text.language import language_of

_CHANGE: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "line": {"type": "integer"},
        "other": {"type": "integer"},
        "kind": {"type": "string", "enum": ["repeats", "contradicts"]},
        "action": {"type": "string", "enum": ["drop", "rewrite"]},
        "reason": {"type": "string"},
        "text": {"type": "string"},
    },
    "required": ["line", "other", "kind", "action", "reason", "text"],
    "additionalProperties": False,
}
_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {"changes": {"type": "array", "items": dict(_CHANGE)}},
    "required": ["changes"],
    "additionalProperties": False,
}
_SPARE_TOKENS = 1_024
_TOKENS_A_LINE = 64


class ModelReviewer(Reviewer):
    """Asks a model once. Threads may share one.

    The model names two lines and what is between them; which of the two goes is not left to it.
    Each change is looked at by itself. A review of which none can be trusted, or that would take
    out every line, is a failure.
    """

    def __init__(self, model: Model) -> None:
        self._role = Role(model, "review")

    def __repr__(self) -> str:
        return f"ModelReviewer({self._role!r})"

    @property
    def identity(self) -> str:
        return self._role.identity

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""
        return self._role.usage

    def review(self, lines: Sequence[Line]) -> Review:
        if len(lines) < 2:  # it takes two to disagree
            return Review(by=self.identity)
        instructions = wording("review", language_of(line.text for line in lines))
        most = _SPARE_TOKENS + _TOKENS_A_LINE * len(lines)
        reply = self._role.ask(instructions, transcript(lines), _SCHEMA, most)
        if reply.error:
            return Review(error=reply.error, by=self.identity)
        items = items_in(reply.text, "changes")
        if items is None:
            return self._failed("it has no list of changes")
        changes = Changes(lines, instructions)
        if changes.spare_nothing(items):
            return self._failed("it would take out every line")
        for item in items:
            changes.propose(item)
        if items and not changes.accepted:
            return self._failed("none of its changes can be trusted")
        return Review(tuple(changes.accepted), by=self.identity)

    def _failed(self, why: str) -> Review:
        return Review(error=self._role.distrust(why), by=self.identity)
