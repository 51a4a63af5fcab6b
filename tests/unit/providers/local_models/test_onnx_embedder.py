"""ONNX models, run for real on files of a few hundred bytes."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from holdfast.errors import ModelRefused, SettingsRefused
from holdfast.ports.embedder import Embedder
from holdfast.providers.local_models import OnnxEmbedder
from tests.unit.providers.local_models.tiny_models import write_model, write_tokenizer

HALF = 0.5**0.5
THIRD = (1 / 3) ** 0.5


@pytest.fixture(autouse=True)
def packages(require_service):
    for name in ("onnxruntime", "tokenizers"):
        require_service(name, find_spec(name) is not None, f"pip install {name}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model with its tokenizer, as a hub lays them out."""
    write_model(tmp_path / "onnx" / "model.onnx", "tokens")
    write_tokenizer(tmp_path / "tokenizer.json")
    return tmp_path


def test_it_is_an_embedder(folder):
    port: Embedder = OnnxEmbedder(folder)
    assert port.local is False
    assert OnnxEmbedder(folder, local=True).local is True


@pytest.mark.parametrize("kind", ["tokens", "sentences"])
def test_vectors_of_tokens_are_averaged(tmp_path, kind):
    write_tokenizer(tmp_path / "tokenizer.json")
    embedder = OnnxEmbedder(write_model(tmp_path / "model.onnx", kind))
    found = embedder.embed(["cat", "", "Dog  cat", "unknown \ud800"])
    assert embedder.dimensions == 3
    assert found.dtype.name == "float32"
    rows = [[HALF, HALF, 0.0], [0.0, 0.0, 0.0], [THIRD, THIRD, THIRD], [1.0, 0.0, 0.0]]
    np.testing.assert_allclose(found, np.array(rows), atol=1e-6)


def test_the_first_token_if_the_folder_says_so(folder):
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    np.testing.assert_array_equal(OnnxEmbedder(folder).embed(["cat dog"]), [[1, 0, 0]])


def test_a_graph_that_takes_text_needs_no_tokenizer(tmp_path):
    embedder = OnnxEmbedder(write_model(tmp_path / "use.onnx", "text"))
    np.testing.assert_allclose(
        embedder.embed(["cat", "dog"]), np.array([[0.6, -0.8], [0, -1]]), atol=1e-6
    )
    assert embedder.dimensions == 2


@pytest.mark.parametrize(
    ("configured", "described", "dogs"),
    [(None, None, 3), (3, None, 2), (None, 6, 5), (3, 6, 2)],
)
def test_long_texts_are_cut(folder, configured, described, dogs):
    if described:
        page = folder / "sentence_bert_config.json"
        page.write_text(json.dumps({"max_seq_length": described}))
    found = OnnxEmbedder(folder, max_tokens=configured).embed(["dog " * 20])[0]
    assert round(float(found[2] / found[0])) == dogs, "[CLS] and so many dogs"


def test_a_vector_does_not_depend_on_its_neighbours(folder):
    embedder = OnnxEmbedder(folder)
    texts = ["cat", "dog dog bird", "bird cat"]
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert (embedder.embed(texts) == alone).all()


def test_the_identity_changes_with_the_files(folder, tmp_path):
    before = OnnxEmbedder(folder).identity
    assert OnnxEmbedder(folder).identity == before
    assert OnnxEmbedder(folder, max_tokens=7).identity != before
    tokenizer = folder / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text().replace('"bird": 4', '"wolf": 4'))
    assert OnnxEmbedder(folder).identity != before


def test_threads_load_it_once_and_agree(folder):
    embedder = OnnxEmbedder(folder)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: embedder.embed(["cat dog"]).tolist(), range(16)))
    assert all(rows == found[0] for rows in found)


@pytest.mark.parametrize(
    ("kind", "message"),
    [("other", "wants inputs unknown here: pixels"), ("tokens", "no tokenizer.json beside it")],
)
def test_a_model_that_cannot_be_used_is_refused(tmp_path, kind, message):
    embedder = OnnxEmbedder(write_model(tmp_path / "model.onnx", kind))
    with pytest.raises(ModelRefused, match=message):
        embedder.embed(["cat"])


def test_a_damaged_file_is_refused_until_it_is_mended(tmp_path, capfd):
    model = tmp_path / "model.onnx"
    model.write_bytes(b"not a model")
    write_tokenizer(tmp_path / "tokenizer.json")
    embedder = OnnxEmbedder(model)
    with pytest.raises(ModelRefused, match=r"model\.onnx cannot be loaded"):
        embedder.embed(["cat"])
    write_model(model, "tokens")
    assert embedder.embed(["cat"]).shape == (1, 3)
    assert capfd.readouterr() == ("", "")


def test_a_damaged_tokenizer_is_refused(folder):
    (folder / "tokenizer.json").write_text('{"version": "1.0"}')
    with pytest.raises(ModelRefused, match=r"tokenizer\.json beside model\.onnx is no tokenizer"):
        OnnxEmbedder(folder).embed(["cat"])


@pytest.mark.parametrize("options", [{"threads": 0}, {"max_tokens": 0}])
def test_options_that_make_no_sense(folder, options):
    with pytest.raises(SettingsRefused):
        OnnxEmbedder(folder, **options)
