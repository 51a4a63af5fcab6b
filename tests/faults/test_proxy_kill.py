"""kill -9 of the server in the middle of a proxied turn: a turn is kept once and whole, or not at all."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.testing.model_faults import Chunks, Hang
from holdfast.testing.model_server import ModelServer
from tests.faults.figures import figure
from tests.faults.proxy_storm import Kept, answer, killed, whole
from tests.faults.server_process import PATIENCE, SOUND, ServerProcess, served

SPOILED = "tests.faults.spoiled_server"
WORDS = tuple(
    b'data: {"choices":[{"index":0,"delta":{"content":"%d "}}]}\n\n' % n for n in range(200)
)
BODY = {"model": "m", "user": "anna", "messages": [{"role": "user", "content": "What of Q0x0q?"}]}


@contextmanager
def before(
    model: ModelServer, path: Path, module: Sequence[str] = SOUND
) -> Iterator[ServerProcess]:
    """A server before the model, which waits for its memory as long as it takes."""
    environ = {
        "HOLDFAST_OPENAI_UPSTREAM": model.url,
        "HOLDFAST_OPENAI_WAIT_SECONDS": "20",
        "HOLDFAST_SERVE_RATE": "0",
    }
    with served(path / "memory.db", environ, module) as server:
        yield server


def stormed(path: Path, kills: int, module: Sequence[str] = SOUND) -> Kept:
    with ModelServer(says=answer) as model, before(model, path, module) as server:
        seen = killed(server, kills)
    figure(f"proxy: kills={kills} {seen}")
    return seen


def test_turns_are_kept_once_and_whole_or_not_at_all(tmp_path: Path) -> None:
    seen = stormed(tmp_path, 4)
    assert seen.clean, seen
    assert seen.cut
    assert seen.answered > 20


@pytest.mark.parametrize(
    ("fault", "trouble"), [("too-early", "lost"), ("blind-to-ids", "doubled"), ("torn", "torn")]
)
def test_the_harness_sees_a_spoiled_server(tmp_path: Path, fault: str, trouble: str) -> None:
    seen = stormed(tmp_path, 3, (SPOILED, fault))
    assert getattr(seen, trouble), str(seen)


@pytest.mark.long
def test_fifty_kills(tmp_path: Path) -> None:
    seen = stormed(tmp_path, 50)
    assert seen.clean, seen


@pytest.mark.parametrize("stream", [True, False])
def test_a_turn_that_is_cut_leaves_nothing_and_is_kept_once_when_asked_again(
    tmp_path: Path, stream: bool
) -> None:
    body = {**BODY, "stream": stream}
    with ModelServer(says=answer) as model, before(model, tmp_path) as server:
        model.script(Chunks(WORDS, pause=0.05) if stream else Hang(5))
        with half_answered(server, model, body) as connection:
            server.kill()
            with pytest.raises((OSError, http.client.HTTPException)):
                connection.read() if isinstance(connection, http.client.HTTPResponse) else (
                    connection.getresponse()
                )
        assert kept(server.path) == []
        server.start()
        server.wait_until_ready()
        caller = server.caller()
        assert whole(caller, body)
        assert whole(caller, body)
        caller.hang_up()
        server.kill()
        assert kept(server.path) == ["What of Q0x0q?", "Answer to Q0x0q."]


@contextmanager
def half_answered(
    server: ServerProcess, model: ModelServer, body: dict[str, object]
) -> Iterator[http.client.HTTPResponse | http.client.HTTPConnection]:
    """A turn that the model has been asked about; of a stream, the first words have come."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {server.secret}"}
    connection.request("POST", "/openai/v1/chat/completions", json.dumps(body), headers)
    ends = time.monotonic() + PATIENCE
    while not model.requests and time.monotonic() < ends:
        time.sleep(0.01)
    if body["stream"]:
        response = connection.getresponse()
        assert response.read(20) == WORDS[0][:20]
        yield response
    else:
        yield connection
    connection.close()


def kept(path: Path) -> list[str]:
    with Memory.open(path, worker=False) as memory:
        return [each.text for each in memory.messages.list("anna", limit=100)]
