"""`make demo`: eight weeks in two languages are remembered, condensed, corrected and forgotten.

Nothing here is staged: every line that is shown comes out of the memory that was just made. Only
the clock is the story's own, so that nobody has to wait half an hour for a silence to be long. The
memory stays in ./demo-memory, so that the commands at the end can be tried; running the demo again
adds nothing twice and disturbs nothing that was added since. In a terminal it ends in the memory
browser (see `demo_server`), with the last conversation still open.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

from holdfast.domain.item import ItemKind
from holdfast.domain.recall import Hit
from holdfast.entrypoints.cli.terminal import (
    clip,
    indented,
    number_of,
    one_line,
    prepare_streams,
    when,
)
from holdfast.errors import HoldfastError
from holdfast.memory import Memory

STORY = Path(__file__).with_name("demo_story.jsonl")
FOLDER = Path("demo-memory")
USER, AGENT = "linyue", "juno"
STILL_OPEN = "proofs"
"""The conversation that has not ended when the tour has."""
ZONE = "Asia/Shanghai"
"""Where the story takes place, so that every time of it is shown as it is told."""

QUESTIONS = (
    "Where does my sister live now?",
    "年糕的第二针是几号？",
    "When is the museum translation due?",
    "我对什么过敏？",
)
MISTAKEN = "vet-3"
CORRECTION = (
    "She just sleeps. The blood test says she's allergic to salmon, so no more salmon for her; "
    "chicken is fine."
)
CONDENSED = "vet"
FORGOTTEN = "off-the-record"
WINDOW = 8
"""The story is short; so that it has a past, fewer messages than usual are kept word for word."""

HEAD = 7
"""How many lines of the next conversation's beginning are shown."""

STOPPED = 130
"""The exit code, by custom, of who was stopped by Ctrl-C."""

SAID = ("id", "role", "speaker", "at", "content")
AFTERWARDS, SILENCE = timedelta(minutes=1), timedelta(minutes=31)


class StoryClock:
    """The time in the story: just after what was told, until it is moved on or set going."""

    def __init__(self, told: Sequence[dict[str, Any]]) -> None:
        self._went: float | None = None
        self.come_to(told)

    def now(self) -> datetime:
        """See `ports.clock.Clock`."""
        passed = 0.0 if self._went is None else time.monotonic() - self._went
        return self._now + timedelta(seconds=passed)

    def come_to(self, told: Sequence[dict[str, Any]]) -> None:
        """Come to just after the last of these messages."""
        self._now = datetime.fromisoformat(told[-1]["at"]).astimezone(UTC) + AFTERWARDS

    def wait(self, silence: timedelta) -> None:
        """Let time pass in which nobody speaks."""
        self._now += silence

    def go(self) -> None:
        """From now on it goes as other clocks do."""
        self._went = time.monotonic()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo in ./demo-memory, or with --temp in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(prog="demo", description="See Holdfast remember.")
    parser.add_argument("--temp", action="store_true", help="keep nothing afterwards")
    parser.add_argument(
        "--serve",
        action=argparse.BooleanOptionalAction,
        default=sys.stdout.isatty(),
        help="end in the memory browser; so it does in a terminal unless told otherwise",
    )
    parser.add_argument("--port", type=int, help="the port of the memory browser")
    given = parser.parse_args(arguments)
    prepare_streams()
    try:
        with tempfile.TemporaryDirectory() if given.temp else nullcontext(FOLDER) as folder:
            path = _prepared(Path(folder)) / "memory.db"
            clock = _show(path)
            if not given.temp:
                _invite(path, serving=given.serve)
            if given.serve:
                _serve(path, clock, given.port)
                kept = "nothing is kept" if given.temp else f"everything is kept in {folder}"
                print(f"\rStopped; {kept}.", flush=True)
    except (HoldfastError, OSError) as error:
        print(f"demo: {one_line(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\rStopped.")
        return STOPPED
    return 0


