"""Export: a user's memory, or the whole space, as a file to keep."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.routes.moving import LINES, page_of, pages
from holdfast.entrypoints.web.downloads import as_file
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.visit import Visit

PATH = f"{section.PATH}/export"
GZIP = "application/gzip"


def show(visit: Visit) -> Response:
    """What can be taken away."""
    return section.page(visit, "export", user=visit.asked("user"), missing=visit.asked("missing"))


def file(visit: Visit) -> Response:
    """The export, read while it is sent."""
    user, everyone = visit.asked("user"), visit.asked("everyone") == "1"
    if not user and not everyone:
        return visit.to(PATH)
    written = visit.memory.export(None if everyone else user)
    first = page_of(written)  # now, so that an error is told as one
    name = visit.memory.space if everyone else user
    lines = pages(visit.desk, first, written)
    if visit.asked("packed") == "1":
        headers = as_file(f"{_plain(name)}.jsonl.gz", GZIP)
        return StreamingResponse(_packed(visit.desk, lines), headers=headers)
    return StreamingResponse(lines, headers=as_file(f"{_plain(name)}.jsonl", LINES))


def _plain(name: str) -> str:
    from holdfast.text.file_names import file_name

    return file_name(name)


async def _packed(desk: Desk, lines: AsyncIterator[str]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    async for text in lines:
        yield await desk.threads.run(_compressed, packer, text)
    yield packer.flush()


def _compressed(packer: zlib._Compress, text: str) -> bytes:
    return packer.compress(text.encode())


ROUTES = (("GET", PATH, show), ("GET", f"{PATH}/file", file))
