"""Reading: what a model answered, found in whatever it said around it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, NamedTuple

LONGEST = 100_000
"""No more characters of an answer are looked at; nothing asked for here is that long."""
_MOST_STARTS = 2_000
_MOST_PLACES = 200
"""So often a name is looked at; an answer has each of its names once."""
_DEEPEST = 6
"""An answer that is wrapped in more than this is none."""

_CLOSED = re.compile(r"\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>.*", re.DOTALL | re.IGNORECASE)
_ENDED = re.compile(r"[^{\[`]*?</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^\s*(?:```|~~~)[\w-]*[^\S\n]*$\n?", re.MULTILINE)
_BROKEN = re.compile("[{}\ufffd]")
"""What plain words do not have: the rest of an object, or of a character."""
_BEGINS = re.compile(r"[{\[]")
_UNSTORABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_ITEM = re.compile(r'[{\["\]]')
_EMPTY = re.compile(r"\[\s*\]")
_TRAILING = re.compile(r",(\s*[}\]])")


def _merged(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; lists under a name that is given twice are put together, else the last one holds."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        before = found.get(name)
        both = isinstance(before, list) and isinstance(value, list)
        found[name] = [*before, *value] if both and before else value
    return found


# Not strict: small models put line ends into their strings as they are.
_DECODER = json.JSONDecoder(strict=False, object_pairs_hook=_merged)


def answer_in(said: str) -> str:
    """The answer without thoughts before it, those that were never ended too."""
    text = said[:LONGEST]
    while thoughts := _CLOSED.match(text):
        text = text[thoughts.end() :]
    if _OPEN.match(text):  # the tokens were used up by thinking
        return ""
    if ended := _ENDED.match(text):  # some servers keep the opening tag to themselves
        text = text[ended.end() :]
    return text.strip()


class Found(NamedTuple):
    """A text, and whether it has its end or was cut short."""

    text: str = ""
    whole: bool = True


def text_in(said: str, name: str) -> Found:
    """The text that was asked for under a name; empty if there is none.

    Plain words are taken for the text: small models forget about JSON and answer all the same.
    """
    answer = answer_in(said)
    found = documents(answer)
    for document in found:
        if text := _text_of(document, name):
            return Found(storable(text))
    if cut := re.search(rf'"{name}"\s*:\s*"', answer):
        return Found(storable(_as_far_as_it_goes(answer[cut.end() :])), whole=False)
    if _BROKEN.search(answer) or answer[:1] == "[":
        return Found()
    return Found(storable(_FENCE.sub("", answer)).strip("`"))


def items_in(said: str, name: str) -> list[Any] | None:
    """The items of the list that was asked for under a name; None if there is no such answer.

    Of an answer that was cut short, those that are whole. A bare list, and objects one after
    another, are taken for the list.
    """
    found = documents(answer_in(said))
    for document in found:
        if isinstance(document, dict) and name in document:
            return _listed(document[name])
    if not found:
        return None
    items: list[Any] = []
    for document in found:
        items.extend(document if isinstance(document, list) else [document])
    return items


def fields_in(said: str, names: Collection[str]) -> dict[str, list[Any]] | None:
    """The lists that were asked for under some names; None if there is no such answer.

    They are looked for inside other objects too, and in texts that are JSON themselves; what stands
    under one name in several places is put together, and what is no list is a list of one. Of an
    answer that was cut short or is broken in places, the items that are whole. Bare lists, and
    objects one after another, are taken for the list of the first name.
    """
    answer = _unpacked(answer_in(said))
    for text in (answer, _TRAILING.sub(r"\1", answer)):
        found: dict[str, list[Any]] = {}
        for document in documents(text):
            _gather(document, names, found, _DEEPEST)
        if found:
            return found
    found = _pieces(_TRAILING.sub(r"\1", answer), names)
    if found:
        return found
    bare = documents(answer)
    items = [item for each in bare for item in (each if isinstance(each, list) else [each])]
    return {next(iter(names)): items} if bare else None


def documents(text: str) -> list[Any]:
    """The JSON objects and lists that stand whole in a text, in order, none inside another."""
    found, at, tries = [], 0, 0
    while (begins := _BEGINS.search(text, at)) and tries < _MOST_STARTS:
        tries += 1
        try:
            document, at = _DECODER.raw_decode(text, begins.start())
        except (ValueError, RecursionError):  # broken, or nested beyond sense
            at = begins.end()
        else:
            found.append(document)
    return found


def number_in(value: Any) -> int | None:
    """The whole number that 3, 3.0, "3", "[3]" or "#3" stands for; None for anything else."""
    if isinstance(value, str):
        digits = value.strip("[]()#. \n")
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def storable(text: str) -> str:
    """The text without what no store takes: halves of characters, and signs that control."""
    return _UNSTORABLE.sub("", text).strip()


def _unpacked(answer: str) -> str:
    """An answer that was put into a JSON string, taken out of it."""
    if answer[:1] != '"':
        return answer
    try:
        inner, _ = _DECODER.raw_decode(answer)
    except ValueError:
        return answer
    return inner if isinstance(inner, str) else answer


def _gather(document: Any, names: Collection[str], found: dict[str, list[Any]], depth: int) -> None:
    """Put together what stands under the names, in an object and in what it holds."""
    if depth == 0:
        return
    if isinstance(document, str) and document.lstrip()[:1] in ("{", "["):
        document = documents(document[:LONGEST])
    if isinstance(document, list):
        for part in document:
            _gather(part, names, found, depth - 1)
        return
    if not isinstance(document, dict):
        return
    ours = {key: name for key in document if (name := key.strip().lower()) in names}
    for key, value in document.items():
        if key in ours:
            found.setdefault(ours[key], []).extend(_one_or_more(value))
        elif not ours:
            _gather(value, names, found, depth - 1)


def _one_or_more(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _pieces(text: str, names: Collection[str]) -> dict[str, list[Any]]:
    """What stands under the names in a text that is no JSON as a whole."""
    found: dict[str, list[Any]] = {}
    for name, part in _places(text, names):
        items = list(_items(part)) if part[:1] == "[" else documents(part)
        if items or _EMPTY.match(part):  # a list that was cut at its beginning is not an empty one
            found.setdefault(name, []).extend(items)
    return found


def _places(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each name that stands in a text, with what follows it until the next."""
    pattern = re.compile(rf'"({"|".join(map(re.escape, names))})"\s*:\s*', re.IGNORECASE)
    places = list(islice(pattern.finditer(text), _MOST_PLACES))
    ends = [*(place.start() for place in places[1:]), len(text)]
    for place, end in zip(places, ends, strict=False):
        yield place[1].lower(), text[place.end() : end]


