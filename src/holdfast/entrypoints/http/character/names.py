"""Names of characters, as they stand in a path or in the name of a file.

No name reaches a disk as it is (see `text.file_names`). These checks are made all the same, so
that a name that tries to lead elsewhere is told so, however it is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name, fault_in

_FILE = re.compile(r"recent_(?P<name>.+)\.json", re.DOTALL)
_UNREADABLE = "\N{REPLACEMENT CHARACTER}"
_LIKE_SLASHES = str.maketrans(dict.fromkeys("∕⁄⧸╱／⧵﹨＼∖╲", "/"))
_TIMES_ENCODED = 4


def checked_character(name: str) -> str:
    """The name as it is, or InvalidInput: one that is empty, unreadable or leads anywhere."""
    checked_name(name, "character")
    for form in _forms(name):
        if "/" in form or "\\" in form or ".." in form or form.strip() in {".", "~"}:
            raise InvalidInput("The character's name looks like a path.", remedy="Give its name.")
        if not form.strip() or fault_in(form, allowed="") or _UNREADABLE in form:
            raise InvalidInput("The character's name cannot be read.", remedy="Send it as UTF-8.")
    return name


def _forms(name: str) -> Iterator[str]:
    """The name, and what it becomes if someone decodes or folds it once more."""
    for _ in range(_TIMES_ENCODED):
        folded = unicodedata.normalize("NFKC", name).translate(_LIKE_SLASHES)
        yield from (name, folded)
        name = unquote(folded)
        if name == folded:
            return
    raise InvalidInput("The character's name is encoded too often.", remedy="Encode it once.")


def character_in(file: str) -> str:
    """The character whose recent file this is. Raises InvalidInput."""
    match = _FILE.fullmatch(file)
    if match is None:
        raise InvalidInput("That is not the name of a recent file.")
    return checked_character(match["name"])


def recent_file(name: str) -> str:
    """The name of a character's recent file."""
    return f"recent_{name}.json"


def settings_file(name: str) -> str:
    """The name of the file that a character's settings would be in."""
    return f"settings_{name}.json"


def is_character(name: str) -> bool:
    """Whether an agent can be spoken of by these routes at all."""
    try:
        checked_character(name)
    except InvalidInput:
        return False
    return True
