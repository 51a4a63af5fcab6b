"""Characters: the folder of a character server, uploaded as a .zip and taken in as somebody's talks."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC

from holdfast.entrypoints.web.uploading import Upload
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import ImportRefused
from holdfast.importers.character_archive import MAGIC, unpacked_archive
from holdfast.importers.character_files import CharacterReport, import_characters

SKIPPED = 20
"""How many of the files that were left out are named."""


def is_archive(upload: Upload) -> bool:
    """Whether what has come is a .zip."""
    return upload.window().read(len(MAGIC[0])) in MAGIC


def take_characters(
    visit: Visit, upload: Upload, tell: Callable[[str, float], None]
) -> CharacterReport:
    """Look the folder over, then add what is said in it. ImportRefused where nothing is.

    Its times have no zone: they are those of the clock on the visitor's wall.
    """
    user = (upload.fields.get("user") or visit.asked("user")).strip()
    if not user:
        raise ImportRefused(visit.words("house.whose_missing"), remedy="")
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
        found = import_characters(folder, memory.add, user=user, zone=zone, dry_run=True)
        if not found.messages:
            raise ImportRefused(visit.words("house.no_characters"), remedy="")

        def stored(sessions: int) -> None:
            tell("store", sessions / max(1, found.sessions))

        return import_characters(folder, memory.add, user=user, zone=zone, progress=stored)
