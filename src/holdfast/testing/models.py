"""A model that says what it was told to."""

from __future__ import annotations

from collections import deque

from holdfast.ports.models import Model, Prompt, Reply


class ScriptedModel(Model):
    """Gives its replies one after another and keeps the prompts it was asked.

    A text is a reply; for a failure script ``failure("timeout")``. Once the script has ended,
    every further reply is a failure that says so; `add` lengthens the script.
    """

    def __init__(self, *script: str | Reply, identity: str = "scripted") -> None:
        self._identity = identity
        self._script: deque[Reply] = deque()
        self.prompts: list[Prompt] = []
        self.add(*script)

    @property
    def identity(self) -> str:
        return self._identity

    def add(self, *script: str | Reply) -> None:
        """Put more replies at the end of the script."""
        self._script.extend(Reply(text=line) if isinstance(line, str) else line for line in script)

    def reply(self, prompt: Prompt) -> Reply:
        self.prompts.append(prompt)
        return self._script.popleft() if self._script else failure("the script has ended")


def failure(error: str) -> Reply:
    """A reply that failed."""
    return Reply(error=error)
