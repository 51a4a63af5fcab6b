"""Playground: chat by way of the proxy, and see what memory does with every turn."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.responses import Response

from holdfast.domain.context import Context
from holdfast.domain.message import DEFAULT, Message
from holdfast.domain.session import SessionState
from holdfast.entrypoints.proxy import Outcome, Played, Proxy
from holdfast.entrypoints.web.pages.learned import Learned, learned
from holdfast.entrypoints.web.visit import HOME, Visit
from holdfast.errors import NotFound
from holdfast.flow.capture.names import checked_name
from holdfast.memory import Memory

PATH = f"{HOME}/playground"
END = f"{PATH}/end"
USER = "playground"
"""Who talks where nobody is named: what is tried is not mixed into anybody's memory."""

TURNS = 40
"""How many messages of the conversation are sent again with each question."""

PATIENCE = 5.0
"""How long the page waits for what is learned, in seconds."""

LONGEST_ERROR = 600
COMMAND = "holdfast serve --openai-upstream URL"


class Talk(NamedTuple):
    """Who talks with whom, in which conversation, by way of which model."""

    user: str
    agent: str
    session: str
    model: str


class Turn(NamedTuple):
    """One turn as it is shown. Without an answer, `error` says why."""

    question: str
    answer: str
    error: str
    outcome: Outcome
    context: Context | None
    kept: Sequence[Message]


def show(visit: Visit) -> Response:
    """The conversation so far, and a place to go on."""
    talk = _talk(visit.query, visit)
    return visit.page("playground.html", **_values(visit, talk))


async def send(visit: Visit, proxy: Proxy) -> Response:
    """Say something by way of the proxy, and show what became of it.

    Reading the conversation and showing the turn are work for threads.
    """
    threads = visit.desk.threads
    talk, question = _talk(visit.form, visit), visit.text("text")
    if not question.strip():
        return visit.to(PATH, user=talk.user, agent=talk.agent, session=talk.session)
    before = await threads.run(_history, visit.memory, talk)
    said = [{"role": each.role, "content": each.text} for each in before]
    body = {"model": talk.model, "messages": [*said, {"role": "user", "content": question}]}
    played = await proxy.play(
        visit.memory.space,
        json.dumps(body, ensure_ascii=False).encode(),
        user=talk.user,
        session=talk.session,
        agent=talk.agent,
    )
    return await threads.run(_shown, visit, talk, before, question, played)


def end(visit: Visit) -> Response:
    """End the conversation, and show what is learned from it."""
    talk, memory = _talk(visit.form, visit), visit.memory
    memory.sessions.seal(talk.user, talk.session)
    values = _values(visit, talk)
    if _is_settled(visit, talk):
        found, _ = learned(memory.sessions.derived(talk.user, talk.session))
        facts = {item.text for item in found.facts}
        told = [item for item in found.gists if item.text not in facts]
        values |= {"learned": Learned(found.facts, told), "waiting": False}
    else:
        values |= {"learned": Learned([], []), "waiting": True}
    template = "partials/played_end.html" if visit.partial else "playground.html"
    return visit.page(template, **values)


def _is_settled(visit: Visit, talk: Talk) -> bool:
    """Wait a while for what follows from the end; whether it is done."""
    memory, ends = visit.memory, time.monotonic() + PATIENCE
    while memory.sessions.progress(talk.user, talk.agent) is SessionState.SEALING:
        if time.monotonic() > ends:
            return False
        if visit.desk.worker or not memory.admin.run_jobs(1):
            time.sleep(0.05)
    return True


def _talk(given: Any, visit: Visit) -> Talk:
    """What the address or the form says; a conversation of its own where none is named."""

    def named(name: str) -> str:
        value = given.get(name, "")
        return (value if isinstance(value, str) else value[0] if value else "").strip()

    session = named("session") or f"{USER} {time.strftime('%m-%d %H:%M:%S', time.gmtime())}"
    return Talk(
        checked_name(named("user") or USER, "user"),
        checked_name(named("agent") or DEFAULT, "agent"),
        checked_name(session, "session"),
        named("model") or visit.playing.model,
    )


def _values(visit: Visit, talk: Talk) -> dict[str, Any]:
    return {
        "talk": talk,
        "playing": visit.playing,
        "command": COMMAND,
        "before": _history(visit.memory, talk),
        "turns": [],
        "learned": None,
        "waiting": False,
    }


def _history(memory: Memory, talk: Talk) -> Sequence[Message]:
    """What was said in the conversation, as far as it is sent again."""
    try:
        turns = memory.sessions.turns(talk.user, talk.session, last=True, limit=TURNS)
    except NotFound:
        return []
    return [each for each in turns if each.text and each.role in ("user", "assistant")]


def _shown(
    visit: Visit, talk: Talk, before: Sequence[Message], question: str, played: Played
) -> Response:
    kept = [visit.memory.messages.get(talk.user, each) for each in played.ids]
    answer, error = _read(played)
    turn = Turn(
        question,
        answer,
        error,
        played.outcome,
        played.context,
        [each for each in kept if each is not None],
    )
    template = "partials/played.html" if visit.partial else "playground.html"
    values = {**_values(visit, talk), "before": before, "turns": [turn]}
    return visit.page(template, **values)


def _read(played: Played) -> tuple[str, str]:
    """What was answered, or what went wrong."""
    try:
        told = json.loads(played.body)
        if played.status == 200:
            return str(told["choices"][0]["message"]["content"] or ""), ""
        error = str(told["error"]["message"])
    except (ValueError, LookupError, TypeError):
        error = played.body.decode("utf-8", "replace")
    return "", f"{played.status}: {error[:LONGEST_ERROR]}"


ROUTES = (
    ("GET", PATH, show),
    ("POST", END, end),
)
