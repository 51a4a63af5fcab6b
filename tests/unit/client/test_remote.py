"""A remote memory does what a plain one does: the same calls give the same values and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from holdfast.client.remote import RemoteMemory
from holdfast.client.sender import Standing
from holdfast.domain.item import ItemKind
from holdfast.errors import (
    Closed,
    Conflict,
    HoldfastError,
    ImportRefused,
    InvalidInput,
    MessageRefused,
    NotFound,
    ServerUnreachable,
)
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from holdfast.testing.extractors import FakeExtractor
from holdfast.testing.live import RecordedSession
from tests.unit.client.real_server import served
from tests.unit.client.scripted_server import ScriptedServer, until

SETTINGS = Settings(worker=False)


class Both:
    """The same memory, asked directly and through a server."""

    def __init__(self, plain: Memory, remote: RemoteMemory, clock: FrozenClock) -> None:
        self.plain, self.remote, self.clock = plain, remote, clock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def both(clock: FrozenClock, tmp_path: Path) -> Iterator[Both]:
    settings = Settings(worker=False, archive_dir=str(tmp_path / "archive"))
    with (
        Memory.open(":memory:", settings=settings, clock=clock, extractor=FakeExtractor()) as plain,
        served(plain) as url,
        RemoteMemory.open(url, clock=clock, spool=tmp_path / "spool.db") as remote,
    ):
        yield Both(plain, remote, clock)


def tell(memory: Any) -> list[str]:
    ids: list[str] = memory.add(
        "王",
        [
            "I like green tea",
            {"role": "assistant", "content": "好的，我记住了。", "name": "Mei"},
            {
                "role": "user",
                "content": [{"type": "text", "text": "看"}, {"type": "image", "url": "x" * 9000}],
            },
        ],
        session="s/1 & 二",
        agent="Mei",
    )
    return ids


def test_what_is_added_from_afar_is_what_is_added_here(both):
    tell(both.remote)
    tell(both.plain.in_space("beside"))
    far = both.plain.messages.latest("王")
    here = both.plain.in_space("beside").messages.latest("王")
    kept = [
        (m.role, m.speaker, m.text, m.parts, m.extra, m.said_at, m.session, m.agent) for m in far
    ]
    assert kept == [
        (m.role, m.speaker, m.text, m.parts, m.extra, m.said_at, m.session, m.agent) for m in here
    ]
    assert all(m.client_id for m in far)


def test_reads_give_equal_values(both):
    plain, remote = both.plain, both.remote
    first, *_ = tell(remote)
    plain.items.add("王", "likes tea", sources=[first])
    plain.admin.set_preference("null", None)
    plain.admin.set_preference("语气/tone", {"温柔": True})
    noon = datetime(2024, 5, 1, 12, tzinfo=UTC)
    ref = plain.messages.latest("王")[-1].parts[0]["ref"]
    calls: list[Any] = [
        lambda m: m.messages.get("王", first),
        lambda m: m.messages.get("王", "no-such"),
        lambda m: m.messages.versions("王", first),
        lambda m: m.messages.list("王", limit=2),
        lambda m: m.messages.latest("王", limit=2, session="s/1 & 二"),
        lambda m: m.messages.between("王", noon - timedelta(days=1), noon),
        lambda m: m.messages.between("王", "2024-05-01", 1e10),
        lambda m: m.messages.attachment("王", ref),
        lambda m: m.messages.attachment("王", "sha256:none"),
        lambda m: m.sessions.list("王"),
        lambda m: m.sessions.agents("王"),
        lambda m: m.sessions.get("王", "s/1 & 二"),
        lambda m: m.sessions.get("王", "none"),
        lambda m: m.sessions.messages("王", "s/1 & 二"),
        lambda m: m.sessions.troubled(),
        lambda m: m.recent("王", "Mei"),
        lambda m: m.recent("王", "Mei", until=noon),
        lambda m: m.history("王", "Mei", names=("Mei", "小王"), language="zh"),
        lambda m: m.new_dialog("王", "Mei", settings={"likes": ["tea", "茶"]}),
        lambda m: m.items.find("王", kind=ItemKind.NOTE),
        lambda m: m.items.between("王", kind=ItemKind.NOTE, current=False),
        lambda m: m.memo.reviewing(),
        lambda m: m.memo.reviews("王", "Mei"),
        lambda m: m.messages.amount("王", agent="Mei"),
        lambda m: m.admin.held(),
        lambda m: m.admin.jobs(limit=1),
        lambda m: m.archive.enabled(),
        lambda m: [*m.archive.files()],
        lambda m: m.archive.read("王", "Mei", "none.json"),
        lambda m: [*m.archive.list()],
        lambda m: [*m.archive.faults()],
        lambda m: m.admin.users(),
        lambda m: m.admin.jobs(),
        lambda m: m.admin.preference("none", 5),
        lambda m: m.admin.preference("null", 5),
        lambda m: m.admin.preference("语气/tone", 5),
        lambda m: m.admin.preferences(),
        lambda m: [*m.export("王")],
    ]
    for number, call in enumerate(calls):
        assert call(remote) == call(plain), f"call {number}"
    far, here = (
        remote.recall("王", "茶 tea", k=2, now=noon),
        plain.recall("王", "茶 tea", k=2, now=noon),
    )
    assert far.hits == here.hits
    assert remote.explain(far).hits == far.hits
    assert remote.explain(far.run) == plain.explain(far.run)
    assert remote.replay(far).same
    assert remote.replay(remote.explain(far)).found.hits == far.hits
    context = remote.context("王", "tea", budget=200, holding={first})
    assert context.text == plain.context("王", "tea", budget=200, holding={first}).text
    assert [finding.name for finding in remote.admin.check()]


def test_what_is_known_is_the_same_from_afar(both):
    plain, remote = both.plain, both.remote
    said = ["birthday = 3 May\ngist: One.\ntag: a = b", "birthday = 5 May", "Bob: home = Rome"]
    remote.add("王", [{"role": "user", "content": text} for text in said], session="s")
    remote.seal("王", "s")
    plain.admin.run_jobs()
    reads: list[Any] = [
        lambda m: m.profile.get("王"),
        lambda m: m.profile.get("王", about=None, past=True),
        lambda m: m.profile.get("王", about="Bob", as_of=both.clock.now()),
        lambda m: m.profile.get("王", known_at="2030-01-01"),
        lambda m: m.profile.history("王", "birthday", sub=""),
        lambda m: m.profile.disputes("王"),
        lambda m: m.events.list("王", tag="a", value="b", until=both.clock.now()),
        lambda m: m.events.get("王", m.events.list("王")[0].id),
        lambda m: m.events.get("王", "none"),
    ]
    for number, read in enumerate(reads):
        assert read(remote) == read(plain), f"read {number}"
        assert read(plain) or number == len(reads) - 1
    [[one, _]] = remote.profile.disputes("王")
    settled = remote.profile.settle("王", one.id)
    assert settled == plain.profile.get("王", topic="birthday")[0]
    assert remote.profile.correct("王", one.id, "4 May") in plain.profile.get("王")
    rule = remote.profile.set("王", "instruction", "Be brief.", sub="tone")
    assert (
        remote.profile.switch("王", rule.id, False) == plain.profile.get("王", topic=rule.topic)[0]
    )
    assert remote.profile.remove("王", rule.id) == plain.profile.history("王", rule.topic)[0]
    [gist] = remote.events.list("王")[0].gists
    assert remote.events.edit("王", gist.id, "第一。").text == "第一。"
    assert plain.events.list("王")[0].text == "第一。"
    assert remote.events.remove("王", gist.id).gists == ()
    with pytest.raises(NotFound):
        remote.profile.settle("王", "none")
    with pytest.raises(InvalidInput):
        remote.profile.set("王", "home", " ")


def test_changes_from_afar(both):
    plain, remote = both.plain, both.remote
    first, second, _ = tell(remote)
    assert remote.correct("王", first, "I like black tea") == first
    assert plain.messages.get("王", first).text == "I like black tea"
    kept = remote.items.add("王", "likes tea", sources=[first], attributes={"深": 1.5})
    assert plain.items.get("王", kept.id) == remote.items.get("王", kept.id) == kept
    changed = remote.items.put(kept, expect=kept.revision)
    assert changed.revision == kept.revision + 1
    assert remote.items.remove("王", [kept.id]) == 1
    assert remote.admin.set_preference("idle", {"seconds": 5}) == 1
    assert remote.admin.preference("idle") == {"seconds": 5}
    assert [remote.admin.unset_preference("idle") for _ in range(2)] == [True, False]
    for name in ("a/b", "..", "语气 & more?", "null"):
        assert remote.admin.set_preference(name, None) == 1
        assert remote.admin.preference(name, "usual") is plain.admin.preference(name, 5) is None
        assert remote.admin.unset_preference(name)
    assert remote.memo.set_reviewing(False) is None
    assert not plain.memo.reviewing()
    edited = remote.memo.edit("王", second, "好。", agent="Mei")
    assert edited == plain.recent("王", "Mei")
    assert remote.sessions.open("王", agent="Mei") == plain.sessions.list("王")[0]
    assert remote.seal("王", "s/1 & 二") == remote.sessions.stretches("王", "s/1 & 二")[0]
    with pytest.raises(Conflict):
        remote.memo.edit("王", second, "坏。", agent="Mei", fingerprint=edited.fingerprint + "x")
    remote.memo.clear("王", "Mei")
    assert not plain.recent("王", "Mei").messages
    assert len(remote.admin.reindex()) == 1
    assert remote.forget("王", message=first, preview=True).messages == 1
    assert remote.forget("王", everything=True).messages == 3
    assert plain.admin.users() == []


ERRORS: list[tuple[type[HoldfastError], Any]] = [
    (InvalidInput, lambda m: m.add("", "x")),
    (InvalidInput, lambda m: m.add("u", [])),
    (InvalidInput, lambda m: m.add("u", 5)),
    (MessageRefused, lambda m: m.add("u", ["well", 5])),
    (MessageRefused, lambda m: m.add("u", ["well", " "])),
    (MessageRefused, lambda m: m.add("u", "half \ud800")),
    (MessageRefused, lambda m: m.add("u", {"content": "x", "at": "someday"})),
    (MessageRefused, lambda m: m.add("u", {"content": "x", "more": float("nan")})),
    (InvalidInput, lambda m: m.recall("u", "x", k=0)),
    (InvalidInput, lambda m: m.messages.get("u", "")),
    (InvalidInput, lambda m: m.handover("u", open_session=RecordedSession, language="fr")),
    (NotFound, lambda m: m.correct("u", "no-such", "x")),
    (NotFound, lambda m: m.explain("no-such")),
    (NotFound, lambda m: m.sessions.seal("u", "none")),
    (NotFound, lambda m: m.admin.retry("none")),
    (Conflict, lambda m: m.admin.set_preference("p", 1, expect=7)),
    (InvalidInput, lambda m: m.admin.preference("")),
    (ImportRefused, lambda m: m.import_(["not ours"])),
]


def test_errors_are_those_of_the_library(both):
    for number, (kind, call) in enumerate(ERRORS):
        with pytest.raises(kind) as far:
            call(both.remote)
        with pytest.raises(kind) as here:
            call(both.plain)
        assert type(far.value) is type(here.value) is kind, f"call {number}"
        assert far.value.message == here.value.message, f"call {number}"


def test_the_same_id_with_other_words_is_a_conflict(both):
    both.remote.add("u", {"content": "a", "id": "1"})
    assert both.remote.add("u", {"content": "a", "id": "1"})
    with pytest.raises(Conflict):
        both.remote.add("u", {"content": "b", "id": "1"})


def test_wrong_arguments_are_told_as_python_does(both):
    with pytest.raises(TypeError):
        both.remote.recall("u")
    with pytest.raises(TypeError):
        both.remote.recall("u", "q", colour="red")


def test_a_memory_moves_through_the_wire(both):
    tell(both.remote)
    lines = [*both.remote.export()]
    assert lines == [*both.plain.export()]
    told: list[int] = []
    with (
        Memory.open(":memory:", settings=SETTINGS, clock=both.clock) as other,
        served(other) as url,
        RemoteMemory.open(url, clock=both.clock) as remote,
    ):
        report = remote.import_(lines, progress=told.append)
        assert (report.users, report.messages, report.attachments) == (1, 3, 1)
        assert [m.text for m in other.messages.latest("王")] == [
            m.text for m in both.plain.messages.latest("王")
        ]
    assert told[-1] == len(lines)


def test_lines_are_ended_by_line_feeds_only(both):
    """Characters that Python takes for ends of lines may stand in a text."""
    text = "one\u2028two"
    both.remote.add("u", text)
    assert [*both.remote.export("u")] == [*both.plain.export("u")]
    assert any(text in line or "\\u2028" in line for line in both.remote.export("u"))


def test_a_live_session_is_handed_over_from_afar(both):
    tell(both.remote)
    sessions: list[RecordedSession] = []

    def open_session() -> RecordedSession:
        sessions.append(RecordedSession())
        return sessions[-1]

    handover = both.remote.handover("王", "Mei", open_session=open_session, prompt="Be kind. ")
    handover.start()
    here = both.plain.new_dialog("王", "Mei", until=both.clock.now())
    assert [session.prompt for session in sessions] == ["Be kind. " + here]
    handover.close()


def test_a_closed_memory_says_so(both):
    other = both.remote.in_space("work")
    both.remote.close()
    for call in (
        lambda: other.recall("u", "x"),
        lambda: other.add_later("u", "x"),
        lambda: [*other.export()],
        lambda: other.import_([]),
    ):
        with pytest.raises(Closed):
            call()
    both.remote.close()


def test_spaces_go_along(tmp_path):
    with (
        ScriptedServer() as server,
        RemoteMemory.open(server.url, spool=tmp_path / "s.db") as remote,
    ):
        work = remote.in_space("工作 & more")
        assert (remote.space, work.space) == ("", "工作 & more")
        with pytest.raises(InvalidInput):
            remote.in_space("")


@pytest.mark.parametrize("named", ["", "default", "爱丽丝"])
def test_the_space_of_the_environment_goes_along(tmp_path, monkeypatch, named):
    """The default is only sent where someone has named it: else the key decides."""
    monkeypatch.setenv("HOLDFAST_SPACE", named)
    with (
        ScriptedServer() as server,
        RemoteMemory.open(server.url, spool=tmp_path / "s.db") as remote,
    ):
        assert remote.space == named
        remote.add("u", "tea")
        remote.add_later("u", "茶")
        assert remote.flush(20)
        assert [each["space"] for each in server.kept] == [named, named]


def test_whose_word_on_the_space_counts(tmp_path, monkeypatch):
    def space(**given: Any) -> str:
        with RemoteMemory.open("http://127.0.0.1:1", spool=tmp_path / "s.db", **given) as remote:
            return remote.space

    monkeypatch.chdir(tmp_path)
    (tmp_path / "holdfast.toml").write_text('space = "file"', "utf-8")
    assert space() == "file"
    assert space(settings=Settings(space="given")) == "given"
    assert space(settings=Settings(space="given"), space="said") == "said"
    monkeypatch.setenv("HOLDFAST_SPACE", "variable")
    assert space() == "variable"
    assert space(settings=Settings()) == "", "settings that are given stand for all of them"


def test_no_server(tmp_path):
    with ScriptedServer() as server:
        url = server.url
    with RemoteMemory.open(url, spool=tmp_path / "s.db") as remote:
        with pytest.raises(ServerUnreachable, match="holdfast serve"):
            remote.recall("u", "tea")
        assert repr(remote) == f"RemoteMemory({url!r}, space='')"


def test_something_else_that_answers(tmp_path):
    with ScriptedServer(["page", "page"]) as server, RemoteMemory.open(server.url) as remote:
        with pytest.raises(ServerUnreachable, match="not a Holdfast server"):
            remote.recall("u", "tea")
        with pytest.raises(ServerUnreachable, match="not a Holdfast server"):
            remote.add("u", "tea")


def test_an_add_whose_answer_is_lost_is_stored_once(tmp_path):
    with ScriptedServer(["lost", "lost"]) as server, RemoteMemory.open(server.url) as remote:
        assert len(remote.add("u", ["a", "b"])) == 2
        assert server.texts() == ["a", "b"]
        assert len(server.requests) == 3


def test_a_correction_whose_answer_is_lost_is_not_repeated(tmp_path):
    with ScriptedServer(["lost"]) as server, RemoteMemory.open(server.url) as remote:
        with pytest.raises(ServerUnreachable, match="may have been done"):
            remote.correct("u", "1", "x")
        assert len(server.requests) == 1


def test_what_is_added_later_waits_for_the_server(both):
    ids = both.remote.add_later("王", ["tea", {"content": "茶", "id": 7}], session="s", agent="Mei")
    assert ids[1] == "7"
    assert both.remote.flush(20)
    assert [m.client_id for m in both.plain.messages.latest("王")] == ids
    state = both.remote.sending()
    assert (state.waiting, state.refused, state.standing) == (0, 0, Standing.WELL)


def test_a_time_is_that_of_the_call(clock, tmp_path):
    """Spooled today and sent tomorrow, it was said today."""
    said, place = clock.now(), tmp_path / "spool.db"
    with ScriptedServer() as dead:
        url = dead.url
    with RemoteMemory.open(url, clock=clock, spool=place) as remote:
        remote.add_later("u", ["now", {"content": "then", "timestamp": 1_700_000_000}])
        remote.add_later("u", "yesterday", at=said - timedelta(days=1))
    clock.advance(86_400)
    with (
        Memory.open(":memory:", settings=SETTINGS, clock=clock) as plain,
        served(plain, int(url.rpartition(":")[2])),
        RemoteMemory.open(url, clock=clock, spool=place) as remote,
    ):
        assert remote.flush(20)
        kept = {m.text: m.said_at for m in plain.messages.latest("u")}
    assert kept == {
        "now": said,
        "then": datetime.fromtimestamp(1_700_000_000, UTC),
        "yesterday": said - timedelta(days=1),
    }


def test_what_was_left_is_sent_when_the_memory_is_opened_again(tmp_path):
    with ScriptedServer() as server:
        url, port = server.url, int(server.url.rpartition(":")[2])
    with RemoteMemory.open(url, spool=tmp_path / "s.db") as remote:
        remote.add_later("u", "tea")
        assert not remote.flush(0.05)
    with (
        Memory.open(":memory:", settings=SETTINGS) as plain,
        served(plain, port),
        RemoteMemory.open(url, spool=tmp_path / "s.db") as remote,
    ):
        assert until(lambda: not len(remote.spool))
        assert [m.text for m in plain.messages.latest("u")] == ["tea"]


@pytest.mark.parametrize(
    "messages", ["", [], 5, ["well", {"content": ""}], {"content": "x", "at": "?"}]
)
def test_a_mistake_in_what_is_added_later_is_told_at_once(tmp_path, messages):
    with (
        ScriptedServer() as server,
        RemoteMemory.open(server.url, spool=tmp_path / "s.db") as remote,
    ):
        with pytest.raises(InvalidInput):
            remote.add_later("u", messages)
        with pytest.raises(InvalidInput):
            remote.add_later("u", "well", session="")
        assert not (tmp_path / "s.db").exists()
        assert remote.flush(0)


def test_where_messages_wait(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with ScriptedServer() as server:
        url = server.url
    with RemoteMemory.open(url, key="hf_one_1234567890") as first:
        first.add_later("u", "tea")
    with RemoteMemory.open(url, key="hf_two_1234567890") as second:
        assert second.spool.path.parent == tmp_path / "holdfast"
    (one, two) = sorted((tmp_path / "holdfast").glob("spool-*.db"))
    assert one != two
    assert "hf_" not in one.name + two.name
    assert "for another key" in caplog.text, "a key that was replaced leaves nothing behind unsaid"


def test_the_message_on_the_disk_has_its_id_and_its_time(clock, tmp_path):
    with ScriptedServer() as server:
        url = server.url
    remote = RemoteMemory.open(url, spool=tmp_path / "s.db", clock=clock)
    (id_,) = remote.add_later("u", "tea")
    ((row),) = remote.spool.page()
    assert json.loads(row.message) == {
        "role": "user", "content": "tea", "id": id_, "at": clock.now().isoformat()
    }  # fmt: skip
    remote.close()
