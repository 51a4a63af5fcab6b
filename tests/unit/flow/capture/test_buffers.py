"""Buffers by name; how they behave is shown in tests/unit/namespaces/test_buffers.py."""

from __future__ import annotations

import pytest

from holdfast.flow.capture.buffers import buffer_named, is_buffer


@pytest.mark.parametrize(
    "tags",
    [{}, {"a": "1"}, {"b": "2", "a": "1"}, {"a": "x" * 256, "b": "y" * 256}, {"a": "\u2028"}],
)
def test_other_tags_have_another_buffer(tags):
    name = buffer_named(tags)
    assert is_buffer(name)
    assert len(name) <= 256
    assert name.isprintable()
    assert buffer_named(dict(reversed(tags.items()))) == name
    assert buffer_named({**tags, "c": "3"}) != name


@pytest.mark.parametrize("name", ["buffers", "my buffer", "", "Buffer"])
def test_other_sessions_are_none(name):
    assert not is_buffer(name)
