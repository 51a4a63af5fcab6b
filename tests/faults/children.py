"""Child processes: forked from this warm one, heard through a pipe, and killed when told."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import select
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NoReturn

from holdfast.memory import Memory

Tell = Callable[[str], None]
Work = Callable[[Tell], None]

READY = "ready"
TROUBLE = "trouble "
PIPE_BYTES = 1 << 20
SEED = int(os.environ.get("HOLDFAST_FAULT_SEED", random.SystemRandom().randrange(1 << 32)))
"""Where the dice start. Printed with each figure, so that a run's choices can be repeated."""


@dataclass(eq=False)
class Child:
    """A process that runs one function and tells its parent what it has done, a line at a time."""

    pid: int
    pipe: int
    _heard: bytearray = field(default_factory=bytearray)
    _lines: list[str] = field(default_factory=list)

    def wait_until_ready(self) -> bool:
        """Listen until it says that it is ready; False if it ends without."""
        while READY not in self._lines:
            if not self.listen():
                return False
        return True

    def kill(self) -> None:
        """SIGKILL: nothing of the child runs after this."""
        os.kill(self.pid, signal.SIGKILL)

    def finish(self) -> list[str]:
        """Hear the child to its end and return its lines. A line cut off by a kill is not one.

        Whatever went wrong in it before it was killed is raised here.
        """
        self._hear_all()
        return self._lines_unless_in_trouble(0)

    def end_well(self) -> list[str]:
        """Like `finish`, for a child that nobody kills: it must end by itself, and well."""
        return self._lines_unless_in_trouble(self._hear_all())

    def _hear_all(self) -> int:
        while self.listen():
            pass
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        _alive.remove(self)
        return os.waitstatus_to_exitcode(status)

    def _lines_unless_in_trouble(self, code: int) -> list[str]:
        troubles = [line for line in self._lines if line.startswith(TROUBLE)]
        if troubles or code:
            told = "\n".join(trouble.replace("\\n", "\n") for trouble in troubles)
            raise AssertionError(f"the child ended with {code}: {told}")
        return [line for line in self._lines if line != READY]

    def listen(self) -> bool:
        """Take in what it says next; False once it has ended."""
        data = os.read(self.pipe, PIPE_BYTES)
        self._heard += data
        *whole, rest = self._heard.split(b"\n")
        self._lines += [line.decode() for line in whole]
        self._heard = bytearray(rest)
        return bool(data)

    def is_silent_for(self, seconds: float) -> bool:
        """Whether it says nothing for that long."""
        return not select.select([self.pipe], [], [], seconds)[0]


@cache
def warm() -> None:
    """Load what every child would load anew before it does anything."""
    with Memory.open(":memory:", worker=False) as memory:
        memory.add("lily", ["green tea", "一杯绿茶, 3月5日"])
        memory.recall("lily", "tea yesterday 绿茶")


def forked(work: Work) -> Child:
    """Run `work` in a child. It gets a function that tells the parent one line, in one write."""
    warm()
    reading, writing = os.pipe()
    with contextlib.suppress(AttributeError, OSError):
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads is the point
        pid = os.fork()
    if not pid:
        os.close(reading)
        _be_the_child(work, writing)
    os.close(writing)
    child = Child(pid, reading)
    _alive.append(child)
    return child


_alive: list[Child] = []


def kill_all() -> None:
    """End every child that a test has left behind, as one that failed may have."""
    while _alive:
        _alive.pop().kill()


def _be_the_child(work: Work, writing: int) -> NoReturn:
    status = 1
    _alive.clear()
    try:
        work(lambda line: _write(writing, line))
        status = 0
    except BaseException:  # noqa: BLE001  the child must never return into the parent's test
        _write(writing, TROUBLE + traceback.format_exc().replace("\n", "\\n"))
    finally:
        os._exit(status)


def _write(pipe: int, line: str) -> None:
    os.write(pipe, line.encode() + b"\n")


def kill_while_working(dice: random.Random, work: Work, *, longest: float) -> list[str]:
    """Fork, kill at a random moment, and return what was told before.

    Most children are killed some time after they are ready, the others from the first moment on.
    """
    child = forked(work)
    if dice.random() < 0.8:
        child.wait_until_ready()
    time.sleep(dice.uniform(0, longest))
    child.kill()
    return child.finish()


def together(works: list[Work]) -> list[list[str]]:
    """Run them all at once, each in a child, to their ends; what each told."""
    children = [forked(work) for work in works]
    return [child.end_well() for child in children]


@contextlib.contextmanager
def running(work: Work) -> Iterator[Child]:
    """A child beside the test: ready when the block begins, killed when it ends."""
    child = forked(work)
    try:
        assert child.wait_until_ready(), child.finish()
        yield child
    finally:
        child.kill()
        child.finish()