def _prepared(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n")
    return folder


def _show(path: Path) -> StoryClock:
    """The tour; the clock afterwards."""
    print("Holdfast: one file that remembers. No key, no network, no service.")
    story = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    told = [message for message in story if message["session"] != STILL_OPEN]
    clock = StoryClock(told)
    with Memory.open(path, worker=False, clock=clock) as memory:
        ids = _tell(memory, path, told)
        _ask(memory)
        _pack(memory)
        _seal(memory, clock)
        _remember_lately(memory)
        _correct(memory, ids[MISTAKEN])
        _forget(memory)
        _go_on(memory, clock, story)
        memory.admin.run_jobs()
    return clock


def _tell(memory: Memory, path: Path, told: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Add the story; the ids by the story's own ids."""
    begun = time.perf_counter()
    ids = _add(memory, told)
    seconds = time.perf_counter() - begun
    conversations = {_session(message) for message in told}
    _title("A story is told")
    print(f"  林悦 talks with Juno, {_day(told[0])} to {_day(told[-1])}; so does her sister 乐乐,")
    print(f"  apart: {number_of(len(told), 'message')} in {len(conversations)} conversations.")
    print(f"  Each was on disk, in {path}, before `add` returned; all took {seconds:.2f} s.")
    return ids


def _add(memory: Memory, told: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Add messages, conversation by conversation; their ids by the story's own ids."""
    ids: dict[str, str] = {}
    for name, several in groupby(told, key=_session):
        said = list(several)
        messages = [{key: message[key] for key in message if key in SAID} for message in said]
        stored = memory.add(said[0].get("user", USER), messages, session=name, agent=AGENT)
        ids |= zip((message["id"] for message in said), stored, strict=True)
    return ids


def _session(message: dict[str, Any]) -> str:
    return str(message["session"])


def _day(message: dict[str, Any]) -> str:
    return str(message["at"])[:10]


def _ask(memory: Memory) -> None:
    _title("It is asked, in either language")
    for question in QUESTIONS:
        begun = time.perf_counter()
        found = memory.recall(USER, question, k=2)
        milliseconds = (time.perf_counter() - begun) * 1000
        print(f"  {question}  ({milliseconds:.1f} ms)")
        for hit in found:
            print(_shown(hit))
        print()


def _shown(hit: Hit) -> str:
    head = f"    {hit.score:.2f}  {when(hit.said_at)}  {one_line(hit.speaker or hit.role)}"
    return f"{head}\n{indented(hit.text, 10)}"


def _pack(memory: Memory) -> None:
    _title("It is packed for a prompt, under a budget")
    query, budget = "Chengdu with my sister 去成都点菜", 400
    context = memory.context(USER, query, budget=budget)
    print(f"  memory.context({USER!r}, {query!r}, budget={budget})")
    print(f"  {context.tokens} of {context.budget} tokens, {len(context.hits)} memories:\n")
    print(indented(context.text, 4))


def _seal(memory: Memory, clock: StoryClock) -> None:
    _title("It looks after itself: a silent conversation is sealed")
    memory.admin.set_preference("memo_window", WINDOW)
    before = memory.sessions.get(USER, CONDENSED)
    clock.wait(SILENCE)
    memory.admin.run_jobs()  # what a worker does all the time
    after = memory.sessions.get(USER, CONDENSED)
    if before is None or after is None:
        return
    if before.state == after.state:
        print(f"  {CONDENSED!r} is {after.state}. (An earlier run of this demo saw to that.)")
    else:
        print(
            f"  {CONDENSED!r} is {before.state}. Half an hour of silence, and it is {after.state}."
        )
    print("  By rules alone, since no model is set, it was summed up as:")
    print(_summed_up(memory))


def _summed_up(memory: Memory) -> str:
    """What the whole conversation became; in the memo it may be summed up with others by now."""
    found = memory.items.find(USER, kind=ItemKind.SUMMARY, limit=1000)
    of_it = [each for each in found if each.session == CONDENSED]
    return indented(max(of_it, key=lambda each: each.level).text, 10) if of_it else ""


def _remember_lately(memory: Memory) -> None:
    _title("The next conversation begins with what was said lately")
    memo = memory.recent(USER, AGENT)
    print(
        f"  memory.new_dialog({USER!r}, {AGENT!r}) has {number_of(len(memo.summaries), 'summary')}"
    )
    print(f"  and the last {number_of(len(memo.messages), 'message')} word for word:\n")
    text = memory.new_dialog(USER, AGENT, names=("Juno", "林悦"))
    lines = [f"    {clip(line, 96)}" for line in text.splitlines() if line]
    head, tail = lines[:HEAD], lines[-len(memo.messages) :]
    left_out = len(lines) - len(head) - len(tail)
    print("\n".join([*head, f"    (and {left_out} more lines of the memo)", *tail]))


def _correct(memory: Memory, message_id: str) -> None:
    _title("It is corrected, and keeps its history")
    question = "What is the cat allergic to?"
    if len(memory.messages.versions(USER, message_id)) == 1:
        print(f"  {question}\n{_shown(memory.recall(USER, question, k=1)[0])}")
        print("  The vet had mixed up two reports. Once that is corrected:")
    else:
        print(f"  {question}  (An earlier run of this demo has corrected it already.)")
    memory.correct(USER, message_id, CORRECTION)
    print(_shown(memory.recall(USER, question, k=1)[0]))
    print("  Both versions are kept:")
    for version in memory.messages.versions(USER, message_id):
        print(f"    version {version.version}\n{indented(version.text, 10)}")
    memory.admin.run_jobs()
    print("  And the summary of that conversation follows it:")
    print(_summed_up(memory))


def _forget(memory: Memory) -> None:
    _title("It forgets, when asked to, for good")
    question = "我跟项目经理吵架了吗？"
    print(f"  {question}\n{_shown(memory.recall(USER, question, k=1)[0])}")
    receipt = memory.forget(USER, session=FORGOTTEN)
    print(f"  memory.forget({USER!r}, session={FORGOTTEN!r}) hands back a receipt:")
    print(
        f"    {number_of(receipt.messages, 'message')}, "
        f"{number_of(receipt.terms, 'index entry')}, {number_of(receipt.sessions, 'session')}, "
        f"{number_of(receipt.items, 'item')}; "
        f"erased from the file: {'yes' if receipt.erased else 'a job will finish it'}"
    )
    found = memory.recall(USER, question, session=FORGOTTEN)
    print(f"  Asked again in that conversation: {number_of(len(found), 'memory')} found.")


def _go_on(memory: Memory, clock: StoryClock, story: Sequence[dict[str, Any]]) -> None:
    _title("And the talk goes on")
    clock.come_to(story)
    _add(memory, [message for message in story if message["session"] == STILL_OPEN])
    session = memory.sessions.get(USER, STILL_OPEN)
    if session is not None:
        print(f"  {STILL_OPEN!r} is {session.state}; what was last said in it, a minute ago:")
    last = memory.messages.latest(USER, session=STILL_OPEN, limit=1)[0]
    print(indented(last.text, 10))


def _serve(path: Path, clock: StoryClock, port: int | None) -> None:
    from holdfast.entrypoints.demo_server import serve

    _title("See it all in a browser")
    clock.go()
    serve(path, clock, port)


def _invite(path: Path, *, serving: bool) -> None:
    """Commands that work when they are pasted into the shell the demo was started from.

    While the demo is `serving`, that takes another one in the same folder.
    """
    _title("What to try next, in another terminal" if serving else "What to try next")
    program, assign = _program(), "set" if sys.platform == "win32" else "export"
    for line in (
        f"{assign} HOLDFAST_DB={path}",
        f"{assign} HOLDFAST_USER={USER}",
        f"{assign} HOLDFAST_TIME_ZONE={ZONE}",
        f'{program} recall "外婆的菜谱" --explain',
        f'{program} add "I take my tea without sugar." --session tea',
        f'{program} recall "How do I take my tea?" -k 1',
        f"{program} history --session chengdu-plan",
        f"{program} sessions",
        f"{program} sessions show {CONDENSED}",
        f"{program} recent --agent {AGENT}",
        f"{program} export {path.with_name('linyue.jsonl')}",
        f"{program} forget --session tea",
        f"{program} doctor",
        *(() if serving else (f"{program} serve --open-link",)),
    ):
        print(f"  {line}")


def _program() -> str:
    """How this very installation is called from here."""
    script = Path(sys.executable).with_name("holdfast")
    if not script.exists():
        return f"{sys.executable} -m holdfast"
    if shutil.which("holdfast") == str(script):
        return "holdfast"
    here = Path.cwd()
    return str(script.relative_to(here) if script.is_relative_to(here) else script)


def _title(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


if __name__ == "__main__":
    sys.exit(main())
