"""The adapters of sentence-transformers and fastembed, on stand-ins with the packages' signatures.

The signatures are those of sentence-transformers 5 and 6 and of fastembed 0.9.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from holdfast.errors import ModelRefused, ModelUnavailable, SettingsRefused
from holdfast.ports.embedder import Embedder
from holdfast.providers.local_models import (
    FastEmbedEmbedder,
    OnnxEmbedder,
    SentenceTransformerEmbedder,
)


class Transformer:
    """As version 6 has it."""

    def __init__(
        self,
        model_name_or_path: str | None = None,
        *,
        device: str | None = None,
        revision: str | None = None,
        local_files_only: bool = False,
    ) -> None:
        self.made = (model_name_or_path, device, revision, local_files_only)
        if model_name_or_path == "absent":
            raise OSError("absent is not a local folder and not on the hub")
        if model_name_or_path == "strange":
            raise ValueError("Unrecognized model")

    def encode(
        self,
        inputs: list[str],
        prompt_name: str | None = None,
        prompt: str | None = None,
        batch_size: int = 32,
        show_progress_bar: bool | None = None,
        output_value: str | None = "sentence_embedding",
        precision: str = "float32",
        convert_to_numpy: bool = True,
        convert_to_tensor: bool = False,
        device: str | None = None,
        normalize_embeddings: bool = False,
    ) -> np.ndarray:
        assert convert_to_numpy
        assert show_progress_bar is False
        if "burn" in inputs:
            raise RuntimeError("CUDA out of memory.")
        return np.array([[3.0, 4.0] for _ in inputs], np.float32)

    def get_embedding_dimension(self) -> int | None:
        return 2


class OldTransformer(Transformer):
    """As version 5 has it."""

    get_embedding_dimension = None  # type: ignore[assignment]

    def get_sentence_embedding_dimension(self) -> int | None:
        return 2


class TextEmbedding:
    """As fastembed has it."""

    def __init__(
        self,
        model_name: str = "BAAI/bge-small-en-v1.5",
        cache_dir: str | None = None,
        threads: int | None = None,
        **kwargs: Any,
    ) -> None:
        self.made = (model_name, cache_dir, threads, kwargs)
        if model_name == "absent":
            raise ValueError("Model absent is not supported in TextEmbedding.")

    def embed(
        self, documents: str | Iterable[str], batch_size: int = 256, parallel: int | None = None
    ) -> Iterable[np.ndarray]:
        for text in documents:
            if text == "burn":
                raise RuntimeError("it broke")
            yield np.array([3.0, 4.0])


@pytest.fixture
def packages(monkeypatch):
    """Stand-ins in the places of the packages."""
    for name, class_ in {"sentence_transformers": Transformer, "fastembed": TextEmbedding}.items():
        module = ModuleType(name)
        module.__spec__ = sys.__spec__  # what makes it look installed
        public = "SentenceTransformer" if class_ is Transformer else "TextEmbedding"
        setattr(module, public, class_)
        monkeypatch.setitem(sys.modules, name, module)


ADAPTERS = {
    "sentence-transformers": lambda: SentenceTransformerEmbedder("name"),
    "version 5": lambda: SentenceTransformerEmbedder("name", model_loaded=OldTransformer()),
    "fastembed": lambda: FastEmbedEmbedder("name"),
}


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("make", ADAPTERS.values(), ids=ADAPTERS)
class TestEveryAdapter:
    def test_rows_and_dimensions(self, make):
        embedder: Embedder = make()
        found = embedder.embed(["one", " ", "two"])
        np.testing.assert_allclose(found, np.array([[0.6, 0.8], [0, 0], [0.6, 0.8]]), atol=1e-6)
        assert (embedder.dimensions, embedder.local, found.dtype.name) == (2, False, "float32")

    def test_a_failure_is_one_of_ours(self, make):
        with pytest.raises((ModelUnavailable, ModelRefused), match="name failed: "):
            make().embed(["burn"])


@pytest.mark.usefixtures("packages")
class TestLoading:
    def test_options_reach_the_package(self, tmp_path):
        transformer = SentenceTransformerEmbedder("n", revision="r", device="cpu", offline=True)
        assert transformer._loaded.get().made == ("n", "cpu", "r", True)
        quick = FastEmbedEmbedder("n", folder=tmp_path, cache=tmp_path / "c", threads=2)
        place = {"specific_model_path": str(tmp_path)}
        assert quick._loaded.get().made == ("n", str(tmp_path / "c"), 2, place)

    @pytest.mark.parametrize(
        ("embedder", "error"),
        [
            (lambda: SentenceTransformerEmbedder("absent"), ModelUnavailable),
            (lambda: SentenceTransformerEmbedder("strange"), ModelRefused),
            (lambda: FastEmbedEmbedder("absent"), ModelUnavailable),
        ],
    )
    def test_a_model_that_cannot_be_loaded(self, embedder, error):
        with pytest.raises(error, match="cannot be loaded"):
            embedder().embed(["one"])

    def test_identities(self):
        assert SentenceTransformerEmbedder("a/b").identity == "sentence-transformers:a/b"
        named = SentenceTransformerEmbedder(Path("/models/b"), revision="2")
        assert named.identity == "sentence-transformers:b@2"
        assert FastEmbedEmbedder("a/b").identity == "fastembed:a/b"


@pytest.mark.parametrize(
    ("make", "package", "extra"),
    [
        (lambda: OnnxEmbedder(Path("model.onnx")), "onnxruntime", "onnx"),
        (lambda: FastEmbedEmbedder("name"), "fastembed", "fastembed"),
        (
            lambda: SentenceTransformerEmbedder("name"),
            "sentence_transformers",
            "sentence-transformers",
        ),
    ],
)
def test_a_missing_package_is_named_with_its_extra(monkeypatch, make, package, extra):
    monkeypatch.setattr("holdfast.providers.local_models.extras.find_spec", lambda _: None)
    with pytest.raises(SettingsRefused) as caught:
        make()
    assert package in caught.value.message
    assert f"pip install 'holdfast[{extra}]'" in caught.value.remedy
