"""Keeping house: each task as a person would do it, in both languages, and what it leaves behind."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from holdfast import Memory, Settings
from holdfast.domain.job import JobState, asked
from holdfast.domain.key import new_key
from holdfast.entrypoints.web.catalogue import Words, words
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import AGENT, USER, tell

HOUSE = "/browse/house"
LOOKS: dict[str, dict[str, Any]] = {
    "en": {"locale": "en-GB"},
    "zh": {"locale": "zh-CN", "color_scheme": "dark"},
}


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    return tmp_path / "archives"


@pytest.fixture
def server(clock: FrozenClock, archives: Path) -> Iterator[Served]:
    """The story, with archives, and a job that was given up."""
    settings = Settings(worker=False, archive_dir=str(archives), serve_rate=0)
    with served(settings=settings, clock=clock) as server:
        tell(server.memory, clock)
        yield server


@pytest.fixture(params=LOOKS)
def said(request: pytest.FixtureRequest) -> Words:
    """The words of a language."""
    return words(request.param)


def look(said: Words) -> dict[str, Any]:
    return LOOKS[said.language]


def kill(memory: Memory, clock: FrozenClock, user: str, error: str) -> None:
    """Have a job of a user given up."""
    clock.advance(1)
    store, space, now = memory._parts.store, memory.space, clock.now()
    store.write(space, lambda unit: unit.jobs.enqueue(asked("review", user, now, key=AGENT)))
    job = store.lease("worker", now=now, until=now + timedelta(minutes=1), attempts=1)
    assert job is not None
    store.write(
        space, lambda unit: unit.jobs.fail(job, error=error, state=JobState.DEAD, run_at=now)
    )


def test_a_file_is_dropped_read_and_reported(visitor: Opening, server: Served, said, tmp_path):
    memory = server.memory
    lines = [*memory.export(USER)]
    memory.forget(USER, everything=True)
    page = visitor(f"{HOUSE}/import", **look(said))
    good = tmp_path / "林悦.jsonl.gz"
    good.write_bytes(gzip.compress("".join(lines).encode()))
    drop(page, good.name, good.read_bytes())
    outcome = page.locator("#outcome")
    expect(outcome.get_by_role("heading")).to_have_text(said("house.taken_in"))
    expect(outcome).to_be_focused()
    assert figures(page)[said("house.report_messages")] == "41"
    assert len(memory.messages.list(USER)) == 41
    # The same once more: all of it is here. This time by the keyboard alone.
    page.locator("#file").set_input_files(good)
    page.locator("#file").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(outcome.get_by_role("heading")).to_have_text(said("house.taken_in"))
    assert figures(page)[said("house.report_messages")] == "0"
    assert int(figures(page)[said("house.report_here")]) >= 41
    # Two lines are spoiled: both are named, and nothing comes in.
    lines[3], lines[7] = "{spoiled\n", lines[7].replace(f'"{USER}"', "7")
    memory.forget(USER, everything=True)
    drop(page, "spoiled.jsonl", "".join(lines).encode())
    expect(outcome.get_by_role("heading")).to_have_text(said("house.refused"))
    assert outcome.locator("tbody th").all_inner_texts() == ["4", "8"]
    assert USER not in memory.admin.users()


def drop(page: Page, name: str, data: bytes) -> None:
    """Drop a file on the page, as a hand would."""
    dragged = page.evaluate_handle(
        """([name, data]) => {
          const dragged = new DataTransfer();
          dragged.items.add(new File([Uint8Array.from(data)], name));
          return dragged;
        }""",
        [name, list(data)],
    )
    page.dispatch_event("#drop", "dragover", {"dataTransfer": dragged})
    page.dispatch_event("#drop", "drop", {"dataTransfer": dragged})


def figures(page: Page) -> dict[str, str]:
    """The figures of a report."""
    return dict(
        zip(
            page.locator(".figures dt").all_inner_texts(),
            page.locator(".figures dd").all_inner_texts(),
            strict=True,
        )
    )


def test_an_upload_that_breaks_off_says_so_and_is_tried_again(visitor: Opening, server: Served):
    page = visitor(f"{HOUSE}/import")
    data = "".join(server.memory.export(USER)).encode()
    page.route(f"**{HOUSE}/import", lambda route: route.abort())
    drop(page, "a.jsonl", data)
    expect(page.locator("#doing")).to_contain_text("broke off")
    page.unroute(f"**{HOUSE}/import")
    drop(page, "a.jsonl", data)
    expect(page.get_by_role("heading", name="Taken in")).to_be_visible()
    page.context.clear_cookies()
    drop(page, "a.jsonl", data)
    expect(page.locator("#doing")).to_contain_text("sign-in has ended")


def test_importing_and_the_rest_work_without_scripts(visitor: Opening, server: Served):
    page, memory = visitor(f"{HOUSE}/import", java_script_enabled=False), server.memory
    lines = "".join(memory.export(USER)).encode()
    memory.forget(USER, session="vet")
    page.get_by_label("File to import").set_input_files(
        {"name": "x.jsonl", "mimeType": "text/plain", "buffer": lines}
    )
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Taken in")).to_be_visible()
    assert len(memory.messages.list(USER)) == 41
    page.goto(f"{HOUSE}/export")
    page.get_by_role("combobox", name="User").fill(USER)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    assert download.value.suggested_filename == f"{USER}.jsonl.gz"


def test_a_memory_is_taken_away_as_a_file(visitor: Opening, server: Served, said):
    page, memory = visitor(f"{HOUSE}/export", **look(said)), server.memory
    page.locator("input[name=user]").fill("林悦的妹妹")
    page.get_by_label(said("house.packed")).first.uncheck()
    with page.expect_download() as download:
        page.get_by_role("button", name=said("house.download"), exact=True).press("Enter")
    assert download.value.suggested_filename == "林悦的妹妹.jsonl"
    taken = Path(download.value.path()).read_text("utf-8").splitlines(keepends=True)
    assert taken[1:] == [*memory.export("林悦的妹妹")][1:]
    with page.expect_download() as download:
        page.get_by_role("button", name=said("house.download_all")).click()
    assert download.value.suggested_filename == "default.jsonl.gz"
    everything = gzip.decompress(Path(download.value.path()).read_bytes()).decode()
    assert everything.splitlines()[1:] == "".join(memory.export()).splitlines()[1:]


def test_forgetting_is_seen_before_confirmed_and_told_afterwards(
    visitor: Opening, server: Served, said
):
    page, memory = visitor(f"{HOUSE}/forget", **look(said)), server.memory
    page.locator("input[name=user]").fill(USER)
    page.locator("select[name=what]").select_option("session")
    page.get_by_label(said("house.scope_name")).fill("no such")
    page.get_by_role("button", name=said("house.preview")).click()
    expect(page.get_by_role("alert")).to_have_text(said("house.forget_nothing"))
    page.get_by_role("link", name="vet", exact=True).press("Enter")
    expect(page.get_by_role("heading", name=said("house.will_go"))).to_be_visible()
    foreseen = figures(page)
    assert foreseen[said("house.report_messages")] == "5"
    expect(page.get_by_text("带年糕去打了第一针疫苗")).to_be_visible()
    before = len(memory.messages.list(USER))
    page.get_by_label(said("house.tick_sure")).press("Space")
    page.get_by_role("button", name=said("house.forget_now")).press("Enter")
    expect(page.get_by_role("heading", name=said("house.receipt"))).to_be_focused()
    assert figures(page).items() >= foreseen.items()
    expect(page.get_by_text(said("receipt.erased"))).to_be_visible()
    assert len(memory.messages.list(USER)) == before - 5
    # Everything wants the user's name.
    page.goto(f"{HOUSE}/forget?user={USER}&what=everything")
    field = page.get_by_label(said("house.type_name"))
    field.fill("someone else")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(said("house.unsure_name"))
    expect(field).to_be_focused()
    assert USER in memory.admin.users()
    field.fill(USER)
    field.press("Enter")
    expect(page.get_by_role("heading", name=said("house.receipt"))).to_be_visible()
    assert USER not in memory.admin.users()


def test_preferences_are_changed_refused_and_unset(visitor: Opening, server: Served, said):
    page, memory = visitor(f"{HOUSE}/preferences", **look(said)), server.memory

    def row(name: str) -> Any:
        return page.locator(".preference").filter(has_text=said.of("house_pref", name)).first

    window = row("memo_window")
    expect(window.locator(".state")).to_have_text(said("house_source.preference"))
    field = window.get_by_label(said.of("house_pref", "memo_window"))
    field.fill("many")
    field.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value("many")
    expect(window.get_by_role("alert")).to_have_text(said.of("house_wanted", "memo_window"))
    assert memory.admin.preference("memo_window") == 8
    field.fill("12")
    field.press("Enter")
    expect(page.get_by_role("status")).to_have_text(said("did.preferred"))
    assert memory.admin.preference("memo_window") == 12
    window.get_by_role("button", name=said("house.unset")).click()
    expect(window.locator(".state")).to_have_text(said("house_source.default"))
    assert memory.admin.preference("memo_window") is None
    switch = row("memory_enabled")
    switch.get_by_role("combobox").select_option("false")
    switch.get_by_role("button", name=said("recent.save")).click()
    expect(page.get_by_role("status")).to_have_text(said("did.preferred"))
    assert memory.admin.preference("memory_enabled") is False
    hour = page.get_by_label(said.of("house_pref", "archive_compact_window_end_hour"))
    hour.fill("25")
    hour.press("Enter")
    wanted = said.of("house_wanted", "archive_compact_window_end_hour")
    expect(page.get_by_role("alert")).to_have_text([wanted])
    hour.fill("6")
    hour.press("Enter")
    expect(page.get_by_role("status")).to_have_text(said("did.preferred"))
    habits: Any = memory.admin.preference("archive_compaction")
    assert (habits["archive_compact_window_end_hour"], habits["archive_compact_enabled"]) == (
        6,
        True,
    )


def test_a_key_is_made_shown_once_used_and_revoked(visitor: Opening, server: Served, said):
    page = visitor(f"{HOUSE}/keys", **look(said))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_label(said("house.name")).fill("手机")
    page.get_by_role("button", name=said("house.key_make")).press("Enter")
    field = page.get_by_label(said("house.secret"), exact=True)
    expect(field).to_be_focused()
    secret = field.input_value()
    page.get_by_role("button", name=said("house.copy")).press("Enter")
    expect(page.locator("#copied")).to_have_text(said("house.copied"))
    assert page.evaluate("navigator.clipboard.readText()") == secret
    [key] = [each for each in server.keys.all() if each.name == "手机"]
    assert key.space == "default"
    headers = {"Authorization": f"Bearer {secret}"}
    answers = [httpx2.get(f"{server.url}/v1/users", headers=headers, trust_env=False).status_code]
    page.get_by_label(said("house.name")).fill("手机")
    page.get_by_role("button", name=said("house.key_make")).click()
    expect(page.get_by_role("alert")).to_have_text(said.of("house_key_wrong", "taken"))
    assert secret not in page.content()
    row = page.get_by_role("row").filter(has_text=key.id)
    row.locator("summary").press("Enter")
    row.get_by_role("button", name=said("house.revoke_now")).press("Enter")
    expect(page.get_by_role("status")).to_have_text(said("did.revoked"))
    answers.append(
        httpx2.get(f"{server.url}/v1/users", headers=headers, trust_env=False).status_code
    )
    assert answers == [200, 401]


def test_jobs_are_looked_at_by_state_and_tried_again(
    visitor: Opening, server: Served, clock: FrozenClock, said
):
    memory = server.memory
    for user in ("ann", "ben", "周"):
        kill(memory, clock, user, f"the model of {user} is asleep 睡着了")
    page = visitor(HOUSE, **look(said))
    page.get_by_role("link", name=said.of("house_section", "jobs")).click()
    page.get_by_role("link", name=said.of("house_jobs", "dead"), exact=True).click()
    rows = page.locator(".lines > li")
    expect(rows).to_have_count(3)
    expect(rows.last).to_contain_text("the model of 周 is asleep")
    rows.filter(has_text="ben").get_by_role("button").press("Enter")
    expect(page.get_by_role("status")).to_have_text(said("did.retried"))
    expect(rows).to_have_count(2)
    page.get_by_role("button", name=said("house.retry_dead")).press("Enter")
    expect(page.get_by_role("status")).to_have_text(said("did.retried_all"))
    expect(page.locator(".empty")).to_have_text(said("house.no_jobs"))
    assert memory.admin.jobs(JobState.DEAD) == []


def test_archives_are_taken_away_merged_and_compacted(visitor: Opening, server: Served, said):
    page, memory = visitor(f"{HOUSE}/archives", **look(said)), server.memory
    files = memory.archive.files(USER)
    with page.expect_download() as download:
        page.get_by_role("link", name=files[0].name).click()
    data = memory.archive.read(USER, AGENT, files[0].name)
    assert download.value.suggested_filename == files[0].name
    assert Path(download.value.path()).read_bytes() == data
    page.get_by_label(said("house.day"), exact=True).fill("someday")
    page.get_by_role("button", name=said("house.merge"), exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(said("house.day_wrong"))
    page.get_by_label(said("house.day"), exact=True).fill(files[0].day)
    page.get_by_role("button", name=said("house.compact"), exact=True).press("Enter")
    expect(page.get_by_role("status")).to_contain_text(f"merged_{AGENT}_{files[0].day}.json.gz")
    names = [each.name for each in memory.archive.files(USER)]
    assert files[0].name not in names
    page.get_by_role("button", name=said("house.compact_due")).click()
    expect(page.get_by_role("status")).to_be_visible()


def test_without_a_folder_it_is_said_how_to_set_one(clock: FrozenClock):
    with served(settings=Settings(worker=False), clock=clock) as server, signed_in(server) as guest:
        told = guest.get(f"{HOUSE}/archives").text
        assert "No archives are kept" in told
        assert "archive_dir" in told


@contextmanager
def signed_in(server: Served, secret: str = "") -> Iterator[httpx2.Client]:
    """Someone who asks without a browser; signed in by a link, or with a key."""
    with httpx2.Client(base_url=server.url, trust_env=False) as client:
        if secret:
            form = {"key": secret, "token": token_of(client.get("/browse/sign-in").text)}
            assert client.post("/browse/sign-in", data=form).status_code == 303
        else:
            assert client.get(server.server.link()).status_code == 303
        yield client


def token_of(page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', page)
    assert found
    return found[1]


def test_a_key_for_one_space_sees_nothing_of_another(server: Served, clock: FrozenClock):
    other = server.memory.in_space("work")
    other.add("wang", ["tea", "more tea"], agent="momo")
    other.admin.set_preference("secret_plan", "x")
    key, secret = new_key("bound", space="workshop", now=clock.now())
    server.keys.add(key)
    kill(server.memory, clock, "ann", "broke")
    with signed_in(server, secret) as guest:
        token = token_of(guest.get(HOUSE).text)
        pages = ["", "/archives", "/export", "/forget", "/preferences", "/keys", "/jobs"]
        text = "".join(guest.get(f"{HOUSE}{path}").text for path in pages)
        for word in (USER, "wang", "secret_plan", "broke", server.keys.all()[0].id):
            assert word not in text
        assert guest.get(f"{HOUSE}/export/file?user={USER}").status_code == 404
        lines = guest.get(f"{HOUSE}/export/file?everyone=1").text.splitlines()
        assert [json.loads(line)["kind"] for line in lines] == ["holdfast", "end"]
        assert guest.get(f"{HOUSE}/forget?user={USER}&what=everything").status_code == 404
        name = server.memory.archive.files(USER)[0].name
        file = {"user": USER, "agent": AGENT, "name": name}
        assert guest.get(f"{HOUSE}/archives/file", params=file).status_code == 404
        tries: list[tuple[str, dict[str, str]]] = [
            ("keys", {"name": "mine", "where": "all"}),
            ("keys/revoke", {"id": server.keys.all()[0].id, "sure": "1"}),
        ]
        for path, form in tries:
            answer = guest.post(f"{HOUSE}/{path}", data={**form, "token": token})
            assert answer.status_code == 403
        guest.post(f"{HOUSE}/jobs/retry-dead", data={"token": token})
        form = {"user": USER, "what": "everything", "sure": USER, "token": token}
        assert guest.post(f"{HOUSE}/forget", data=form).status_code == 404
    assert len(server.memory.admin.jobs(JobState.DEAD)) == 1
    assert len(server.keys.all()) == 2
    assert USER in server.memory.admin.users()


def test_no_name_of_a_file_leads_elsewhere(server: Served):
    with signed_in(server) as guest:
        for name in ("../../etc/passwd", ".lock", "day/../../x", "/etc/passwd", "x\n", ""):
            params = {"user": USER, "agent": AGENT, "name": name}
            answer = guest.get(f"{HOUSE}/archives/file", params=params)
            assert answer.status_code in (400, 404)


def test_a_download_is_never_shown_as_a_page(server: Served, archives: Path):
    memory = server.memory
    file = memory.archive.files(USER)[0]
    with signed_in(server) as guest:
        params = {"user": USER, "agent": AGENT, "name": file.name}
        answer = guest.get(f"{HOUSE}/archives/file", params=params)
        assert answer.headers["content-type"] == "application/gzip"
        assert "content-encoding" not in answer.headers
        memory.add('a";\r\nb'.replace("\r\n", " "), "<script>alert(1)</script>")
        evil = guest.get(f"{HOUSE}/export/file", params={"user": 'a"; b'})
        for each in (answer, evil):
            assert each.headers["content-disposition"].startswith("attachment; filename=")
            assert "sandbox" in each.headers["content-security-policy"]
            assert each.headers["x-content-type-options"] == "nosniff"
        assert evil.headers["content-disposition"].count('"') == 2


BAD = {
    b"": "nothing in the file",
    b"\x1f\x8bnonsense": "gzip",
    b"\xff\xfe{}\n": "UTF-8",
    b"{}\n": "not a line of a Holdfast export",
    b'{"kind":"holdfast","format":99}\n': "format 99",
    b'{"kind":"holdfast","format":2}\n': "cut short",
}


class TestUploads:
    def test_nobody_uploads_without_signing_in_or_from_elsewhere(self, server: Served):
        lines = "".join(server.memory.export(USER)).encode()
        server.memory.forget(USER, everything=True)
        with httpx2.Client(base_url=server.url, trust_env=False) as stranger:
            answer = stranger.post(f"{HOUSE}/import", content=lines)
            assert answer.status_code == 401
            assert "what you sent was not done" in answer.text
        with signed_in(server) as guest:
            forged: list[dict[str, Any]] = [
                {"content": lines},
                {"content": lines, "headers": {"X-Holdfast-Token": "0" * 64}},
                {"files": {"file": ("x.jsonl", lines)}},
                {"files": {"file": ("x.jsonl", lines)}, "data": {"token": "0" * 64}},
            ]
            for each in forged:
                assert guest.post(f"{HOUSE}/import", **each).status_code == 403
            token = token_of(guest.get(f"{HOUSE}/import").text)
            headers = {"X-Holdfast-Token": token, "Origin": "https://evil.example"}
            assert guest.post(f"{HOUSE}/import", content=lines, headers=headers).status_code == 403
        assert USER not in server.memory.admin.users()

    def test_a_bad_file_says_why_and_changes_nothing(self, server: Served):
        before = [*server.memory.export()][1:]
        with signed_in(server) as guest:
            token = token_of(guest.get(f"{HOUSE}/import").text)
            for body, why in BAD.items():
                sent: dict[str, Any] = {"content": body, "headers": {"X-Holdfast-Token": token}}
                told = json.loads(guest.post(f"{HOUSE}/import", **sent).text.splitlines()[-1])
                assert not told["good"]
                assert why in told["report"]
                form: dict[str, Any] = {
                    "files": {"file": ("x.jsonl", body)},
                    "data": {"token": token},
                }
                page = guest.post(f"{HOUSE}/import", **form)
                assert page.status_code == 400
                assert why in page.text
                assert "Nothing that was here has changed" in page.text
        assert [*server.memory.export()][1:] == before

    @pytest.mark.capability("F2")
    def test_a_memory_that_is_switched_off_takes_nothing_in(self, server: Served):
        lines = "".join(server.memory.export(USER)).encode()
        server.memory.forget(USER, everything=True)
        server.memory.admin.set_preference("memory_enabled", False)
        with signed_in(server) as guest:
            token = token_of(guest.get(f"{HOUSE}/import").text)
            answer = guest.post(
                f"{HOUSE}/import", content=lines, headers={"X-Holdfast-Token": token}
            )
            assert "switched off" in answer.text
        assert USER not in server.memory.admin.users()
