"""Keeping house: what goes wrong, and who may not. The tasks themselves are in `tasks/house.py`."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from holdfast import Memory, Settings
from holdfast.domain.job import JobState, asked
from holdfast.domain.key import new_key
from holdfast.importers.foreign.memobase import TABLES
from holdfast.testing.clock import FrozenClock
from holdfast.testing.server import Served, served
from tests.journeys.exports_elsewhere import GOOD, WORDS, memobase_events
from tests.journeys.web.conftest import Opening, Told
from tests.journeys.web.story import AGENT, USER
from tests.journeys.web.tasks.house import drop

HOUSE = "/browse/house"
LOOKS: dict[str, dict[str, Any]] = {
    "en": {"locale": "en-GB"},
    "zh": {"locale": "zh-CN", "color_scheme": "dark"},
}


@pytest.fixture
def server(told: Told, clock: FrozenClock, tmp_path: Path) -> Iterator[Served]:
    """The story, with archives."""
    archives = shutil.copytree(told.archives, tmp_path / "archives")
    settings = Settings(worker=False, archive_dir=str(archives), serve_rate=0)
    clock.set(told.at)
    with served(shutil.copy(told.file, tmp_path), settings=settings, clock=clock) as server:
        yield server


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


def test_a_download_is_never_shown_as_a_page(server: Served):
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

    def test_a_zip_that_is_a_trap_says_why_and_leaves_nothing(self, server: Served, tmp_path):
        before, held = [*server.memory.export()][1:], io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            archive.writestr("recent_小八.json", "[]")
            archive.writestr("../../escaped.json", "x")
        with signed_in(server) as guest:
            headers = {"X-Holdfast-Token": token_of(guest.get(f"{HOUSE}/import").text)}
            told = guest.post(f"{HOUSE}/import?user=x", content=held.getvalue(), headers=headers)
            assert "leads elsewhere" in told.text
            files = {"file": ("x.zip", held.getvalue())}
            form = {"token": headers["X-Holdfast-Token"], "user": "x"}
            page = guest.post(f"{HOUSE}/import", files=files, data=form)
            assert page.status_code == 400
            assert "leads elsewhere" in page.text
        assert [*server.memory.export()][1:] == before
        assert not [*tmp_path.parent.glob("escaped.json")]

    @pytest.mark.parametrize("form", ["mem0", "chatgpt", "memobase"])
    def test_an_export_of_another_system_is_brought_in(self, server: Served, form):
        body, held = GOOD[form](), io.BytesIO()
        if form == "chatgpt":  # comes as an archive, with other files in it
            with zipfile.ZipFile(held, "w") as archive:
                archive.writestr("conversations.json", body)
                archive.writestr("user.json", "{}")
            body = held.getvalue()
        with signed_in(server) as guest:
            headers = {"X-Holdfast-Token": token_of(guest.get(f"{HOUSE}/import").text)}
            if form == "chatgpt":
                told = guest.post(f"{HOUSE}/import", content=body, headers=headers)
                assert "Say whose talks these are" in told.text
            told = guest.post(f"{HOUSE}/import?user=newcomer", content=body, headers=headers)
            assert json.loads(told.text.splitlines()[-1])["good"], told.text
        kept = server.memory.messages.latest("newcomer", limit=100)
        assert sorted(each.text for each in kept) == sorted(WORDS)

    def test_what_is_long_is_told_by_its_beginning_and_events_are_counted(self, server: Served):
        long = {"event_tip": "word " * 300_000}
        unread = "COPY public.buffer_zones (data) FROM stdin;\n" + "x" * (2 << 20) + "\n\\.\n"
        made = "".join(f"CREATE TABLE public.{name} (id uuid);\n" for name in TABLES)
        talk = json.loads(GOOD["chatgpt"]())[0]
        talk["mapping"]["a"]["message"]["long"] = long
        with signed_in(server) as guest:
            headers = {"X-Holdfast-Token": token_of(guest.get(f"{HOUSE}/import").text)}
            for body, told in (
                (made.encode() + unread.encode() + memobase_events(), "Events among them"),
                (json.dumps([talk]).encode(), "Taken in"),
            ):
                got = guest.post(f"{HOUSE}/import?user=long", content=body, headers=headers)
                assert json.loads(got.text.splitlines()[-1])["good"], got.text[-500:]
                assert told in got.text
        assert len(server.memory.events.list("long")) == len(WORDS)

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
