"""Writes the file that holdfast.providers.static reads."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np

from holdfast.providers.static import MAGIC
from tools.embedder.training import Array

_ALIGNED = 64


def write(
    path: Path,
    *,
    name: str,
    words: list[str],
    pairs: dict[str, str],
    spelled: int,
    counted: int,
    vectors: Array,
) -> None:
    """int8 with one scale a row; sections one after the other, each on a multiple of 64 bytes."""
    scales = np.maximum(np.abs(vectors).max(axis=1), 1e-9) / 127
    numbers = np.rint(vectors / scales[:, None]).astype(np.int8)
    sections = {
        "words": "\n".join(words).encode(),
        "folded": ("".join(pairs) + "\n" + "".join(pairs.values())).encode(),
        "scales": scales.astype("<f4").tobytes(),
        "vectors": numbers.tobytes(),
    }
    body, places = b"", {}
    for section, data in sections.items():
        places[section] = [len(body), len(data)]
        body += data + b"\0" * (-len(data) % _ALIGNED)
    header = {
        "name": name,
        "dimensions": vectors.shape[1],
        "rows": vectors.shape[0],
        "spelled": spelled,
        "counted": counted,
        "sections": places,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    head = json.dumps(header, sort_keys=True).encode()
    head += b" " * (-(len(MAGIC) + 4 + len(head)) % _ALIGNED)
    path.write_bytes(MAGIC + len(head).to_bytes(4, "little") + head + body)
