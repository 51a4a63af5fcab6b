"""What a server declines is left out, one thing at a time."""

from __future__ import annotations

import pytest

from holdfast.providers.openai_compatible.dialect import Dialect

SCHEMA = {"type": "object"}


@pytest.mark.parametrize(
    ("before", "said", "shaped", "after"),
    [
        (
            Dialect(),
            "use 'max_completion_tokens' instead",
            True,
            Dialect(limit="max_completion_tokens"),
        ),
        (Dialect(), "unsupported value: 'temperature'", False, Dialect(temperature=False)),
        (Dialect(), "bad request", True, Dialect(shape="json_object")),
        (Dialect(shape="json_object"), "bad request", True, Dialect(shape="text")),
        (Dialect(shape="text"), "bad request", True, None),
        (Dialect(), "bad request", False, None),
        (Dialect(temperature=False), "temperature", False, None),
        (Dialect(limit="max_completion_tokens"), "max_completion_tokens", False, None),
    ],
)
def test_the_next_thing_to_try(before, said, shaped, after):
    assert before.after(said, shaped) == after


def test_it_always_comes_to_an_end():
    dialect: Dialect | None = Dialect()
    steps = 0
    while dialect is not None:
        dialect = dialect.after("max_completion_tokens temperature response_format", shaped=True)
        steps += 1
    assert steps == 5


@pytest.mark.parametrize(
    ("shape", "kind", "in_words"),
    [
        ("json_schema", "json_schema", False),
        ("json_object", "json_object", True),
        ("text", None, True),
    ],
)
def test_a_shape_is_asked_for_in_the_request_or_in_words(shape, kind, in_words):
    dialect = Dialect(shape=shape)
    wanted = dialect.format_of(SCHEMA).get("response_format", {})
    assert isinstance(wanted, dict)
    assert wanted.get("type") == kind
    assert ('{"type": "object"}' in dialect.words_for(SCHEMA)) is in_words
