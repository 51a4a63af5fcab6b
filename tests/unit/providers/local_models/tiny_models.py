"""ONNX models of a few hundred bytes, compressed, and a tokenizer that fits them.

Made with the package onnx: a Gather from a table of five rows, the same with a ReduceMean, a
LabelEncoder with some arithmetic, and an Identity.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

_MODELS = {
    # One vector a token: [CLS] is (1,0,0), cat (0,1,0), dog (0,0,1), bird (1,1,0), others zero.
    "tokens": (
        "eNqFTssKwjAQ7MPWdcFQg1cvvSnYDxBB6EXQP+glpCTS0DYVs4JHv9kvUBFR6cGFGRhmhlkADlXXqIN0"
        "tLr5uMSIZNloHBl7PJMwyvFJ8zBFZZTSVjiSpNN4K6nSJx5TV2vrFnuIIEz8/FXerb2fu27+6zc8r5h9"
        "jyfIYMgRQ+6XT7JFikwSaUums6KVru5nyjn2n+ZT5OBz9olhAGE+QC8Z5wxRmqyz9pK1TRLcAUtnOfA="
    ),
    # The same, and their mean in a second output of the usual name, whose length is not told.
    "sentences": (
        "eNqFUMFKA0EMndlt7TTiug4evHjZg+CC/QARlL0Iigc99jLMdKI7dDdbnBR69FP6iX5Cq1KstGAggfBe"
        "XvKilFZ11/hXG/n6M4Er6LN1DcIw0GzOJvioT5o1aOrgPZKJbBmLg3vLNb7DM+yCWkckRpqgwdah94He"
        "CnhBP5/gE1oqD6FnFxjv5FIOymNQU8SZD208E0uZ6OFmOpaPqq/SXFY/Jz3ciD/xcft/v0khxufblnLI"
        "1EADpFq6r0LjAjLL670cOjKtjdNdjrvc5/YUtJI6+6VBolJ3AXu+8C0ptyR91QORH1UZgA2jjmgxaps8"
        "WQGZFV6o"
    ),
    # Takes text, as the multilingual USE does: cat is (3,-4), dog (0,-7), others (-1,-8).
    "text": (
        "eNpNjz1OwzAUx/2SkLqvDQSjAgKmiClDD1CpUhTEErEhFpbKSZwSEWyI7Spl4ig5AVfgKhyFfgjEf3jD"
        "T3r/D0oZfVJNWXFtZp8OrtGv5as1msEqGt/xXDS3slClaOMzDEpRcduYRdUobiaEfHz1APEljp/FWi+0"
        "aWu51JlbcJO5pVr2QOMrDFa8sULvn/SckCTZHEJ68GfI66mSspu+NHiKsEJXScGgiIYPUr9ZId4FHiMU"
        "6FXKtgxE5N7bHK+3CAQbKGu2ZSP/RslNajxCj3e1PoceHOYZ0Zn4hEI4SLe+GQWyV8wobDCkO9vMI+Q7"
        "eZz8TR/hkFJ2gC6DPL/A3xR2hAEFNtxxdKiTekjCID3EfzNC5wccw1Jj"
    ),
    # Takes something that is no text.
    "other": (
        "eNrj4BDiyMjPSUlLLC6xcucS5WIryKxIzSkWYqxU4vBMSc0rySypFGLNL8lILYpCyHJzcXIwCrFyMQsx"
        "JiUJcDFWoog4sXAxCPA68XFxJWbq5eflVejl5ggwAQB42hdR"
    ),
}

_TOKENIZER: dict[str, Any] = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [
            {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}},
        ],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]}},
    },
    "decoder": None,
    "truncation": {"max_length": 4, "stride": 0, "strategy": "LongestFirst", "direction": "Right"},
    "padding": {
        "strategy": {"Fixed": 9},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "[UNK]",
    },
    "model": {
        "type": "WordLevel",
        "vocab": {"[UNK]": 0, "[CLS]": 1, "cat": 2, "dog": 3, "bird": 4},
        "unk_token": "[UNK]",
    },
}


def write_model(path: Path, kind: str) -> Path:
    """Put a model of a kind (tokens, sentences, text, other) into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zlib.decompress(b64decode(_MODELS[kind])))
    return path


def write_tokenizer(path: Path) -> Path:
    """Put the tokenizer into a file."""
    path.write_text(json.dumps(_TOKENIZER), "utf-8")
    return path
