"""Pages of other sites: those that are allowed may ask and read, and no others."""

from __future__ import annotations

import pytest

from holdfast.stores.inmemory.keys import InMemoryKeys
from tests.unit.entrypoints.http.guard.asking import Echo, ask, behind_guard

ALLOWED = b"https://app.example.com"
ASKING = (b"access-control-request-method", b"POST")


def app(echo: Echo | None = None):
    origins = ("https://app.example.com", "https://other.example")
    return behind_guard(echo or Echo(), keys=InMemoryKeys(), origins=origins, open_paths=("/open",))


def test_a_browser_that_asks_for_an_allowed_page_is_told_yes_without_a_key():
    echo = Echo()
    site = (b"sec-fetch-site", b"cross-site")
    answer = ask(app(echo), (b"origin", ALLOWED), ASKING, site, method="OPTIONS")
    assert answer.status == 204
    assert answer.headers[b"access-control-allow-origin"] == ALLOWED
    assert b"authorization" in answer.headers[b"access-control-allow-headers"]
    assert b"access-control-allow-credentials" not in answer.headers
    assert echo.calls == 0


@pytest.mark.parametrize("path", ["/open", "/v1/x"])
def test_an_allowed_page_may_read_answers_and_refusals(path: str):
    answer = ask(app(), (b"origin", ALLOWED), path=path)
    assert answer.status == (200 if path == "/open" else 401)
    assert answer.headers[b"access-control-allow-origin"] == ALLOWED
    assert answer.headers[b"vary"] == b"origin"


@pytest.mark.parametrize(
    "origin", [b"https://evil.example", b"null", b"http://app.example.com", b"*"]
)
@pytest.mark.parametrize("method", ["OPTIONS", "GET"])
def test_another_page_is_told_nothing(origin: bytes, method: str):
    answer = ask(app(), (b"origin", origin), ASKING, method=method, path="/open")
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith(b"access-control")]


def test_our_own_page_and_no_page_need_no_permission():
    for headers in ([], [(b"origin", b"http://localhost:48912")]):
        answer = ask(app(), *headers, path="/open")
        assert answer.status == 200
        assert b"access-control-allow-origin" not in answer.headers


def test_asking_opens_nothing():
    assert ask(app(), (b"origin", ALLOWED), method="OPTIONS").status == 401
    assert ask(app(), ASKING, method="OPTIONS").status == 401
