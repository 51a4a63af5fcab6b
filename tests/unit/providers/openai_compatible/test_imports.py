"""The provider is light to import: what it needs for the network comes with the first request."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PROGRAM = """
import sys
import {name}
import json
print(json.dumps(sorted(module.partition(".")[0] for module in sys.modules)))
"""
LATER = {"http", "email", "ssl", "socket", "selectors", "numpy", "random", "logging"}
LATER |= {"onnxruntime", "tokenizers", "sentence_transformers", "fastembed"}


@pytest.mark.parametrize(
    "name", ["holdfast.providers.openai_compatible", "holdfast.providers.local_models"]
)
def test_nothing_heavy_is_loaded(name):
    program = PROGRAM.format(name=name)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert sorted(set(json.loads(ran.stdout)) & LATER) == []
