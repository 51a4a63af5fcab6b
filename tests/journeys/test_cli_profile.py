"""What is known of a user, on the command line: seen, dated, corrected, settled; here and afar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from holdfast import Memory, Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.extractors import FakeExtractor
from holdfast.testing.server import served
from tests.journeys.command_line import ok, ok_json, ok_lines, refused, run

DAY = 24 * 3600
SETTINGS = Settings(worker=False)


def learn(memory: Memory, clock: FrozenClock, *texts: str, agent: str = "juno") -> None:
    """Have it said and learned from, each time a day later."""
    said = [{"role": "user", "content": text} for text in texts]
    memory.add("mei", said, session=f"talk {agent}", agent=agent)
    memory.seal("mei", f"talk {agent}")
    memory.admin.run_jobs()
    clock.advance(DAY)


def tell(memory: Memory, clock: FrozenClock) -> None:
    learn(memory, clock, "home = Beijing\ngist: She lives in Beijing.", "birthday = 3 May")
    learn(memory, clock, "home = 西安\ngist: 她搬到了西安。\ntag: mood = calm", "birthday = 5 May")
    learn(memory, clock, "family/sister = Lily", "sister: home = Chengdu", agent="kai")
    learn(memory, clock, "instruction = Answer in verse.", "home = 西安", agent="kai")


@pytest.fixture(params=["file", "server"])
def memory(
    request: pytest.FixtureRequest, folder: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Memory]:
    """A memory that has learned something; the command line is led to it."""
    clock = FrozenClock()
    if request.param == "file":
        with Memory.open(
            "memory.db", settings=SETTINGS, clock=clock, extractor=FakeExtractor()
        ) as memory:
            tell(memory, clock)
            yield memory
        return
    with served("far.db", settings=SETTINGS, clock=clock, extractor=FakeExtractor()) as server:
        monkeypatch.setenv("HOLDFAST_URL", server.url)
        monkeypatch.setenv("HOLDFAST_KEY", server.key)
        tell(server.memory, clock)
        yield server.memory


def squeezed(shown: str) -> list[str]:
    return [re.sub(r" {2,}", " | ", line.strip()) for line in shown.splitlines()]


def id_of(topic: str, *options: str) -> str:
    [slot, *_] = ok_lines("profile", "--topic", topic, *options)
    id_: str = slot["id"]
    return id_


@pytest.mark.usefixtures("memory")
class TestSeeing:
    def test_topic_value_since_and_how_often(self):
        shown = squeezed(ok("profile"))
        assert shown[0].startswith("birthday | 3 May | since 2024-05-01 | said 1 time | disputed |")
        [home] = [line for line in shown if line.startswith("home")]
        assert home.startswith("home | 西安 | since 2024-05-02 | said 2 times |")
        assert home.endswith(id_of("home")[:8])
        assert ok("profile") == ok("profile", "show") == ok("profile", "--user", "mei", "show")
        assert ok_lines("profile") == ok_lines("profile", "show")

    def test_then_and_now(self):
        assert "Beijing" in ok("profile", "--as-of", "2024-05-01", "--topic", "home")
        assert "Beijing" in ok("profile", "--known-at", "2024-05-01", "--topic", "home")
        assert "西安" in ok("profile", "--as-of", "2024-05-03", "--topic", "home")
        assert ok("profile", "--as-of", "2020-01-01") == "Nothing is known of that.\n"
        past = squeezed(ok("profile", "--past", "--topic", "home"))
        assert past[0].startswith("home | Beijing | 2024-05-01 to 2024-05-02 | said 1 time | past")
        assert len(past) == 2
        assert squeezed(ok("profile", "history", "home")) == past
        assert [slot["value"] for slot in ok_lines("profile", "history", "home")] == [
            "Beijing",
            "西安",
        ]

    def test_others(self):
        assert "Chengdu" not in ok("profile")
        assert squeezed(ok("profile", "--about", "lily"))[0] == "Lily:"
        everyone = squeezed(ok("profile", "--everyone"))
        assert everyone[0] == "mei:"
        assert everyone[-2] == "Lily:"
        assert everyone[-1].startswith("home | Chengdu")
        assert "Chengdu" in ok("profile", "history", "home", "--about", "Lily")
        refused("profile", "--about", "Lily", "--everyone", status=2)

    def test_facts_and_who_said_so(self):
        assert ok("facts") == ok("profile", "--everyone")
        shown = ok("facts", "--sources", "--topic", "home")
        assert shown.count("home = 西安") == 2
        assert "user  [talk kai]" in shown
        assert "sister: home = Chengdu" in shown
        told = ok_lines("facts", "--sources", "--topic", "home")
        assert [len(slot["messages"]) for slot in told] == [2, 1]
        assert told[0]["messages"][0]["text"].startswith("home = 西安")
        assert "messages" not in ok_lines("facts")[0]
        assert "Beijing" in ok("facts", "--past")
        assert ok("facts", "--topic", "pet") == "Nothing is known yet.\n"
        assert ok("facts", "--user", "ann") == "Nothing is known yet.\n"

    def test_what_is_said_in_a_conversation_that_goes_on_waits_for_its_end(self):
        ok("add", "--user", "ann", "home = Leeds", "--at", "2024-05-01")
        for command in ("profile", "facts", "events", "profile sections"):
            shown = ok(*command.split(), "--user", "ann")
            assert shown.startswith("Nothing ")
            assert "`holdfast sessions seal NAME`" in shown
        assert ok("profile", "--user", "ann", "--topic", "home") == "Nothing is known of that.\n"
        assert ok_lines("profile", "--user", "ann") == []
        ok("preferences", "set", "learning", "off")
        shown = ok("profile", "--user", "ann")
        assert "Learning is switched off" in shown
        assert "seal" not in shown

    def test_events_by_day(self):
        days = ok("events").split("\n\n")
        assert [day.partition("\n")[0] for day in days] == ["2024-05-02", "2024-05-01"]
        assert "09:30  [talk juno]  juno  mood=calm" in days[0]
        assert "      她搬到了西安。" in days[0]
        assert "西安" not in ok("events", "--until", "2024-05-01")
        assert "Beijing" not in ok("events", "--since", "2024-05-02")
        assert "Beijing" not in ok("events", "--tag", "mood=calm")
        assert ok("events", "--tag", "mood=wild") == "Nothing happened that is known of.\n"
        assert ok("events", "--agent", "kai") == "Nothing happened that is known of.\n"
        assert len(ok_lines("events", "-n", "1")) == 1
        assert ok_lines("events", "--tag", "mood")[0]["tags"] == [["mood", "calm"]]


class TestByHand:
    def test_set(self, memory):
        assert squeezed(ok("profile", "set", "home", "重庆"))[0].startswith("home | 重庆 | since")
        assert [slot.value for slot in memory.profile.get("mei", topic="home")] == ["重庆"]
        slot = ok_json("profile", "set", "like", "blue", "--sub", "colour", "--about", "Lily")
        assert (slot["about"], slot["sub"], slot["by_hand"]) == ("Lily", "colour", True)
        assert "by hand" in ok("profile", "--about", "Lily")

    def test_a_slot_is_named_by_the_beginning_of_its_id(self, memory):
        id_ = id_of("home")
        assert "重庆" in ok("profile", "correct", id_[:4], "重庆")
        old = next(s for s in memory.profile.history("mei", "home") if s.id == id_)
        assert old.standing == "wrong"
        assert "holdfast profile" in refused("profile", "correct", "zzzz", "x", status=3)
        assert refused("profile", "correct", "", "x", status=3)

    def test_a_beginning_of_several_is_refused(self, memory):
        first = {slot.id[0] for slot in memory.profile.get("mei", about=None, past=True)}
        for number in range(17):
            slot = memory.profile.set("mei", "pet", f"animal {number}")
            if slot.id[0] in first:
                break
            first.add(slot.id[0])
        assert "Type more" in refused("profile", "correct", slot.id[0], "x", status=2)

    def test_remove_asks_first(self, memory):
        id_ = id_of("home")
        assert "Nobody can be asked" in refused("profile", "remove", id_, status=2)
        assert memory.profile.get("mei", topic="home")
        assert "past" in ok("profile", "remove", id_, "--yes")
        assert memory.profile.get("mei", topic="home") == []
        assert "西安" in ok("profile", "history", "home")

    def test_an_instruction_is_switched(self, memory):
        id_ = id_of("instruction")
        assert "| off |" in squeezed(ok("profile", "switch", id_, "off"))[0]
        assert "| off |" in squeezed(ok("profile", "--topic", "instruction"))[0]
        assert ok_json("profile", "switch", id_, "on")["on"] is True
        refused("profile", "switch", id_, "perhaps", status=2)
        refused("profile", "switch", id_of("home"), "off", status=3)

    def test_disputes(self, memory):
        shown = squeezed(ok("disputes"))
        assert shown[0] == "birthday of mei:"
        assert shown[1].startswith("3 May | said 1 time | 2024-05-01 09:30 |")
        assert shown[2].startswith("5 May | said 1 time | 2024-05-02 09:30 |")
        assert ok("disputes") == ok("disputes", "list")
        [dispute] = ok_lines("disputes")
        assert [side["value"] for side in dispute["sides"]] == ["3 May", "5 May"]
        right = dispute["sides"][1]["id"]
        assert ok("disputes", "settle", right[:8]) == "Settled: birthday is 5 May.\n"
        assert ok("disputes") == "Nothing is in dispute.\n"
        assert ok_json("disputes", "settle", right)["standing"] == "current"
        assert [s.standing for s in memory.profile.history("mei", "birthday")] == [
            "wrong",
            "current",
        ]
        refused("disputes", "settle", "zzzz", status=3)


@pytest.mark.capability("L33")
def test_profiles_are_laid_out_by_a_file(memory, tmp_path):
    assert ok("profile", "scheme") == "Profiles are laid out as usual.\n"
    assert "contact_info | city | 西安" in squeezed(ok("profile", "sections"))
    file = tmp_path / "profile.yaml"
    file.write_text("language: zh\nprofile_strict_mode: true\n", "utf-8")
    assert ok("profile", "scheme", str(file)) == ok("profile", "scheme")
    assert "联系信息 | 所在地 | 西安" in squeezed(ok("profile", "sections"))
    assert {each["topic"] for each in ok_lines("profile", "sections", "--about", "sister")} == {
        "联系信息"
    }
    file.write_text("language: fr", "utf-8")
    assert "language" in refused("profile", "scheme", str(file), status=2)
    refused("profile", "scheme", str(tmp_path / "none.yaml"), status=2)
    refused("profile", "scheme", str(file), "--usual", status=2)
    assert ok_json("profile", "scheme")["scheme"].startswith("language: zh")
    ok("profile", "scheme", "--usual")
    assert "contact_info | city | 西安" in squeezed(ok("profile", "sections"))


@pytest.mark.parametrize("command", ["profile", "facts", "events", "disputes"])
class TestEach:
    def test_nobody_is_named(self, command, folder, monkeypatch):
        monkeypatch.delenv("HOLDFAST_USER")
        assert "--user" in refused(command, status=2)

    def test_there_is_no_memory(self, command, folder):
        refused(command, status=6)

    def test_an_empty_one(self, command, folder):
        ok("add", "x")
        assert ok(command).startswith("Nothing ")
        assert ok(command, "--json") == ""


def test_what_a_command_would_not_heed_is_refused(folder):
    ok("add", "x")
    assert "--past" in refused("profile", "--past", "set", "home", "x", status=2)
    assert "--topic" in refused("profile", "--topic", "pet", "history", "home", status=2)


def test_what_is_shown_is_safe(folder):
    ok("profile", "set", "home", "Beijing\u202egnijieB", "--about", "Lily\u2066")
    assert "Beijing\ufffdgnijieB" in ok("facts")
    assert "\u2066" not in ok("facts") + ok("profile", "--everyone")


def test_the_check_up_tells_of_learning(folder):
    for text in ("我妹妹搬去了成都。", "She is a nurse there."):
        ok("add", text, "--session", "闲聊")
    assert "good  learning: by rules-" in ok("doctor")
    with Memory.open("memory.db", settings=SETTINGS, extractor=Failing()) as memory:
        memory.seal("mei", "闲聊")
        memory.admin.run_jobs()
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "TODO  learning that failed: 1: 闲聊 of mei (ModelUnavailable: " in answer.stdout
    assert "learn from session 闲聊, stretch 1" in ok("jobs")
    [job] = [job for job in ok_lines("jobs") if job["kind"] == "learn"]
    ok("jobs", "--retry", job["id"])
    ok("worker", "--once")
    assert "All is well." in ok("doctor")


class Failing(FakeExtractor):
    def __init__(self) -> None:
        super().__init__()
        self.error = "it broke"
