"""Contacts: numbers, mails and handles by which somebody can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import pattern

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.,/$£€#-])\+?\(?\d[\d\s().-]{6,17}\d(?![\w%])")
_HANDLE = re.compile(r"(?<![\w@.+-])@[A-Za-z0-9_](?:[\w.]*\w)?")
_AT = re.compile(r"\bi'?m (?:at |on )?$")
_BEFORE, _BEHIND = 70, 40
"""How far the word that tells what it is may stand."""


def contacts_in(text: str, *, loose: bool = False) -> Iterator[tuple[int, int]]:
    """The places of what looks like a way to reach the one who speaks.

    Unless `loose`, a word that says so must stand near.
    """
    low = plain(text)
    for kind, sign in ((_MAIL, "@"), (_HANDLE, "@"), (_PHONE, "")):
        if sign not in text:
            continue
        for found in kind.finditer(text):
            if _is_mine(low, found.start(), found.end(), loose=loose):
                yield found.span()
    for found in pattern("handle").finditer(low) if "my " in low else ():
        owned = "my " in low[max(0, found.start() - 12) : found.start()]
        if owned and low[found.start("v")] != "@":
            yield found.span("v")


def kind_of(contact: str) -> str:
    """Of mail, phone and handle."""
    if _MAIL.fullmatch(contact):
        return "mail"
    return "phone" if _PHONE.fullmatch(contact) else "handle"


def _is_mine(low: str, start: int, stop: int, *, loose: bool) -> bool:
    lead = low[max(0, start - _BEFORE) : start]
    if pattern("others_number").search(lead.rsplit(".", 1)[-1]):
        return False
    if loose or _AT.search(lead):
        return True
    reach = pattern("reach")
    return reach.search(lead) is not None or reach.search(low, stop, stop + _BEHIND) is not None
