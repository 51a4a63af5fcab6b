"""Dialog: the recent memory as text, for people and for the prompt of the next session."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from holdfast.domain.message import Json
from holdfast.domain.recent import Recent
from holdfast.errors import InvalidInput
from holdfast.flow.capture.values import kept_json
from holdfast.text.language import language_of
from holdfast.text.sentences import sentences

SYSTEM = "SYSTEM_MESSAGE"
LONGEST_TOPIC = 120
_ASIDE = re.compile(r"\$\$.*?\$\$", re.DOTALL)
_BAR = re.compile("[|\uff5c]")
_HUMAN, _AI = {"user", "human"}, {"assistant", "ai"}


class Names(NamedTuple):
    """Who talks with whom: the agent's name and the user's, as they are to be shown."""

    agent: str
    user: str


def shown_as(names: object, agent: str, user: str) -> Names:
    """The names that were given for both, or those that they are kept under."""
    if not names:
        return Names(agent, user)
    if isinstance(names, tuple | list) and [type(name) for name in names] == [str, str]:
        return Names(*names)
    raise InvalidInput("The names must be two texts: the agent's and the user's.")


class Words(NamedTuple):
    """What the text says around what is remembered."""

    memo: str
    dialog: str


WORDS = {
    "zh": Words(
        memo="先前对话的备忘录: {memo}",
        dialog=(
            "\n========{agent}的内心活动========\n"
            "{agent}的脑海里经常想着自己和{user}的事情，她记得{settings}\n\n"
            "开始聊天前，{agent}又在脑海内整理了近期发生的事情。\n"
        ),
    ),
    "en": Words(
        memo="Memo of earlier conversations: {memo}",
        dialog=(
            "\n========What {agent} has in mind========\n"
            "{agent} often thinks of {user} and of what they share, and remembers {settings}\n\n"
            "Before the conversation begins, {agent} goes over what happened lately.\n"
        ),
    ),
}


def history(recent: Recent, names: Names, language: str | None = None) -> str:
    """The memo and the last messages, a line each: ``name | text``.

    A text of several lines is told as it is; only a further line that could be taken for somebody
    else's, since it has a bar too, is indented.
    """
    return "\n".join(map(_told_apart, _lines(recent, names, language or spoken(recent))))


def new_dialog(
    recent: Recent,
    names: Names,
    settings: Mapping[str, Json] | None = None,
    language: str | None = None,
) -> str:
    """The text that a new session begins with; its lines are those of `history`.

    Asides, between double dollars, are left out; one that is not closed ends with its message.
    """
    language = language or spoken(recent)
    if settings is not None and not isinstance(settings, Mapping):
        raise InvalidInput(f"The settings must be a mapping, not {type(settings).__name__}.")
    known = json.dumps(
        kept_json(dict(settings or {}), "The mapping of settings"), ensure_ascii=False
    )
    head = WORDS[language].dialog.format(agent=names.agent, user=names.user, settings=known)
    lines = (_ASIDE.sub("", line) for line in _lines(recent, names, language))
    return _ASIDE.sub("", head) + "".join(f"{_told_apart(line)}\n" for line in lines)


def topic(recent: Recent) -> str:
    """A line on what was talked about last: how the newest summary begins; empty without one."""
    texts = [item.text for item in recent.summaries if item.text.strip()]
    return sentences(texts[-1])[0][:LONGEST_TOPIC] if texts else ""


def spoken(recent: Recent) -> str:
    """The language that is mostly spoken."""
    texts = [item.text for item in recent.summaries] + [each.text for each in recent.messages]
    return language_of(texts)


def _lines(recent: Recent, names: Names, language: str) -> Iterator[str]:
    if recent.memo:
        yield f"{SYSTEM} | {WORDS[language].memo.format(memo=recent.memo)}"
    for message in recent.messages:
        name = message.speaker or voice(message.role, names)
        yield f"{name} | {message.text}"


def _told_apart(line: str) -> str:
    """The line of a message, in which none but the first looks like the line of one."""
    first, *further = line.splitlines(keepends=True)
    return first + "".join(f"    {each}" if _BAR.search(each) else each for each in further)


def voice(role: str, names: Names) -> str:
    """The name to show for a role."""
    if role in _HUMAN:
        return names.user
    return names.agent if role in _AI else SYSTEM
