"""Live sessions: a model that listens and answers while the talk goes on."""

from __future__ import annotations

from typing import Protocol


class LiveSession(Protocol):
    """One connection to a real-time model, by voice or by text.

    A fresh one is warmed in the background, told what was said meanwhile, and then takes the place
    of the one that speaks. What it says before it is in that place is not to be heard. Every method
    ends by itself: it has a deadline of its own, and raises when that has passed.
    """

    def warm(self, prompt: str) -> None:
        """Connect, take the prompt in, and be ready to answer at once, silently.

        Called once. Raises if the session cannot be used.
        """
        ...

    def inject(self, text: str, *, speak: bool = False) -> None:
        """Take a text into the conversation as background; answer it only if told to `speak`.

        Raises if the text was not taken in. An answer given before the session is in its place is
        held back until it is.
        """
        ...

    def close(self) -> None:
        """Let go of the connection. Closing again, or one that never was warm, does nothing."""
        ...
