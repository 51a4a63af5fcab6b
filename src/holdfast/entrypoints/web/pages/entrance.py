"""Entrance: signing in and out, and how one likes to see the pages."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from starlette.responses import Response

from holdfast.entrypoints.web.catalogue import LANGUAGES
from holdfast.entrypoints.web.signing import LASTS, Visitor, Visitors
from holdfast.entrypoints.web.visit import HOME, THEMES, Visit, own_address

COOKIE, LANGUAGE, THEME = "holdfast_visit", "holdfast_language", "holdfast_theme"
ZONE = "holdfast_zone"
"""The browser says where it is: see app.js."""

SIGN_IN, SIGN_OUT, ENTER, LOOK = (
    f"{HOME}/sign-in",
    f"{HOME}/sign-out",
    f"{HOME}/enter",
    f"{HOME}/look",
)
A_YEAR = 365 * 24 * 3600

Page = Callable[[Visit], Response]


def routes(visitors: Visitors) -> tuple[tuple[str, str, Page], ...]:
    """They are open to everyone who reaches the server."""
    door = _Door(visitors)
    return (
        ("GET", SIGN_IN, door.show),
        ("POST", SIGN_IN, door.sign_in),
        ("POST", SIGN_OUT, door.sign_out),
        ("GET", ENTER, door.enter),
        ("POST", LOOK, _change_look),
    )


def ask(visit: Visit, *, ended: bool) -> Response:
    """Have someone sign in first; `ended` if they had been signed in before."""
    if visit.form:  # what was sent is not done, and must be seen not to be
        return not_done(visit)
    if visit.partial:
        answer = _form(visit, 401, note="ended", back=HOME)
        answer.headers["hx-redirect"] = SIGN_IN
        return answer
    return visit.to(SIGN_IN, back=visit.here, ended="1" if ended else "")


def not_done(visit: Visit) -> Response:
    """Say that what was sent was not done, for want of a sign-in."""
    return _form(visit, 401, note="ended_form", back=HOME)


class _Door:
    def __init__(self, visitors: Visitors) -> None:
        self._visitors = visitors

    def show(self, visit: Visit) -> Response:
        if visit.visitor is not None:
            return visit.to(own_address(visit.asked("back")))
        note = "ended" if visit.asked("ended") else ""
        return _form(visit, note=note, back=own_address(visit.asked("back")))

    def sign_in(self, visit: Visit) -> Response:
        back = own_address(visit.given("back"))
        if wait := self._visitors.wait(visit.peer):
            return _form(visit, 429, note="wait", back=back, seconds=ceil(wait))
        visitor = self._visitors.enter(visit.given("key").strip(), visit.peer)
        if visitor is None:
            return _form(visit, 401, note="wrong", back=back)
        return _remembered(visit, visit.to(back), visitor)

    def sign_out(self, visit: Visit) -> Response:
        if visit.visitor is not None:
            self._visitors.leave(visit.visitor.id)
        answer = visit.to(SIGN_IN, did="signed_out")
        answer.delete_cookie(COOKIE, path=HOME)
        return answer

    def enter(self, visit: Visit) -> Response:
        visitor = self._visitors.follow(visit.asked("token"))
        if visitor is None:
            return _form(visit, 403, note="used", back=HOME)
        return _remembered(visit, visit.to(HOME), visitor)


def _form(visit: Visit, status: int = 200, *, note: str, back: str, seconds: int = 0) -> Response:
    return visit.page("sign_in.html", status, note=note, back=back, seconds=seconds)


def _remembered(visit: Visit, answer: Response, visitor: Visitor) -> Response:
    _set(visit, answer, COOKIE, visitor.id, int(LASTS))
    return answer


def _change_look(visit: Visit) -> Response:
    answer = visit.to(own_address(visit.given("back")))
    if visit.given("language") in LANGUAGES:
        _set(visit, answer, LANGUAGE, visit.given("language"), A_YEAR)
    if visit.given("theme") in THEMES:
        _set(visit, answer, THEME, visit.given("theme"), A_YEAR)
    return answer


def _set(visit: Visit, answer: Response, name: str, value: str, seconds: int) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=seconds,
        path=HOME,
        secure=visit.secure,
        httponly=True,
        samesite="strict",
    )
