"""Write down an example of every call over HTTP: what is sent, and what a real server answered.

``python tools/http_examples.py`` writes them where the description of the API reads them. A test
plays the same story again and compares.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from holdfast import Settings
from holdfast.domain.claim import USER, Claim
from holdfast.entrypoints.http.app import make_app
from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.http.examples import FILE, Example
from holdfast.entrypoints.http.threads import Threads
from holdfast.entrypoints.http.uploads import Room
from holdfast.memory import Memory
from holdfast.ports.extractor import Extraction, Extractor, Gist, Said, Sense
from holdfast.testing.clock import FrozenClock
from holdfast.wire.calls import BY_NAME

HOME = "/srv/holdfast"
"""Where the memory of the examples seems to live."""

BEGAN = datetime(2026, 3, 5, 13, 40, tzinfo=UTC)
WHO: dict[str, Any] = {"user": "wang"}
SESSION: dict[str, Any] = {**WHO, "name": "a"}
SAID = [
    {"role": "user", "content": "我妹妹Lily上周搬到成都了。"},
    {"role": "assistant", "content": "Does she like it there?"},
    {"role": "user", "content": "Very much. I visit her on 2 May."},
]

BIRTHDAY = re.compile(r"My birthday is (?P<day>.+)\.")

Answers = dict[str, Any]
Before = Callable[[Memory, Path], None]
"""Something done to the memory and its folder of archives, behind the server's back."""


class Step(NamedTuple):
    """A call with its arguments, of which some come from earlier answers, and what goes before."""

    call: str
    given: Callable[[Answers], dict[str, Any]]
    before: Before | None = None


def _plain(call: str, before: Before | None = None, **given: Any) -> Step:
    return Step(call, lambda _: given, before)


def _work(memory: Memory, _archives: Path) -> None:
    memory.admin.run_jobs()


class _Reader(Extractor):
    """Finds birthdays, and takes what people say for what happened: enough for examples."""

    identity = "examples"

    def extract(self, said: Sequence[Said]) -> Extraction:
        fresh = [each for each in said if each.me == USER and not each.known]
        found = [(each, match) for each in fresh if (match := BIRTHDAY.fullmatch(each.text))]
        return Extraction(
            claims=tuple(
                Claim(topic="birthday", value=match["day"], text=each.text, sources=(each.id,))
                for each, match in found
            ),
            gists=tuple(Gist(each.text, (each.id,)) for each in fresh),
            sense=Sense(places=("成都",)),
            tags=(("topic", "family"),),
            by=self.identity,
        )


def _quarrel(memory: Memory, _archives: Path) -> None:
    """Have two birthdays said, and an instruction given."""
    memory.add("wang", "My birthday is 3 May.", session="c")
    memory.add("wang", "My birthday is 5 May.", session="c")
    memory.profile.set("wang", "instruction", "Answer in Chinese.")
    memory.seal("wang", "c")
    memory.admin.run_jobs()


def _work_without_archives(memory: Memory, archives: Path) -> None:
    """Have jobs fail, as they do where somebody has put a file in a folder's place."""
    archives.rename(archives.with_suffix(".away"))
    archives.write_text("not a folder")
    memory.admin.run_jobs()


