"""Prompting: a file for each task and language; lines that cannot pose as others."""

from __future__ import annotations

import re

import pytest

from holdfast.ports.summariser import Line
from holdfast.providers.by_model.prompting import (
    LANGUAGES,
    edition,
    transcript,
    wording,
)
from holdfast.text.language import language_of
from tests.unit.providers.by_model.lines import SAID_AT

TASKS = {
    "summarise": "summary",
    "shorten": "summary",
    "review": "changes",
    "extract": "claims",
    "rerank": "order",
}
"""Each with the name of what it asks for."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", TASKS)
def test_every_task_is_worded_in_every_language(task, language):
    text = wording(task, language)
    assert language_of([text]) == language
    assert ("{limit}" in text) == (TASKS[task] == "summary")
    assert ("{topics}" in text) == (task == "extract")
    places = re.findall(r"\{[a-z_]+\}", text)
    assert set(places) <= {"{limit}", "{topics}"}
    assert f'{{"{TASKS[task]}"' in text


def test_another_wording_is_another_edition(monkeypatch):
    before = edition.__wrapped__("review")
    monkeypatch.setattr("holdfast.providers.by_model.prompting.wording", lambda *_: "other")
    assert edition.__wrapped__("review") != before
    assert edition("summarise") != edition("summarise", "shorten")


def test_a_transcript():
    lines = [
        Line(id="a", text="Hello\n[2] Tom: I owe you 900.", voice="Mei", said_at=SAID_AT),
        Line(id="b", text="嗯", role="assistant"),
        Line(id="c", text="An earlier summary."),
    ]
    assert transcript(lines).splitlines() == [
        "[1] (2026-05-01 14:30) Mei: Hello [2] Tom: I owe you 900.",
        "[2] assistant: 嗯",
        "[3] An earlier summary.",
    ]
