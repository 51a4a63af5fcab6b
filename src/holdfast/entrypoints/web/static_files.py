"""Static files: what the pages need beside themselves, read once and served from memory.

Nothing is looked up on the disk by a name that a request brings.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).with_name("static")
PATH = "/browse/static"

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FOR_A_YEAR = "public, max-age=31536000, immutable"


class _File(NamedTuple):
    content: bytes
    kind: str
    mark: str
    """Changes with the content, and stands in the address, so that copies may be kept."""


@cache
def _files() -> dict[str, _File]:
    found = {}
    for path in FOLDER.rglob("*"):
        if path.suffix in KINDS:
            content = path.read_bytes()
            mark = hashlib.sha256(content).hexdigest()[:12]
            found[path.relative_to(FOLDER).as_posix()] = _File(content, KINDS[path.suffix], mark)
    return found


def static_address(name: str) -> str:
    """Where a file is; KeyError if there is none of that name."""
    return f"{PATH}/{name}?v={_files()[name].mark}"


def static_answer(request: Request) -> Response | None:
    """The file that a request asks for, or None."""
    file = _files().get(request.path_params["name"])
    if file is None:
        return None
    kept = FOR_A_YEAR if request.query_params.get("v") == file.mark else "no-store"
    return Response(file.content, media_type=file.kind, headers={"cache-control": kept})
