"""SIGTERM under load: what the server has taken up is answered, and then it ends well."""

from __future__ import annotations

import http.client
import signal
import threading
import time
from pathlib import Path

import pytest

from holdfast.testing.model_faults import Hang
from holdfast.testing.model_server import ModelServer
from tests.faults.figures import figure
from tests.faults.inspection import faults, rows
from tests.faults.server_process import Caller, ServerProcess, served

CLIENTS = 16
ENOUGH = 20
"""Answers that each client has had, before the server is told to stop."""

ENVIRON = {"HOLDFAST_SERVE_RATE": "0"}
BODY = b'{"user":"lily","session":"slow","messages":["slow and steady"]}'


class Client:
    """Adds until the server is gone; what it sent last, and what it was answered."""

    def __init__(self, caller: Caller, number: int) -> None:
        self._caller, self._number = caller, number
        self.answered: list[str] = []
        self.unanswered: list[str] = []
        self.statuses: set[int] = set()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        for turn in range(1_000_000):
            text = f"{self._number}-{turn}"
            said = {"user": f"user-{self._number % 3}", "messages": [text]}
            try:
                answer = self._caller.ask("POST", "/v1/messages", said)
            except (OSError, http.client.HTTPException):
                self.unanswered.append(text)
                return
            self.statuses.add(answer.status)
            if answer.status != 201:
                break
            self.answered.append(text)
        self._caller.hang_up()


HANG_SECONDS = 120

HASTY = ("tests.faults.spoiled_server", "hasty")


def begun(server: ServerProcess) -> http.client.HTTPConnection:
    """A request whose head has come, and half of its body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("POST", "/v1/messages")
    for name, value in {**server.caller().headers, "Content-Length": str(len(BODY))}.items():
        connection.putheader(name, value)
    connection.endheaders(BODY[:20])
    return connection


def stop_under_load(server: ServerProcess, clients: list[Client]) -> http.client.HTTPResponse:
    """SIGTERM while all clients are busy and one request is half sent; its answer."""
    for client in clients:
        client.thread.start()
    while not all(len(client.answered) >= ENOUGH or client.statuses - {201} for client in clients):
        time.sleep(0.01)
    slow = begun(server)
    time.sleep(0.1)
    server.terminate()
    time.sleep(0.2)
    try:
        slow.send(BODY[20:])
        answer = slow.getresponse()
        answer.read()
    finally:
        slow.close()
    for client in clients:
        client.thread.join(60)
    return answer


def test_what_was_taken_up_is_answered_before_the_end(tmp_path: Path) -> None:
    """A request may come too late, and nothing is stored of it; what is stored was answered.

    A connection that the server closes while the next request is on its way to it is reset by the
    system, and no server can help that. Of such a request nothing may have been done.
    """
    path = tmp_path / "memory.db"
    with served(path, ENVIRON) as server:
        clients = [Client(server.caller(), number) for number in range(CLIENTS)]
        slow = stop_under_load(server, clients)
        assert slow.status == 201
        assert server.ended() == 0
        stored = {text for (text,) in rows(path, "SELECT text FROM messages")}
        answered = {text for client in clients for text in client.answered}
        unanswered = {text for client in clients for text in client.unanswered}
        refused = set().union(*(client.statuses for client in clients)) - {201}
        figure(
            f"SIGTERM: clients={CLIENTS} answered={len(answered)} came too late={len(unanswered)} "
            f"of them stored={len(unanswered & stored)} other answers={refused or 'none'}"
        )
        assert refused <= {503}
        assert answered <= stored
        assert not unanswered & stored
        assert "slow and steady" in stored
        assert not faults(path)
        server.start()
        server.wait_until_ready()
        findings = server.ask("GET", "/v1/check").json["findings"]
        assert [each for each in findings if not each["good"]] == []
        server.terminate()
        assert server.ended() == 0


def test_the_harness_sees_a_server_that_drops_what_it_has_taken_up(tmp_path: Path) -> None:
    with served(tmp_path / "memory.db", ENVIRON, HASTY) as server:
        clients = [Client(server.caller(), number) for number in range(CLIENTS)]
        with pytest.raises((OSError, http.client.HTTPException)):
            stop_under_load(server, clients)
        for client in clients:
            client.thread.join(60)


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_though_a_model_hangs(
    tmp_path: Path, second: signal.Signals
) -> None:
    """Whoever waits is told that the server ends; nothing that was acknowledged is lost."""
    path = tmp_path / "memory.db"
    with ModelServer() as models:
        models.trouble(1.0, Hang(HANG_SECONDS))
        environ = {
            "HOLDFAST_MODEL_URL": models.url,
            "HOLDFAST_MODEL_NAME": models.model,
            "HOLDFAST_MODEL_READ_SECONDS": f"{HANG_SECONDS}",
            "HOLDFAST_MODEL_TOTAL_SECONDS": f"{HANG_SECONDS}",
        }
        with served(path, ENVIRON | environ) as server:
            said = [f"{n} cups of tea 喝了{n}杯茶" for n in range(30)]
            assert server.ask("POST", "/v1/messages", {"user": "u", "messages": said}).status == 201
            caller = server.caller()
            caller.send("POST", "/v1/recent/review", b'{"user":"u"}')
            while b"holdfast_requests_in_flight 2.0" not in server.ask("GET", "/v1/metrics").body:
                time.sleep(0.01)  # itself, and the review
            server.terminate()
            assert not server.ended_within(1.0)
            server.signal(second)
            answer = caller.receive()
            assert (answer.status, answer.json["error"]["code"]) == (503, "closed")
            assert server.ended_within(HANG_SECONDS / 4)
            assert server.ended() == 0
            assert "Traceback" not in server.log.read_text()
    assert {text for (text,) in rows(path, "SELECT text FROM messages")} == {*said}
    assert not faults(path)
