"""Bodies are read where they keep nobody waiting."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from holdfast.entrypoints.http.routes import verbs
from holdfast.wire.call import Call
from tests.unit.entrypoints.http.asking import a_desk, ask


def readers(folder: Path, monkeypatch: pytest.MonkeyPatch, *texts: str) -> list[threading.Thread]:
    """The thread in which the body of each request was read. The loop runs in this one."""
    read, seen = Call.read_body, list[threading.Thread]()

    def watched(call: Call, body: bytes) -> dict[str, Any]:
        seen.append(threading.current_thread())
        return read(call, body)

    monkeypatch.setattr(Call, "read_body", watched)
    with a_desk(folder) as desk:
        for text in texts:
            said = json.dumps({"user": "lily", "messages": text}).encode()
            assert ask(desk, "POST", "/v1/messages", said).status_code == 201
    return seen


def test_a_large_body_is_not_read_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = readers(tmp_path, monkeypatch, "茶", "tea " * verbs.LARGE)
    assert small is threading.current_thread()
    assert large is not threading.current_thread()


def test_the_check_sees_a_large_body_that_is_read_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "LARGE", 1 << 30)
    (large,) = readers(tmp_path, monkeypatch, "tea " * (16 * 1024))
    assert large is threading.current_thread()
