"""`holdfast serve` as strangers run it: a process, a key shown once, signals, and clear refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest

from holdfast import Memory
from holdfast.stores.files.running import running_on
from tests.slowness import slowness

READY_CPU_SECONDS = 2.0
MEI = {"user": "mei", "messages": "我妹妹搬到成都了。"}


class Started(NamedTuple):
    process: subprocess.Popen[bytes]
    url: str
    said: list[str]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    ours = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
    return ours | {"XDG_CONFIG_HOME": str(tmp_path), "PYTHONUTF8": "1"}


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "holdfast", *arguments]


@contextmanager
def serving(folder: Path, environment: dict[str, str], *options: str) -> Iterator[Started]:
    """A server that has said where it is. What it said before that comes with it."""
    with subprocess.Popen(
        program("serve", "--port", "0", *options),
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            assert process.stderr is not None
            first = process.stderr.readline().decode()
            found = re.search(r"http://[\d.]+:\d+", first)
            assert found, first + process.stderr.read().decode()
            yield Started(process, found[0], [first])
        finally:
            process.kill()


def until_ready(url: str) -> None:
    for _ in range(400):
        try:
            if httpx2.get(f"{url}/readyz", trust_env=False).status_code == 200:
                return
        except httpx2.TransportError:
            pass
        signal.sigtimedwait([], 0.02)
    raise AssertionError("the server is not ready")


def stopped(started: Started) -> tuple[str, str]:
    process = started.process
    assert process.stdout is not None
    assert process.stderr is not None
    process.send_signal(signal.SIGTERM)
    out, err = process.stdout.read(), process.stderr.read()  # what is buffered already as well
    assert process.wait(timeout=60) == 0, err.decode()
    return out.decode(), err.decode()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.capability("F1")
def test_a_server_is_ready_soon_and_ends_when_told(tmp_path, environment):
    with serving(tmp_path, environment) as started:
        until_ready(started.url)
        assert cpu_seconds(started.process.pid) < READY_CPU_SECONDS * slowness()
        assert httpx2.get(f"{started.url}/livez", trust_env=False).text == "ok\n"
        running = running_on(tmp_path / "memory.db")
        assert running is not None
        assert running.url == started.url
        key, said = stopped(started)
    assert re.fullmatch(r"hf_[\w-]{43}\n", key), "the first key is shown once, and alone on stdout"
    assert "shown only now" in said
    assert said.endswith("Stopped; everything that was acknowledged is kept.\n")
    assert running_on(tmp_path / "memory.db") is None
    with serving(tmp_path, environment) as again:
        until_ready(again.url)
        headers = {"Authorization": f"Bearer {key.strip()}"}
        added = httpx2.post(f"{again.url}/v1/messages", json=MEI, headers=headers, trust_env=False)
        assert added.status_code == 201
        out, said = stopped(again)
    assert out == ""
    assert "key" not in said
    with Memory.open(tmp_path / "memory.db", read_only=True) as memory:
        assert [m.id for m in memory.messages.latest("mei")] == added.json()["ids"]


@pytest.mark.capability("F1")
@pytest.mark.parametrize("options", [(), ("--enable-shutdown",)], ids=["not asked for", "enabled"])
def test_a_server_is_shut_down_by_a_request_only_where_that_was_asked_for(
    tmp_path, environment, options
):
    with serving(tmp_path, environment, "--character-routes", *options) as started:
        until_ready(started.url)
        answer = httpx2.post(f"{started.url}/shutdown", trust_env=False)
        assert answer.status_code == 200
        assert ("shutdown_signal_received" in answer.text) is bool(options)
        assert ("shutdown_disabled" in answer.text) is not bool(options)
        if options:
            started.process.communicate(timeout=60)
            assert started.process.returncode == 0
        else:
            assert "ok" in httpx2.get(f"{started.url}/livez", trust_env=False).text
            stopped(started)


def test_what_is_open_without_a_key(tmp_path, environment):
    """The routes of a character's app and nothing else, and only where they were asked for."""
    asked = {"/new_dialog/juno": 200, "/api/memory/recent_files": 200, "/v1/users": 401}
    for options, open_here in ((("--character-routes",), True), ((), False)):
        with serving(tmp_path, environment, *options) as started:
            until_ready(started.url)
            for path, status in asked.items():
                answer = httpx2.get(f"{started.url}{path}", trust_env=False)
                assert (path, answer.status_code) == (path, status if open_here else 401)
                proxied = httpx2.get(
                    f"{started.url}{path}", headers={"X-Forwarded-For": "9.9.9.9"}, trust_env=False
                )
                assert (path, proxied.status_code) == (path, 401), "it came through a proxy"
            _, said = stopped(started)
        assert ("without a key" in said) is open_here


def test_no_auth_says_what_it_means_and_is_for_this_machine_only(tmp_path, environment):
    with serving(tmp_path, environment, "--no-auth") as started:
        until_ready(started.url)
        url = f"{started.url}/v1/users"
        assert httpx2.get(url, trust_env=False).json() == {"users": []}
        assert httpx2.get(url, headers={"Host": "evil.example"}, trust_env=False).status_code == 421
        _, said = stopped(started)
    assert "every program on this machine can read and change the memory" in said
    ran = subprocess.run(
        program("serve", "--no-auth", "--host", "0.0.0.0", "--port", "0"),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 2
    assert "give the memory to everyone" in ran.stderr.decode()


def refused(folder: Path, environment: dict[str, str], *options: str) -> tuple[int, str]:
    ran = subprocess.run(
        program("serve", *options),
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    said = ran.stderr.decode()
    assert said.count("\n") == 1, said
    return ran.returncode, said


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path, environment):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, said = refused(tmp_path, environment, "--port", port)
    assert (status, port in said, "--port" in said) == (9, True, True)
    assert not (tmp_path / "memory.db").exists()


def test_a_file_that_cannot_be_had_is_told_in_one_line(tmp_path, environment):
    (tmp_path / "memory.db").mkdir()
    status, said = refused(tmp_path, environment, "--port", "0")
    assert (status, "memory.db" in said) == (6, True)


def test_the_worker_is_inside_unless_it_is_not_wanted(tmp_path, environment):
    for options, worker in (((), True), (("--no-worker",), False)):
        with serving(tmp_path, environment, "--no-auth", *options) as started:
            until_ready(started.url)
            health = httpx2.get(f"{started.url}/v1/health", trust_env=False)
            assert json.loads(health.text)["worker"] is worker
            stopped(started)


def test_a_link_to_the_memory_browser_is_printed_and_opens_once(tmp_path, environment):
    with serving(tmp_path, environment, "--open-link") as started:
        until_ready(started.url)
        assert started.process.stderr is not None
        for line in started.process.stderr:
            found = re.search(r"/browse/enter\?token=\S{43}$", line.decode().strip())
            if found:
                break
        assert found, "no link was printed"
        followed = [
            httpx2.get(f"{started.url}{found[0]}", trust_env=False).status_code for _ in range(2)
        ]
        assert followed == [303, 403]
        stopped(started)