STORY = (
    _plain("add", **WHO, session="a", messages=SAID),
    _plain("messages.list", **WHO, session="a", limit=2),
    _plain("messages.between", **WHO, since="2026-03-01", until="2026-04-01", limit=1),
    _plain("messages.latest", **WHO, limit=1),
    _plain("messages.amount", **WHO, session="a"),
    _plain("messages.days", **WHO, year=2026, zone="Asia/Shanghai"),
    _plain("messages.beside", **WHO, day="2026-03-06"),
    Step("messages.get", lambda seen: {**WHO, "message_id": seen["add"]["ids"][0]}),
    Step(
        "correct",
        lambda seen: {
            **WHO,
            "message_id": seen["add"]["ids"][2],
            "text": "Very much. I visit her on 3 May.",
        },
    ),
    Step("messages.versions", lambda seen: {**WHO, "message_id": seen["add"]["ids"][2]}),
    _plain("recall", **WHO, query="Where does Lily live?", k=2),
    Step("explain", lambda seen: {"run": seen["recall"]["run"]}),
    _plain("context", **WHO, query="Where does Lily live?", budget=200),
    _plain("sessions.list", **WHO, limit=10),
    _plain("sessions.lately", limit=5),
    _plain("sessions.by_day", **WHO, until="2026-03-31", limit=5),
    _plain("sessions.last_message", **SESSION),
    _plain("sessions.turns", **SESSION, last=True, limit=1),
    _plain("sessions.open", **WHO, name="b"),
    _plain("sessions.progress", **WHO),
    _plain("sessions.seal", **SESSION),
    _plain("sessions.troubled"),
    _plain("sessions.get", _work, **SESSION),
    _plain("sessions.stretches", **SESSION),
    _plain("sessions.messages", **SESSION),
    _plain("sessions.derived", **SESSION),
    Step("items.derived", lambda seen: {**WHO, "message_id": seen["add"]["ids"][0]}),
    _plain("sessions.agents", **WHO),
    _plain("recent", **WHO),
    _plain("history", **WHO, language="en"),
    _plain("new_dialog", **WHO, language="zh"),
    _plain("items.find", **WHO, kind="summary", limit=1),
    _plain("items.between", **WHO, since="2026-03-01", limit=1),
    Step("items.get", lambda seen: {**WHO, "item_id": seen["items.find"]["items"][0]["id"]}),
    Step(
        "memo.edit",
        lambda seen: {
            **WHO,
            "line_id": seen["add"]["ids"][1],
            "text": "Does she like Chengdu?",
            "fingerprint": seen["recent"]["fingerprint"],
        },
    ),
    Step("memo.hide", lambda seen: {**WHO, "message_ids": seen["add"]["ids"][1:2]}),
    _plain("memo.review", **WHO),
    _plain("memo.reviews", **WHO, limit=1),
    Step(
        "memo.undo",
        lambda seen: {**WHO, "review_id": seen["memo.reviews"]["reviews"][0]["id"]},
    ),
    _plain("memo.reviewing"),
    _plain("memo.set_reviewing", on=True),
    _plain("memo.save", **WHO, turns=[["user", "Let us begin again."]]),
    _plain("memo.fold", **WHO),
    _plain("memo.clear", **WHO),
    Step(
        "items.add",
        lambda seen: {
            **WHO,
            "text": "Lily lives in Chengdu.",
            "kind": "fact",
            "sources": seen["add"]["ids"][:1],
        },
    ),
    Step(
        "items.put",
        lambda seen: {"item": {**seen["items.add"], "importance": 0.9}, "expect": 1},
    ),
    Step("items.remove", lambda seen: {**WHO, "item_ids": [seen["items.add"]["id"]]}),
    _plain("profile.set", **WHO, topic="home", value="成都", about="Lily"),
    Step(
        "profile.correct",
        lambda seen: {**WHO, "slot_id": seen["profile.set"]["id"], "value": "Chengdu"},
    ),
    _plain("profile.disputes", _quarrel, **WHO),
    Step(
        "profile.settle",
        lambda seen: {**WHO, "slot_id": seen["profile.disputes"]["disputes"][0][1]["id"]},
    ),
    _plain("profile.get", **WHO, about="", past=True),
    _plain("profile.history", **WHO, topic="birthday"),
    Step(
        "profile.switch",
        lambda seen: {**WHO, "slot_id": seen["profile.get"]["slots"][2]["id"], "on": False},
    ),
    Step("profile.remove", lambda seen: {**WHO, "slot_id": seen["profile.settle"]["id"]}),
    _plain("buffers.add", **WHO, messages=["I moved to Chengdu."], tags={"friend_id": "7"}),
    _plain("buffers.waiting", **WHO),
    _plain("buffers.flush", **WHO),
    _plain("buffers.ended", **WHO),
    _plain("buffers.usage", days=1),
    _plain("admin.set_details", **WHO, kept={"plan": "free"}),
    _plain("admin.details", **WHO),
    _plain("events.list", **WHO, session="a", tag="topic", limit=1),
    Step("events.get", lambda seen: {**WHO, "event_id": seen["events.list"]["events"][0]["id"]}),
    Step(
        "events.edit",
        lambda seen: {
            **WHO,
            "gist_id": seen["events.get"]["gists"][0]["id"],
            "text": "Lily has moved to Chengdu.",
        },
    ),
    Step(
        "events.remove",
        lambda seen: {**WHO, "gist_id": seen["events.get"]["gists"][1]["id"]},
    ),
    Step(
        "events.retell",
        lambda seen: {
            **WHO,
            "event_id": seen["events.list"]["events"][0]["id"],
            "lines": ["Lily moved to Chengdu."],
        },
    ),
    Step(
        "events.tag",
        lambda seen: {
            **WHO,
            "event_id": seen["events.list"]["events"][0]["id"],
            "tags": [["mood", "glad"]],
        },
    ),
    Step(
        "events.annotate",
        lambda seen: {
            **WHO,
            "event_id": seen["events.list"]["events"][0]["id"],
            "own": {"read": True},
        },
    ),
    Step(
        "events.tell",
        lambda seen: {
            **WHO,
            "accounts": [
                {
                    "lines": ["Wang moved to Chengdu."],
                    "sources": seen["buffers.add"]["ids"][:1],
                    "at": "2026-01-02T09:00:00Z",
                    "tags": [["mood", "glad"]],
                }
            ],
        },
    ),
    _plain("archive.enabled"),
    _plain("archive.list", _work, **WHO),
    _plain("archive.files", **WHO, limit=1),
    _plain("archive.merge", **WHO, day="2026-03-05"),
    _plain("archive.compact", **WHO, day="2026-03-05"),
    _plain("archive.faults"),
    _plain("archive.rebuild", **WHO),
    _plain("admin.users", limit=100),
    _plain("admin.remembered", limit=10),
    _plain("admin.revision", **WHO),
    _plain("admin.reindex", **WHO),
    _plain("admin.jobs", _work_without_archives),
    Step("admin.retry", lambda seen: {"job_id": seen["admin.jobs"]["jobs"][0]["id"]}),
    _plain("admin.stuck"),
    _plain("admin.retry_dead"),
    _plain("admin.check"),
    _plain("admin.audit", **WHO),
    _plain("admin.set_preference", name="session_idle_seconds", value=900),
    _plain("admin.preferences"),
    _plain("admin.held"),
    _plain("admin.unset_preference", name="session_idle_seconds"),
    _plain("sessions.reopen", **SESSION),
    _plain("forget", **WHO, session="a", preview=True),
    _plain("profile.sections", **WHO),
    _plain(
        "profile.set_card", agent="小八", about_agent={"性格": "爱笑"}, about_user={"称呼": "主人"}
    ),
    _plain("profile.settings", **WHO, agent="小八"),
    _plain("profile.set_scheme", text="language: zh\nprofile_strict_mode: true\n"),
    _plain("profile.scheme"),
)


