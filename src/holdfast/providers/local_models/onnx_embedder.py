"""Embeddings from an ONNX file: with a tokenizer beside it, or with its own inside.

Texts are run one at a time. Quantised models scale their numbers by what is in a batch, so that a
text's vector would depend on its neighbours; and on a processor batches are hardly faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast.errors import ModelRefused, SettingsRefused
from holdfast.ports.embedder import Embedder
from holdfast.providers.local_models.extras import demand, loaded
from holdfast.providers.local_models.model_files import ModelFiles
from holdfast.providers.local_models.once import Once
from holdfast.providers.local_models.session import Session
from holdfast.providers.unit_rows import rows_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from holdfast.providers.unit_rows import Vectors

_FEEDS = {"input_ids", "attention_mask", "token_type_ids"}
_PROBE = "holdfast"


class OnnxEmbedder(Embedder):
    """A model in a file or folder, such as MiniLM, BGE, E5 or the multilingual USE.

    A folder laid out as model hubs do it brings its own settings (pooling, longest text); for a
    bare file the tokens' vectors are averaged. A graph that takes text needs no tokenizer. `local`
    is the caller's word that the model is quick enough to run while a message is added.
    """

    def __init__(
        self,
        model: Path,
        tokenizer: Path | None = None,
        *,
        max_tokens: int | None = None,
        threads: int = 1,
        local: bool = False,
    ) -> None:
        demand("onnxruntime", "onnx")
        self._files = ModelFiles.at(model, tokenizer)
        if self._files.tokenizer is not None:
            demand("tokenizers", "onnx")
        if threads < 1 or (max_tokens is not None and max_tokens < 1):
            raise SettingsRefused("Threads and tokens of an embedder must be 1 or more.")
        self._max_tokens = max_tokens
        self._local = local
        self._session = Once(lambda: Session(self._files.model, threads))
        self._tokenizer = Once(self._open_tokenizer)

    @cached_property
    def identity(self) -> str:
        cut = f":{self._max_tokens}" if self._max_tokens else ""
        return f"onnx:{self._files.model.stem}:{self._files.digest()}{cut}"

    @cached_property
    def dimensions(self) -> int:
        return self._session.get().width or len(self._vector(_PROBE))

    @property
    def local(self) -> bool:
        return self._local

    def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        def vectors(filled: list[str]) -> NDArray[np.floating[Any]]:
            return np.stack([self._vector(text) for text in filled])

        return rows_of(texts, vectors, lambda: self.dimensions)

    def _vector(self, text: str) -> NDArray[np.floating[Any]]:
        import numpy as np

        text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate is no text
        session = self._session.get()
        output = np.asarray(session.run(self._feed(text, session.inputs)), np.float64)
        if output.ndim == 3:  # one vector a token
            tokens = output[0]
            output = tokens[:1] if self._files.takes_first_token else tokens.mean(0, keepdims=True)
        if output.ndim != 2 or len(output) != 1 or not np.isfinite(output).all():
            raise ModelRefused(f"{self._files.model.name} does not give one vector a text.")
        row: NDArray[np.floating[Any]] = output[0]
        return row

    def _feed(self, text: str, inputs: dict[str, str]) -> dict[str, Any]:
        import numpy as np

        if list(inputs.values()) == ["tensor(string)"]:
            return {next(iter(inputs)): np.array([text], object)}
        if "input_ids" not in inputs or not inputs.keys() <= _FEEDS:
            names = ", ".join(sorted(inputs))
            raise ModelRefused(f"{self._files.model.name} wants inputs unknown here: {names}.")
        tokens = self._tokenizer.get().encode(text)
        rows = {"input_ids": tokens.ids, "token_type_ids": tokens.type_ids}
        rows["attention_mask"] = tokens.attention_mask
        return {
            name: np.array([rows[name]], np.int32 if kind == "tensor(int32)" else np.int64)
            for name, kind in inputs.items()
        }

    def _open_tokenizer(self) -> Any:
        path = self._files.tokenizer
        if path is None:
            raise ModelRefused(
                f"{self._files.model.name} has no tokenizer.json beside it.",
                remedy="Put the model's tokenizer.json into its folder, or name the file.",
            )
        try:
            tokenizer = loaded("tokenizers").Tokenizer.from_file(str(path))
        except Exception:  # noqa: BLE001  the package raises nothing narrower
            raise ModelRefused(
                f"{path.name} beside {self._files.model.name} is no tokenizer.",
                remedy="See that the file is whole.",
            ) from None
        cut = (tokenizer.truncation or {}).get("max_length")
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._max_tokens or self._files.longest(cut))
        return tokenizer
