"""Who may come in, how they are known, and what a page lets others do: nothing."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime

import httpx2
import pytest
from playwright.sync_api import Error, expect

from holdfast import Memory, Settings
from holdfast.entrypoints.http.listening import listen
from holdfast.entrypoints.http.serve import Manner, Server
from holdfast.entrypoints.web import VIEWS
from holdfast.entrypoints.web.visit import POLICY
from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening


def _paths(wanted: str) -> list[str]:
    """Of all views, so that one that is added is tried too."""
    routes = (route for view in VIEWS for route in view.ROUTES)
    return sorted(path.removeprefix("/browse") for method, path, _ in routes if method == wanted)


POSTS = _paths("POST")
QUERY = "?user=mei&agent=default&name=default&id=x&q=tea&what=everything&stretch=1"
PAGES = [path + QUERY for path in _paths("GET")]


@pytest.fixture
def caller(server: Served):
    """Someone who asks without a browser, and is sent nowhere."""
    with httpx2.Client(base_url=server.url, trust_env=False) as client:
        yield client


@pytest.fixture
def guest(caller, server):
    """The same, signed in."""
    assert caller.get(server.server.link()).status_code == 303
    return caller


def token_of(page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("locale", "field", "button", "title"),
    [
        ("en-GB", "The server's key", "Sign in", "What is remembered"),
        ("zh-CN", "服务器密钥", "登录", "记得的一切"),
    ],
)
def test_one_signs_in_with_the_key_and_out_again(
    visitor: Opening, server, locale, field, button, title
):
    page = visitor("/browse/recall?q=tea", enter=False, locale=locale)
    page.get_by_label(field).fill("hf_wrong")
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label(field).fill(server.key)
    page.get_by_label(field).press("Enter")
    page.wait_for_url("**/browse/recall?q=tea")
    page.goto("/browse")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    [cookie] = [each for each in page.context.cookies() if each["name"] == "holdfast_visit"]
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/browse")
    assert server.key not in cookie["value"]
    page.get_by_role("button", name={"Sign in": "Sign out"}.get(button, "退出登录")).click()
    page.wait_for_url("**/browse/sign-in*")
    page.goto("/browse")
    page.wait_for_url("**/browse/sign-in*")


def test_language_and_theme_are_the_visitors_choice(visitor: Opening, story):
    page = visitor("/browse/recent?user=linyue", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(ground) != light
    assert "user=linyue" in page.url
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.goto("/browse")
    expect(page.get_by_role("heading", level=1)).to_have_text("记得的一切")
    page.get_by_role("button", name="自动").click()
    assert page.evaluate(ground) == light


def test_the_page_of_the_first_server_leads_here(caller):
    answer = caller.get("/memory_browser")
    assert (answer.status_code, answer.headers["location"]) == (308, "/browse")


def test_the_address_of_the_server_alone_leads_here(caller):
    answer = caller.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/browse")


def test_a_link_opens_once(visitor: Opening, server):
    link = server.server.link()
    page = visitor(link, enter=False)
    assert page.url.endswith("/browse")
    other = visitor(link, enter=False)
    expect(other.get_by_role("alert")).to_contain_text("used before")


def test_nothing_is_seen_without_signing_in(caller, server):
    server.memory.add("mei", "oolong tea")
    wrong: list[dict[str, str]] = [
        {},
        {"Authorization": "Bearer hf_nonsense"},
        {"Cookie": "holdfast_visit=x"},
    ]
    for path in PAGES:
        for headers in wrong:
            answer = caller.get(f"/browse{path}", headers=headers)
            assert answer.status_code == 303, path
            assert answer.headers["location"].startswith("/browse/sign-in"), path
        part = caller.get(f"/browse{path}", headers={"HX-Request": "true"})
        told = (part.status_code, part.headers["hx-redirect"])
        assert told == (401, "/browse/sign-in"), path
        assert "oolong" not in part.text, path


def test_every_page_is_among_those_tried(server):
    """What is added must be tried without a key, and without a token."""
    closed = [route for route in server.server._browser.routes if not route.open]
    assert len(PAGES) > 15
    assert len(POSTS) > 15
    for method, tried in (("GET", PAGES), ("POST", POSTS)):
        paths = {route.path for route in closed if route.method == method}
        assert paths == {f"/browse{path.partition('?')[0]}" for path in tried}


def test_other_routes_still_want_their_key(caller, guest):
    for path in ("/v1/users", "/browser", "/browse/../v1/users", "/memory_browser/x"):
        assert guest.get(path).status_code == 401


def test_a_revoked_key_ends_the_visit_at_the_next_request(visitor: Opening, server):
    page = visitor("/browse/sign-in", enter=False)
    page.get_by_label("The server's key").fill(server.key)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/browse")
    server.keys.revoke(server.keys.all()[0].id, datetime.now(UTC))
    with suppress(Error):  # the page may have asked by itself and be on its way to the entrance
        page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Your sign-in has ended")


def test_a_forged_form_changes_nothing(guest, server):
    [id_] = server.memory.add("mei", "tea")
    before = server.memory.recent("mei")
    form = {"user": "mei", "agent": "default", "name": "default", "line": id_, "text": "x"}
    form |= {"on": "0", "sure": "1", "fingerprint": before.fingerprint, "what": "message"}
    form |= {"value": "2"}
    for path in POSTS:
        for token in ({}, {"token": ""}, {"token": "0" * 64}):
            answer = guest.post(f"/browse{path}", data={**form, **token})
            assert answer.status_code == 403, path
            assert "Nothing was changed" in answer.text
        assert server.memory.recent("mei") == before, path
        assert server.memory.memo.reviewing(), path
        assert server.memory.sessions.get("mei", "default").state == "active", path


def test_a_token_of_someone_else_is_forged(guest, server):
    with httpx2.Client(base_url=server.url, trust_env=False) as other:
        other.get(server.server.link())
        theirs = token_of(other.get("/browse").text)
    mine = token_of(guest.get("/browse").text)
    assert guest.post("/browse/recent/reviewing", data={"token": theirs}).status_code == 403
    assert guest.post("/browse/recent/reviewing", data={"token": mine}).status_code == 303
    header = {"X-Holdfast-Token": mine}
    assert guest.post("/browse/recent/reviewing", headers=header).status_code == 303


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
    ],
)
@pytest.mark.parametrize("path", ["/browse", "/browse/sign-in", "/browse/recent/clear"])
def test_other_sites_are_refused_even_with_the_cookie(guest, headers, status, path):
    for method in ("GET", "POST"):
        assert guest.request(method, path, headers=headers).status_code == status


def test_a_form_sent_after_the_sign_in_has_ended_says_that_it_was_not_done(caller):
    answer = caller.post("/browse/recent/clear", data={"user": "mei", "sure": "1"})
    assert answer.status_code == 401
    assert "what you sent was not done" in answer.text


@pytest.mark.parametrize(
    "path", ["/browse", "/browse/recall?q=x", "/browse/sign-in", "/browse/nowhere", "/browse/look"]
)
def test_every_page_carries_what_keeps_it_safe(guest, path):
    headers = guest.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


def test_a_page_cannot_be_framed(visitor: Opening, browser, server):
    page = visitor("/browse")
    page.set_content(f'<iframe src="{server.url}/browse"></iframe>')
    page.wait_for_timeout(300)
    assert "remembered" not in page.frames[-1].content()


def test_what_stands_beside_the_pages_may_be_kept_and_nothing_else_is_given(caller):
    page = caller.get("/browse/sign-in").text
    found = re.findall(r'(?:src|href)="(/browse/static/[^"]+)"', page)
    assert len(found) == 5
    for address in found:
        answer = caller.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"].endswith("immutable")
    for wrong in ("", "../words/en.json", "%2e%2e/words/en.json", "vendor", "vendor/htmx.LICENSE"):
        assert caller.get(f"/browse/static/{wrong}").status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/browse/nowhere", 404, "There is no such page"),
        ("/browse/session?user=mei&name=none", 404, "It is not there"),
        ("/browse/recall?user=mei&q=x&now=nonsense", 400, "That cannot be done"),
        ("/browse/recent?user=%00", 400, "That cannot be done"),
    ],
)
def test_what_goes_wrong_is_told_in_the_same_look(guest, path, status, said):
    answer = guest.get(path)
    assert answer.status_code == status
    assert said in answer.text
    assert 'href="/browse"' in answer.text


def test_without_keys_nobody_signs_in_and_forms_are_still_guarded():
    memory = Memory.open(":memory:", worker=False)
    with listen("127.0.0.1", 0) as listening:
        server = Server(memory, listening, Settings(serve_port=0), Manner(keys=None, worker=False))
        thread = threading.Thread(target=server.run)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            while not server.started:
                time.sleep(0.005)
            page = httpx2.get(f"{url}/browse", trust_env=False)
            assert page.status_code == 200
            assert "Sign out" not in page.text
            forged = httpx2.post(f"{url}/browse/recent/reviewing", trust_env=False)
            assert forged.status_code == 403
            token = {"token": token_of(page.text)}
            done = httpx2.post(f"{url}/browse/recent/reviewing", data=token, trust_env=False)
            assert done.status_code == 303
            assert memory.memo.reviewing() is False
            keys = httpx2.get(f"{url}/browse/house/keys", trust_env=False).text
            assert "asks for no key" in keys
            assert "--no-auth" in keys
            form = {**token, "name": "x", "where": "all"}
            made = httpx2.post(f"{url}/browse/house/keys", data=form, trust_env=False)
            assert made.status_code == 403
        finally:
            server.stop()
            thread.join()
