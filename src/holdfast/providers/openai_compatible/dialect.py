"""How a server wants to be asked: what it declines is left out from then on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from holdfast.domain.message import Json

_SHAPES = ("json_schema", "json_object", "text")


@dataclass(frozen=True, slots=True)
class Dialect:
    """The ways of asking that differ between servers, each at its best until it is declined."""

    shape: str = "json_schema"
    limit: str = "max_tokens"
    temperature: bool = True

    def after(self, said: str, shaped: bool) -> Dialect | None:
        """What to try when a request was declined with these words; None if nothing is left.

        What the words name is changed first. Many servers name nothing; then a wish for JSON is
        the likeliest cause, where there was one.
        """
        if "max_completion_tokens" in said and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "temperature" in said and self.temperature:
            return replace(self, temperature=False)
        if not shaped or self.shape == _SHAPES[-1]:
            return None
        return replace(self, shape=_SHAPES[_SHAPES.index(self.shape) + 1])

    def format_of(self, schema: Mapping[str, Json]) -> dict[str, object]:
        """The part of a request that asks for a shape, as this server understands it."""
        if self.shape == "json_schema":
            wanted = {"name": "answer", "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": wanted}}
        if self.shape == "json_object":
            return {"response_format": {"type": "json_object"}}
        return {}

    def words_for(self, schema: Mapping[str, Json]) -> str:
        """What the instructions must say about the shape because the request cannot."""
        if self.shape == "json_schema":
            return ""
        shape = json.dumps(schema, ensure_ascii=False)
        return f"\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n{shape}"
