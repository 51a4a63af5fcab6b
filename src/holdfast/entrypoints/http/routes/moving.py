"""Moving: what is too long, or not made, for JSON in one piece: exports, imports, attachments."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import TypeAdapter
from starlette.responses import Response, StreamingResponse

from holdfast.domain.report import ImportReport
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.uploads import lines, receive
from holdfast.errors import InvalidInput, NotFound

JSON, LINES, BYTES = "application/json", "application/x-ndjson", "application/octet-stream"
LINES_AT_ONCE = 500
IMPORT = "/v1/import"

_AS_LINES: dict[str, Any] = {LINES: {"schema": {"type": "string"}}}
_REPORT = TypeAdapter(ImportReport)


def moving(desk: Desk) -> APIRouter:
    """Their routes."""
    router = APIRouter(tags=["moving"])

    @router.get(
        "/v1/export",
        response_class=StreamingResponse,
        responses={200: {"description": "Lines of JSON.", "content": _AS_LINES}},
    )
    async def export(
        request: Request,
        user: Annotated[str | None, Query(description="Whose; without one, everyone's.")] = None,
    ) -> StreamingResponse:
        """The whole memory of a user, or of everyone in the space, as lines of JSON."""
        desk.note_route(request, "/v1/export")
        _only(request, "user")  # a misspelt one would give everyone's
        written = await desk.threads.run(desk.memory_for(request).export, user)
        first = await desk.threads.run(page_of, written)  # now, so that an error has its status
        return StreamingResponse(pages(desk, first, written), media_type=LINES)

    @router.post(
        IMPORT,
        response_model=ImportReport,
        openapi_extra={"requestBody": {"required": True, "content": _AS_LINES}},
    )
    async def import_(request: Request) -> Response:
        """Take in the lines of an export, plain or packed with gzip. Nothing is doubled."""
        desk.note_route(request, IMPORT)
        memory = desk.memory_for(request)
        packed = request.headers.get("content-encoding", "").lower() == "gzip"
        with SpooledTemporaryFile(desk.uploads.in_memory) as arrived:
            await receive(request, arrived, desk.uploads, desk.threads)

            def work() -> bytes:
                desk.see_that_writing_is_on(memory)
                arrived.seek(0)
                return _REPORT.dump_json(
                    memory.import_(lines(arrived, desk.uploads, packed=packed))
                )

            async with desk.importing:  # what is unpacked takes room
                return Response(await desk.threads.run(work), media_type=JSON)

    @router.get(
        "/v1/attachments/{ref}",
        response_class=Response,
        responses={200: {"description": "The part.", "content": {JSON: {"schema": {}}}}},
    )
    async def attachment(request: Request, ref: str, user: str) -> Response:
        """The part of a message that is kept by reference, as JSON."""
        desk.note_route(request, "/v1/attachments/{ref}")
        _only(request, "user")
        memory = desk.memory_for(request)
        found = await desk.threads.run(memory.messages.attachment, user, ref)
        if found is None:
            raise NotFound("There is no such attachment.")
        return Response(found, media_type=JSON)

    @router.get(
        "/v1/archive/file",
        response_class=Response,
        responses={200: {"description": "The file.", "content": {BYTES: {"schema": {}}}}},
    )
    async def archive_file(request: Request, user: str, agent: str, name: str) -> Response:
        """One file of the archives as it is: see GET /v1/archive/files."""
        desk.note_route(request, "/v1/archive/file")
        _only(request, "user", "agent", "name")
        memory = desk.memory_for(request)
        found = await desk.threads.run(memory.archive.read, user, agent, name)
        if found is None:
            raise NotFound("There is no such file.")
        return Response(found, media_type=BYTES)

    return router


def _only(request: Request, *names: str) -> None:
    """Refuse what nobody knows in a query, as the routes of the table do."""
    if unknown := set(request.query_params) - {*names}:
        raise InvalidInput(f"There is no parameter {min(unknown)[:64]!r} here.")


async def pages(desk: Desk, first: str, written: Iterator[str]) -> AsyncIterator[str]:
    """The rest of an export behind its first page, read as it is taken."""
    page = first
    while page:
        yield page
        page = await desk.threads.run(page_of, written)


def page_of(written: Iterator[str]) -> str:
    """The next lines of an export; empty at its end."""
    return "".join(f"{line.rstrip()}\n" for line in islice(written, LINES_AT_ONCE))
