"""Settings: one table, three places they come from, and no value in any complaint."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import fields

import pytest

from holdfast.errors import SettingsRefused
from holdfast.settings import (
    TABLE,
    Settings,
    commented_toml,
    load_settings,
    named_space,
    origins,
    settings_file,
    unknown_variables,
)

SECRET = "sk-live-4f9a1c77"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working folder, and a home with no settings in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def refusal(file=None, environ=None) -> str:
    with pytest.raises(SettingsRefused) as caught:
        load_settings(file, environ or {})
    return str(caught.value)


def test_the_defaults(here):
    settings = load_settings(environ={})
    assert settings == Settings()
    assert (settings.db, settings.space, settings.time_zone) == ("memory.db", "default", "UTC")
    assert (settings.max_parts_bytes, settings.inline_part_bytes) == (16 * 1024 * 1024, 4096)
    assert settings.worker is True


def test_every_field_is_in_the_table_with_an_explanation():
    names = [field.name for field in fields(Settings)]
    assert [row.name for row in TABLE] == [name for name in names if name != "where"]
    for row in TABLE:
        assert row.explanation.endswith(".")
        assert "\n" not in row.explanation
        assert row.environment == f"HOLDFAST_{row.name.upper()}"


def test_nothing_is_read_at_import():
    program = (
        "import os, sys, pathlib\n"
        "class Guard(dict):\n"
        "    def get(self, *a): raise AssertionError(a)\n"
        "pathlib.Path.is_file = pathlib.Path.read_text = None\n"
        "os.environ = Guard()\n"
        "import holdfast.settings\n"
        "assert 'tomllib' not in sys.modules and 'zoneinfo' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


class TestFiles:
    def test_a_named_file_wins_over_the_variable_and_the_folder(self, here):
        for name, space in (("a.toml", "a"), ("b.toml", "b"), ("holdfast.toml", "c")):
            (here / name).write_text(f'space = "{space}"\n')
        environ = {"HOLDFAST_CONFIG": "b.toml"}
        assert load_settings(here / "a.toml", environ).space == "a"
        assert load_settings(environ=environ).space == "b"
        assert load_settings(environ={}).space == "c"

    def test_the_configuration_folder_comes_last(self, here):
        folder = here / "home" / ".config" / "holdfast"
        folder.mkdir(parents=True)
        (folder / "holdfast.toml").write_text('space = "at home"\n')
        assert load_settings(environ={}).space == "at home"
        (here / "holdfast.toml").write_text("")
        assert load_settings(environ={}).space == "default"

    def test_a_home_that_cannot_be_looked_into_holds_none(self, here, monkeypatch):
        monkeypatch.setenv("HOME", str(here / ("x" * 300)))
        assert settings_file(environ={}) is None

    def test_xdg_config_home_is_honoured_where_it_is_absolute(self, here):
        folder = here / "xdg" / "holdfast"
        folder.mkdir(parents=True)
        (folder / "holdfast.toml").write_text("")
        found = settings_file(environ={"XDG_CONFIG_HOME": str(here / "xdg")})
        assert found == folder / "holdfast.toml"
        assert settings_file(environ={"XDG_CONFIG_HOME": "xdg"}) is None

    @pytest.mark.parametrize(
        ("platform", "folder"),
        [("darwin", "home/Library/Application Support"), ("win32", "home/AppData/Roaming")],
    )
    def test_other_platforms(self, here, monkeypatch, platform, folder):
        monkeypatch.setattr(sys, "platform", platform)
        (here / folder / "holdfast").mkdir(parents=True)
        (here / folder / "holdfast" / "holdfast.toml").write_text("max_batch = 3\n")
        assert load_settings(environ={}).max_batch == 3

    def test_a_named_file_must_exist(self, here):
        assert "nowhere.toml" in refusal(here / "nowhere.toml")
        assert "nowhere.toml" in refusal(environ={"HOLDFAST_CONFIG": "nowhere.toml"})

    def test_a_db_in_a_file_is_relative_to_the_file(self, here):
        (here / "sub").mkdir()
        file = here / "sub" / "holdfast.toml"
        file.write_text('db = "mine.db"\n')
        assert load_settings(file, {}).db == str(here / "sub" / "mine.db")
        assert load_settings(file, {"HOLDFAST_DB": "theirs.db"}).db == "theirs.db"
        assert load_settings(file, {"HOLDFAST_DB": "~/x.db"}).db == str(here / "home" / "x.db")
        file.write_text('db = ":memory:"\n')
        assert load_settings(file, {}).db == ":memory:"

    def test_a_byte_order_mark_is_no_part_of_the_file(self, here):
        (here / "holdfast.toml").write_bytes(b'\xef\xbb\xbfspace = "\xe5\xae\xb6"\n')
        assert load_settings(environ={}).space == "家"


class TestEnvironment:
    def test_it_wins_over_the_file(self, here):
        (here / "holdfast.toml").write_text("max_batch = 5\njob_attempts = 2\n")
        settings = load_settings(environ={"HOLDFAST_MAX_BATCH": "7"})
        assert (settings.max_batch, settings.job_attempts) == (7, 2)

    @pytest.mark.parametrize("word", ["false", "No", "0", "OFF"])
    def test_words_for_no(self, here, word):
        assert load_settings(environ={"HOLDFAST_WORKER": word}).worker is False

    @pytest.mark.parametrize("word", ["true", "Yes", "1", "on"])
    def test_words_for_yes(self, here, word):
        (here / "holdfast.toml").write_text("worker = false\n")
        assert load_settings(environ={"HOLDFAST_WORKER": word}).worker is True

    def test_empty_counts_as_not_set(self, here):
        assert load_settings(environ={"HOLDFAST_DB": "", "HOLDFAST_MAX_BATCH": " "}) == Settings()

    def test_misspelt_names_are_found(self):
        environ = {"HOLDFAST_SPCAE": "x", "HOLDFAST_SPACE": "x", "HOLDFAST_USER": "x", "PATH": "x"}
        assert unknown_variables(environ) == ["HOLDFAST_SPCAE"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "wrong", "wanted"),
        [
            ("max_batch", f'"{SECRET}"', "a whole number, 1 or more"),
            ("max_batch", "true", "a whole number, 1 or more"),
            ("max_batch", "0", "a whole number, 1 or more"),
            ("max_batch", "1.5", "a whole number, 1 or more"),
            ("busy_seconds", f'"{SECRET}"', "a number, 0 or more"),
            ("busy_seconds", "inf", "a number, 0 or more"),
            ("busy_seconds", "nan", "a number, 0 or more"),
            ("worker", "1", "true or false"),
            ("db", "7", "text that is not empty"),
            ("db", '""', "text that is not empty"),
            ("time_zone", f'"{SECRET}"', "the name of a time zone"),
            ("time_zone", '"../etc/passwd"', "the name of a time zone"),
            ("space", f'["{SECRET}"]', "text that is not empty"),
            ("embedder", f'"{SECRET}"', "one of static, none, openai, onnx, sentence-transformers"),
            ("embedder", '""', "one of static"),
            ("embed_key", "7", "text"),
            ("embed_key", '"  "', "text"),
            ("embed_url", f'["{SECRET}"]', "text"),
            ("embed_dimensions", "-1", "a whole number, 0 or more"),
            ("embed_inline", '"yes"', "true or false"),
            ("model_connect_seconds", "0", "a number, 0.01 or more"),
            ("model_attempts", "0", "a whole number, 1 or more"),
        ],
    )
    def test_a_wrong_kind_names_file_and_key_and_what_is_wanted(self, here, name, wrong, wanted):
        (here / "holdfast.toml").write_text(f"{name} = {wrong}\n")
        said = refusal()
        assert "holdfast.toml" in said
        assert f"{name} must be {wanted}" in said
        assert SECRET not in said

    @pytest.mark.parametrize(
        ("variable", "wanted"),
        [
            ("HOLDFAST_MAX_BATCH", "a whole number"),
            ("HOLDFAST_BUSY_SECONDS", "a number"),
            ("HOLDFAST_WORKER", "true or false"),
            ("HOLDFAST_TIME_ZONE", "the name of a time zone"),
            ("HOLDFAST_EMBEDDER", "one of static, none, openai"),
            ("HOLDFAST_MODEL_ATTEMPTS", "a whole number"),
        ],
    )
    def test_a_wrong_variable_is_named_and_not_repeated(self, here, variable, wanted):
        said = refusal(environ={variable: SECRET})
        assert variable in said
        assert wanted in said
        assert SECRET not in said

    def test_an_unknown_name_is_told_with_its_line_and_what_is_allowed(self, here):
        (here / "holdfast.toml").write_text(f'space = "x"\n\napi_key = "{SECRET}"\n')
        said = refusal()
        assert "holdfast.toml, line 3: there is no such setting api_key" in said
        assert "max_batch" in said
        assert SECRET not in said

    @pytest.mark.parametrize(
        "text",
        [
            f'"{SECRET}" = true',
            f"{SECRET} = true",
            f'[api]\nkey = "{SECRET}"',
            f'[["{SECRET}"]]\n',
            f"max_batch = {SECRET}",
            f'db = "{SECRET}',
            f'db = "{SECRET}" "',
            SECRET,
            f'db = "a"\ndb = "{SECRET}"',
        ],
    )
    def test_a_secret_in_the_wrong_place_is_never_repeated(self, here, text):
        (here / "holdfast.toml").write_text(text)
        said = refusal()
        assert "holdfast.toml" in said
        assert SECRET not in said

    def test_a_file_that_is_not_text(self, here):
        (here / "holdfast.toml").write_bytes(b"\xff\xfe\x00")
        assert "is not UTF-8 text" in refusal()

    def test_constructing_it_is_checked_as_well(self):
        with pytest.raises(SettingsRefused, match="max_batch must be a whole number"):
            Settings(max_batch="5")  # type: ignore[arg-type]
        with pytest.raises(SettingsRefused, match="time_zone"):
            Settings(time_zone="Middle/Earth")


class TestNotSet:
    def test_a_text_that_is_empty_by_default_may_be_empty_in_a_file_too(self, here):
        (here / "holdfast.toml").write_text('embed_url = ""\nembed_key = ""\n')
        assert load_settings(environ={}) == Settings()

    def test_the_rule_needs_no_list(self):
        optional = {row.name for row in TABLE if row.optional}
        assert optional == {row.name for row in TABLE if row.default == ""}
        assert {"embed_url", "embed_key", "embed_model"} <= optional
        assert "db" not in optional


class TestSecrets:
    @pytest.fixture
    def both(self, here) -> dict[str, str]:
        """One secret in the file, one in the environment."""
        url = f"https://mei:{SECRET}@models.example.com/v1"
        (here / "holdfast.toml").write_text(f'embed_url = "{url}"\n')
        return {"HOLDFAST_EMBED_KEY": SECRET}

    def test_they_are_read(self, here, both):
        settings = load_settings(environ=both)
        assert settings.embed_key == SECRET
        assert SECRET in settings.embed_url

    def test_they_are_never_shown(self, here, both):
        assert SECRET not in repr(load_settings(environ=both))
        found = {origin.name: origin for origin in origins(environ=both)}
        assert SECRET not in str(found)
        assert found["embed_key"][1:] == ("***", "HOLDFAST_EMBED_KEY")
        assert found["embed_url"][1:] == ("***", "holdfast.toml")

    def test_one_that_is_not_set_is_shown_as_that(self, here):
        found = {origin.name: origin for origin in origins(environ={})}
        assert found["embed_key"][1:] == ("", "default")

    def test_they_are_never_written(self, here):
        text = commented_toml({"embed_key": SECRET, "embed_url": SECRET, "embed_model": "m"})
        assert tomllib.loads(text) == {"embed_model": "m"}
        assert '# embed_key = ""' in text
        assert SECRET not in text

    @pytest.mark.parametrize(
        ("address", "shown"),
        [
            ("https://models.example.com:8080/v1", "https://models.example.com:8080/v1"),
            (f"https://models.example.com/v1?api-key={SECRET}", "***"),
            (f"https://gate.example.com/{SECRET}-{SECRET}/v1", "https://gate.example.com/***/v1"),
            (SECRET, "***"),
        ],
    )
    def test_an_address_is_shown_without_what_may_be_secret(self, here, address, shown):
        found = {origin.name: origin for origin in origins(environ={"HOLDFAST_EMBED_URL": address})}
        assert found["embed_url"].value == shown

    def test_every_key_and_every_address_is_one(self, here):
        named = [row.name for row in TABLE if row.name.endswith(("_key", "_url", "_upstream"))]
        assert named == [row.name for row in TABLE if row.hide]
        assert len(named) == 14
        secrets = dict.fromkeys(named, f"https://mei:{SECRET}@a.example")
        settings = Settings(**secrets)  # type: ignore[arg-type]
        assert SECRET not in repr(settings)
        environ = {f"HOLDFAST_{name.upper()}": value for name, value in secrets.items()}
        found = {origin.name: origin.value for origin in origins(environ=environ)}
        assert {found[name] for name in named} == {"***"}
        assert tomllib.loads(commented_toml(dict(secrets))) == {}


class TestCommentedFile:
    def test_as_written_it_sets_nothing(self, here):
        (here / "holdfast.toml").write_text(commented_toml(), "utf-8")
        assert load_settings(environ={}) == Settings()
        assert tomllib.loads(commented_toml()) == {}

    def test_with_every_line_uncommented_it_says_the_defaults(self):
        text = commented_toml()
        bare = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
        assert Settings(**tomllib.loads(bare)) == Settings()
        for row in TABLE:
            assert row.explanation in text
            assert row.environment in text

    def test_chosen_values_stand_uncommented(self, here):
        text = commented_toml({"db": '记忆 "a"\\b.db'})
        assert tomllib.loads(text) == {"db": '记忆 "a"\\b.db'}


def test_a_space_is_named_only_where_someone_has_named_it(here):
    assert named_space(environ={}) is None
    assert named_space(environ={"HOLDFAST_SPACE": "default"}) == "default"
    (here / "holdfast.toml").write_text('space = "default"', "utf-8")
    assert named_space(environ={}) == "default"
    assert named_space(environ={"HOLDFAST_SPACE": "工作"}) == "工作"


def test_origins_say_where_each_value_comes_from(here):
    (here / "holdfast.toml").write_text("max_batch = 5\n")
    found = {origin.name: origin for origin in origins(environ={"HOLDFAST_SPACE": "s"})}
    assert found["max_batch"][1:] == (5, "holdfast.toml")
    assert found["space"][1:] == ("s", "HOLDFAST_SPACE")
    assert found["worker"][1:] == (True, "default")
    assert len(found) == len(TABLE)


def test_settings_know_by_what_they_were_given(tmp_path):
    file = tmp_path / "holdfast.toml"
    file.write_text("memo_window = 64\nmemo_review = false\n")
    loaded = load_settings(file, {"HOLDFAST_MEMO_REVIEW": "on"})
    assert loaded.where == {"memo_window": str(file), "memo_review": "HOLDFAST_MEMO_REVIEW"}
    names = ["memo_window", "memo_review", "session_idle_seconds", "no_setting"]
    assert loaded.set_by(names) == loaded.where, "one that is set to its default is set"
    assert Settings(memo_window=8).set_by(names) == {"memo_window": ""}
    assert loaded == Settings(), "they are the same settings, whoever gave them"
