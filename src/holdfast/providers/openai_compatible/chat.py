"""Chat from a server: one question, one answer."""

from __future__ import annotations

import re
from typing import Any

from holdfast.ports.models import Model, Prompt, Reply
from holdfast.providers.openai_compatible.client import Client
from holdfast.providers.openai_compatible.dialect import Dialect
from holdfast.providers.openai_compatible.fence import NOTE, fenced, mark_for
from holdfast.providers.openai_compatible.outcome import Failure

_PATH = "chat/completions"
_DECLINED = {400, 422, 501}
_THOUGHTS = re.compile(r"\s*<think>.*?</think>\s*", re.DOTALL)


class OpenAICompatibleModel(Model):
    """Asks a server's model. Threads may share one.

    The first answers teach it how the server wants to be asked (`dialect`). `revision` is for
    those who put another model behind the same name: it is part of the identity.
    """

    def __init__(
        self, client: Client, model: str, *, revision: str = "", temperature: float = 0.0
    ) -> None:
        self._client = client
        self._model = model
        self._revision = revision
        self._temperature = temperature
        self._dialect = Dialect()

    def __repr__(self) -> str:
        return f"OpenAICompatibleModel({self._model!r}, {self._client.endpoint!r})"

    @property
    def identity(self) -> str:
        revision = f"@{self._revision}" if self._revision else ""
        return f"openai-compatible:{self._model}{revision}"

    def reply(self, prompt: Prompt) -> Reply:
        """Ask, in another dialect where the server declines the present one.

        An answer that ran into `max_tokens` is given as far as it goes: what is whole in it can
        still be used.
        """
        dialect: Dialect | None = self._dialect
        first: Failure | None = None
        while dialect is not None:
            found = self._client.post(_PATH, self._payload(prompt, dialect))
            if not isinstance(found, Failure):
                self._dialect = dialect
                return _reply_of(found, self._client.endpoint.shown)
            first = first or found
            if found.status not in _DECLINED:
                break
            dialect = dialect.after(found.reason.lower(), shaped=prompt.schema is not None)
        # The first refusal says most: the later ones are about what was tried to please it.
        return Reply(error=first.reason if first else "")

    def _payload(self, prompt: Prompt, dialect: Dialect) -> dict[str, object]:
        payload: dict[str, object] = {
            "model": self._model,
            "messages": _messages(prompt, dialect),
            dialect.limit: prompt.max_tokens,
            "stream": False,
        }
        if dialect.temperature:
            payload["temperature"] = self._temperature
        if prompt.schema is not None:
            payload |= dialect.format_of(prompt.schema)
        return payload


def _messages(prompt: Prompt, dialect: Dialect) -> list[dict[str, str]]:
    instructions = prompt.instructions
    if prompt.schema is not None:
        instructions += dialect.words_for(prompt.schema)
    if not prompt.data:  # many servers want somebody to have said something
        return [{"role": "user", "content": instructions}]
    mark = mark_for(prompt.data)
    return [
        {"role": "system", "content": instructions + NOTE.format(mark=mark)},
        {"role": "user", "content": fenced(prompt.data, mark)},
    ]


def _reply_of(answer: dict[str, Any], shown: str) -> Reply:
    usage = answer.get("usage")
    used = usage if isinstance(usage, dict) else {}
    text, error = _said(answer.get("choices"))
    return Reply(
        text=text,
        error=f"The answer of {shown} cannot be used: {error}." if error else "",
        tokens_in=_count(used.get("prompt_tokens")),
        tokens_out=_count(used.get("completion_tokens")),
    )


def _said(choices: Any) -> tuple[str, str]:
    """The text of the first choice, or else what is wrong with it."""
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return "", "it has no message"
    ended = choice.get("finish_reason")
    if ended == "content_filter":
        return "", "it was withheld by a content filter"
    text = _text(message.get("content"))
    if text:
        return text, ""
    return "", "its tokens were used up before it began" if ended == "length" else "it is empty"


def _text(content: Any) -> str:
    """The answer itself: without the thoughts before it, and without what cannot be stored."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        return ""
    thoughts = _THOUGHTS.match(content)
    text = content[thoughts.end() :] if thoughts else content
    return text.encode("utf-8", "replace").decode("utf-8").strip()


def _count(value: Any) -> int:
    return value if type(value) is int and value >= 0 else 0
