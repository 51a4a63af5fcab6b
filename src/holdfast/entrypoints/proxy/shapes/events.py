"""Events: what a stream of server-sent events says."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINES = re.compile(r"\r\n|\n|\r")


def events(body: bytes) -> Iterator[tuple[str, str]]:
    """The name and the data of each event that is whole."""
    name, data = "", list[str]()
    for line in _LINES.split(body.decode("utf-8", "replace")):
        if not line:
            if data:
                yield name, "\n".join(data)
            name, data = "", []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            data.append(value)
        elif field == "event":
            name = value
