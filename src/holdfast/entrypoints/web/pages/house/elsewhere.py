"""Elsewhere: the export of another system, uploaded and brought in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.entrypoints.web.uploading import Upload
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import ImportRefused
from holdfast.importers.foreign.export import Piece, guessed, read_export
from holdfast.importers.foreign.found import Form
from holdfast.importers.foreign.moving import MovingReport, move_in

LOOK = 1 << 20
"""So much of a file is looked at to tell whose it is."""


def is_foreign(upload: Upload) -> bool:
    """Whether what has come looks like the export of another system that is known here.

    Plain lines could be anything, a damaged export of ours among them: those are for the command.
    """
    return guessed("upload", upload.window().read(LOOK)) is not Form.JSONL


def take_foreign(
    visit: Visit, pieces: Sequence[Piece], user: str, tell: Callable[[str, float], None]
) -> MovingReport:
    """Bring in everything that can be read. ImportRefused where nothing can, or nobody is named."""
    tell("check", 0.0)
    export = read_export(pieces)
    looked = move_in(export, None, user=user or None)
    if looked.empty:
        nobody = bool(export.things) and len(export.damaged) < len(export.things)
        words = visit.words
        why = words("house.whose_missing") if nobody else words("house.nothing_known")
        raise ImportRefused(why, remedy="")

    def stored(sessions: int) -> None:
        tell("store", sessions / max(1, looked.sessions))

    return move_in(export, visit.memory, user=user or None, progress=stored)
