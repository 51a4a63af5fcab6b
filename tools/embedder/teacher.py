"""The teacher: quantised multilingual Universal Sentence Encoder, run by onnxruntime on one thread."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import onnxruntime  # type: ignore[import-untyped,import-not-found,unused-ignore]
import onnxruntime_extensions  # type: ignore[import-untyped,import-not-found,unused-ignore]

from tools.embedder.training import Array

SIZE = 512
_BATCH = 64


class Teacher:
    """Sentence vectors, remembered on disk by the hash of the list of texts."""

    def __init__(self, model: Path, kept: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.register_custom_ops_library(onnxruntime_extensions.get_library_path())
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._kept = kept
        kept.mkdir(parents=True, exist_ok=True)

    def vectors(self, texts: list[str]) -> Array:
        """Unit vectors, float16 on disk, one row a text."""
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:20]
        file = self._kept / f"{digest}.npy"
        if not file.exists():
            np.save(file, self._run(texts))
        found: Array = np.load(file)
        return found

    def _run(self, texts: list[str]) -> Array:
        # Texts of like length go together: the graph pads a batch to its longest.
        order = sorted(range(len(texts)), key=lambda at: len(texts[at].encode()))
        found = np.empty((len(texts), SIZE), np.float16)
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            found[rows] = self._session.run(
                None, {"inputs": np.array([texts[at] for at in rows], object)}
            )[0]
            if start % 32_768 == 0:
                print(f"  teacher: {start:,} of {len(texts):,}", flush=True)
        return found
