"""Orders: what a standing instruction lays down, so that the next word on it takes its place."""

from __future__ import annotations

import re

from holdfast.text.fold import fold

LANGUAGE = "language"
"""What all answers are to be in: of that there is one at a time."""

_ONWARD = (
    r"from now on|from here on(?: out)?|going forward|in (?:the )?future|at all times|any ?more|now"
)
_LEAD = re.compile(
    rf"(?:(?:please|always|only|just|ok|{_ONWARD}|you (?:should|must|have to)|i want you to|never"
    r"|(?:can|could|would|will) you|you (?:don't|do not|needn't|no longer)(?: need to| have to)?"
    r"|no need to|stop|don't|do not|no longer|make sure (?:to|you)),? )+"
)
_END = re.compile(rf"(?:,? (?:{_ONWARD}|again|always|only|please|instead|ok))+$")
_FIRST = re.compile(r"^(\w+?)(?:e|ing)\b")
_TONGUE = re.compile(
    r"(?:answer|reply|respond|speak|talk|writ|us)(?: back)?(?: to)?(?: me| us)?(?: only)?(?: in)? "
    r"(?:english|chinese|mandarin|cantonese|french|german|spanish|japanese|korean|russian|italian"
    r"|portuguese|dutch|polish|turkish|arabic|hindi|vietnamese|thai|indonesian|swedish|greek|latin)"
    r"(?: (?:to|with|when you (?:talk|speak) (?:to|with)) me)?"
)
_LEAD_ZH = re.compile(
    r"(?:请你?|麻烦你?|以后|今后|往后|从现在(?:起|开始)|从今以后|[你您都就要只改再别,，]"
    r"|一律|总是|始终|直接|不用|不要|不必|不许)+"
)
_END_ZH = re.compile(r"(?:我|了|吧|就好|就行|[,，]?(?:好吗|谢谢))+$")
_TONGUE_ZH = re.compile(
    r"(?:[用以]\w{1,4}?[语文话](?:来|跟我|和我|对我|给我)?"
    r"(?:回答|回复|回|说话|说|聊天|聊|交流|沟通|讲)(?:我的问题|问题)?"
    r"|(?:跟我|和我|对我)?[说讲]\w{1,4}?[语文话])"
)


def laid_down(order: str) -> str:
    """What an order is about, whether it bids or forbids. What is bound to a condition is its own.

    >>> laid_down("Always answer in French"), laid_down("以后都用中文回答我")
    ('language', 'language')
    >>> laid_down("Use emojis.") == laid_down("Please stop using emojis from now on.")
    True
    >>> laid_down("Answer in French when I ask for a recipe")
    'answer in french when i ask for a recipe'
    """
    plain = fold(order).replace("’", "'").strip(" .!。！")
    if plain.isascii():
        core = _FIRST.sub(r"\1", _END.sub("", _without(_LEAD, plain)))
        return LANGUAGE if _TONGUE.fullmatch(core) else core
    core = _END_ZH.sub("", _without(_LEAD_ZH, plain))
    return LANGUAGE if _TONGUE_ZH.fullmatch(core) else core


def _without(lead: re.Pattern[str], plain: str) -> str:
    found = lead.match(plain)
    return plain[found.end() :] if found else plain
