"""Visit: one request for a page, as the pages see it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from starlette.responses import RedirectResponse, Response

from holdfast.entrypoints.http.desk import Desk
from holdfast.entrypoints.proxy import Playing
from holdfast.entrypoints.web.catalogue import LANGUAGES, NAMES, Words
from holdfast.entrypoints.web.rendering import address, render
from holdfast.entrypoints.web.signing import Visitor
from holdfast.memory import Memory
from holdfast.ports.keys import Keys

HOME = "/browse"
NAVIGATION = (
    ("home", "/browse"),
    ("recent", "/browse/recent"),
    ("profile", "/browse/profile"),
    ("timeline", "/browse/timeline"),
    ("recall", "/browse/recall"),
    ("playground", "/browse/playground"),
    ("house", "/browse/house"),
)
"""The views, in the order of the rail."""

THEMES = ("auto", "light", "dark")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SAFE = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What stands on every page beside the headers of the guard."""

_OURS = re.compile(r"/browse(?:[/?][^\x00-\x20\\\x7f]*)?")


NOBODY = Playing("", "")


class Look(NamedTuple):
    """How a visitor wants to see the pages."""

    language: str
    theme: str
    zone: tzinfo | None


@dataclass(frozen=True, slots=True)
class Visit:
    """Who asks for what, in which language, and how to answer."""

    desk: Desk
    memory: Memory
    visitor: Visitor | None
    look: Look
    words: Words
    token: str
    path: str
    here: str
    """The address that was asked for, with its query."""
    query: Mapping[str, str]
    form: Mapping[str, Sequence[str]]
    partial: bool
    """Whether only a part of the page is wanted, to be put into the one that is shown."""
    peer: str
    secure: bool
    live: str = ""
    """Where the page is told that it has changed; empty where nobody tells it."""
    keys: Keys | None = None
    """The keys of the server; None where nobody has to show one."""
    playing: Playing = NOBODY
    """What answers on the playground."""

    @property
    def whole(self) -> bool:
        """Whether every space is open to who asks, and not only one."""
        return self.visitor is not None and self.visitor.space is None

    def asked(self, name: str) -> str:
        """A value of the query, empty where there is none."""
        return self.query.get(name, "")

    def given(self, name: str) -> str:
        """A value of the form, empty where there is none."""
        values = self.form.get(name, ())
        return values[0] if values else ""

    def text(self, name: str) -> str:
        """A text of the form as it was before forms broke its lines as forms do."""
        return self.given(name).replace("\r\n", "\n")

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page, or a part of one."""
        body = render(template, {**self.always(), **values})
        return Response(body, status, media_type="text/html", headers=dict(SAFE))

    def to(self, path: str, **query: object) -> Response:
        """Go to another page: the answer to a form that was obeyed."""
        return RedirectResponse(address(path, **query), 303, headers=dict(SAFE))

    @property
    def place(self) -> str:
        """The address that was asked for, without what it says of something done."""
        kept = {name: value for name, value in self.query.items() if name != "did"}
        return f"{self.path}?{urlencode(kept, quote_via=quote)}" if kept else self.path

    def back(self, otherwise: str, did: str) -> Response:
        """Go back to the page of ours that a form was sent from, where it says which."""
        page = own_address(self.given("back")).partition("#")[0]
        if page == HOME:
            page = address(otherwise, user=self.given("user"))
        joint = "&" if "?" in page else "?"
        return RedirectResponse(f"{page}{joint}did={did}", 303, headers=dict(SAFE))

    def always(self) -> dict[str, Any]:
        """What every template may name."""
        return {
            "t": self.words,
            "look": self.look,
            "languages": [(code, NAMES[code]) for code in LANGUAGES],
            "themes": THEMES,
            "token": self.token,
            "visitor": self.visitor,
            "space": self.memory.space,
            "navigation": NAVIGATION,
            "path": self.path,
            "here": self.here,
            "place": self.place,
            "partial": self.partial,
            "live": self.live,
            "still": False,
            "did": self.words.of("did", self.asked("did"), ""),
        }


def own_address(text: str) -> str:
    """The address if it is one of our pages, otherwise that of the first page."""
    return text if _OURS.fullmatch(text) else HOME
