"""Secrets are taken out of every text that leaves the provider."""

from __future__ import annotations

import re
from collections.abc import Iterable

HIDDEN = "***"

_LOOKS_SECRET = re.compile(
    r"""(?ix)
    \b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*.-]{6,}            # keys as vendors spell them
    | \b(?:bearer|basic)\s+(?=\S*[\d=])[\w.~+/=*-]{6,}  # header values
    | (?<=://)[^\s/@"'<>]*@                             # user and password in an address
    | (?<=[?&])([\w.-]*(?:key|token|secret|sig(?:nature)?|password)[\w.-]*=)[^\s&"'<>]+
    """
)
_SHORTEST = 4
"""A shorter secret is a placeholder ("x", "no"): taking it out would spoil ordinary words."""


class Redaction:
    """Knows a client's secrets and takes them, and what looks like one, out of texts."""

    __slots__ = ("_pattern",)

    def __init__(self, secrets: Iterable[str]) -> None:
        forms = {form for secret in secrets for form in _forms(secret)}
        longest_first = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if forms else None

    def __repr__(self) -> str:
        return "Redaction()"

    def of(self, text: str) -> str:
        """The text without secrets."""
        if self._pattern:
            text = self._pattern.sub(HIDDEN, text)
        return _LOOKS_SECRET.sub(lambda found: (found[1] or "") + HIDDEN, text)

    def excerpt(self, text: str, longest: int = 200) -> str:
        """At most so many characters of it on one line, without secrets.

        They are taken out before it is cut, so that no half of one remains at the end.
        """
        line = " ".join(self.of(text[: longest * 50]).split())
        return line if len(line) <= longest else line[:longest] + "…"


def _forms(secret: str) -> set[str]:
    """A secret as it is, in an address, and in a header."""
    if len(secret) < _SHORTEST:
        return set()
    from base64 import b64encode
    from urllib.parse import quote, unquote

    plain = {secret, unquote(secret)}  # what stood in an address is quoted already
    quoted = {quote(form, safe="") for form in plain}
    return plain | quoted | {b64encode(form.encode()).decode() for form in plain}
