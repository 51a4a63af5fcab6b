"""Keep house: archives, moving in and out, forgetting, preferences, keys and jobs."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2
from playwright.sync_api import Page, expect

from holdfast.domain.job import JobState
from tests.journeys.web.tasks import Scene, figures, give_up, task
from tests.large import AGENT, USER
from tests.unit.importers.server_files import ONE, form, write_json

HOUSE = "/browse/house"


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


def zipped(folder: Path) -> bytes:
    """A folder as one file."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder.parent).as_posix())
    return held.getvalue()


@task("house")
def archives_are_taken_away_and_compacted(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, scene.own("archived")
    scene.say("写进档案。", "Into the archive.", session=name)
    memory.sessions.seal(USER, name)
    memory.admin.run_jobs()
    page.goto(HOUSE)
    page.get_by_role("link", name=scene.t.of("house_section", "archives")).press("Enter")
    page.locator("input[name=user]").first.fill(USER)
    page.locator("input[name=user]").first.press("Enter")
    page.wait_for_url(f"**user={USER}*")
    file = memory.archive.files(USER, AGENT)[-1]
    with page.expect_download() as download:
        page.get_by_role("link", name=file.name).press("Enter")
    assert download.value.suggested_filename == file.name.rpartition("/")[2]
    scene.gone.add(("GET", urlsplit(download.value.url).path))  # no page asks for what is kept
    taken = Path(download.value.path()).read_bytes()
    assert taken == memory.archive.read(USER, AGENT, file.name)
    day = page.get_by_label(scene.t("house.day"), exact=True)
    day.fill("someday")
    scene.button("house.merge").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(scene.t("house.day_wrong"))
    day.fill(file.day)
    page.get_by_label(scene.t("picker.user")).last.fill(USER)
    page.get_by_label(scene.t("picker.agent")).fill(AGENT)
    scene.button("house.compact").press("Enter")
    expect(page.get_by_role("status")).to_contain_text(f"merged_{AGENT}_{file.day}.json.gz")
    scene.button("house.compact_due").press("Enter")
    expect(page.get_by_role("status")).to_be_visible()


@task("house")
def a_file_is_dropped_read_and_reported(scene: Scene) -> None:
    page, memory, user = scene.page, scene.memory, scene.own("林悦")
    scene.say("我妹妹搬去了成都。", "She has a cat.", "年糕", session="cat", user=user)
    lines = [*memory.export(user)]
    memory.forget(user, everything=True)
    page.goto(f"{HOUSE}/import")
    good = scene.folder / f"{user}.jsonl.gz"
    good.write_bytes(gzip.compress("".join(lines).encode()))
    drop(page, good.name, good.read_bytes())
    outcome = page.locator("#outcome")
    expect(outcome.get_by_role("heading")).to_have_text(scene.t("house.taken_in"))
    expect(outcome).to_be_focused()
    assert figures(page)[scene.t("house.report_messages")] == "3"
    assert len(memory.messages.list(user)) == 3
    # The same once more: all of it is here. This time by the keyboard alone.
    page.locator("#file").set_input_files(good)
    page.locator("#file").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".figures dd").first).to_have_text("0")
    assert int(figures(page)[scene.t("house.report_here")]) >= 3
    # Two lines are spoiled: both are named, and nothing comes in.
    lines[2], lines[4] = "{spoiled\n", lines[4].replace(f'"{user}"', "7")
    memory.forget(user, everything=True)
    drop(page, "spoiled.jsonl", "".join(lines).encode())
    expect(outcome.get_by_role("heading")).to_have_text(scene.t("house.refused"))
    assert outcome.locator("tbody th").all_inner_texts() == ["3", "5"]
    assert user not in memory.admin.users()


