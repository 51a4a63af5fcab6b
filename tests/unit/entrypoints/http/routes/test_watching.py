"""The probes answer whoever asks, with a body or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.entrypoints.http.asking import a_desk, ask


@pytest.mark.parametrize(("path", "says"), [("/livez", "ok\n"), ("/readyz", "ready\n")])
def test_a_probe_may_ask_for_the_head_alone(tmp_path: Path, path: str, says: str) -> None:
    with a_desk(tmp_path) as desk:
        whole, head = ask(desk, "GET", path), ask(desk, "HEAD", path)
    assert (whole.status_code, whole.text) == (200, says)
    assert head.status_code == 200
    assert head.headers == whole.headers
