"""Moving in from elsewhere: each system's export, whole, twice, damaged and hostile."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from holdfast import Memory
from holdfast.entrypoints.cli.import_ import FORMS
from holdfast.importers.foreign import taking
from holdfast.importers.foreign.export import Piece, read_export
from holdfast.importers.foreign.found import Damage, Form
from holdfast.importers.foreign.moving import MovingReport, move_in
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run
from tests.journeys.exports_elsewhere import (
    GOOD,
    WORDS,
    langgraph_file,
    memobase_events,
    spoiled,
    spoiled_pages,
)

TALKS = ("chatgpt", "claude", "jsonl", "memobase")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HOLDFAST_USER", raising=False)
    return tmp_path


def test_the_command_knows_every_form():
    assert sorted(FORMS) == sorted(Form) == sorted(GOOD)


@pytest.mark.parametrize("form", GOOD)
def test_an_export_is_looked_at_brought_in_and_found(form, folder):
    file = folder / "export"
    file.write_bytes(GOOD[form]())
    take = ("import", "export", "--from", form, "--user", "mei")
    looked = ok_json(*take, "--dry-run")
    assert (looked["messages"], looked["dry_run"]) == (len(WORDS), True)
    assert not (folder / "memory.db").exists()
    for _ in range(2):  # importing again adds nothing
        assert ok_json(*take)["messages"] == len(WORDS)
    assert [
        hit["text"]
        for hit in ok_json("recall", "妹妹 sister Lily cello", "-u", "mei", "-k", "1")["hits"]
    ] == [WORDS[2]]
    kept = [each for session in ok_lines("sessions", "-u", "mei")
            for each in ok_lines("history", "-u", "mei", "--session", session["name"])]  # fmt: skip
    assert sorted(each["text"] for each in kept) == sorted(WORDS)
    assert {each["role"] for each in kept} == ({"user"} if form in TALKS else {"document"})
    if form != "mcp":  # whose file knows no dates
        assert max(each["said_at"] for each in kept) < "2025-04"


def test_the_users_that_a_file_names_are_kept_where_none_is_named(folder):
    (folder / "mem0.json").write_bytes(GOOD["mem0"]().replace(b'"mei"', '"小明"'.encode(), 3))
    assert ok_json("import", "mem0.json", "--from", "mem0")["users"] == ["mei", "小明"]


def test_where_nobody_is_named_that_is_said_once(folder):
    (folder / "chatgpt.json").write_bytes(GOOD["chatgpt"]())
    answer = run("import", "chatgpt.json", "--from", "chatgpt", "--dry-run")
    assert answer.exit_code == 2
    left, why = answer.stderr.splitlines()
    assert left.startswith(f"Left out: {len(WORDS)} entries: nobody is named whose it is")
    assert why.endswith("Say whose it is with --user NAME.")


def test_a_langgraph_store_is_read_from_its_file(folder):
    langgraph_file(folder / "store.db")
    told = ok_json("import", "store.db", "--from", "langgraph", "--user-part", "2")
    assert (told["users"], told["messages"], told["undated"]) == (["mei"], len(WORDS), 0)


def test_profiles_of_memobase_become_a_profile(folder):
    row = {
        "id": "p",
        "content": "Utrecht",
        "attributes": {"topic": "basic_info", "sub_topic": "city"},
        "user_id": "mei",
    }
    (folder / "user_profiles.jsonl").write_text(json.dumps(row))
    for _ in range(2):
        assert ok_json("import", "user_profiles.jsonl", "--from", "memobase")["profiles"] == 1
    (slot,) = ok_lines("profile", "-u", "mei")
    assert (slot["topic"], slot["sub"], slot["value"]) == ("basic_info", "city", "Utrecht")


def test_of_two_projects_the_one_that_is_named_comes_into_a_space_of_its_own(folder):
    rows = [
        {"id": f"p{name}", "content": city, "user_id": "mei", "project_id": name,
         "attributes": {"topic": "basic_info", "sub_topic": "city"}}
        for name, city in (("alpha", "Utrecht"), ("beta", "Paris"))
    ]  # fmt: skip
    (folder / "user_profiles.jsonl").write_text("\n".join(map(json.dumps, rows)))
    take = ("import", "user_profiles.jsonl", "--from", "memobase")
    for more in ((), ("--dry-run",), ("--project", "gamma")):
        assert "2 projects: alpha, beta" in refused(*take, *more, status=2)
    assert not (folder / "memory.db").exists()
    ok(*take, "--project", "alpha")
    ok(*take, "--project", "beta", "--space", "b")
    for space, city in (((), "Utrecht"), (("--space", "b"), "Paris")):
        assert [slot["value"] for slot in ok_lines("profile", "-u", "mei", *space)] == [city]


def test_users_alone_are_something_to_bring_in(folder):
    rows = {"general_blobs": [], "users": [{"id": "mei", "additional_fields": {"plan": "free"}}]}
    (folder / "all.json").write_text(json.dumps(rows))
    assert ok_json("import", "all.json", "--from", "memobase")["kept"] == 1


def test_an_archive_is_unpacked(folder):
    with zipfile.ZipFile(folder / "export.zip", "w") as archive:
        archive.writestr("conversations.json", GOOD["chatgpt"]())
        archive.writestr("user.json", '{"id": "user-x", "email": "mei@example.org"}')
        archive.writestr("message_feedback.json", "[]")
    assert ok_json("import", "export.zip", "--from", "chatgpt", "-u", "mei")["messages"] == len(
        WORDS
    )


def test_an_archive_that_leads_elsewhere_is_refused(folder):
    with zipfile.ZipFile(folder / "export.zip", "w") as archive:
        archive.writestr("../conversations.json", GOOD["chatgpt"]())
    assert "leads elsewhere" in refused(
        "import", "export.zip", "--from", "chatgpt", "-u", "x", status=2
    )
    assert not (folder / "memory.db").exists()


def test_what_is_junk_stays_out_where_that_is_asked(folder):
    rows = [{"id": "a", "memory": "Lives in Utrecht"}, {"id": "b", "memory": "ok thanks"}]
    (folder / "mem0.json").write_text(json.dumps({"results": rows}))
    told = ok("import", "mem0.json", "--from", "mem0", "-u", "mei", "--dry-run")
    assert "1 junk" in told
    assert (
        ok_json("import", "mem0.json", "--from", "mem0", "-u", "mei", "--without", "junk")[
            "messages"
        ]
        == 1
    )
    assert [hit["text"] for hit in ok_json("recall", "ok thanks Utrecht", "-u", "mei")["hits"]] == [
        "Lives in Utrecht"
    ]


def test_a_file_of_another_system_is_recognised_and_told_how_to_bring_in(folder):
    (folder / "mem0.json").write_bytes(GOOD["mem0"]())
    assert "--from mem0" in refused("import", "mem0.json", status=2)
    answer = run("import", "mem0.json", "--from", "claude", "-u", "mei")
    assert answer.exit_code == 2
    assert "Nothing in mem0.json could be brought in" in answer.stderr


def stored(memory: Memory) -> list[str]:
    users = memory.admin.users()
    return [each.text for user in users for each in memory.messages.latest(user, limit=1_000)]


def moved(data: bytes, form: str) -> tuple[MovingReport, list[str], list[Damage]]:
    export = read_export([Piece("export", lambda: data)], Form(form))
    with Memory.open(":memory:", worker=False) as memory:
        report = move_in(export, memory, others="mei")
        return report, stored(memory), [*export.damaged]


@pytest.mark.parametrize("form", GOOD)
def test_of_a_spoiled_file_the_good_part_comes_and_the_rest_is_named(form):
    cases = [*spoiled(GOOD[form]())]
    assert len(cases) >= 20
    for name, data in cases:
        report, texts, damaged = moved(data, form)
        assert report.messages == len(texts), (name, "what is counted is what is stored")
        assert texts or len(damaged), name
        whole = [text for text in texts if text in WORDS]
        lost = len(WORDS) - len(whole)
        assert not lost or report.skipped or report.repeated or len(texts) >= len(WORDS), (
            name,
            lost,
        )
        intact = [text for text in WORDS if _lines_that_hold(text, data)]
        assert len(whole) >= 0.5 * len(intact) or name.startswith(("cut", "deep")), (
            name,
            len(whole),
        )


def test_of_spoiled_events_the_good_part_comes_each_with_its_source():
    cases = [*spoiled(memobase_events())]
    assert len(cases) >= 20
    came = 0
    for name, data in cases:
        export = read_export([Piece("export.sql", partial(bytes, data))], Form.MEMOBASE)
        with Memory.open(":memory:", worker=False) as memory:
            for _ in range(2):
                report = move_in(export, memory, others="mei")
            users = memory.admin.users()
            told = [(user, each) for user in users for each in memory.events.list(user)]
            assert len(told) == report.events == report.messages == len(stored(memory)), name
            for user, event in told:
                [source] = {source for gist in event.gists for source in gist.sources}
                message = memory.messages.get(user, source)
                assert message is not None
                assert message.text == event.text
            came += len(told)
    assert came > len(cases) * len(WORDS) / 2


def test_what_an_import_that_died_has_left_is_mended_by_the_next(monkeypatch):
    export = read_export([Piece("export.sql", memobase_events)], Form.MEMOBASE)
    with Memory.open(":memory:", worker=False) as memory:
        with monkeypatch.context() as patch:
            patch.setattr(taking, "_account", killed)
            with pytest.raises(KeyboardInterrupt):
                move_in(export, memory)
        assert (len(stored(memory)), memory.events.list("mei")) == (len(WORDS), [])
        assert move_in(export, memory).events == len(WORDS)
        assert len(memory.events.list("mei")) == len(stored(memory)) == len(WORDS)


def killed(_: object) -> None:
    raise KeyboardInterrupt


def test_of_a_spoiled_store_file_the_good_part_comes_and_the_rest_is_named(folder):
    langgraph_file(folder / "store.db")
    cases = [*spoiled_pages((folder / "store.db").read_bytes())]
    assert len(cases) >= 40
    for name, data in cases:
        report, texts, damaged = moved(data, "langgraph")
        assert report.messages == len(texts), (name, "what is counted is what is stored")
        whole = sum(text in WORDS for text in texts)
        assert whole == len(WORDS) or damaged or report.skipped or len(texts) == len(WORDS), name
        rows = [text for text in WORDS if _lines_that_hold(text, data)]
        assert whole or not rows or damaged, name


def _lines_that_hold(text: str, data: bytes) -> bool:
    return text.encode() in data or json.dumps(text).encode()[1:-1] in data


def test_dates_of_nowhere_do_not_keep_a_message_out():
    [(_, data)] = [each for each in spoiled(GOOD["claude"]()) if each[0] == "dates of nowhere"]
    report, texts, _ = moved(data, "claude")
    assert sorted(texts) == sorted(WORDS)
    assert report.undated == len(WORDS)


def test_the_reader_that_stops_at_the_first_damage_is_seen(monkeypatch):
    from holdfast.importers.foreign import rows

    monkeypatch.setattr(rows, "_next_like", lambda *_: None)
    data = GOOD["claude"]().replace(b"Lily", b"Li\\xly", 1)
    _, texts, damaged = moved(data, "claude")
    assert len(texts) == 2
    assert "nor what comes after it" in damaged[0].why


def test_dates_are_those_of_the_file():
    export = read_export([Piece("export", GOOD["memobase"])])
    with Memory.open(":memory:", worker=False) as memory:
        move_in(export, memory)
        first = memory.messages.latest("mei", limit=100)
        assert min(each.said_at for each in first) == datetime(2025, 3, 1, 5, 6, 7, tzinfo=UTC)
