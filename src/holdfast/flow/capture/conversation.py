"""Conversation: a talk whose client sends all of it again with every request.

Only what follows on the last answer is new; the rest was new in a request before. A message is known
again by what was said up to and including it, so that a request that is sent twice is kept once, and
the same words said later are not taken for the same message.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from holdfast.domain.session import Session, SessionState
from holdfast.errors import InvalidInput
from holdfast.flow.capture.accept import content_of
from holdfast.flow.window.render import unfenced

ANSWERING = "assistant"
_PROMPTS = frozenset({"system", "developer"})
"""Roles of what an app tells its model. It is nobody's word in the conversation."""

LONGEST_QUESTION = 4_000
"""What is asked for is told at the beginning or at the end; a pasted file between them is not."""

Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Conversation:
    """The messages of one request, in their order. `root` names what came before the first one,
    where the client does not send it again."""

    messages: Sequence[Fields]
    root: str = ""

    @cached_property
    def said(self) -> Sequence[Fields]:
        """All but the app's own words to its model."""
        return [each for each in self.messages if each.get("role") not in _PROMPTS]

    @cached_property
    def fresh(self) -> Sequence[Fields]:
        """What is new: all behind the last answer."""
        answers = [at for at, each in enumerate(self.said) if each.get("role") == ANSWERING]
        return self.said[answers[-1] + 1 :] if answers else self.said

    @property
    def question(self) -> str:
        """What the user says now, as far as it serves to recall; empty where it is not the user's
        turn."""
        asked = [_text(each) for each in self.fresh if each.get("role") == "user"]
        text = "\n".join(filter(None, asked)) or self._last_asked
        half = LONGEST_QUESTION // 2
        return text if len(text) <= LONGEST_QUESTION else f"{text[:half]}\n{text[-half:]}"

    @property
    def _last_asked(self) -> str:
        """What the user said before the tools that are being used now were called."""
        return next((_text(each) for each in reversed(self.said) if each.get("role") == "user"), "")

    @property
    def texts(self) -> frozenset[str]:
        """What the model is told anyhow."""
        return frozenset(filter(None, map(_text, self.messages)))

    def kept(self, stretch: int, answer: Fields | None) -> list[dict[str, Any]]:
        """What is to be kept of this turn, each with an id of its own: what is new, then the answer.

        What was put into it from memory is not kept again. `stretch` is that of the session which
        this turn belongs to: whoever begins anew with the same words has said them anew.
        """
        return [*self._kept(stretch, answer)]

    def _kept(self, stretch: int, answer: Fields | None) -> Iterator[dict[str, Any]]:
        chain = hashlib.sha256(f"{stretch} {self.root}".encode())
        known = len(self.said) - len(self.fresh)
        for at, each in enumerate([*self.said, *([answer] if answer else [])]):
            chain.update(_canonical(each))
            kept = _without_memory(each)
            if at >= known and _says_something(kept):
                yield {**kept, "id": f"turn-{chain.hexdigest()[:32]}"}


def stretch_of(session: Session | None) -> int:
    """The stretch of a session that what is said now belongs to."""
    if session is None:
        return 1
    return session.stretch + (session.state is not SessionState.ACTIVE)


def _text(fields: Fields) -> str:
    """The words of a message; none where it has no form that is known."""
    try:
        return unfenced(content_of(fields)[0])
    except InvalidInput:
        return ""


def _without_memory(fields: Fields) -> dict[str, Any]:
    """The message without what was recalled for it, and without ids and signs of others."""
    content = fields.get("content")
    if isinstance(content, str):
        return {**fields, "content": unfenced(content)}
    if isinstance(content, list):
        return {**fields, "content": [*filter(None, map(_part_without_memory, content))]}
    return dict(fields)


def _part_without_memory(part: Any) -> Any:
    if not isinstance(part, Mapping) or not isinstance(part.get("text"), str):
        return part
    text = unfenced(part["text"])
    return {**part, "text": text} if text.strip() else None


def _says_something(fields: Fields) -> bool:
    try:
        text, parts = content_of(fields)
    except InvalidInput:
        return False
    return bool(text.strip() or parts)


def _canonical(fields: Fields) -> bytes:
    """A message as bytes that are the same whenever it is sent."""
    return json.dumps(fields, sort_keys=True, ensure_ascii=True, default=str).encode() + b"\n"
