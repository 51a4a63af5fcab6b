"""Clauses: a message cut where its signs divide it, with quoted and pasted words taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from holdfast.providers.rules.chinese.lexicon import any_of
from holdfast.providers.rules.chinese.spelling import spelled

GONE = "\ufffc"
"""Stands for every sign of words that are not the speaker's own."""

TITLE = "▢"
"""Stands for every sign within a title: whatever it says, nobody says it here."""

_TITLE = re.compile(r"《([^》]*)》")
_QUOTE = re.compile(r"“([^”]*)”|「([^」]*)」|『([^』]*)』|\"([^\"]*)\"|‘([^’]*)’")
_ASIDE = re.compile(r"[（(][^（()）]*[)）]")
_SPEECH = re.compile(
    r"(?:说|讲|道|写|问|喊|发|回|唱|念|叫|话|句|段|词|歌|诗|标题|签名|翻译|这)[：:，,\s]*$"
)
_TOLD = re.compile(
    r"(?:留言|评论|私信|回帖|弹幕|说|写|写道|问|喊|第一句话|话|台词|原话|歌词|心想)(?:是|的是)?[：:]"
)
_TASK = re.compile(r"[：:]|\n")
_PRESENTS = re.compile(r"(?:先|来|做|个|我|简单)*自我介绍(?:一下|下)?[：:]")
"""What follows is the speaker's own."""

_CUT = re.compile(
    r"[。！？；!?;\n]+[”’」』）)\"'~～]*\s*|…+|\.(?=\s|$)|[~～]+(?=\s|$|[^\d])|—+"
    r"|，\s*|,(?!\d{3}(?:\D|$))\s*|(?<=[一-鿿])[ \u3000]+(?=[一-鿿])|(?<!flag)(?<!愿望|目标|梦想|姓名|名字|年龄|性别|职业|坐标|爱好|生日|籍贯|老家|现居|电话|手机|邮箱|微信|专业|学历|学校)(?:：|:(?=\D))"
)
_STOPS = frozenset("。！？；!?;\n.")
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a message between two signs. `plain` is as long as `text`, for matching."""

    start: int
    text: str
    plain: str
    sign: str
    """What stands behind it."""
    sentence: int


def clauses_of(text: str) -> list[Clause]:
    """The clauses of a message in order; none is empty."""
    plain = _own(spelled(text))
    found: list[Clause] = []
    start = sentence = 0
    for cut in [*_CUT.finditer(plain), None]:
        stop, after = (cut.start(), cut.end()) if cut else (len(plain), len(plain))
        begin = start + len(plain[start:stop]) - len(plain[start:stop].lstrip())
        body = plain[begin:stop].rstrip()
        sign = plain[stop:after].strip()
        if body.strip(GONE):
            found.append(Clause(begin, text[begin : begin + len(body)], body, sign, sentence))
        elif found and "?" in sign.replace("？", "?"):
            found[-1] = Clause(
                found[-1].start, found[-1].text, found[-1].plain, "?", found[-1].sentence
            )
        start = after
        sentence += bool(cut and _STOPS & set(cut[0]))
    return found


def _own(plain: str) -> str:
    """The text without what is quoted, told in somebody's words, or handed over to be worked on."""
    plain = _TITLE.sub(lambda title: f"《{TITLE * len(title[1])}》", plain)
    plain = _QUOTE.sub(_unquoted, plain)
    told = _TOLD.search(plain)
    if told:
        stop = re.compile(r"[。！？!?\n]|$").search(plain, told.end())
        end = stop.start() if stop else len(plain)
        plain = plain[: told.end()] + GONE * (end - told.end()) + plain[end:]
    task = _TASK.search(plain)
    if (
        task
        and not _PRESENTS.match(plain)
        and any_of("reading", "tasks").search(plain, 0, task.start())
    ):
        plain = plain[: task.end()] + GONE * (len(plain) - task.end())
    return plain


def _unquoted(match: re.Match[str]) -> str:
    """Short words in quotes are names and words spoken of; others are somebody else's."""
    inner = next(group for group in match.groups() if group is not None)
    before = match.string[max(0, match.start() - 6) : match.start()]
    if (
        len(inner) <= _SHORT
        and not (_SPEECH.search(before) and not re.search(r"[叫喊]$", before))
        and "我" not in inner
    ):
        return match[0]
    return match[0][0] + GONE * len(inner) + match[0][-1]
