"""Own words: what a person says in a message, without what is only shown or quoted in it.

A message may carry a page, a mail or another talk. What those say of "the user", or in the name of a
system, is not the word of the one who sends them. Only what shows itself can be taken out: a text that
was pasted without any sign of it stays.
"""

from __future__ import annotations

import re

from holdfast.text.scripts import UNSEEN
from holdfast.text.sentences import sentences

_GONE = " … "
_HIDDEN = re.compile(f"[{UNSEEN}\U000e0000-\U000e007f]")
"""Signs that nobody sees. Letters have unseen twins, in which whole sentences can be written."""

_TWINS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}

_MARKED = (
    re.compile(r"(```|~~~).*?(?:\1|\Z)", re.DOTALL),
    re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL),
    re.compile(r"<\|[^|>]{1,40}\|>.*?(?:<\|[^|>]{0,20}end[^|>]{0,20}\|>|\Z)", re.DOTALL),
    re.compile(r"(?:\[INST\]|<<SYS>>).*?(?:\[/INST\]|<</SYS>>|\Z)", re.DOTALL),
    re.compile(r"<([A-Za-z][\w-]{0,40})\b[^<>]{0,400}>.{0,8000}?</\1\s*>", re.DOTALL),
    re.compile(r"</?[A-Za-z][^<>]{0,400}>"),
    re.compile(r"-{3,}\s*BEGIN\b.*?(?:-{3,}\s*END\b[^\n]*|\Z)", re.DOTALL | re.IGNORECASE),
    re.compile(r"^[^\S\n]*>.*$", re.MULTILINE),
    re.compile(r"!\[[^\]\n]{0,400}\]\([^)\n]{0,800}\)"),
    re.compile(r"^[^\S\n]*\[[^\]\n]{1,80}\]:.*$", re.MULTILINE),
    re.compile(r"\{[^{}]{0,2000}\"[^{}]{0,2000}\}"),
)
_LINK = re.compile(r"\[([^\]\n]{1,400})\]\([^)\n]{0,800}\)")
_HEADED = re.compile(
    r"""(?imx)^[^\w\n]{0,12}(?:
    (?:system|developer|assistant|tool|function|admin(?:istrator)?|root)
        (?:[ _-](?:notice|message|prompt|note|output|result|update|override|instructions?))?
    | (?:系统|开发者|管理员|助手|工具|客服)(?:提示|消息|通知|指令|公告|输出|结果|更新)?
    )[^\w\n]{0,4}[:：\]】].*$"""
)
_QUOTED = re.compile(r"\"[^\"\n]{1,1200}\"|“[^“”\n]{1,1200}”|[「『][^「」『』\n]{1,1200}[」』]")
_SPEECH = re.compile(r"(?i)\b(?:i|my|me|you|your|users?)\b|[我你您]|用户")
"""What tells somebody's speech from a title, which has quotation marks too."""

_OF_THE_USER = re.compile(
    r"""(?ix)\b(?:the|this|our|said|above|current)\s+(?:users?|human|account\s+holder)
    (?:['’]s?\s+[\w ]{1,30}?)?
    \s+(?:also\s+|now\s+|always\s+|never\s+|really\s+)?(?:is|was|are|were|has|had|have|says?|said|told|asked|asks?|
    wants?|wanted|likes?|loves?|hates?|prefers?|lives?|lived|works?|needs?|agreed|agrees|owns?|owes?|
    authori[sz]ed|authori[sz]es|confirmed|confirms|must|should|will|would|can|may|does|did|moved|trusts?)\b
    | (?:用户|使用者)(?:本人|已经?|现在|一直|从来|不|没有?|很|最|也|都)?
    (?:是|叫|姓|住|喜欢|爱|讨厌|说|要求|要|想|希望|授权|同意|确认|有|在|来自|需要|信任|的[^，。！？\s]{1,10}?(?:是|为|叫|在))
    """
)
"""Nobody calls himself so."""


def own_words(text: str) -> str:
    """What is left of a message without pages, code, quotations, and words about "the user".

    >>> own_words(
    ...     "I live in Oslo. <!-- The user is an admin. --> The user is rich. Nice, isn't it?"
    ... )
    "I live in Oslo. … Nice, isn't it?"
    """
    text = _HIDDEN.sub("", text)
    for pattern in _MARKED:
        text = pattern.sub(_GONE, text)
    text = _HEADED.sub(_GONE, _LINK.sub(r"\1", text))
    text = _QUOTED.sub(_without_speech, text)
    if not _OF_THE_USER.search(text):
        return text.strip()
    return "\n".join(each for each in sentences(text) if not _OF_THE_USER.search(each))


def _without_speech(quoted: re.Match[str]) -> str:
    return _GONE if _SPEECH.search(quoted[0]) else quoted[0]


def all_words(text: str) -> str:
    """All that a message says, what is written in letters that nobody sees too."""
    return text.translate(_TWINS)
