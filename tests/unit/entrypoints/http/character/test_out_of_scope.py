"""What a memory does not do, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.entrypoints.http.character import character

PAGE = Path(__file__).parents[5] / "docs" / "how-to" / "serve-a-character.md"


@pytest.mark.capability("F15")
def test_speech_and_voice_are_out_of_scope():
    _, _, rest = PAGE.read_text("utf-8").partition("## What is not here")
    assert "Speech and voice" in rest
    assert "out of scope" in rest


def test_there_is_no_route_for_them():
    paths = [route.path for route in character(None, master="小明").routes]  # type: ignore[arg-type, attr-defined]
    assert len(paths) >= 20
    assert not [path for path in paths if any(w in path for w in ("voice", "tts", "asr", "audio"))]
