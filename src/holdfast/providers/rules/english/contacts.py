"""Contacts: numbers, mails and handles by which somebody can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.english.clause import plain

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.,/$£€#-])\+?\(?\d[\d\s().-]{6,17}\d(?![\w%])")
_HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z0-9_](?:[\w.]*\w)?")
_NAMED = re.compile(
    r"\b(?:handle|username|user name|gamertag|insta|instagram|discord|telegram|twitter|skype|wechat|kakao|line id|snapchat|snap|psn|steam|tiktok|bluesky|mastodon|github)(?: (?:id|name|handle|account))?(?: on [\w ]{2,20}?)?(?:'s| is|:| =| as) (?P<v>(?=\S*[\w])[@\w][\w.#-]{2,})"
)
_CUE = re.compile(
    r"\b(?:reach|text|call|ring|phone|number|whatsapp|mobile|cell|e-?mail|mail|handle|insta|instagram|write|contact|signal|telegram|discord|dm|add me|get me|find me|follow me|ping|sms|message|landline|fax|line|wechat|username|inbox|address|tel|here's my|get hold of)\b"
)
_OTHERS = re.compile(r"\b(?:his|her|their|its|the (?:company|shop|restaurant|clinic|office|hotel|bank)'s|support|customer|hotline|spam|scam|from|unknown|calling me|called me|texted me)\b")


def contacts_in(text: str, *, loose: bool = False) -> Iterator[tuple[int, int]]:
    """The places of what looks like a way to reach the one who speaks.

    Unless `loose`, a word that says so must stand near.
    """
    low = plain(text)
    for pattern in (_MAIL, _HANDLE, _PHONE):
        for found in pattern.finditer(text):
            near = low[max(0, found.start() - 70) : found.start()]
            behind = low[found.end() : found.end() + 40]
            if _OTHERS.search(near.rsplit(".", 1)[-1]):
                continue
            if pattern is _HANDLE and any(m.start() <= found.start() < m.end() for m in _MAIL.finditer(text)):
                continue
            if loose or _CUE.search(near) or _CUE.search(behind) or re.search(r"\bi'?m $", near):
                yield found.span()
    for found in _NAMED.finditer(low):
        if not low[found.start("v")] == "@" and "my " in low[max(0, found.start() - 12) : found.start()]:
            yield found.span("v")
