"""Key: what a caller shows to a server. Of the secret only a digest is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.domain.ids import new_id
from holdfast.errors import InvalidInput

PREFIX = "hf_"
"""How every secret begins, so that people and scanners of secrets know one when they see it."""

_CHANCE = 32
PROJECT = "sk-"
"""How a secret begins that names the space it opens, as apps of Memobase know them."""

_NAMED = re.compile(r"[A-Za-z0-9_.]{1,64}")
_SHAPE = re.compile(r"(?:hf_|sk-[A-Za-z0-9_.]{1,64}-)[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """Who may call, and which space it opens; None: all of them. Revoked, it opens nothing."""

    id: str
    name: str
    space: str | None
    made_at: datetime
    revoked_at: datetime | None = None
    digest: str = field(repr=False)


def new_key(
    name: str, *, space: str | None, now: datetime, project: bool = False
) -> tuple[Key, str]:
    """A fresh key, and its secret, which is to be shown now or never.

    With `project` the secret names its space; InvalidInput if that cannot be written in one.
    """
    secret = new_project_secret(space) if project else new_secret()
    return Key(id=new_id(), name=name, space=space, made_at=now, digest=digest(secret)), secret


def new_secret() -> str:
    """A fresh secret: 256 bits of chance, in 46 characters that any header and shell can carry."""
    return PREFIX + secrets.token_urlsafe(_CHANCE)


def new_project_secret(space: str | None) -> str:
    """The same, with the space that it opens in front of it: ``sk-<space>-<chance>``."""
    if space is None or not _NAMED.fullmatch(space):
        raise InvalidInput(
            "A key of this form opens one space, whose name has letters, digits, dots and _ only.",
            remedy="Name such a space, or make a key of the usual form: it works as well.",
        )
    return f"{PROJECT}{space}-{secrets.token_urlsafe(_CHANCE)}"


def is_secret(text: str) -> bool:
    """Whether this has the shape of a secret of ours."""
    return _SHAPE.fullmatch(text) is not None


def digest(secret: str) -> str:
    """What is kept of a secret. It needs no salt: nobody can try 2 to the 256 of them."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
