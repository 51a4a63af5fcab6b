"""Embeddings from a server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from holdfast.errors import ModelRefused, ModelUnavailable, SettingsRefused
from holdfast.ports.embedder import Embedder
from holdfast.providers.openai_compatible.batches import batches
from holdfast.providers.openai_compatible.client import Client
from holdfast.providers.openai_compatible.outcome import Failure
from holdfast.providers.openai_compatible.vectors import vectors_of
from holdfast.providers.unit_rows import rows_of

if TYPE_CHECKING:
    from holdfast.providers.openai_compatible.vectors import Vectors

_PATH = "embeddings"
_PROBE = "holdfast"
_TOO_MUCH = {400, 413, 422}
"""How servers say that a batch or a text is too large; half of it may still do."""
_TOO_LARGE = re.compile(r"too (?:large|long|many)|context (?:size|length|window)", re.IGNORECASE)
"""How some say it that call it an error of their own."""
_NEVER_TOO_LONG = 256


class OpenAICompatibleEmbedder(Embedder):
    """Asks a server for vectors, in batches. Threads may share one.

    `dimensions` is found from the first answer unless it is given; with `shorten` the server is
    asked for vectors of that length (only some models can). Every answer must agree with it.
    `revision` is for those who put another model behind the same name: it is part of the identity.
    Only the first `chars_in_text` characters of a text are sent.
    """

    def __init__(
        self,
        client: Client,
        model: str,
        *,
        dimensions: int | None = None,
        shorten: bool = False,
        revision: str = "",
        texts_at_once: int = 64,
        chars_at_once: int = 100_000,
        chars_in_text: int = 8_000,
    ) -> None:
        if min(texts_at_once, chars_at_once, chars_in_text, dimensions or 1) < 1:
            raise SettingsRefused("Counts and sizes of an embedder must be 1 or more.")
        if shorten and dimensions is None:
            raise SettingsRefused("To shorten vectors, say to how many dimensions.")
        self._client = client
        self._model = model
        self._dimensions = dimensions
        self._shorten = shorten
        self._revision = revision
        self._texts_at_once = texts_at_once
        self._chars_at_once = chars_at_once
        self._chars_in_text = chars_in_text
        self._packed = True
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"OpenAICompatibleEmbedder({self._model!r}, {self._client.endpoint!r})"

    @property
    def identity(self) -> str:
        length = f"/{self._dimensions}" if self._shorten else ""
        revision = f"@{self._revision}" if self._revision else ""
        return f"openai-compatible:{self._model}{revision}{length}:{self._chars_in_text}"

    @property
    def dimensions(self) -> int:
        if self._dimensions is None:
            self._rows([_PROBE])
        assert self._dimensions is not None
        return self._dimensions

    @property
    def local(self) -> bool:
        return False

    def embed(self, texts: Sequence[str]) -> Vectors:
        cut = [text[: self._chars_in_text] for text in texts]
        return rows_of(cut, self._all_rows, lambda: self.dimensions)

    def _all_rows(self, texts: list[str]) -> Vectors:
        import numpy as np

        parts = batches(texts, self._texts_at_once, self._chars_at_once)
        rows: Vectors = np.concatenate([self._rows(part) for part in parts])
        return rows

    def _rows(self, texts: Sequence[str]) -> Vectors:
        """The rows of one batch, asked for in halves if the server finds it too large.

        A text that is too long for the model by itself is shortened until it is not.
        """
        found = self._asked(texts)
        if not isinstance(found, Failure):
            return self._checked(found, len(texts))
        if not _about_size(found) or (len(texts) == 1 and len(texts[0]) <= _NEVER_TOO_LONG):
            raise found.error()
        if len(texts) == 1:  # its beginning stands for it, as for every text beyond the usual cut
            return self._rows([texts[0][: len(texts[0]) // 2]])
        import numpy as np

        half = (len(texts) + 1) // 2
        rows: Vectors = np.concatenate([self._rows(texts[:half]), self._rows(texts[half:])])
        # Both halves went through, so that it was the size: later batches begin with this one.
        self._texts_at_once = min(self._texts_at_once, half)
        return rows

    def _asked(self, texts: Sequence[str]) -> dict[str, Any] | Failure:
        """One request. A server that does not know packed numbers is asked for plain ones."""
        packed = self._packed
        found = self._client.post(_PATH, self._payload(texts, packed))
        if packed and isinstance(found, Failure) and _about_packing(found):
            found = self._client.post(_PATH, self._payload(texts, False))
            if not isinstance(found, Failure):
                self._packed = False
        return found

    def _payload(self, texts: Sequence[str], packed: bool) -> dict[str, object]:
        payload: dict[str, object] = {"model": self._model, "input": list(texts)}
        if packed:  # a third of the bytes, and quick to read
            payload["encoding_format"] = "base64"
        if self._shorten:
            payload["dimensions"] = self._dimensions
        return payload

    def _checked(self, answer: dict[str, Any], count: int) -> Vectors:
        found = vectors_of(answer, count)
        shown = self._client.endpoint.shown
        if isinstance(found, str):
            raise ModelUnavailable(f"The answer of {shown} cannot be used: {found}.")
        length = found.shape[1]
        with self._lock:
            wanted = self._dimensions = self._dimensions or length
        if length != wanted:
            raise ModelRefused(
                f"{self._model} at {shown} gives {length} numbers a text; {wanted} are expected.",
                remedy="Check which model runs there; then set its dimensions, or a new revision.",
            )
        return found


def _about_size(failure: Failure) -> bool:
    return failure.status in _TOO_MUCH or (
        failure.status >= 500 and _TOO_LARGE.search(failure.reason) is not None
    )


def _about_packing(failure: Failure) -> bool:
    return failure.refused and "encoding" in failure.reason.lower()
