"""`holdfast keys`, called as a person would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdfast.domain.key import digest, is_secret
from holdfast.stores.files.keys import FileKeys
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run


@pytest.fixture(autouse=True)
def _here(folder: Path) -> None:
    """Every test has a folder of its own."""


def kept() -> FileKeys:
    return FileKeys("memory.db.keys.json")


def test_a_key_is_shown_once_and_opens_the_space_of_the_settings():
    answer = run("keys", "add", "手机")
    assert answer.exit_code == 0
    secret = answer.stdout.removesuffix("\n")
    assert is_secret(secret)
    assert "shown this once" in answer.stderr
    assert secret not in answer.stderr
    found = kept().find(digest(secret))
    assert found is not None
    assert (found.name, found.space, found.revoked_at) == ("手机", "default", None)


@pytest.mark.parametrize(
    ("options", "space"),
    [(["--space", "工坊"], "工坊"), (["--all-spaces"], None), ([], "default")],
)
def test_a_key_opens_what_it_was_made_for(options, space):
    made = ok_json("keys", "add", "robot", *options)
    assert made["space"] == space
    assert is_secret(made["secret"])
    assert "digest" not in made
    found = kept().find(digest(made["secret"]))
    assert found is not None
    assert found.space == space


def test_one_space_or_all_of_them():
    assert "exclude each other" in refused(
        "keys", "add", "x", "--space", "a", "--all-spaces", status=2
    )
    assert kept().all() == []


def test_the_space_that_was_named_for_the_group_holds():
    assert ok_json("keys", "--space", "home", "add", "x")["space"] == "home"


def test_the_list_shows_all_but_the_secrets():
    assert ok("keys") == "No keys yet.\n"
    secrets = [ok("keys", "add", name).strip() for name in ("phone", "tablet")]
    ok("keys", "add", "gateway", "--all-spaces")
    ok("keys", "revoke", "phone")
    lines = ok("keys").splitlines()
    assert lines == ok("keys", "list").splitlines()
    assert ["revoked" in line for line in lines] == [True, False, False]
    assert "(all spaces)" in lines[2]
    rows = ok_lines("keys", "list")
    assert [row["name"] for row in rows] == ["phone", "tablet", "gateway"]
    assert rows[0]["revoked_at"]
    assert rows[1]["revoked_at"] is None
    said = ok("keys") + json.dumps(rows)
    assert not any(secret in said or digest(secret) in said for secret in secrets)


def test_a_key_is_revoked_by_name_or_by_id():
    secrets = [ok("keys", "add", name).strip() for name in ("phone", "tablet")]
    ok("keys", "revoke", "phone")
    second = ok_lines("keys")[1]
    assert ok_json("keys", "revoke", second["id"])["revoked_at"]
    assert [kept().find(digest(secret)) for secret in secrets] == [None, None]
    assert "no key 'phone'" in refused("keys", "revoke", "phone", status=3)


def test_a_name_is_taken_until_its_key_is_revoked():
    ok("keys", "add", "phone")
    assert "revoke that key first" in refused("keys", "add", "phone", status=4)
    ok("keys", "revoke", "phone")
    ok("keys", "add", "phone")
    ok("keys", "revoke", "phone")
    assert len(kept().all()) == 2


@pytest.mark.capability("F9")
def test_a_key_named_by_its_secret_is_not_repeated():
    secret = ok("keys", "add", "phone").strip()
    said = refused("keys", "revoke", secret, status=3)
    assert secret not in said


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 257])
def test_a_name_that_cannot_be_shown_is_refused(name):
    refused("keys", "add", name, status=2)
    assert kept().all() == []


def test_a_memory_in_no_file_has_no_keys():
    assert "in no file" in refused("keys", "add", "x", "--db", ":memory:", status=2)


def test_a_damaged_file_is_told_and_kept(folder: Path):
    (folder / "memory.db.keys.json").write_text("{")
    assert "make new keys" in refused("keys", "add", "x", status=6)
    assert (folder / "memory.db.keys.json").read_text() == "{"
