"""Names of users, sessions, agents and spaces."""

from __future__ import annotations

import re

from holdfast.errors import InvalidInput

_SUSPECT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What may have to be refused."""

REPLACED = "\N{REPLACEMENT CHARACTER}"

LONGEST = 256
MOST_ROWS = 1_000_000_000


def checked_name(name: object, noun: str) -> str:
    """The name as it is, or InvalidInput: it must be text, not empty, and printable."""
    if type(name) is str and name.isprintable() and len(name) <= LONGEST and name.strip():
        return name
    if not isinstance(name, str):
        raise InvalidInput(f"The {noun} must be text, not {type(name).__name__}.")
    if not name.strip():
        raise InvalidInput(f"The {noun} has no name.", remedy=f"Give the {noun} a name.")
    if len(name) > LONGEST:
        raise InvalidInput(f"The {noun}'s name has {len(name)} characters; {LONGEST} are allowed.")
    if fault := fault_in(name, allowed=""):
        raise InvalidInput(f"The {noun}'s name holds {fault}.", remedy="Remove it.")
    return name


def optional_name(name: object, noun: str) -> str | None:
    """Like `checked_name`, where there may be none."""
    return None if name is None else checked_name(name, noun)


def checked_limit(limit: object) -> int:
    """How many rows are wanted at most."""
    return checked_number(limit, "limit", least=0, most=MOST_ROWS)


def checked_number(value: object, noun: str, *, least: int, most: int) -> int:
    """The number as it is, or InvalidInput: it must be whole, and within the bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidInput(f"The {noun} must be a whole number from {least} to {most}.")
    return value


def optional_number(
    value: object, noun: str, *, least: int = 0, most: int = MOST_ROWS
) -> int | None:
    """Like `checked_number`, where there may be none."""
    return None if value is None else checked_number(value, noun, least=least, most=most)


def checked_query(query: object, longest: int) -> str:
    """The question as it is: any text at all, so long as it is not absurdly long."""
    if not isinstance(query, str):
        raise InvalidInput(f"The query must be text, not {type(query).__name__}.")
    if len(query) > longest:
        raise InvalidInput(f"The query has {len(query):,} characters; {longest:,} are allowed.")
    return query


def fault_in(text: str, *, allowed: str = "\t\n\r") -> str | None:
    """What makes a text unfit to be stored (a control character, half a character), or None."""
    if text.isprintable():
        return None
    for match in _SUSPECT.finditer(text):
        position, code = match.start(), ord(match[0])
        if 0xD800 <= code <= 0xDFFF:
            return f"half a character (a lone surrogate, U+{code:04X}) at position {position}"
        if code in (0x2028, 0x2029):
            if not allowed:
                return f"a line break (U+{code:04X}) at position {position}"
        elif match[0] not in allowed:
            return f"a control character (U+{code:04X}) at position {position}"
    return None


def storable(text: str) -> str:
    """The text, with a sign that something was there in place of what is unfit to be stored."""
    if fault_in(text) is None:
        return text
    return _SUSPECT.sub(lambda match: REPLACED if fault_in(match[0]) else match[0], text)