@task("house")
def a_character_servers_folder_is_taken_in_from_a_zip(scene: Scene) -> None:
    page, memory, user = scene.page, scene.memory, scene.own("小明")
    store = scene.folder / "store"
    said = [form("human", "我叫小明。"), form("ai", "Hello 小明!")]
    write_json(store / "archive" / "小八" / f"session_20240305_214007_{ONE}.json.gz", said)
    write_json(store / "recent_小八.json", said)
    (store / "settings_小八.json").write_text("{ this is broken")
    page.goto(f"{HOUSE}/import")
    drop(page, "store.zip", zipped(store))
    outcome = page.locator("#outcome")
    expect(outcome).to_contain_text(scene.t("house.whose_missing"))
    page.get_by_label(scene.t("house.whose")).fill(user)
    drop(page, "store.zip", zipped(store))
    expect(outcome.get_by_role("heading")).to_have_text(scene.t("house.taken_in"))
    assert figures(page)[scene.t("house.report_messages")] == "2"
    expect(outcome).to_contain_text("settings_小八.json")
    assert [m.text for m in memory.messages.latest(user, agent="小八")] == [
        "我叫小明。",
        "Hello 小明!",
    ]


@task("house")
def a_memory_is_taken_away_as_a_file(scene: Scene) -> None:
    page, memory, user = scene.page, scene.memory, scene.own("王")
    scene.say("茶。", session="tea", user=user)
    page.goto(f"{HOUSE}/export")
    page.locator("input[name=user]").fill(user)
    page.get_by_label(scene.t("house.packed")).first.press("Space")
    with page.expect_download() as download:
        scene.button("house.download").press("Enter")
    assert download.value.suggested_filename == f"{user}.jsonl"
    taken = Path(download.value.path()).read_text("utf-8").splitlines(keepends=True)
    assert taken[1:] == [*memory.export(user)][1:]
    page.locator("input[name=user]").fill(USER)
    with page.expect_download() as download:
        scene.button("house.download").press("Enter")
    assert download.value.suggested_filename == f"{USER}.jsonl"
    if scene.look != "en light":  # written while it is sent, it is long in coming: once is enough
        download.value.cancel()
        return
    with Path(download.value.path()).open("rb") as file:
        messages = sum(line.startswith(b'{"kind":"message"') for line in file)
    assert messages == memory.messages.amount(USER).versions > 100_000


@task("house")
def forgetting_is_seen_before_confirmed_and_told_afterwards(scene: Scene) -> None:
    page, memory, name = scene.page, scene.memory, scene.own("forgotten")
    scene.say("忘掉这句。", "And this.", session=name)
    page.goto(f"{HOUSE}/forget")
    page.locator("input[name=user]").fill(USER)
    page.locator("select[name=what]").select_option("session")
    page.get_by_label(scene.t("house.scope_name")).fill("no such")
    scene.button("house.preview").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(scene.t("house.forget_nothing"))
    page.goto(f"/browse/session?user={USER}&name={quote(name)}")
    page.get_by_role("link", name=scene.t("session.forget")).press("Enter")
    expect(page.get_by_role("heading", name=scene.t("house.will_go"))).to_be_visible()
    foreseen = figures(page)
    assert foreseen[scene.t("house.report_messages")] == "2"
    expect(page.get_by_text("忘掉这句。")).to_be_visible()
    before = memory.messages.amount(USER).messages
    page.get_by_label(scene.t("house.tick_sure")).press("Space")
    scene.button("house.forget_now").press("Enter")
    expect(page.get_by_role("heading", name=scene.t("house.receipt"))).to_be_focused()
    assert figures(page).items() >= foreseen.items()
    assert memory.messages.amount(USER).messages == before - 2
    # Everything wants the user's name.
    field = page.get_by_label(scene.t("house.type_name"))
    for user, messages in ((USER, f"{before - 2:,}"), (scene.own("small"), "1")):
        if user != USER:
            scene.say("bye", session="bye", user=user)
        page.goto(f"{HOUSE}/forget?user={quote(user)}&what=everything")
        assert figures(page)[scene.t("house.report_messages")] == messages
        field.fill("someone else")
        field.press("Enter")
        expect(page.get_by_role("alert")).to_have_text(scene.t("house.unsure_name"))
        expect(field).to_be_focused()
        assert user in memory.admin.users()
    field.fill(scene.own("small"))
    field.press("Enter")
    expect(page.get_by_role("heading", name=scene.t("house.receipt"))).to_be_visible()
    assert scene.own("small") not in memory.admin.users()


