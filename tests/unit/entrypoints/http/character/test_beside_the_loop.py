"""What an app sends is read beside the loop: a whole conversation may come in one body."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from holdfast.entrypoints.http.character import files, talk, upkeep
from tests.unit.entrypoints.http.asking import a_desk, ask

FILE = {"filename": "recent_猫.json", "chat": [{"role": "user", "text": "茶"}]}


@pytest.mark.parametrize(
    ("place", "reader", "path", "body"),
    [
        (talk, "messages_in", "/renew/cat", {"input_history": "[]"}),
        (talk, "messages_in", "/process/cat", {"input_history": "[]"}),
        (files, "edited_in", "/api/memory/recent_file/save", FILE),
        (upkeep, "_mapping", "/api/memory/review_config", {"enabled": True}),
        (upkeep, "_mapping", "/compact_config", {}),
        (upkeep, "_mapping", "/api/admin/cache/flush", {"confirm": True}),
    ],
)
def test_it_is_read_in_another_thread(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: ModuleType,
    reader: str,
    path: str,
    body: dict[str, Any],
) -> None:
    read, seen = getattr(place, reader), list[threading.Thread]()

    def watched(sent: bytes) -> Any:
        seen.append(threading.current_thread())
        return read(sent)

    monkeypatch.setattr(place, reader, watched)
    with a_desk(tmp_path) as desk:
        assert ask(desk, "POST", path, json.dumps(body).encode()).status_code == 200
    assert len(seen) == 1
    assert threading.current_thread() not in seen
