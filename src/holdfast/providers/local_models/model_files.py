"""Where the files of an ONNX model are, and what those beside it say about its use."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast.errors import SettingsRefused

_MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_DEFAULT_TOKENS = 512


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model's file, its tokenizer's if it has one, and the folder that describes it."""

    model: Path
    tokenizer: Path | None

    @classmethod
    def at(cls, place: Path, tokenizer: Path | None = None) -> ModelFiles:
        """The files at a place: the model's file, or a folder laid out as model hubs do it.

        A tokenizer.json beside the model or above it is found by itself. SettingsRefused if the
        model, or a tokenizer that was named, is not there.
        """
        candidates = [place / name for name in _MODELS] if place.is_dir() else [place]
        model = next((path for path in candidates if path.is_file()), None)
        if model is None:
            names = " or ".join(_MODELS)
            raise SettingsRefused(
                f"There is no model at {place}: a file, or a folder with {names}."
            )
        if tokenizer is None:
            beside = (model.with_name("tokenizer.json"), model.parent.parent / "tokenizer.json")
            tokenizer = next((path for path in beside if path.is_file()), None)
        elif tokenizer.is_dir():
            tokenizer = tokenizer / "tokenizer.json"
        if tokenizer is not None and not tokenizer.is_file():
            raise SettingsRefused(f"There is no tokenizer {tokenizer}.")
        return cls(model, tokenizer)

    def digest(self) -> str:
        """What changes with the contents of the files."""
        from hashlib import file_digest, sha256

        weights = [self.model.with_name(self.model.name + end) for end in ("_data", ".data")]
        parts = [self.model, *weights, *([self.tokenizer] if self.tokenizer else [])]
        whole = sha256()
        for path in parts:
            if path.is_file():
                with path.open("rb") as stream:
                    whole.update(file_digest(stream, "sha256").digest())
        return whole.hexdigest()[:12]

    @property
    def takes_first_token(self) -> bool:
        """Whether a text's vector is that of its first token; if not, the mean of all."""
        return bool(self._described("1_Pooling/config.json").get("pooling_mode_cls_token"))

    def longest(self, of_tokenizer: int | None) -> int:
        """The tokens that the model was made for."""
        said = self._described("sentence_bert_config.json").get("max_seq_length")
        if isinstance(said, int) and said > 0:
            return said
        return of_tokenizer or _DEFAULT_TOKENS

    def _described(self, name: str) -> dict[str, Any]:
        """A description's content; empty if there is none. It lies beside the tokenizer."""
        if self.tokenizer is None:
            return {}
        try:
            found = json.loads((self.tokenizer.parent / name).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}
