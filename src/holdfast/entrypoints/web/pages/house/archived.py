"""Archives: what is uploaded as a .zip, a character server's folder or another system's export."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC

from holdfast.entrypoints.web.pages.house.elsewhere import take_foreign
from holdfast.entrypoints.web.uploading import Upload
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import ImportRefused
from holdfast.importers.character_archive import MAGIC, unpacked_archive
from holdfast.importers.character_files import CharacterReport, import_characters
from holdfast.importers.foreign.export import guessed, pieces_in
from holdfast.importers.foreign.found import Form
from holdfast.importers.foreign.moving import MovingReport

SKIPPED = 20
"""How many of the files that were left out are named."""


def is_archive(upload: Upload) -> bool:
    """Whether what has come is a .zip."""
    return upload.window().read(len(MAGIC[0])) in MAGIC


def owner(visit: Visit, upload: Upload) -> str:
    """Whose it is to become, as the form or the address says; empty where it does not."""
    return (upload.fields.get("user") or visit.asked("user")).strip()


def take_archive(
    visit: Visit, upload: Upload, tell: Callable[[str, float], None]
) -> CharacterReport | MovingReport:
    """Look the archive over, then add what is said in it. ImportRefused where nothing is.

    It is a character server's folder, or what another system exported. Times of the first have no
    zone: they are those of the clock on the visitor's wall.
    """
    user = owner(visit, upload)
    zone, memory = visit.look.zone or UTC, visit.memory
    with (
        io.BufferedReader(upload.window()) as file,  # type: ignore[type-var]
        unpacked_archive(
            file,
            zone=zone,
            most_bytes=visit.desk.uploads.most_bytes,
            progress=lambda share: tell("check", share),
        ) as folder,
    ):
        pieces = pieces_in(folder)
        if pieces and any(guessed(each.name, each.read()) is not Form.JSONL for each in pieces):
            return take_foreign(visit, pieces, user, tell)
        if not user:
            raise ImportRefused(visit.words("house.whose_missing"), remedy="")
        found = import_characters(folder, memory.add, user=user, zone=zone, dry_run=True)
        if not found.messages:
            raise ImportRefused(visit.words("house.no_characters"), remedy="")

        def stored(sessions: int) -> None:
            tell("store", sessions / max(1, found.sessions))

        return import_characters(folder, memory.add, user=user, zone=zone, progress=stored)
