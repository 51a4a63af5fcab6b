"""Asking: a model in one of its roles, with what it cost counted."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.domain.message import Json
from holdfast.ports.models import Model, Prompt, Reply
from holdfast.providers.by_model.prompting import edition
from holdfast.providers.by_model.usage import Counter, Usage


class Role:
    """A model, the tasks that it does, and what it has cost. Threads may share one."""

    __slots__ = ("_counter", "_model", "_tasks")

    def __init__(self, model: Model, *tasks: str) -> None:
        self._model = model
        self._tasks = tasks
        self._counter = Counter()

    def __repr__(self) -> str:
        return f"Role({self._model!r}, {', '.join(self._tasks)})"

    @property
    def identity(self) -> str:
        """The model and the wording of its tasks."""
        return f"{self._model.identity}:{self._tasks[0]}-{edition(*self._tasks)}"

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""
        return self._counter.usage

    def ask(
        self, instructions: str, data: str, schema: Mapping[str, Json], max_tokens: int
    ) -> Reply:
        """Ask once."""
        reply = self._model.reply(Prompt(instructions, [data], schema, max_tokens))
        self._counter.replied(reply)
        return reply

    def distrust(self, why: str) -> str:
        """Count the reply before as one that cannot be used; the error that says why."""
        self._counter.useless()
        return f"The answer of {self._model.identity} cannot be used: {why}."
