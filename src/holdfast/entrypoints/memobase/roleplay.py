"""Roleplay: whether a character goes on with what is talked of, or begins something new.

By rules: a talk that the user lets go of is a chance to come back to something they care about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from holdfast.entrypoints.memobase.ask import Ask, Data, Route
from holdfast.entrypoints.memobase.events import gists_of
from holdfast.entrypoints.memobase.profiles import chosen, scheme_of
from holdfast.errors import InvalidInput

_LET_GO = re.compile(
    r"(?:ok(?:ay)?|yes|no|yeah|yep|nope|sure|fine|thanks?(?: you)?|thank you|bye|goodbye|hm+|haha+|"
    r"i see|cool|nice|great|good|lol|idk|nothing much|嗯+|哦+|好的?|行|谢谢|再见|拜拜|哈哈+|没什么|不知道|是的?)"
    r"[\s.!~。！…]*",
    re.IGNORECASE,
)
_SHORT = 4
_WORDS = {
    "en": (
        "Go on with what the user said last: {said}",
        "Begin something new that the user cares about. {known}",
        "Ask the user how they are, and what they have been doing.",
    ),
    "zh": (
        "接着用户刚才说的话继续聊：{said}",
        "换一个用户关心的新话题。{known}",
        "问问用户最近怎么样，在忙些什么。",
    ),
}


def proactive(ask: Ask) -> Data:
    """What to do next, and a prompt for it."""
    user, messages = ask.known_user(), ask.fields().get("messages") or []
    if not isinstance(messages, list):
        raise InvalidInput("messages must be a list.")
    said = [_text(each) for each in messages if _role(each) == "user" and _text(each).strip()]
    go_on, anew, ask_them = _WORDS[scheme_of(ask.memory).language]
    last = said[-1].strip() if said else ""
    if last and len(last) > _SHORT and not _LET_GO.fullmatch(last):
        return {"action": "continue", "topic_prompt": go_on.format(said=last[:400])}
    rows = chosen(ask.memory, user, ask.query, picking=False)[:3]
    happened = [gist.text for gist in gists_of(ask.memory, user)[-2:]]
    known = " ".join([*(row.line for row in rows), *(f"- {text}" for text in happened)])
    prompt = anew.format(known=known) if known else ask_them
    return {"action": "new_topic", "topic_prompt": prompt}


def _role(message: Any) -> object:
    return message.get("role") if isinstance(message, Mapping) else None


def _text(message: Any) -> str:
    content = message.get("content") if isinstance(message, Mapping) else None
    return content if isinstance(content, str) else ""


ROUTES = (Route("POST", "/users/roleplay/proactive/{user}", proactive),)
