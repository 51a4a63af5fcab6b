"""The command line as a process of its own: statuses, signals, pipes, encodings, a real terminal."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("HOLDFAST_")}
    return inherited | {"HOLDFAST_USER": "mei", "XDG_CONFIG_HOME": str(tmp_path / "config")}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "holdfast", *arguments]


@pytest.fixture
def run(tmp_path, environment) -> Run:
    def running(*arguments: str, data: bytes = b"", **variables: str):
        return subprocess.run(
            command(*arguments),
            input=data,
            capture_output=True,
            cwd=tmp_path,
            env=environment | variables,
            timeout=60,
            check=False,
        )

    return running


@pytest.fixture
def many(run) -> None:
    """A memory with more in it than a pipe holds."""
    lines = [json.dumps({"content": f"第 {n} 条 " + "long " * 100}) for n in range(500)]
    assert run("add", "-", "--json-input", data="\n".join(lines).encode()).returncode == 0


def test_statuses_and_one_line(run):
    assert run("add", "jasmine").returncode == 0
    assert run("recall", "jasmine").returncode == 0
    for arguments, status in (
        (["nonsense"], 2),
        (["recall"], 2),
        (["correct", "no-such-id", "x"], 3),
        (["recall", "x", "--db", "nowhere.db"], 6),
        (["init", "--db", "no/folder/x.db", "--config", "x.toml"], 6),
    ):
        ran = run(*arguments)
        assert ran.returncode == status, (arguments, ran.stderr)
        assert ran.stdout == b""
        assert ran.stderr.startswith(b"holdfast: ")
        assert ran.stderr.count(b"\n") == 1
        assert b"Traceback" not in ran.stderr


def test_the_script_is_installed(tmp_path):
    script = Path(sys.executable).with_name("holdfast")
    ran = subprocess.run([script, "--version"], capture_output=True, check=True, timeout=60)
    assert ran.stdout.startswith(b"holdfast ")


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


class TestEncodings:
    def test_an_ascii_terminal_shows_what_it_can(self, run):
        assert run("add", "我妹妹 moved to 成都", "--session", "闲聊").returncode == 0
        ran = run("recall", "moved", **ASCII)
        assert ran.returncode == 0
        assert b"??? moved to ??" in ran.stdout
        ran = run("recall", "moved", "--json", **ASCII)
        assert json.loads(ran.stdout)["hits"][0]["text"] == "我妹妹 moved to 成都"

    def test_what_is_typed_there_is_still_kept_whole(self, run):
        assert run("add", "成都", **ASCII).returncode == 0
        assert "成都" in run("history", PYTHONUTF8="1").stdout.decode()

    def test_an_export_is_utf8_everywhere(self, run):
        run("add", "成都")
        assert "成都".encode() in run("export", **ASCII).stdout

    def test_an_error_about_chinese_text(self, run):
        ran = run("recall", "x", "--db", "没有.db", **ASCII)
        assert ran.returncode == 6
        assert ran.stderr.count(b"\n") == 1


class TestPipes:
    @pytest.mark.parametrize(
        "arguments", [["export"], ["history", "-n", "1000"], ["export", "--json"]]
    )
    def test_a_reader_that_goes_away_ends_it_quietly(self, many, tmp_path, environment, arguments):
        process = subprocess.Popen(
            command(*arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        assert process.wait(60) == 141
        assert said == b""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    @pytest.mark.parametrize(
        "arguments", [["--help"], ["recall", "jasmine"], ["history", "--json"], ["export"]]
    )
    def test_output_that_cannot_be_written_is_told_in_one_line(
        self, run, tmp_path, environment, arguments
    ):
        run("add", "jasmine")
        with Path("/dev/full").open("wb") as full:
            ran = subprocess.run(
                command(*arguments),
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=tmp_path,
                env=environment,
                timeout=60,
                check=False,
            )
        assert ran.returncode == 1
        assert b"No space left" in ran.stderr
        assert ran.stderr.count(b"holdfast: " if "--json" not in arguments else b"error") == 1
        assert ran.stderr.count(b"\n") == 1

    @pytest.mark.skipif(os.name == "nt", reason="a shell of Unix closes it")
    @pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
    def test_a_stream_that_is_closed_from_the_start_leads_nowhere(
        self, run, tmp_path, environment, closed
    ):
        run("add", "jasmine")
        words = shlex.join(command("recall", "jasmine"))
        ran = subprocess.run(
            ["/bin/sh", "-c", f"{words} {closed}"],
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert (b"jasmine" in ran.stdout) == (">&- " not in f" {closed} ".replace("2>&-", ""))

    def test_even_for_little_output(self, tmp_path, environment):
        read, write = os.pipe()
        os.close(read)
        process = subprocess.run(
            command("--help"),
            stdout=write,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment,
            timeout=60,
            check=False,
        )
        os.close(write)
        assert process.returncode == 141
        assert process.stderr == b""

    def test_export_into_import(self, many, run, tmp_path):
        ran = subprocess.run(
            f'"{sys.executable}" -m holdfast export -u mei | "{sys.executable}" -m holdfast import - --db b.db',
            shell=True,
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            check=True,
        )
        assert b"Stored 500 messages of 1 user" in ran.stdout


class TestSignals:
    @contextmanager
    def started(
        self, tmp_path: Path, environment: dict[str, str], *arguments: str
    ) -> Iterator[subprocess.Popen[bytes]]:
        """A command that is running; it does not outlive the test."""
        with subprocess.Popen(
            command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    @pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
    def test_a_worker_does_what_comes_and_stops_when_told(self, run, tmp_path, environment, name):
        run("add", "x")
        environment["HOLDFAST_WORKER_POLL_SECONDS"] = "0.05"
        with self.started(tmp_path, environment, "worker") as worker:
            assert worker.stderr is not None
            assert b"Working on memory.db" in worker.stderr.readline()
            assert run("reindex", "--later").returncode == 0
            assert b"make the search index (mei): done" in worker.stderr.readline()
            worker.send_signal(name)
            out, err = worker.communicate(timeout=30)
        assert worker.returncode == 0, err
        assert out == b"Ran 1 job; 0 waiting, 0 dead.\n"
        assert b"Traceback" not in err

    def test_an_interrupted_command(self, run, tmp_path, environment):
        run("add", "x")
        with self.started(tmp_path, environment, "add", "-") as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=30)
        assert process.returncode == 130
        assert b"Traceback" not in said


# A process of a new session takes its terminal for its own, so that Ctrl-C arrives.
TAKE_THE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """A command with a real terminal around it."""

    def __init__(self, tmp_path, environment, *arguments: str) -> None:
        leader, follower = pty.openpty()
        self._leader = leader
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_THE_TERMINAL, *command(*arguments)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=tmp_path,
            env=environment | {"COLUMNS": "60"},
            start_new_session=True,
        )
        os.close(follower)
        self.shown = ""

    def until(self, text: str) -> None:
        while text not in self.shown:
            self.shown += os.read(self._leader, 4096).decode()

    def type(self, text: str) -> None:
        os.write(self._leader, text.encode())

    def end(self) -> int:
        try:
            while data := os.read(self._leader, 4096):
                self.shown += data.decode()
        except OSError:  # Linux: the other side was closed
            pass
        os.close(self._leader)
        return self._process.wait(60)


class TestTerminal:
    def test_forget_shows_and_asks(self, run, tmp_path, environment):
        run("add", "我要忘记这个", "--session", "a")
        terminal = Terminal(tmp_path, environment, "forget", "--session", "a")
        terminal.until("Forget it? [y/N]")
        assert "我要忘记这个" in terminal.shown
        terminal.type("y\n")
        assert terminal.end() == 0
        assert "Forgotten: 1 message" in terminal.shown

    def test_ctrl_c_at_the_question_forgets_nothing(self, run, tmp_path, environment):
        run("add", "keep me", "--session", "a")
        terminal = Terminal(tmp_path, environment, "forget", "--everything")
        terminal.until("Forget it? [y/N]")
        time.sleep(0.5)  # as a person who has read the question
        terminal.type("\x03")
        assert terminal.end() == 130
        assert b"keep me" in run("history").stdout

    def test_long_chinese_text_is_folded_to_the_terminal(self, run, tmp_path, environment):
        run("add", "我妹妹搬去了成都，" * 20)
        terminal = Terminal(tmp_path, environment, "recall", "成都")
        assert terminal.end() == 0
        body = [line for line in terminal.shown.splitlines() if line.startswith("      ")]
        assert len(body) > 5
        assert max(len(line.strip()) for line in body) <= 27


class TestStoredControlCharacters:
    """Text that was stored by other means (an older version, another program) cannot act."""

    PAYLOAD = "\x1b]0;owned\x07\x1b[2Jhello\x9b31m\r\u202eevil"

    @pytest.fixture(autouse=True)
    def planted(self, run, tmp_path):
        assert run("add", "hello PLACEHOLDER", "--session", "a").returncode == 0
        database = apsw.Connection(str(tmp_path / "memory.db"))
        for table, column in text_columns(database):
            database.execute(
                f"UPDATE {table} SET {column} = replace({column}, 'hello PLACEHOLDER', ?)",
                (self.PAYLOAD,),
            )
        database.close()

    @pytest.mark.parametrize(
        "arguments",
        [
            ["recall", "placeholder"],
            ["recall", "placeholder", "--explain"],
            ["recall", "placeholder", "--json"],
            ["context", "placeholder"],
            ["context", "placeholder", "--json"],
            ["history"],
            ["history", "--json"],
            ["forget", "--session", "a"],
            ["export"],
        ],
        ids=" ".join,
    )
    def test_no_sequence_reaches_the_terminal(self, tmp_path, environment, arguments):
        terminal = Terminal(tmp_path, environment, *arguments)
        if arguments[0] == "forget":
            terminal.until("Forget it? [y/N]")
            terminal.type("n\n")
        assert terminal.end() == 0
        assert "evil" in terminal.shown, "or this test looks at nothing"
        shown = terminal.shown.replace("\r\n", "\n")
        assert not set(shown) & set("\x1b\x07\x9b\r\u202e")

    def test_the_payload_is_really_stored(self, run):
        assert json.loads(run("history", "--json").stdout)["text"] == self.PAYLOAD


def text_columns(database: apsw.Connection) -> list[tuple[str, str]]:
    """Every column of every table that a text may stand in."""
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [
        (str(table), str(column[1]))
        for (table,) in database.execute(names).fetchall()
        for column in database.execute(f"PRAGMA table_info({table})").fetchall()
        if column[2] == "TEXT" and column[1] in ("text", "body", "content")
    ]