def _items(text: str) -> Iterator[Any]:
    """The items that stand whole in the text of a list, to its end or as far as it goes."""
    at = 1
    for _ in range(_MOST_STARTS):
        begins = _ITEM.search(text, at)
        if begins is None or begins[0] == "]":
            return
        try:
            item, at = _DECODER.raw_decode(text, begins.start())
        except (ValueError, RecursionError):
            at = begins.end()
        else:
            yield item


def _listed(value: Any) -> list[Any] | None:
    if value is None:
        return []
    if isinstance(value, dict):
        return [value]
    return value if isinstance(value, list) else None


def _text_of(document: Any, name: str) -> str:
    """The text in an object, or in a list of texts; empty if it has none."""
    if isinstance(document, str):
        return document
    if isinstance(document, list):
        return "\n".join(filter(None, (_text_of(part, name) for part in document)))
    if not isinstance(document, dict):
        return ""
    if name in document:
        return _text_of(document[name], name)
    texts = [value for value in document.values() if isinstance(value, str)]
    return texts[0] if len(texts) == 1 and len(document) == 1 else ""


def _as_far_as_it_goes(text: str) -> str:
    """What a JSON string says before it breaks off."""
    body = re.match(r'(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u]))*', text)
    inner = (body[0] if body else "").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "")
    try:
        found = json.loads(f'"{inner}"')
    except ValueError:  # an escape that JSON does not know
        return ""
    return found if isinstance(found, str) else ""
