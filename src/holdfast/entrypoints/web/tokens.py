"""Tokens: a request that changes something must come from a page of ours.

Each visitor's pages carry a token that only this server can make. Another site can have a browser
send a request with its cookies, but it cannot read our pages, and so does not know the token.
"""

from __future__ import annotations

import hmac
import secrets


class Tokens:
    """Makes and checks tokens. They end with the process, as the visits do."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def token(self, visitor: str) -> str:
        """The token of a visitor; those who have not signed in share one."""
        return hmac.digest(self._secret, visitor.encode(), "sha256").hex()

    def holds(self, visitor: str, token: str) -> bool:
        """Whether the token is this visitor's."""
        return hmac.compare_digest(self.token(visitor).encode(), token.encode("utf-8", "replace"))
