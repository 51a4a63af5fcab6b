"""What is remembered is text and stays text, whatever it looks like and wherever it is shown.

A hundred hostile texts stand in every field that a page renders. The pages are opened in a real
browser with the network watched, and every page there is is read by the browser's own parser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import quote, urlencode, urlsplit

import httpx2
import pytest
from jinja2 import FileSystemLoader
from playwright.sync_api import Dialog, Error, Page, Request, expect

from holdfast import Settings
from holdfast.domain.claim import USER, Claim
from holdfast.domain.job import Job, JobState, asked
from holdfast.domain.key import new_key
from holdfast.domain.session import SessionState
from holdfast.entrypoints.web import rendering
from holdfast.flow.extract.claims import item_of
from holdfast.flow.extract.events import event_item, event_of, gist_items
from holdfast.flow.extract.hearing import Heard
from holdfast.flow.extract.refold import refold
from holdfast.ports.extractor import Extraction, Gist, Sense
from holdfast.ports.reviewer import Action, Change, Review
from holdfast.ports.summariser import Line
from holdfast.ports.unit import Unit
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.journeys.web.conftest import Opening, open_all
from tests.journeys.web.hostile import NAMES, TEXTS

FORMED = """() => ({
  elements: document.querySelectorAll("x-hostile, [x-hostile]").length,
  handlers: [...document.querySelectorAll("*")].filter(
    (e) => [...e.attributes].some((a) => /^on|^data-hx|^hx-on/.test(a.name))).length,
  scripts: [...document.scripts].filter((s) => !s.src.includes("/browse/static/")).length,
  links: [...document.querySelectorAll("a[href], form[action]")].map(
    (e) => new URL(e.href || e.action)).filter((u) => u.origin !== location.origin).length,
  ran: window.ran || 0,
})"""
PARSED = """(pages) => pages.map((text) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const links = [...page.querySelectorAll("a, form[action]")].map(
    (e) => e.getAttribute("href") || e.getAttribute("action") || "");
  return page.querySelectorAll("x-hostile, [x-hostile]").length
    + page.querySelectorAll("[style], [onerror], [onload], iframe, object, embed").length
    + links.filter((l) => !/^(\\/browse|#)/.test(l)).length;
})"""
CLEAN = {"elements": 0, "handlers": 0, "scripts": 0, "links": 0, "ran": 0}


class Meddler:
    """A reviewer that rewrites summaries and drops messages, with hostile reasons."""

    identity = NAMES[0]

    def review(self, lines: Sequence[Line]) -> Review:
        several = zip(lines, TEXTS, strict=False)
        return Review(tuple(_change(at, *each) for at, each in enumerate(several)), by=NAMES[1])


def _change(at: int, line: Line, text: str) -> Change:
    return Change(line.id, Action.REWRITE if at % 2 else Action.DROP, text, text)


@pytest.fixture(scope="module")
def infested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    clock = FrozenClock()
    archives = tmp_path_factory.mktemp("archives")
    settings = Settings(worker=False, serve_rate=0, archive_dir=str(archives))
    with served(settings=settings, clock=clock, reviewer=Meddler()) as server:
        _fill(server, clock)
        yield server


def _fill(server: Served, clock: FrozenClock) -> None:
    """Every text as text; every name as user, agent, session, speaker, key, and job."""
    memory = server.memory
    memory.admin.set_preference("memo_window", 20)
    said = [
        {"role": "user" if at % 2 else "assistant", "speaker": name, "content": text}
        for at, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True))
    ]
    ids = memory.add("mei", said, agent="juno", session="all")
    memory.correct("mei", ids[-1], TEXTS[0])
    for at, name in enumerate(NAMES):
        clock.advance(60)
        memory.add(
            name,
            [TEXTS[at], {"role": "user", "content": f"sister {TEXTS[at]}"}],
            agent=name,
            session=name,
        )
    clock.advance(3600)
    memory.admin.run_jobs()
    for item, text in zip(memory.recent("mei", "juno").summaries, TEXTS, strict=False):
        memory.memo.edit("mei", item.id, text, agent="juno")
    memory.memo.hide("mei", ids[-9:-5], agent="juno", reason=TEXTS[1])
    memory.memo.review("mei", "juno")
    for at, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True)):
        memory.admin.set_preference(name, text)
        server.keys.add(new_key(f"{at}{name}", space=text, now=clock.now())[0])
    _know(server, clock)
    for name, text in zip(NAMES[:8], TEXTS, strict=False):
        _break(server, name, text, clock.now())
    store, now = memory._parts.store, clock.now()
    for job in [asked(name, name, now, key=name) for name in NAMES[8:12]]:
        store.write(memory.space, partial(_enqueue, job))
    clock.advance(600)  # nobody takes them up


def _know(server: Served, clock: FrozenClock) -> None:
    """Every text as a value, a clause, a gist and a tag; every name as a topic, and as somebody."""
    memory, now = server.memory, clock.now()
    said = memory.sessions.messages("mei", "all")

    def work(unit: Unit) -> None:
        for at, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True)):
            topic = ("birthday", "instruction", "like", name)[at % 4]
            about = USER if at % 4 else name
            sub = name if at % 2 else ""
            for number in range(1 if at % 4 else 2):  # a birthday twice is disputed
                value, sources = f"{number}{text}", (said[at].id,)
                claim = Claim(
                    topic=topic, sub=sub, value=value, text=text, about=about, sources=sources
                )
                item = item_of(claim, "mei", said[at], said[at].seq, 1, name, now)
                unit.items.put(item, expect=0)
        refold(unit, "mei")
        event = event_of(unit, "mei", "all", 1)
        heard = [Heard(message, message.seq) for message in said]
        told = [Gist(text, (each.message.id,)) for text, each in zip(TEXTS, heard, strict=True)]
        gists = gist_items(told, "mei", {each.message.id: each for each in heard}, 1, now)
        for gist in gists:
            unit.items.put(gist, expect=0)
        tags = tuple(zip(NAMES, TEXTS, strict=True))
        made = Extraction(sense=Sense(tuple(NAMES)), tags=tags, by=NAMES[1])
        whole = event_item("mei", heard, gists, made, event, 1, now)
        unit.items.put(whole, expect=event.revision if event else 0)

    memory._parts.store.write(memory.space, work)
    names = "\n".join(f"  - topic: {json.dumps(name)}" for name in NAMES)
    memory.profile.set_scheme(f"additional_user_profiles:\n{names}\n")


def _enqueue(job: Job, unit: Unit) -> None:
    unit.jobs.enqueue(job)


def _break(server: Served, name: str, text: str, now: datetime) -> None:
    """Have a job given up and a stretch fail, with this text as the reason."""
    store, space = server.memory._parts.store, server.memory.space
    store.write(space, lambda unit: unit.jobs.enqueue(asked(name, name, now, key=name)))
    job = store.lease("worker", now=now, until=now + timedelta(minutes=1), attempts=1)
    assert job is not None

    def fail(unit: Unit) -> None:
        unit.jobs.fail(job, error=text, state=JobState.DEAD, run_at=now)
        stretch = unit.stretches.of(name, name)[-1]
        failed = replace(stretch, state=SessionState.FAILED, error=text)
        unit.stretches.put(failed, expect=stretch.revision)

    store.write(space, fail)


def views(server: Served) -> dict[str, str]:
    memo = server.memory.recent("mei", "juno")
    gist = server.memory.events.list("mei", session="all")[0].gists[4].id
    slot = server.memory.profile.disputes("mei")[1][0].id
    line, name = memo.messages[0].id, NAMES[4]
    whom = {"user": "mei", "agent": "juno"}
    return {
        "home": "/browse",
        "recent": f"/browse/recent?{urlencode(whom)}",
        "edit": f"/browse/recent?{urlencode({**whom, 'edit': line})}",
        "recall": f"/browse/recall?{urlencode({'user': 'mei', 'q': 'sister ' + TEXTS[5], 'k': 50})}",
        "timeline": f"/browse/timeline?{urlencode({'user': name})}",
        "session": f"/browse/session?{urlencode({'user': name, 'name': name})}",
        "reopen": f"/browse/session/reopen?{urlencode({'user': name, 'name': name})}",
        "made": f"/browse/session/made?{urlencode({'user': name, 'name': name, 'stretch': 1})}",
        "all": "/browse/session?user=mei&name=all",
        "message": f"/browse/message?user=mei&id={memo.messages[-1].id}",
        "forget one": f"/browse/message/forget?user=mei&id={memo.messages[-1].id}",
        "derived": f"/browse/message?user=mei&id={memo.summaries[0].sources[0]}",
        "playground": f"/browse/playground?{urlencode({'user': name, 'agent': name, 'session': name})}",
        "sign in": f"/browse/sign-in?{urlencode({'back': TEXTS[5]})}",
        "fault": f"/browse/session?{urlencode({'user': name, 'name': NAMES[5] + '!'})}",
        "did": f"/browse?{urlencode({'did': TEXTS[5], 'after': 'zzz'})}",
        "known": "/browse/profile?user=mei&past=1",
        "looked for": f"/browse/profile?{urlencode({'user': 'mei', 'q': TEXTS[4], 'topic': name})}",
        "slot": f"/browse/profile/slot?{urlencode({'user': 'mei', 'id': slot, 'back': TEXTS[5]})}",
        "gist": f"/browse/gist?{urlencode({'user': 'mei', 'id': gist, 'back': TEXTS[5]})}",
        "happened": "/browse/timeline?user=mei",
        "learned": f"/browse/message?user=mei&id={server.memory.events.list('mei')[0].gists[5].sources[0]}",
        "scheme": "/browse/house/scheme?user=mei",
        "archives": f"/browse/house/archives?{urlencode({'user': name})}",
        "export": f"/browse/house/export?{urlencode({'user': TEXTS[5]})}",
        "forget": f"/browse/house/forget?{urlencode({'user': name})}",
        "plan": f"/browse/house/forget?{urlencode({'user': name, 'what': 'agent', 'name': name})}",
        "preferences": "/browse/house/preferences",
        "keys": "/browse/house/keys",
        "jobs": "/browse/house/jobs?state=dead",
    }


def settle(page: Page) -> None:
    """Wait for what the page asks for by itself, and until what came listens."""
    unsettled = page.locator(".htmx-request, .htmx-added, [hx-trigger=load] > p > a")
    expect(unsettled).to_have_count(0)


@contextmanager
def watched(page: Page, server: Served) -> Iterator[list[str]]:
    """What was asked for that is not ours, dialogs, and scripts that went wrong."""
    seen: list[str] = []

    def ask(request: Request) -> None:
        if _is_foreign(request.url, server):
            seen.append(request.url)

    def speak(dialog: Dialog) -> None:
        seen.append(dialog.message)
        dialog.dismiss()

    page.on("request", ask)
    page.on("dialog", speak)
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("popup", lambda popup: seen.append(popup.url))
    yield seen


def _is_foreign(url: str, server: Served) -> bool:
    return not url.startswith(f"{server.url}/browse") or "evil" in urlsplit(url).path


@pytest.fixture
def server(infested: Served) -> Served:
    return infested


VIEWS = [
    "home",
    "recent",
    "edit",
    "recall",
    "timeline",
    "session",
    "reopen",
    "made",
    "all",
    "message",
    "forget one",
    "derived",
    "playground",
    "sign in",
    "fault",
    "did",
    *("known", "looked for", "slot", "gist", "happened", "learned", "scheme"),
    *("archives", "export", "forget", "plan", "preferences", "keys", "jobs"),
]


def test_in_a_browser_nothing_becomes_markup_runs_or_leaves(visitor: Opening, server: Served):
    page, addresses = visitor("/browse"), views(server)
    assert list(addresses) == VIEWS
    with watched(page, server) as seen:
        for name, address in addresses.items():
            page.goto(address)
            settle(page)
            open_all(page)
            assert page.evaluate(FORMED) == CLEAN, name
    assert seen == []


def test_what_comes_by_htmx_stays_text_too(visitor: Opening, server: Served):
    page = visitor("/browse/recall?user=mei")
    with watched(page, server) as seen:
        for text in TEXTS[::20]:
            page.locator("#q").fill(f"sister {text}")
            asked = page.locator("#q").input_value()
            expect(page.locator("#pack input[name=q]")).to_have_value(asked)
        settle(page)
        page.locator("#budget").fill("2000")
        expect(page.locator("#context")).to_contain_text("/ 2,000")
        assert page.evaluate(FORMED) == CLEAN
        page.goto("/browse/recent?user=mei&agent=juno")
        page.locator(".turn .edit").first.click()
        page.locator("textarea[name=text]").wait_for()
        assert page.evaluate(FORMED) == CLEAN
        page.goto(f"/browse/recall?{urlencode({'user': NAMES[4], 'q': 'sister'})}")
        page.locator(".hit .lazy summary").first.click()
        page.locator(".hit .turn").first.wait_for()
        assert page.evaluate(FORMED) == CLEAN
        page.goto(f"/browse/timeline?{urlencode({'user': NAMES[4]})}")
        page.locator(".day .lazy summary").first.click()
        page.locator(".day .turn").first.wait_for()
        assert page.evaluate(FORMED) == CLEAN
        page.goto("/browse/profile?user=mei")
        page.get_by_role("searchbox").fill(TEXTS[4])
        expect(page.locator("#summary")).not_to_contain_text("are known")
        page.locator(".topics .slot summary").first.click()
        page.locator(".topics .slot .turn").first.wait_for()
        assert page.evaluate(FORMED) == CLEAN
        page.goto("/browse/session?user=mei&name=all")
        page.locator(".gists .edit").first.click()
        page.locator("textarea[name=text]").wait_for()
        assert page.evaluate(FORMED) == CLEAN
        page.goto("/browse/recent?user=mei&agent=juno")
        page.get_by_label("User").fill("<")
        page.locator("#names option").first.wait_for(state="attached")
        assert page.evaluate(FORMED) == CLEAN
    assert seen == []


def test_what_comes_live_stays_text_too(visitor: Opening, server: Served):
    page, memory = visitor("/browse/session?user=mei&name=fresh"), server.memory
    memory.add("mei", "begun", agent="juno", session="fresh")
    page.reload()
    expect(page.locator("#pulse[data-state=on]")).to_be_visible()
    with watched(page, server) as seen:
        said = [
            {"role": "user", "speaker": n, "content": t} for n, t in zip(NAMES, TEXTS, strict=True)
        ]
        memory.add("mei", said[:40], agent="juno", session="fresh")
        expect(page.locator(".turn")).to_have_count(41)
        assert page.evaluate(FORMED) == CLEAN
        page.goto("/browse")
        expect(page.locator("#pulse[data-state=on]")).to_be_visible()
        memory.add(NAMES[3] + "!", TEXTS[3], agent=NAMES[3], session=NAMES[3])
        expect(page.locator("#news")).not_to_be_empty()
        assert page.evaluate(FORMED) == CLEAN
    assert seen == []


def all_pages(server: Served) -> Iterator[str]:
    """Every page about every name, and every text as a question and in a form."""
    with httpx2.Client(base_url=server.url, trust_env=False, follow_redirects=True) as client:
        client.get(server.server.link())
        token = client.get("/browse").text.partition('name="token" value="')[2][:64]
        for at, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True)):
            q = quote(name, safe="")
            for path in (
                f"recent?user={q}&agent={q}",
                f"session?user={q}&name={q}",
                f"timeline?user={q}",
                f"house/forget?user={q}&what=session&name={q}",
            ):
                yield client.get(f"/browse/{path}").text
            yield client.get("/browse/recall", params={"user": name, "q": f"sister {text}"}).text
            [said, *_] = server.memory.messages.latest(name, session=name)
            for path in ("message", "recall/around"):
                yield client.get(f"/browse/{path}", params={"user": name, "id": said.id}).text
            wish = {"user": name, "id": said.id, "text": text, "expect": "99", "token": token}
            contested = client.post("/browse/message/correct", data=wish)
            assert contested.status_code == 409
            yield contested.text
            yield client.get("/browse/names", params={"user": name}).text
            talk = {"user": name, "agent": name, "session": name, "model": text, "token": token}
            part = {"HX-Request": "true"} if at % 10 else {}
            says = {**talk, "text": f"sister {text}"}
            played = client.post("/browse/playground", data=says, headers=part)
            assert played.status_code == 200, played.text[:2000]
            yield played.text
            if at % 10 == 0:
                yield client.post("/browse/playground/end", data=talk).text
            form = {"user": "mei", "agent": "juno", "line": text, "text": text, "was": text}
            answer = client.post(
                "/browse/recent/edit", data={**form, "token": token, "fingerprint": ""}
            )
            assert answer.status_code in (400, 404, 409)
            yield answer.text
            about = {"user": "mei", "q": text, "topic": "" if at % 4 < 3 else name, "day": text}
            yield client.get("/browse/profile", params=about, headers=part).text
            if at % 4 == 0:  # the same parts as in pages above, or long pages that list every text
                today = {"user": name, "name": name, "day": f"{said.said_at:%Y-%m-%d}"}
                yield client.get("/browse/timeline/said", params=today).text
                yield client.get("/browse/recall/context", params={"user": name, "q": text}).text
                yield client.get("/browse/house/archives", params={"user": name}).text
                yield from _kept_house(client, token, at, text)
            if at % 10 == 0:
                yield from _put_right(client, token, at, text)
        users = server.memory.admin.users()
        for after in ("", *users[19::20]):
            yield client.get("/browse", params={"after": after}).text


def _put_right(client: httpx2.Client, token: str, at: int, text: str) -> Iterator[str]:
    """What is typed into the forms of what is known, and refused."""
    name = NAMES[at]
    tries: list[tuple[str, dict[str, str]]] = [
        ("profile/add", {"topic": name, "own": name, "about": name, "sub": text, "value": ""}),
        ("profile/slot/correct", {"id": text, "value": text, "back": text}),
        ("gist/edit", {"id": text, "text": text, "was": text, "back": text}),
        ("house/scheme", {"scheme": text, "was": text}),
        ("house/scheme", {"scheme": f"language: {json.dumps(text)}", "was": ""}),
    ]
    for path, form in tries:
        answer = client.post(f"/browse/{path}", data={"user": "mei", **form, "token": token})
        assert answer.status_code in (400, 404, 409), (path, text)
        yield answer.text


def _kept_house(client: httpx2.Client, token: str, at: int, text: str) -> Iterator[str]:
    """What is typed into the forms of keeping house, and refused."""
    name = NAMES[at]
    tries: list[tuple[str, dict[str, str]]] = [
        ("archives", {"how": "merge", "user": name, "agent": name, "day": text}),
        ("preferences", {"name": "memo_window", "value": text}),
        ("preferences", {"name": name, "value": text}),
        ("keys", {"name": f"{at}{name}", "where": "one", "space": text}),
        ("forget", {"user": name, "what": "everything", "sure": f"not {text}"}),
    ]
    for path, form in tries:
        answer = client.post(f"/browse/house/{path}", data={**form, "token": token})
        assert answer.status_code < 500
        yield answer.text
    data = f'{{"kind":"{text}"}}\n'.encode()
    files = {"file": (name, data)}
    yield client.post("/browse/house/import", files=files, data={"token": token}).text


def test_every_page_about_every_text_reads_as_text(visitor: Opening, server: Served):
    page, pages = visitor("/browse"), list(all_pages(server))
    assert len(pages) > 700
    assert any("{{7*7}}&lt;x-hostile" in text for text in pages)
    assert not any("49&lt;x-hostile" in text for text in pages)
    found = page.evaluate(PARSED, pages)
    assert [pages[at] for at, count in enumerate(found) if count][:1] == []


def test_a_hostile_key_and_space_stay_text(visitor: Opening, server: Served):
    page = visitor("/browse/sign-in", enter=False)
    with watched(page, server) as seen:
        for name in NAMES[:3]:
            key, secret = new_key(name, space=name, now=datetime.now(UTC))
            server.keys.add(key)
            page.goto("/browse/sign-in")
            page.get_by_label("The server's key").fill(secret)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url("**/browse")
            assert page.evaluate(FORMED) == CLEAN
            page.get_by_role("button", name="Sign out").click()
    assert seen == []


PLANTED: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "text": ("partials/macros.html", "{{ piece }}", lambda _: "{{ piece | safe }}"),
    "name": (
        "home.html",
        "<bdi>{{ each.user }}</bdi>",
        lambda _: "<bdi>{{ each.user | safe }}</bdi>",
    ),
    "value": (
        "partials/knowing.html",
        "{{ slot.value | clip(300) }}",
        lambda _: "{{ slot.value | clip(300) | safe }}",
    ),
    "attribute": (
        "partials/macros.html",
        'value="{{ who.user }}"',
        lambda _: "value={{ who.user | safe }}",
    ),
}


def _formed(page: Page) -> object:
    """What has become of the texts; None if one of them has led the page elsewhere."""
    try:
        return page.evaluate(FORMED)
    except Error:
        return None


@pytest.mark.parametrize("fault", PLANTED)
def test_the_tests_above_can_fail(visitor: Opening, server: Served, monkeypatch, fault):
    """The control: one field of one template is not escaped, and both ways to look see it."""
    template, before, after = PLANTED[fault]
    real = FileSystemLoader.get_source

    def planted(loader, environment, name):
        text, *rest = real(loader, environment, name)
        if name == template:
            assert before in text
            text = text.replace(before, after(before))
        return text, *rest

    monkeypatch.setattr(FileSystemLoader, "get_source", planted)
    rendering.environment.cache_clear()
    try:
        name = quote('" x-hostile="1', safe="")
        address = {"attribute": f"/browse/recent?user={quote('x x-hostile=1', safe='')}"}.get(
            fault, "/browse"
        )
        if fault == "text":
            address = "/browse/recent?user=mei&agent=juno"
        if fault == "value":
            address = "/browse/profile?user=mei"
        page = visitor(address)
        assert _formed(page) != CLEAN, name
        text = page.request.get(address).text()
        assert page.context.new_page().evaluate(PARSED, [text]) != [0]
    finally:
        rendering.environment.cache_clear()
