"""Scheme: how profiles are laid out, as YAML, and what that makes of somebody's profile."""

from __future__ import annotations

from starlette.responses import Response

from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.section import anyone
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import InvalidInput

PATH = f"{section.PATH}/scheme"
SECTIONS = 200
"""How many sections of a profile are shown."""


def show(visit: Visit) -> Response:
    """The scheme, and the profile of the user who is asked for."""
    now = visit.memory.profile.scheme()
    return _shown(visit, now, now)


def change(visit: Visit) -> Response:
    """Lay profiles out otherwise. What cannot be used is told in place, and stays to be mended."""
    typed, now = visit.text("scheme"), visit.memory.profile.scheme()
    if visit.text("was") != now:
        return _shown(visit, typed, now, 409, contested=True)
    try:
        visit.memory.profile.set_scheme(typed if typed.strip() else "")
    except InvalidInput as error:
        return _shown(
            visit, typed, now, 400, wrong=visit.words.again("scheme_wrong", error.message)
        )
    return visit.to(PATH, user=visit.given("user"), did="laid_out")


def _shown(
    visit: Visit,
    typed: str,
    now: str,
    status: int = 200,
    *,
    wrong: str = "",
    contested: bool = False,
) -> Response:
    user = visit.given("user") or visit.asked("user")
    sections = visit.memory.profile.sections(user) if user else []
    return section.page(
        visit,
        "scheme",
        status,
        typed=typed,
        now=now,
        wrong=wrong,
        contested=contested,
        who=anyone(visit)._replace(user=user),
        laid_out=sections[:SECTIONS],
        rest=max(0, len(sections) - SECTIONS),
    )


ROUTES = (("GET", PATH, show), ("POST", PATH, change))
