"""Tokens, estimated. Without a model's own table nobody can count them; this errs upward."""

from __future__ import annotations

import re

COUNTED_BY = "estimate"

# Each match is a token, so that counting is the regular expression's work: contexts count much.
_TOKEN = re.compile(r"[A-Za-z]{1,4}|[0-9]{1,3}|\n|[^\S\n]{8}|[^\sA-Za-z0-9]")
_BEYOND = re.compile("[\U00010000-\U0010ffff]")


def estimate(text: str) -> int:
    """About how many tokens a text takes: four letters, three digits, or one other character.

    Spaces count where there are eight in a row, and characters beyond the first 65,536 twice. A text
    of several lines takes as many as its lines, and one for each break between them.
    """
    tokens = len(_TOKEN.findall(text))
    return tokens if text.isascii() else tokens + len(_BEYOND.findall(text))
