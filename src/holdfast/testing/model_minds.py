"""What `ModelServer` can be given to say: answers made of the question, always the same for it.

::

    with ModelServer(says=dutiful) as server:
        ...

A memory that was served badly for a while and then well must end up with what one has that was
always served well; answers that depend on the question alone make that a thing to test.
"""

from __future__ import annotations

import json
import re
from typing import Any

from holdfast.testing.model_claims import claims_in

_DATA = re.compile(r"<(data-[\w-]+)>\n(.*?)\n</\1>", re.DOTALL)
_LINE = re.compile(r"\[(\d+)\] (?:\([^)]*\) )?(.*)")
_LIMIT = re.compile(r"(\d+) (?:characters|个字)")
_WORD = re.compile(r"[^\W\d_\u4e00-\u9fff]+|[\u4e00-\u9fff]")
_FIRST = re.compile(r".*?[.!?。！？](?=\s|$|[^\s.!?。！？])|.+", re.DOTALL)


def dutiful(body: dict[str, Any]) -> str:
    """A summary, a review, claims or an order, whichever is asked for, made of the lines of the data."""
    messages = [str(message.get("content", "")) for message in body.get("messages", [])]
    instructions, data = messages[0], _data(messages[-1])
    if '"claims"' in instructions:
        return json.dumps(claims_in(data), ensure_ascii=False)
    if '"changes"' in instructions:
        return json.dumps({"changes": _repeated(data)}, ensure_ascii=False)
    if '"order"' in instructions:
        return json.dumps({"order": _most_in_common(data)})
    found = _LIMIT.search(instructions)
    return json.dumps(
        {"summary": _first_sentences(data, int(found[1]) if found else 1_000)}, ensure_ascii=False
    )


def _data(content: str) -> str:
    return "\n".join(match[2] for match in _DATA.finditer(content)) or content


def _first_sentences(data: str, limit: int) -> str:
    """The first sentence of each line, of as many lines as there is room for."""
    text = ""
    for line in data.splitlines():
        found = _LINE.fullmatch(line)
        sentence = _FIRST.match(found[2] if found else line)
        more = f"{text} {sentence[0]}" if text and sentence else sentence[0] if sentence else text
        if len(more) > limit:
            break
        text = more
    return text or data[:limit]


def _most_in_common(data: str) -> list[int]:
    """The lines that share a word or character with the question, those that share most first."""
    question, *lines = filter(None, data.splitlines())
    asked = set(_WORD.findall(question.casefold().partition("] ")[2]))
    shared = {
        int(found[1]): len(asked.intersection(_WORD.findall(found[2].casefold())))
        for found in map(_LINE.fullmatch, lines)
        if found
    }
    return sorted((number for number in shared if shared[number]), key=lambda n: -shared[n])


def _repeated(data: str) -> list[dict[str, object]]:
    """Each line that says what an earlier one said, whoever says it."""
    first: dict[str, int] = {}
    changes: list[dict[str, object]] = []
    for line in data.splitlines():
        found = _LINE.fullmatch(line)
        if not found:
            continue
        number, text = int(found[1]), found[2].rpartition(": ")[2].casefold()
        other = first.setdefault(text, number)
        if other != number:
            changes.append(
                {
                    "line": number,
                    "other": other,
                    "kind": "repeats",
                    "action": "drop",
                    "reason": "",
                    "text": "",
                }
            )
    return changes
