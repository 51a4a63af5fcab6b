"""The files of a model are found where model hubs put them."""

from __future__ import annotations

import pytest

from holdfast.errors import SettingsRefused
from holdfast.providers.local_models.model_files import ModelFiles


@pytest.mark.parametrize(
    ("files", "model", "tokenizer"),
    [
        (["model.onnx"], "model.onnx", None),
        (["model.onnx", "tokenizer.json"], "model.onnx", "tokenizer.json"),
        (["onnx/model.onnx", "tokenizer.json"], "onnx/model.onnx", "tokenizer.json"),
        (["onnx/model_quantized.onnx"], "onnx/model_quantized.onnx", None),
        (["model.onnx", "onnx/model_quantized.onnx"], "model.onnx", None),
    ],
)
def test_in_a_folder(tmp_path, files, model, tokenizer):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = ModelFiles.at(tmp_path)
    assert found == ModelFiles(tmp_path / model, tokenizer and tmp_path / tokenizer)


def test_a_tokenizer_may_be_named_by_its_folder(tmp_path):
    (tmp_path / "other").mkdir()
    for name in ("tiny.onnx", "other/tokenizer.json"):
        (tmp_path / name).touch()
    found = ModelFiles.at(tmp_path / "tiny.onnx", tmp_path / "other")
    assert found.tokenizer == tmp_path / "other" / "tokenizer.json"


@pytest.mark.parametrize(("model", "tokenizer"), [("absent", None), (".", None), ("m", "absent")])
def test_what_is_not_there_is_refused(tmp_path, model, tokenizer):
    (tmp_path / "m").touch()
    with pytest.raises(SettingsRefused, match="There is no"):
        ModelFiles.at(tmp_path / model, tokenizer and tmp_path / tokenizer)


@pytest.mark.parametrize("page", [None, "{}", "not JSON", "[1]", '{"max_seq_length": "many"}'])
def test_without_a_description_the_tokenizer_decides_then_the_usual(tmp_path, page):
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).touch()
    if page is not None:
        (tmp_path / "sentence_bert_config.json").write_text(page)
    files = ModelFiles.at(tmp_path)
    assert (files.longest(77), files.longest(None)) == (77, 512)
    assert files.takes_first_token is False


def test_weights_in_a_file_of_their_own_count(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"graph")
    before = ModelFiles.at(tmp_path).digest()
    (tmp_path / "model.onnx_data").write_bytes(b"weights")
    assert ModelFiles.at(tmp_path).digest() != before
