"""Embeddings through the package fastembed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
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

_PROBE = "holdfast"


class FastEmbedEmbedder(Embedder):
    """A model of fastembed's list by its name; from a `folder` that has its files, or downloaded.

    The package runs texts one at a time here, so that a vector does not depend on its neighbours.
    `model_loaded` is for those who have a TextEmbedding already.
    """

    def __init__(
        self,
        model: str,
        *,
        folder: Path | None = None,
        cache: Path | None = None,
        threads: int = 1,
        local: bool = False,
        model_loaded: Any = None,
    ) -> None:
        if model_loaded is None:
            demand("fastembed", "fastembed")
        self._model = model
        self._folder = folder
        self._cache = cache
        self._threads = threads
        self._local = local
        self._given = model_loaded
        self._loaded = Once(self._load)

    @property
    def identity(self) -> str:
        return f"fastembed:{self._model}"

    @cached_property
    def dimensions(self) -> int:
        return int(self._vectors([_PROBE]).shape[1])

    @property
    def local(self) -> bool:
        return self._local

    def embed(self, texts: Sequence[str]) -> Vectors:
        return rows_of(texts, self._vectors, lambda: self.dimensions)

    def _vectors(self, texts: list[str]) -> NDArray[np.floating[Any]]:
        import numpy as np

        try:
            return np.stack(list(self._loaded.get().embed(texts, batch_size=1)))
        except (ValueError, RuntimeError) as error:
            raise ModelRefused(f"{self._model} failed: {said(error)}.") from None

    def _load(self) -> Any:
        if self._given is not None:
            return self._given
        place = {"specific_model_path": str(self._folder)} if self._folder else {}
        try:
            return loaded("fastembed").TextEmbedding(
                self._model,
                cache_dir=str(self._cache) if self._cache else None,
                threads=self._threads,
                **place,
            )
        except (ValueError, OSError) as error:  # not on its list, or not to be downloaded
            raise ModelUnavailable(f"{self._model} cannot be loaded: {said(error)}.") from None
