"""Import: a file that is dropped on the page, or named in its form, is read and taken in.

It is looked over whole before a line of it is stored: an export of ours or of another system, or a
character server's folder as a .zip. With scripts the page is told how far that has come; without, it
is answered when all is done.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from tempfile import SpooledTemporaryFile
from typing import Any, NamedTuple

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from holdfast.domain.report import ImportReport
from holdfast.entrypoints.http.routes.moving import LINES
from holdfast.entrypoints.http.uploads import lines, receive
from holdfast.entrypoints.web.pages.faults import forged
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.archived import (
    SKIPPED,
    is_archive,
    owner,
    take_archive,
)
from holdfast.entrypoints.web.pages.house.elsewhere import is_foreign, take_foreign
from holdfast.entrypoints.web.rendering import render
from holdfast.entrypoints.web.uploading import FORM, Upload, let_go, opened
from holdfast.entrypoints.web.visit import SAFE, Visit
from holdfast.errors import HoldfastError, ImportRefused
from holdfast.flow.maintain.verify import LineFault, find_faults
from holdfast.importers.character_files import CharacterReport
from holdfast.importers.foreign.export import Piece
from holdfast.importers.foreign.moving import MovingReport

PATH = f"{section.PATH}/import"
GZIP = b"\x1f\x8b"
FAULTS = 8
STEP = 0.01
"""The page is told when so much more was read."""

Tell = Callable[[str, float], None]


class Outcome(NamedTuple):
    """What became of an import. `error` is why it was given up; `faults` are lines of it."""

    report: ImportReport | None = None
    characters: CharacterReport | None = None
    moved: MovingReport | None = None
    faults: Sequence[LineFault] = ()
    error: str = ""

    @property
    def status(self) -> int:
        """How it is answered."""
        taken_in = (self.report, self.characters, self.moved) != (None, None, None)
        return 200 if taken_in else 400


def show(visit: Visit) -> Response:
    """Where files are dropped."""
    return _shown(visit, None)


async def take(visit: Visit, request: Request, is_ours: Callable[[Visit], bool]) -> Response:
    """Receive a file, and take in what is in it."""
    desk, kind = visit.desk, request.headers.get("content-type", "")
    arrived = SpooledTemporaryFile(desk.uploads.in_memory)  # noqa: SIM115  closed by who reads it
    try:
        await receive(request, arrived, desk.uploads, desk.threads)
        upload = await desk.threads.run(opened, arrived, kind)
        sent = replace(visit, form={name: [text] for name, text in upload.fields.items()})
        if not is_ours(sent):
            arrived.close()
            return await desk.threads.run(forged, visit)
    except HoldfastError as error:
        arrived.close()
        await let_go(request)
        outcome = Outcome(error=str(error))
        return await desk.threads.run(_shown, visit, outcome)
    except BaseException:  # the sender has gone
        arrived.close()
        raise
    if kind.lower().startswith(FORM):
        async with desk.importing:
            outcome = await desk.threads.run(_take_in, visit, upload, _tell_nobody)
        return await desk.threads.run(_shown, visit, outcome)
    return StreamingResponse(_told(visit, upload), media_type=LINES, headers=dict(SAFE))


async def _told(visit: Visit, upload: Upload) -> AsyncIterator[str]:
    """How far it is, a line of JSON each time; at last the report."""
    loop, told = asyncio.get_running_loop(), asyncio.Queue[dict[str, Any]]()

    def tell(doing: str, share: float) -> None:
        loop.call_soon_threadsafe(told.put_nowait, {"doing": doing, "share": round(share, 3)})

    async def work() -> None:
        async with visit.desk.importing:
            outcome = await visit.desk.threads.run(_take_in, visit, upload, tell)
        report = await visit.desk.threads.run(_report, visit, outcome)
        told.put_nowait({"report": report, "good": outcome.status == 200})

    working = asyncio.create_task(work())
    while True:
        waiting = asyncio.ensure_future(told.get())
        await asyncio.wait((waiting, working), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done() and told.empty():
            waiting.cancel()
            working.result()  # it ends with a report; without one, this says why
        said = await waiting
        yield json.dumps(said) + "\n"
        if "report" in said:
            return


def _tell_nobody(_doing: str, _share: float) -> None:
    return


def _take_in(visit: Visit, upload: Upload, tell: Tell) -> Outcome:
    """Look it over, then store it. Nothing of a file that is wrong anywhere is stored."""
    memory, desk = visit.memory, visit.desk
    try:
        with upload.file:
            if upload.begin == upload.end:
                raise ImportRefused("There is nothing in the file.", remedy="Choose another.")
            desk.see_that_writing_is_on(memory)
            if is_archive(upload):
                taken = take_archive(visit, upload, tell)
                if isinstance(taken, MovingReport):
                    return Outcome(moved=taken)
                return Outcome(characters=taken)
            if is_foreign(upload):
                piece = Piece("upload", lambda: upload.window().read())
                return Outcome(moved=take_foreign(visit, [piece], owner(visit, upload), tell))
            faults = find_faults(_lines(visit, upload, "check", tell), most=FAULTS)
            if faults:
                return Outcome(faults=faults)
            return Outcome(memory.import_(_lines(visit, upload, "store", tell)))
    except HoldfastError as error:
        return Outcome(error=str(error))


def _lines(visit: Visit, upload: Upload, doing: str, tell: Tell) -> Iterator[str]:
    """The lines of the file, packed or not, and now and then how far they are."""
    packed = upload.window().read(len(GZIP)) == GZIP
    window, told = upload.window(), 0.0
    tell(doing, told)
    with io.BufferedReader(window) as stream:  # type: ignore[type-var]
        for line in lines(stream, visit.desk.uploads, packed=packed):
            if window.share >= told + STEP:
                told = window.share
                tell(doing, told)
            yield line


def _shown(visit: Visit, outcome: Outcome | None) -> Response:
    status = 200 if outcome is None else outcome.status
    most = visit.desk.uploads.most_bytes >> 20
    zone = visit.look.zone or UTC
    return section.page(
        visit, "import", status, outcome=outcome, most=most, zone=zone, shown=SKIPPED
    )


def _report(visit: Visit, outcome: Outcome) -> str:
    return render("house/report.html", {**visit.always(), "outcome": outcome, "shown": SKIPPED})


ROUTES = (("GET", PATH, show),)