@task("house")
def preferences_are_changed_refused_and_unset(scene: Scene) -> None:
    page, memory, t = scene.page, scene.memory, scene.t

    def row(name: str) -> Any:
        return page.locator(".preference").filter(has_text=t.of("house_pref", name)).first

    memory.admin.set_preference("session_idle_seconds", 800)
    page.goto(f"{HOUSE}/preferences")
    idle = row("session_idle_seconds")
    expect(idle.locator(".state")).to_have_text(t("house_source.preference"))
    field = idle.get_by_label(t.of("house_pref", "session_idle_seconds"))
    field.fill("many")
    field.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value("many")
    expect(idle.get_by_role("alert")).to_have_text(t.of("house_wanted", "session_idle_seconds"))
    assert memory.admin.preference("session_idle_seconds") == 800
    field.fill("1200")
    field.press("Enter")
    scene.did("preferred")
    assert memory.admin.preference("session_idle_seconds") == 1200
    idle.get_by_role("button", name=t("house.unset")).press("Enter")
    expect(idle.locator(".state")).to_have_text(t("house_source.default"))
    assert memory.admin.preference("session_idle_seconds") is None
    switch = row("memory_enabled")
    for value in ("false", "true"):
        switch.get_by_role("combobox").select_option(value)
        switch.get_by_role("button", name=t("recent.save")).press("Enter")
        scene.did("preferred")
        assert memory.admin.preference("memory_enabled") is (value == "true")
        expect(switch.get_by_role("combobox")).to_have_value(value)
    hour = page.get_by_label(t.of("house_pref", "archive_compact_window_end_hour"))
    hour.fill("25")
    hour.press("Enter")
    wanted = t.of("house_wanted", "archive_compact_window_end_hour")
    expect(page.get_by_role("alert")).to_have_text([wanted])
    hour.fill("6")
    hour.press("Enter")
    scene.did("preferred")
    habits: Any = memory.admin.preference("archive_compaction")
    assert (habits["archive_compact_window_end_hour"], habits["archive_compact_enabled"]) == (
        6,
        True,
    )
    memory.admin.unset_preference("archive_compaction")


@task("house")
def a_key_is_made_shown_once_used_and_revoked(scene: Scene) -> None:
    page, server, name = scene.page, scene.server, scene.own("手机")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{HOUSE}/keys")
    page.get_by_label(scene.t("house.name")).fill(name)
    scene.button("house.key_make").press("Enter")
    field = page.get_by_label(scene.t("house.secret"), exact=True)
    expect(field).to_be_focused()
    secret = field.input_value()
    scene.button("house.copy").press("Enter")
    expect(page.locator("#copied")).to_have_text(scene.t("house.copied"))
    assert page.evaluate("navigator.clipboard.readText()") == secret
    [key] = [each for each in server.keys.all() if each.name == name]
    assert key.space == "default"

    def answer() -> int:
        headers = {"Authorization": f"Bearer {secret}"}
        return httpx2.get(f"{server.url}/v1/users", headers=headers, trust_env=False).status_code

    assert answer() == 200
    page.get_by_label(scene.t("house.name")).fill(name)
    scene.button("house.key_make").press("Enter")
    expect(page.get_by_role("alert")).to_have_text(scene.t.of("house_key_wrong", "taken"))
    assert secret not in page.content()
    row = page.get_by_role("row").filter(has_text=key.id)
    row.locator("summary").press("Enter")
    row.get_by_role("button", name=scene.t("house.revoke_now")).press("Enter")
    scene.did("revoked")
    assert answer() == 401


@task("house")
def jobs_are_looked_at_by_state_and_tried_again(scene: Scene) -> None:
    page, memory = scene.page, scene.memory
    memory.admin.run_jobs()
    for user in (USER, "ben", "周"):
        give_up(scene, user, f"the model of {user} is asleep 睡着了")
    page.goto(HOUSE)
    page.get_by_role("link", name=scene.t.of("house_section", "jobs")).press("Enter")
    page.get_by_role("link", name=scene.t.of("house_jobs", "dead"), exact=True).press("Enter")
    rows = page.locator(".lines > li")
    expect(rows).to_have_count(3)
    expect(rows.last).to_contain_text("the model of 周 is asleep")
    rows.filter(has_text="ben").get_by_role("button").press("Enter")
    scene.did("retried")
    expect(rows).to_have_count(2)
    scene.button("house.retry_dead").press("Enter")
    scene.did("retried_all")
    expect(page.locator(".empty")).to_have_text(scene.t("house.no_jobs"))
    assert memory.admin.jobs(JobState.DEAD) == []
    memory.admin.run_jobs()
