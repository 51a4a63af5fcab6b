"""Embeddings through the package sentence-transformers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from holdfast.errors import ModelRefused, ModelUnavailable
from holdfast.ports.embedder import Embedder
from holdfast.providers.local_models.extras import demand, loaded
from holdfast.providers.local_models.once import Once
from holdfast.providers.local_models.trouble import said
from holdfast.providers.unit_rows import rows_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from holdfast.providers.unit_rows import Vectors


class SentenceTransformerEmbedder(Embedder):
    """A model by its name on a hub, or in a folder; or one that is loaded already (`model_loaded`).

    `revision` is the hub's, and part of the identity: give one if the model behind a name changes.
    `offline` keeps the package from asking the hub. Calls take turns.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        revision: str = "",
        device: str | None = None,
        offline: bool = False,
        texts_at_once: int = 32,
        local: bool = False,
        model_loaded: Any = None,
    ) -> None:
        if model_loaded is None:
            demand("sentence_transformers", "sentence-transformers")
        self._model = str(model)
        self._name = model.name if isinstance(model, Path) else model
        self._revision = revision
        self._device = device
        self._offline = offline
        self._texts_at_once = texts_at_once
        self._local = local
        self._given = model_loaded
        self._loaded = Once(self._load)
        self._lock = Lock()

    @property
    def identity(self) -> str:
        revision = f"@{self._revision}" if self._revision else ""
        return f"sentence-transformers:{self._name}{revision}"

    @property
    def dimensions(self) -> int:
        model = self._loaded.get()
        # The method was renamed in version 6; the older name warns there.
        ask = getattr(model, "get_embedding_dimension", None)
        found = ask() if ask else model.get_sentence_embedding_dimension()
        if not isinstance(found, int):
            raise ModelRefused(f"{self._name} does not say how long its vectors are.")
        return found

    @property
    def local(self) -> bool:
        return self._local

    def embed(self, texts: Sequence[str]) -> Vectors:
        return rows_of(texts, self._vectors, lambda: self.dimensions)

    def _vectors(self, texts: list[str]) -> NDArray[np.floating[Any]]:
        model = self._loaded.get()
        with self._lock:  # the package does not promise that threads may share a model
            try:
                found: NDArray[np.floating[Any]] = model.encode(
                    texts,
                    batch_size=self._texts_at_once,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                    normalize_embeddings=True,
                )
            except RuntimeError as error:  # what torch raises, out of memory included
                raise ModelUnavailable(f"{self._name} failed: {said(error)}.") from None
        return found

    def _load(self) -> Any:
        if self._given is not None:
            return self._given
        package = loaded("sentence_transformers")
        try:
            return package.SentenceTransformer(
                self._model,
                device=self._device,
                revision=self._revision or None,
                local_files_only=self._offline,
            )
        except OSError as error:  # no such model, or no way to the hub
            raise ModelUnavailable(f"{self._name} cannot be loaded: {said(error)}.") from None
        except (ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self._name} cannot be loaded: {said(error)}.") from None
