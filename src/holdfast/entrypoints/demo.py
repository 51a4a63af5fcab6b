"""`make demo`: a small story in two languages is remembered, condensed, corrected and forgotten.

Nothing here is staged: every line that is shown comes out of the memory that was just made. Only
the clock is the story's own, so that nobody has to wait half an hour for a silence to be long. The
memory stays in ./demo-memory, so that the commands at the end can be tried; running the demo again
adds nothing twice and disturbs nothing that was added since.
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

AFTERWARDS, SILENCE = timedelta(minutes=1), timedelta(minutes=31)


class StoryClock:
    """The time in the story: just after its last message, until it is moved on."""

    def __init__(self, told: Sequence[dict[str, Any]]) -> None:
        self._now = datetime.fromisoformat(told[-1]["at"]).astimezone(UTC) + AFTERWARDS

    def now(self) -> datetime:
        """See `ports.clock.Clock`."""
        return self._now

    def wait(self, silence: timedelta) -> None:
        """Let time pass in which nobody speaks."""
        self._now += silence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo in ./demo-memory, or with --temp in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(prog="demo", description="See Holdfast remember.")
    parser.add_argument("--temp", action="store_true", help="keep nothing afterwards")
    temporary = parser.parse_args(arguments).temp
    prepare_streams()
    try:
        with tempfile.TemporaryDirectory() if temporary else nullcontext(FOLDER) as folder:
            path = _prepared(Path(folder)) / "memory.db"
            _show(path)
            if not temporary:
                _invite(path)
    except (HoldfastError, OSError) as error:
        print(f"demo: {one_line(str(error))}", file=sys.stderr)
        return 1
    return 0


def _prepared(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / ".gitignore").write_text("*\n")
    return folder


def _show(path: Path) -> None:
    print("Holdfast: one file that remembers. No key, no network, no service.")
    told = [json.loads(line) for line in STORY.read_text("utf-8").splitlines()]
    clock = StoryClock(told)
    with Memory.open(path, worker=False, clock=clock) as memory:
        ids = _tell(memory, path, told)
        _ask(memory)
        _pack(memory)
        _seal(memory, clock)
        _remember_lately(memory)
        _correct(memory, ids[MISTAKEN])
        _forget(memory)
        memory.admin.run_jobs()


def _tell(memory: Memory, path: Path, told: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Add the story, conversation by conversation; the ids by the story's own ids."""
    ids: dict[str, str] = {}
    begun = time.perf_counter()
    conversations = [(name, list(said)) for name, said in groupby(told, key=_session)]
    for name, said in conversations:
        messages = [{key: message[key] for key in message if key != "session"} for message in said]
        stored = memory.add(USER, messages, session=name, agent=AGENT)
        ids |= zip((message["id"] for message in said), stored, strict=True)
    seconds = time.perf_counter() - begun
    _title("A story is told")
    print(f"  林悦 talks with Juno, {_day(told[0])} to {_day(told[-1])}:")
    print(f"  {number_of(len(told), 'message')} in {len(conversations)} conversations.")
    print(f"  Each was on disk, in {path}, before `add` returned; all took {seconds:.2f} s.")
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
    summaries = memory.recent(USER, AGENT).summaries
    return "\n".join(indented(each.text, 10) for each in summaries if each.session == CONDENSED)


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


def _invite(path: Path) -> None:
    """Commands that work when they are pasted into the shell the demo was started from."""
    _title("What to try next")
    program, assign = _program(), "set" if sys.platform == "win32" else "export"
    for line in (
        f"{assign} HOLDFAST_DB={path}",
        f"{assign} HOLDFAST_USER={USER}",
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
        f"{program} serve",
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
