"""The depth of JSON, told from its bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.entrypoints.http.guard.depth import is_deeper


def depth(value: object) -> int:
    """The same, told by walking through what was read."""
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


TEXTS = st.text(alphabet='"\\[]{}:,a茶\n\u2028', max_size=8)
VALUES = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=30,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_it_is_what_a_reader_would_find(value, plain, indent):
    body = json.dumps(value, ensure_ascii=plain, indent=indent).encode()
    found = depth(value)
    assert is_deeper(body, found - 1) or found == 0
    assert not is_deeper(body, found)


@pytest.mark.parametrize(
    ("body", "deeper"),
    [
        (b"[" * 65, True),
        (b"[" * 64, False),
        (b"[" * 65 + b"]" * 65, True),
        (b'{"a":' * 65, True),
        (b"[]" * 1000, False),
        (b'"' + b"[" * 1000 + b'"', False),
        (b'"\\"' + b"[" * 1000 + b'"', False),
        (b'"\\\\"' + b"[" * 1000, True),
        (b'"\\\\\\"' + b"[" * 1000 + b'"', False),
        (b'["\\n"' + b"[" * 65, True),
        (b"[[[" + b"[" * 62 + b"]" * 62, True),
        (b"]" * 1000 + b"[" * 60, False),
        (b"", False),
        (b"[" * 1_000_000, True),
        (b'"' * 999_999, False),
    ],
)
def test_what_is_hard_to_tell(body: bytes, deeper: bool):
    assert is_deeper(body, 64) is deeper
