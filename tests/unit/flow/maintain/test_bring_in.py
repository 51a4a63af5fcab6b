"""Bring in: what was exported, stored again as it was."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.item import ItemKind
from holdfast.domain.message import Message
from holdfast.errors import ImportRefused
from holdfast.flow.maintain import bring_in as bringing
from holdfast.flow.maintain import export as exporting
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.testing.clock import FrozenClock
from tests.unit.flow.maintain.exports import message_row, sealed, session_row

ZONES = (
    UTC,
    ZoneInfo("Asia/Shanghai"),
    ZoneInfo("America/New_York"),
    timezone(timedelta(hours=5, minutes=30)),
)


def body(memory: Memory) -> list[str]:
    """The export without its first line, which tells when it was made."""
    return list(memory.export())[1:]


def placeless(messages: list[Message]) -> list[Message]:
    """The messages without their places in the log, which what was forgotten left empty."""
    return [replace(message, seq=0) for message in messages]


def furnish(memory: Memory) -> None:
    """One of everything."""
    said = [datetime(2020, 1, n, 12, 30, 0, 123456, tzinfo=zone) for n, zone in enumerate(ZONES, 1)]
    ids = [
        memory.add("wang", {"content": f"message {n}", "at": at, "id": f"c{n}"}, session="s")[0]
        for n, at in enumerate(said)
    ]
    picture = {"type": "image", "body": "图" * 3000}
    memory.add(
        "wang",
        [
            {"role": "assistant", "name": "莉莉", "content": ["look", picture], "mood": {"a": [1]}},
            {"role": "narrator", "content": "", "tool_calls": [{"name": "f", "args": {}}]},
        ],
        agent="lily",
    )
    memory.correct("wang", ids[1], "message 1, corrected")
    memory.correct("wang", ids[1], "message 1, corrected again")
    memory.forget("wang", message=ids[3])
    memory.items.add("wang", "likes tea", kind=ItemKind.FACT, sources=ids[:2], attributes={"n": 1})
    memory.add("li", "又一个人")
    memory.forget("li", message=memory.add("li", "gone", session="emptied")[0])


def test_everything_comes_back_exactly(memory, elsewhere):
    furnish(memory)
    report = elsewhere.import_(memory.export())
    assert body(elsewhere) == body(memory)
    assert (report.users, report.messages, report.versions, report.duplicates) == (2, 6, 8, 0)
    assert (report.sessions, report.items, report.attachments) == (4, 1, 1)
    for user in ("wang", "li"):
        assert placeless(elsewhere.messages.latest(user)) == placeless(memory.messages.latest(user))
        assert elsewhere.items.find(user) == memory.items.find(user)
        for session in memory.sessions.list(user):
            assert elsewhere.sessions.get(user, session.name).last_number == session.last_number
    for message in memory.messages.latest("wang"):
        told, brought = (m.messages.versions("wang", message.id) for m in (memory, elsewhere))
        assert placeless(brought) == placeless(told)
        for ref in [part["ref"] for part in message.parts if "ref" in part]:
            data = memory.messages.attachment("wang", ref)
            assert data is not None
            assert elsewhere.messages.attachment("wang", ref) == data


def test_it_comes_into_whatever_space_takes_it_in(memory):
    furnish(memory)
    other = memory.in_space("work")
    other.import_(memory.export())
    assert body(other) == body(memory)


def test_what_was_brought_in_is_recalled_alike(memory, elsewhere):
    furnish(memory)
    elsewhere.import_(memory.export())
    for query in ("message", "corrected", "人", ""):
        for user in ("wang", "li"):
            assert elsewhere.recall(user, query).hits == memory.recall(user, query).hits


def test_numbers_go_on_where_they_stood(memory, elsewhere):
    ids = memory.add("wang", ["a", "b", "c"])
    memory.forget("wang", message=ids[2])
    elsewhere.import_(memory.export())
    for each in (memory, elsewhere):
        [id_] = each.add("wang", "d")
        assert each.messages.get("wang", id_).number == 4


def test_a_retry_after_the_move_is_still_a_retry(memory, elsewhere):
    given = {"content": "a", "id": "c1"}
    ids = memory.add("wang", given)
    elsewhere.import_(memory.export())
    assert elsewhere.add("wang", given) == ids


def test_a_session_opened_by_several_messages_keeps_its_times(memory, elsewhere):
    picture = {"type": "image", "body": "x" * 9000}
    memory.add(
        "wang", [{"content": [picture], "at": "2020-01-01"}, {"content": "b", "at": "2022-01-01"}]
    )
    elsewhere.import_(memory.export())
    assert elsewhere.sessions.get("wang", "default").opened_at == (
        memory.sessions.get("wang", "default").opened_at
    )
    assert body(elsewhere) == body(memory)


def test_a_session_whose_first_messages_are_gone_keeps_its_times(memory, elsewhere):
    [first] = memory.add("wang", "a", at="2022-01-01")
    memory.add("wang", "b", at="2020-01-01")
    memory.forget("wang", message=first)
    elsewhere.import_(memory.export())
    assert body(elsewhere) == body(memory)


@pytest.mark.parametrize("page", [1, 2, 3, 1000])
def test_where_the_pages_end_does_not_matter(memory, elsewhere, monkeypatch, page):
    monkeypatch.setattr(bringing, "PAGE", page)
    monkeypatch.setattr(exporting, "PAGE", page)
    monkeypatch.setattr(exporting, "SEALED_AT_ONCE", page)
    furnish(memory)
    elsewhere.import_(memory.export())
    assert body(elsewhere) == body(memory)


def test_twice_is_as_good_as_once(memory, elsewhere):
    furnish(memory)
    elsewhere.import_(memory.export())
    report = elsewhere.import_(memory.export())
    assert body(elsewhere) == body(memory)
    assert report.duplicates == 8
    assert (report.messages, report.versions, report.items) == (0, 0, 0)


def test_a_second_time_nothing_is_said_to_have_come(memory, elsewhere):
    furnish(memory)
    elsewhere.import_(memory.export())
    report = elsewhere.import_(memory.export())
    assert (report.attachments, report.sessions) == (0, 0)


def test_into_itself_it_changes_nothing(memory):
    furnish(memory)
    before = body(memory)
    memory.import_(list(memory.export()))
    assert body(memory) == before


def test_it_is_merged_with_what_is_here(memory, elsewhere):
    ids = memory.add("wang", ["a", "b"])
    elsewhere.import_(memory.export())
    memory.add("wang", "c")
    memory.correct("wang", ids[0], "A")
    elsewhere.add("wang", ["x", "y"])
    report = elsewhere.import_(memory.export())
    assert (report.messages, report.versions, report.duplicates) == (1, 2, 2)
    merged = elsewhere.messages.latest("wang")
    assert {(m.text, m.number) for m in merged} == {
        ("A", 1),
        ("b", 2),
        ("x", 3),
        ("y", 4),
        ("c", 5),
    }
    assert len({m.seq for m in merged}) == 5
    [id_] = elsewhere.add("wang", "next")
    assert elsewhere.messages.get("wang", id_).number == 6
    assert {hit.text for hit in elsewhere.recall("wang", "")} == {"A", "b", "c", "x", "y", "next"}


def test_a_clients_id_that_is_taken_here_is_left_with_the_message_that_has_it(memory, elsewhere):
    memory.add("wang", {"content": "theirs", "id": "c1"})
    [ours] = elsewhere.add("wang", {"content": "ours", "id": "c1"})
    elsewhere.import_(memory.export())
    kept = {m.text: m.client_id for m in elsewhere.messages.latest("wang")}
    assert kept == {"ours": "c1", "theirs": None}
    assert elsewhere.add("wang", {"content": "ours", "id": "c1"}) == [ours]


def test_what_was_corrected_here_stays_corrected(memory, elsewhere):
    [id_] = memory.add("wang", "a")
    elsewhere.import_(memory.export())
    elsewhere.correct("wang", id_, "corrected here")
    elsewhere.import_(memory.export())
    assert elsewhere.messages.get("wang", id_).text == "corrected here"


def test_an_index_in_use_takes_in_what_came(memory, elsewhere):
    memory.add("wang", "tea")
    elsewhere.add("wang", "milk")
    assert "tea" not in [hit.text for hit in elsewhere.recall("wang", "tea")]
    elsewhere.import_(memory.export())
    assert elsewhere.recall("wang", "tea")[0].text == "tea"


def test_the_stream_is_not_held_in_memory(memory, elsewhere, monkeypatch):
    """Never many more lines are ahead of the store than lie between two seals."""
    monkeypatch.setattr(bringing, "PAGE", 5)
    monkeypatch.setattr(exporting, "PAGE", 5)
    monkeypatch.setattr(exporting, "SEALED_AT_ONCE", 5)
    memory.add("wang", [f"message {n}" for n in range(40)])
    done, ahead = 0, []

    def progress(number: int) -> None:
        nonlocal done
        done = number

    def stream() -> Iterator[str]:
        for number, line in enumerate(memory.export(), start=1):
            ahead.append(number - done)
            yield line

    assert elsewhere.import_(stream(), progress=progress).messages == 40
    assert max(ahead) <= 8
    assert done >= 42


def test_heavy_rows_are_stored_before_many_of_them_are_held(memory, elsewhere):
    picture = "x" * 1_500_000
    for n in range(10):
        memory.add("wang", {"content": [{"type": "image", "n": n, "body": picture}]})
    ahead, heaviest = 0, 0

    def progress(_number: int) -> None:
        nonlocal ahead
        ahead = 0

    def stream() -> Iterator[str]:
        nonlocal ahead, heaviest
        for line in memory.export():
            ahead += len(line)
            heaviest = max(heaviest, ahead)
            yield line

    assert elsewhere.import_(stream(), progress=progress).attachments == 10
    assert heaviest < 12_000_000


def test_a_short_export_that_is_wrong_leaves_nothing_behind(memory, elsewhere):
    furnish(memory)
    lines = list(memory.export())
    for wrong in (lines[:-1], lines[:3], [*lines[:2], "no\n", *lines[2:]], lines[1:]):
        with pytest.raises(ImportRefused):
            elsewhere.import_(wrong)
        assert elsewhere.admin.users() == []


def test_a_long_export_that_was_damaged_can_be_brought_in_once_it_is_mended(
    memory, elsewhere, monkeypatch
):
    """Nothing that was damaged may stay behind as if it had been said."""
    monkeypatch.setattr(bringing, "PAGE", 5)
    monkeypatch.setattr(exporting, "SEALED_AT_ONCE", 5)
    memory.add("wang", [f"message {n}" for n in range(20)])
    lines = list(memory.export())
    damaged = [line.replace("message 2", "massage 2") for line in lines]
    with pytest.raises(ImportRefused):
        elsewhere.import_(damaged)
    assert not elsewhere.recall("wang", "massage")
    elsewhere.import_(lines)
    assert body(elsewhere) == body(memory)


def test_an_export_that_was_cut_short_can_be_completed(memory, elsewhere, monkeypatch):
    monkeypatch.setattr(bringing, "PAGE", 5)
    monkeypatch.setattr(exporting, "SEALED_AT_ONCE", 5)
    furnish(memory)
    lines = list(memory.export())
    with pytest.raises(ImportRefused, match="cut short"):
        elsewhere.import_(lines[:-3])
    elsewhere.import_(lines)
    assert body(elsewhere) == body(memory)


CRAFTED = {
    "one message twice": [message_row(), message_row(), session_row()],
    "one client id twice": [
        message_row("m1", client_id="c"),
        message_row("m2", number=2, client_id="c"),
        session_row(last_number=2),
    ],
}


@pytest.mark.parametrize("case", CRAFTED)
def test_what_no_export_of_ours_holds_is_taken_once_or_refused_as_an_import(memory, case):
    refused = ""
    try:
        memory.import_(sealed(CRAFTED[case]))
    except ImportRefused as error:
        refused = error.message
    ids = [message.id for message in memory.messages.latest("wang")]
    assert len(ids) == len({*ids})
    assert ("Line" in refused) != bool(ids)


@pytest.mark.parametrize("page", [1, 3, 1000])
def test_a_correction_told_twice_leaves_the_session_as_long_as_it_is(memory, monkeypatch, page):
    monkeypatch.setattr(bringing, "PAGE", page)
    corrected = message_row("m1", text="better", version=2)
    others = [message_row(f"m{n}", number=n) for n in (2, 3)]
    memory.import_(sealed([message_row(), corrected, others[0], corrected, others[1]]))
    memory.add("wang", "what comes next")
    numbers = {message.id: message.number for message in memory.messages.latest("wang")}
    assert sorted(numbers.values()) == [1, 2, 3, 4]


@pytest.mark.parametrize("page", [1, 2, 1000])
def test_a_correction_that_comes_before_what_it_corrects_still_stands(tmp_path, monkeypatch, page):
    monkeypatch.setattr(bringing, "PAGE", page)
    rows = [
        message_row("m1", text="right", version=2),
        message_row("m2", number=2),
        message_row("m1", text="wrong"),
        session_row(last_number=2),
    ]
    with Memory.open(tmp_path / "m.db", worker=False) as memory:
        assert memory.import_(sealed(rows)).versions == 3
        assert {m.id: m.text for m in memory.messages.latest("wang")} == {
            "m1": "right",
            "m2": "hello",
        }
        assert [m.text for m in memory.messages.versions("wang", "m1")] == ["wrong", "right"]
        assert "wrong" not in {hit.text for hit in memory.recall("wang", "wrong")}


WORDS = st.text(alphabet="abc 成都猫\n\u2028<>é😀", min_size=1, max_size=12).filter(str.strip)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
SAID = st.builds(
    lambda at, zone: at.replace(tzinfo=UTC).astimezone(zone),
    st.datetimes(datetime(1990, 1, 1), datetime(2024, 5, 1)),  # noqa: DTZ001
    st.sampled_from(ZONES),
)
GIVEN = st.fixed_dictionaries(
    {"content": WORDS, "at": SAID},
    optional={
        "role": st.sampled_from(["user", "assistant", "tool", "narrator"]),
        "name": st.sampled_from(["Lily", "莉莉"]),
        "tool_calls": st.lists(JSON, min_size=1, max_size=2),
        "extra": JSON,
    },
)
PICTURE = st.builds(
    lambda given, size: {
        **given,
        "content": [given["content"], {"type": "image", "body": "x" * size}],
    },
    GIVEN,
    st.sampled_from([10, 5000]),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"),
            st.sampled_from(["wang", "李"]),
            st.sampled_from("st"),
            st.sampled_from("ab"),
            st.lists(GIVEN | PICTURE, min_size=1, max_size=3),
            st.booleans(),
        ),
        st.tuples(st.just("correct"), st.integers(0, 9), WORDS),
        st.tuples(st.just("forget"), st.integers(0, 9)),
        st.tuples(
            st.just("item"), st.integers(0, 9), WORDS, st.dictionaries(WORDS, JSON, max_size=2)
        ),
    ),
    max_size=8,
)


def live(memory: Memory, steps: list[tuple]) -> None:
    """Do the steps. Messages are chosen by their place among all there have been."""
    said: list[tuple[str, str]] = []
    fresh = itertools.count()
    for step in steps:
        if step[0] == "add":
            _, user, session, agent, batch, ids = step
            if ids:
                batch = [{**each, "id": f"c{next(fresh)}"} for each in batch]
            new = memory.add(user, batch, session=session, agent=agent)
            said += [(user, id_) for id_ in new]
        elif said:
            user, id_ = said[step[1] % len(said)]
            if step[0] == "correct":
                memory.correct(user, id_, step[2])
            elif step[0] == "item":
                memory.items.add(user, step[2], sources=[id_], attributes=step[3])
            else:
                memory.forget(user, message=id_)
                said.remove((user, id_))


def in_memory() -> Memory:
    return Memory.open(":memory:", settings=Settings(worker=False), clock=FrozenClock())


@settings(max_examples=150, deadline=None, derandomize=True)
@given(STEPS)
def test_any_memory_at_all_comes_back_byte_for_byte(steps):
    with in_memory() as one, in_memory() as other:
        live(one, steps)
        exported = list(one.export())
        other.import_(iter(exported))
        assert list(other.export())[1:] == exported[1:]
        other.import_(iter(exported))
        assert list(other.export())[1:] == exported[1:]


def test_a_line_is_json_that_others_can_read(memory):
    furnish(memory)
    for line in memory.export():
        assert json.loads(line)
        assert "NaN" not in line
