"""A live session that keeps what it is told."""

from __future__ import annotations

from holdfast.ports.live import LiveSession


class RecordedSession(LiveSession):
    """Remembers its prompt and what was injected; `spoken` is what it was to answer.

    What is named in `faults` ("warm", "inject", "close") fails as long as it stands there.
    """

    def __init__(self, *faults: str) -> None:
        self.faults = set(faults)
        self.prompt = ""
        self.injected: list[str] = []
        self.spoken: list[str] = []
        self.closed = 0

    @property
    def told(self) -> str:
        """All that it was told."""
        return "\n".join([self.prompt, *self.injected])

    def warm(self, prompt: str) -> None:
        self._do("warm")
        self.prompt = prompt

    def inject(self, text: str, *, speak: bool = False) -> None:
        self._do("inject")
        self.injected.append(text)
        if speak:
            self.spoken.append(text)

    def close(self) -> None:
        self._do("close")
        self.closed += 1

    def _do(self, what: str) -> None:
        if what in self.faults:
            raise ConnectionError(f"cannot {what}")
