"""File names: any name as one that every file system takes, still readable.

A character that some system cannot take, or takes for something else, is written as its UTF-8
bytes, ``%2f`` for a slash. Chinese and most other letters stay as they are.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

LONGEST = 100
"""How many bytes a name may have as a file name; the rest of 255 is for what stands around it."""

_SPECIAL = frozenset('<>:"/\\|?*%~')
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})
_ESCAPE = re.compile(r"(?:%[0-9a-f]{2})+")
_MARK = re.compile(r"~[0-9a-f]{16}\Z")
_DEVICES = re.compile(r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|\Z)")


def file_name(name: str) -> str:
    """The name as a part of a file name: safe everywhere, at most `LONGEST` bytes.

    What is too long is cut, and marked with a digest of the whole. Names that differ in case or in
    composition only may be the same to a file system: see `folder_name`.
    """
    escaped = unicodedata.normalize("NFC", _escaped(name))
    return escaped if 0 < _weight(escaped) <= LONGEST else _marked(escaped, name)


@lru_cache(maxsize=1024)
def folder_name(name: str) -> str:
    """The name of a folder that no other name shares, on any file system.

    Where the case or the composition of a letter tells it from another name, a digest is added.
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return file_name(name) if name == folded else _marked(_escaped(name), name)


def name_of(folder: str) -> str | None:
    """The name that `folder_name` was given; None if it was cut, or made by someone else."""
    shown = _MARK.sub("", folder)
    try:
        name = _ESCAPE.sub(_unescaped, shown)
    except UnicodeDecodeError:
        return None
    # A file system may hand back the letters composed otherwise.
    forms = (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))
    wanted = unicodedata.normalize("NFC", folder)
    return next((f for f in forms if unicodedata.normalize("NFC", folder_name(f)) == wanted), None)


def _escaped(name: str) -> str:
    last = len(name) - 1
    device = _DEVICES.match(name) is not None
    return "".join(
        _bytes_of(each)
        if each in _SPECIAL
        or (each != " " and unicodedata.category(each) in _UNSEEN)
        or (each in ". " and place in (0, last))
        or (device and place == 0)
        else each
        for place, each in enumerate(name)
    )


def _bytes_of(character: str) -> str:
    return "".join(f"%{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


def _unescaped(escape: re.Match[str]) -> str:
    return bytes.fromhex(escape[0].replace("%", "")).decode("utf-8", "surrogatepass")


def _marked(escaped: str, name: str) -> str:
    """The name with its digest behind it, cut to fit."""
    mark = "~" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    room = LONGEST - len(mark)
    if _weight(escaped) > room:
        escaped = escaped.encode()[:room].decode("utf-8", "ignore")
        escaped = re.sub(r"%[0-9a-f]?\Z", "", escaped)  # half an escape
    return escaped + mark


def _weight(text: str) -> int:
    return len(text.encode("utf-8"))
