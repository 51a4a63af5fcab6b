"""What may change while running, the models that are set, and what the check-up says of them."""

from __future__ import annotations

import pytest

from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run


@pytest.fixture(autouse=True)
def here(folder):
    """Every test has a folder of its own."""


class TestPreferences:
    @pytest.fixture(autouse=True)
    def memory(self):
        ok("add", "x")

    def where(self) -> dict[str, tuple[object, str]]:
        return {row["name"]: (row["value"], row["where"]) for row in ok_lines("preferences")}

    def test_where_each_comes_from(self, folder, monkeypatch):
        assert self.where()["memo_window"] == (64, "default")
        (folder / "holdfast.toml").write_text("memo_window = 32\n")
        assert self.where()["memo_window"] == (32, "setting, holdfast.toml")
        monkeypatch.setenv("HOLDFAST_MEMO_WINDOW", "16")
        assert self.where()["memo_window"] == (16, "setting, HOLDFAST_MEMO_WINDOW")
        assert ok("preferences", "set", "memo_window", "8") == "memo_window is 8 from now on.\n"
        assert self.where()["memo_window"] == (8, "preference")
        assert self.where().keys() == {
            *("session_idle_seconds", "memo_window", "memo_review", "archive_compaction"),
            *("learning", "memory_enabled", "sync_enabled"),
            *("buffer_tokens", "buffer_flush_interval"),
        }
        assert ok("preferences") == ok("preferences", "list")

    def test_get_and_set(self):
        assert ok("preferences", "get", "memo_review") == "true\n"
        ok("preferences", "set", "memo_review", "off")
        assert ok("preferences", "get", "memo_review") == "false\n"
        assert ok_json("preferences", "get", "memo_review") == {
            "name": "memo_review",
            "value": False,
            "where": "preference",
        }
        answer = ok_json("preferences", "set", "memo_review", "true")
        assert answer == {"name": "memo_review", "value": True, "revision": 2}
        assert '"archive_compact_enabled": true' in ok("preferences", "get", "archive_compaction")

    def test_unset_is_back_to_the_setting(self, folder):
        (folder / "holdfast.toml").write_text("memo_window = 32\n")
        ok("preferences", "set", "memo_window", "8")
        back = ok("preferences", "unset", "memo_window")
        assert back == "memo_window is 32 again (setting, holdfast.toml).\n"
        assert self.where()["memo_window"] == (32, "setting, holdfast.toml")
        assert ok("preferences", "unset", "memo_window").startswith("memo_window is 32 as before")
        ok("preferences", "set", "memo_review", "off")
        assert ok_json("preferences", "unset", "memo_review") == {
            "name": "memo_review",
            "value": True,
            "where": "default",
            "was_set": True,
        }
        ok("preferences", "set", "archive_compaction", '{"archive_compact_enabled": false}')
        assert '"archive_compact_enabled": true' in ok("preferences", "unset", "archive_compaction")

    def test_unset_of_ones_own_and_of_what_is_not_there(self):
        ok("preferences", "set", "favourite", "茉莉花茶")
        assert ok("preferences", "unset", "favourite") == "favourite is not set any more.\n"
        refused("preferences", "get", "favourite", status=3)
        assert "memo_review" in refused("preferences", "unset", "memo_reviw", status=3)

    def test_what_cannot_be_gone_by_is_refused_in_words(self):
        assert "whole number" in refused("preferences", "set", "memo_window", "many", status=2)
        assert "true or false" in refused("preferences", "set", "memo_review", "1", status=2)
        refused("preferences", "set", "session_idle_seconds", "0", status=2)
        refused("preferences", "set", "archive_compaction", '{"x": 1}', status=2)
        assert self.where()["memo_window"] == (64, "default")

    def test_names_of_your_own_and_near_misses(self):
        answer = run("preferences", "set", "memo_windw", "8")
        assert answer.exit_code == 0
        assert "Did you mean memo_window?" in answer.stderr
        assert ok("preferences", "get", "memo_windw") == "8\n"
        ok("preferences", "set", "favourite", "茉莉花茶")
        assert ok("preferences", "get", "favourite") == '"茉莉花茶"\n'
        assert "memo_review" in refused("preferences", "get", "memo_reviw", status=3)

    def test_each_space_has_its_own(self):
        ok("preferences", "set", "memo_window", "8")
        assert ok("preferences", "get", "memo_window", "--space", "other") == "64\n"
        assert ok("preferences", "--space", "other", "get", "memo_window") == "64\n"


class TestCheckUp:
    @pytest.fixture
    def said(self):
        for text in ("我妹妹乐乐三月搬去了成都。", "She is a nurse there.", "每周三视频。"):
            ok("add", text, "--session", "闲聊")

    @pytest.mark.usefixtures("said")
    def test_all_is_well_by_rules(self):
        shown = ok("doctor")
        assert "good  active sessions: 1\n" in shown
        assert "good  summaries: by rules/" in shown
        assert "good  reviews: by rules/" in shown
        ok("sessions", "seal", "闲聊", "--no-wait")
        shown = ok("doctor")
        assert "good  active sessions: 0\n" in shown
        assert "good  sessions being sealed: 1\n" in shown
        ok("worker", "--once")
        shown = ok("doctor")
        assert "good  sessions being sealed: 0\n" in shown
        assert "good  provisional summaries: 0\n" in shown

    @pytest.mark.usefixtures("said")
    def test_a_model_that_is_not_there_costs_nothing_and_is_named_without_its_key(
        self, monkeypatch
    ):
        monkeypatch.setenv("HOLDFAST_MODEL_URL", "http://127.0.0.1:9/v1")
        monkeypatch.setenv("HOLDFAST_MODEL_KEY", "sk-canary-model")
        monkeypatch.setenv("HOLDFAST_MODEL_NAME", "qwen-small")
        monkeypatch.setenv("HOLDFAST_MODEL_ATTEMPTS", "1")
        sealed = ok("sessions", "seal", "闲聊")
        assert "a stand-in, to be made again" in sealed
        assert "成都" in sealed
        answer = run("doctor")
        assert answer.exit_code == 1
        assert "TODO  provisional summaries: 2. " in answer.stdout
        assert "good  summaries: by openai-compatible:qwen-small" in answer.stdout
        assert "sk-canary-model" not in answer.output + sealed
        assert "a stand-in" in ok("sessions", "show", "闲聊")
        for name in ("URL", "KEY", "NAME"):
            monkeypatch.delenv(f"HOLDFAST_MODEL_{name}")
        ok("worker", "--once")
        assert "All is well." in ok("doctor")
        assert "a stand-in" not in ok("sessions", "show", "闲聊")
