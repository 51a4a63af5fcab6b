"""The command line: serving with a model behind, and what doctor says of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import openai
import pytest

from holdfast.testing.model_server import ModelServer
from tests.journeys.proxy.conftest import KEY


def doctor(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    told = {f"HOLDFAST_{name}": value for name, value in variables.items()}
    return subprocess.run(
        [sys.executable, "-m", "holdfast", "doctor", "--db", ":memory:"],
        cwd=folder,
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_server_is_started_with_a_model_behind_it(folder: Path):
    with ModelServer(key=KEY) as models:
        command = [
            *(sys.executable, "-m", "holdfast", "serve", "--port", "0", "--no-auth"),
            *("--openai-upstream", models.url, "--openai-user", "anna"),
        ]
        settings = {**os.environ, "HOLDFAST_OPENAI_KEY": KEY}
        with subprocess.Popen(
            command, cwd=folder, env=settings, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            address = process.stderr.readline().split(" on ")[1].split(". ")[0]
            lines = [process.stderr.readline() for _ in range(2)]
            try:
                with openai.OpenAI(base_url=f"{address}/openai/v1", api_key="unused") as client:
                    talk = client.chat.completions.with_raw_response.create(
                        model="m", messages=[{"role": "user", "content": "Hello."}]
                    )
                assert talk.headers["x-holdfast-memory"] == "ok"
            finally:
                process.terminate()
                rest = process.stderr.read()
    said = "".join(lines) + rest
    assert f"{address}/openai/v1 get a memory and go on to {models.url}." in said
    assert KEY not in said
    shown = subprocess.run(
        [sys.executable, "-m", "holdfast", "history", "--user", "anna"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Hello." in shown.stdout


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        ({}, "good  proxy: /openai/v1 passes nothing on"),
        (
            {"OPENAI_UPSTREAM": "https://api.example.com/v1", "OPENAI_KEY": KEY},
            "good  proxy: /openai/v1 goes on to https://api.example.com/v1 with the key that is set",
        ),
        (
            {"OPENAI_UPSTREAM": "http://api.example.com/v1", "OPENAI_KEY": KEY},
            "TODO  proxy: http://api.example.com/v1 is not reached by https",
        ),
    ],
)
def test_doctor_says_where_chats_go(folder: Path, variables, line):
    told = doctor(folder, **variables)
    assert line in told.stdout
    assert KEY not in told.stdout + told.stderr
