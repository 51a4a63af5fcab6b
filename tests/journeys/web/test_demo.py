"""`make demo`, as somebody in a terminal sees it: a tour, a link, the browser, Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, expect

LINK = re.compile(r"^http://127\.0\.0\.1:(\d+)/browse/enter\?token=\S+$", re.MULTILINE)


class Terminal:
    """A demo that runs in a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HOLDFAST_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "holdfast.entrypoints.demo", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environment | {"PYTHONUTF8": "1", "XDG_CONFIG_HOME": str(folder / "config")},
            start_new_session=True,
        )
        os.close(theirs)
        self._seen = b""

    @property
    def text(self) -> str:
        return self._seen.decode("utf-8", "replace").replace("\r\n", "\n")

    def until(self, wanted: re.Pattern[str]) -> re.Match[str]:
        """Read until it is there."""
        while not (found := wanted.search(self.text)):
            self._seen += os.read(self._ours, 65536)
        return found

    def rest(self) -> str:
        """Read until it has ended; what it said."""
        before = len(self._seen)
        with suppress(OSError):  # which is how a terminal ends
            while piece := os.read(self._ours, 65536):
                self._seen += piece
        assert self.process.wait(timeout=30) == 0
        return self._seen[before:].decode()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


@contextmanager
def terminal(folder: Path, *arguments: str) -> Iterator[Terminal]:
    opened = Terminal(folder, *arguments)
    try:
        yield opened
    finally:
        opened.close()


def test_the_demo_ends_in_the_browser_and_stops_in_one_line(browser: Browser, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with terminal(tmp_path, "--port", str(port)) as demo:
            link = demo.until(LINK)
            assert demo.text.rstrip().endswith(link[0]), "the last thing"
            assert f"Port {port} is taken" in demo.text
            assert int(link[1]) != port
            page = browser.new_page(locale="zh-CN")
            page.goto(link[0])
            row = page.get_by_role("row").filter(has_text="linyue")
            expect(row.get_by_role("cell").nth(0)).to_have_text("121")
            expect(page.get_by_role("row").filter(has_text="lele")).to_be_visible()
            talk = page.get_by_role("listitem").filter(has_text="proofs")
            expect(talk).to_contain_text("进行中")
            expect(talk).to_contain_text("年糕 has just walked across the keyboard")
            expect(page.locator("#pulse[data-state=on]")).to_be_visible()  # a stream is open
            demo.process.send_signal(signal.SIGINT)
            assert re.fullmatch(r"\s*Stopped; everything is kept in demo-memory\.\s*", demo.rest())
            expect(page.locator("#pulse[data-state=off]")).to_be_visible()
            page.close()
    assert (tmp_path / "demo-memory" / "memory.db").exists()


def test_told_not_to_it_ends_after_the_tour(tmp_path: Path):
    with terminal(tmp_path, "--temp", "--no-serve") as demo:
        assert "And the talk goes on" in demo.rest()
        assert not LINK.search(demo.text)
    assert not (tmp_path / "demo-memory").exists()