async def play(folder: Path) -> dict[str, Example]:
    """Tell a server the whole story; each call with what it was sent and what it answered."""
    path, archives = folder / "memory.db", folder / "archives"
    clock, settings = FrozenClock(BEGAN), Settings(archive_dir=str(archives))
    examples: dict[str, Example] = {}
    with Memory.open(
        path, settings=settings, clock=clock, worker=False, extractor=_Reader()
    ) as memory:
        desk = Desk(memory, Threads(1), Room(most_bytes=1 << 20, silence_seconds=5))
        transport = httpx2.ASGITransport(make_app(desk))
        async with httpx2.AsyncClient(transport=transport, base_url="http://server") as client:
            for step in STORY:
                clock.advance(60)
                if step.before:
                    step.before(memory, archives)
                seen = {name: example.answered for name, example in examples.items()}
                examples[step.call] = await _ask(client, step.call, step.given(seen))
        desk.close()
    return examples


async def _ask(client: httpx2.AsyncClient, name: str, given: dict[str, Any]) -> Example:
    call = BY_NAME[name]
    in_path = {part: given[part] for part in call.in_path}
    sent = {part: value for part, value in given.items() if part not in in_path}
    where: dict[str, Any] = {"params": sent} if call.in_query else {"json": sent}
    response = await client.request(call.method, call.path.format(**in_path), **where)
    if response.status_code != call.status:
        raise RuntimeError(f"{name}: {response.status_code} {response.text}")
    return Example(in_path, sent, response.json() if response.content else None)


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        played = asyncio.run(play(Path(folder)))
        examples = {name: asdict(example) for name, example in sorted(played.items())}
        text = json.dumps(examples, indent=1, ensure_ascii=False).replace(folder, HOME)
    FILE.write_text(text + "\n", encoding="utf-8")
    print(f"{len(examples)} examples in {FILE.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
