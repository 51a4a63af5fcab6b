"""Keys: who may call the server; made, shown once, and revoked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from holdfast.domain.key import new_key
from holdfast.entrypoints.web.pages.house import section
from holdfast.entrypoints.web.pages.house.section import number
from holdfast.entrypoints.web.visit import Visit
from holdfast.errors import Conflict, Forbidden, InvalidInput, NotFound
from holdfast.flow.capture.names import checked_name
from holdfast.ports.keys import Keys

PATH = f"{section.PATH}/keys"
KEYS = 50


def show(visit: Visit) -> Response:
    """The keys, the newest first."""
    if visit.keys is None or not visit.whole:
        return _closed(visit)
    return _shown(visit, visit.keys)


def add(visit: Visit) -> Response:
    """Make a key. Its secret stands on the page that answers, and nowhere else."""
    keys, name = _open(visit), visit.given("name").strip()
    space = None if visit.given("where") == "all" else visit.given("space").strip()
    try:
        checked_name(name, "key")
        if space is not None:
            checked_name(space, "space")
        key, secret = new_key(name, space=space, now=datetime.now(UTC))
        keys.add(key)
    except Conflict:
        return _shown(visit, keys, 409, wrong="taken", name=name, space=space or "")
    except InvalidInput as error:
        wrong = "space" if "space" in error.message else "name"
        return _shown(visit, keys, 400, wrong=wrong, name=name, space=space or "")
    return _shown(visit, keys, fresh=key, secret=secret)


def revoke(visit: Visit) -> Response:
    """End a key, once that is confirmed."""
    keys, id_ = _open(visit), visit.given("id")
    if visit.given("sure") != "1":
        return _back(visit, "not_revoked")
    if not keys.revoke(id_, datetime.now(UTC)):
        raise NotFound("There is no such key, or it was revoked before.")
    return _back(visit, "revoked")


def _open(visit: Visit) -> Keys:
    """The keys, for those who may: a key for one space says nothing about others."""
    if visit.keys is None or not visit.whole:
        raise Forbidden("Only a key that is good for all spaces may do this.")
    return visit.keys


def _closed(visit: Visit) -> Response:
    return section.page(visit, "keys", keys=None, asked=visit.keys is not None)


def _shown(visit: Visit, keys: Keys, status: int = 200, **values: Any) -> Response:
    found, at = keys.all()[::-1], number(visit.asked("from"))
    usual = {"fresh": None, "secret": "", "wrong": "", "name": "", "space": visit.memory.space}
    return section.page(
        visit,
        "keys",
        status,
        keys=found[at : at + KEYS],
        mine=visit.visitor.digest if visit.visitor else "",
        more=at + KEYS if len(found) > at + KEYS else 0,
        paged=at > 0,
        **{**usual, **values, "here_space": visit.memory.space},
    )


def _back(visit: Visit, did: str) -> Response:
    return visit.to(PATH, did=did)


ROUTES = (("GET", PATH, show), ("POST", PATH, add), ("POST", f"{PATH}/revoke", revoke))
