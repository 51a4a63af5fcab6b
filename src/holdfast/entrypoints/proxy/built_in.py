"""Built in: a model that stands in where none is set, so that memory can be seen at work.

It knows nothing and goes by rules: it says how much memory came with a question. It repeats none of it,
since what it says is kept as any other answer.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from holdfast.entrypoints.proxy.headers import Header
from holdfast.entrypoints.proxy.upstream import Request
from holdfast.flow.window.render import CLOSING, OPENING
from holdfast.text.language import language_of

NAME = "holdfast-built-in"
_SAYS = {
    "en": ("I have noted that.", "I have noted that. Memories that came with it: {n}."),
    "zh": ("我记下了。", "我记下了。随这句话带来的记忆：{n} 条。"),
}


class _Said:
    """An answer that is there at once."""

    status = 200
    headers: Sequence[Header] = ((b"content-type", b"application/json"),)

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def pieces(self) -> AsyncIterator[bytes]:
        """All of it."""
        yield self._body


class BuiltIn:
    """Answers chat completions, without a stream."""

    @asynccontextmanager
    async def asked(self, request: Request) -> AsyncIterator[_Said]:
        """The answer."""
        body = request.body if isinstance(request.body, bytes) else b""
        yield _Said(json.dumps(_completion(json.loads(body))).encode())

    async def close(self) -> None:
        """There is nothing to let go of."""


def _completion(asked: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": _answer(str(asked["messages"][-1]["content"]))}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"object": "chat.completion", "model": NAME, "choices": [choice]}


def _answer(question: str) -> str:
    words, _, recalled = question.partition(OPENING)
    lines = recalled.partition(CLOSING)[0].splitlines()
    count = sum(line.startswith("[") for line in lines)
    alone, with_memory = _SAYS[language_of([words])]
    return with_memory.format(n=count) if count else alone
