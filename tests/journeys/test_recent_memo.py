"""The recent memo, as an app sees it: nothing is missing, whatever fails and whoever looks."""

from __future__ import annotations

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from holdfast import Memory
from holdfast.domain.session import SessionState
from holdfast.errors import InvalidInput
from holdfast.flow.condense.sizes import SEGMENT_CHARS, STRETCH_CHARS
from holdfast.ports.reviewer import Action, Change
from holdfast.testing.model_server import ModelServer
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.accounts import lost, read_again, said, summed_up

LANGCHAIN = [
    {"type": "human", "data": {"content": "我叫小明。"}},
    {"type": "ai", "data": {"content": "你好，小明！"}},
]
PLAIN = [
    {"role": "user", "content": "My name is Ming."},
    {"role": "assistant", "content": "Hello, Ming!"},
]


def texts(memory: Memory, user: str = "ming", agent: str = "default") -> list[str]:
    return [message.text for message in memory.recent(user, agent).messages]


@pytest.mark.capability("A1")
@pytest.mark.parametrize("history", [LANGCHAIN, PLAIN], ids=["langchain", "plain"])
def test_a_history_is_taken_in_either_form(memory, history):
    assert len(memory.add("ming", history)) == 2
    assert [message.role for message in memory.recent("ming").messages] == ["user", "assistant"]
    assert texts(memory) == [each.text for each in memory.messages.latest("ming")]


@pytest.mark.capability("A3")
def test_a_talk_that_goes_on_is_folded_and_not_archived(open_memory, tmp_path):
    memory = open_memory(memo_window=10, archive_dir=str(tmp_path / "archives"))
    memory.add("ming", said(6))
    memory.admin.run_jobs()
    before = memory.recent("ming")
    memory.add("ming", said(20, start=6))
    memory.admin.run_jobs()
    after = memory.recent("ming")
    assert (before.memo, len(before.messages)) == ("", 6)
    assert after.memo
    assert after.messages[-1].text == said(1, start=25)[0]["content"]
    assert memory.sessions.get("ming", "default").state is SessionState.ACTIVE
    assert memory.archive.list() == []


@pytest.mark.capability("A4")
@pytest.mark.parametrize(
    ("older", "newer"),
    [("I live in Bergen.", "I'm now living in Oslo."), ("我住在北京。", "我搬到上海了。")],
)
def test_the_end_of_a_session_shows_in_all_four_places(open_memory, tmp_path, clock, older, newer):
    memory = open_memory(archive_dir=str(tmp_path / "archives"))
    memory.add("ming", [*said(4), older, newer])
    memory.seal("ming")
    memory.admin.run_jobs()
    assert [message.text for message in memory.recent("ming").messages][-1] == newer
    (summary,) = memory.items.between("ming", clock.now(), clock.now())
    assert set(summed_up(memory, "ming")) == {each.id for each in memory.messages.latest("ming")}
    assert summary.session == "default"
    (review,) = memory.memo.reviews("ming")
    assert older not in texts(memory)
    assert review.attributes["changes"]
    (entry,) = memory.archive.list("ming")
    assert entry.files[0].startswith("session_20240501_093000_")


@pytest.mark.capability("A6")
@pytest.mark.parametrize("at_once", [True, False])
def test_what_overflows_is_one_memo_before_the_last_messages(open_memory, at_once):
    memory = open_memory(memo_window=10)
    lines = said(11)
    for batch in [lines] if at_once else [[line] for line in lines]:
        memory.add("ming", batch)
    memory.admin.run_jobs()
    recent = memory.recent("ming")
    assert len(recent.summaries) == 1
    assert [each.text for each in recent.messages] == [line["content"] for line in lines[2:]]
    history = memory.history("ming", language="zh").splitlines()
    first, *rest = [line for line in history if " | " in line]
    assert first.startswith("SYSTEM_MESSAGE | 先前对话的备忘录: ")
    assert len(rest) == 9


@pytest.mark.capability("A7")
def test_the_window_is_a_setting_that_a_space_may_change_while_it_runs(open_memory):
    def shown(count: int, **settings: int) -> int:
        memory = open_memory(**settings).in_space(f"space {settings}")
        memory.add("ming", said(count))
        memory.admin.run_jobs()
        return len(memory.recent("ming").messages)

    assert [shown(64), shown(1)] == [64, 56]
    assert [shown(32, memo_window=32), shown(1, memo_window=32)] == [32, 28]
    memory = open_memory(memo_window=32).in_space("space {'memo_window': 32}")
    memory.admin.set_preference("memo_window", 4)
    assert len(memory.recent("ming").messages) >= 28
    memory.add("ming", said(9, start=33))
    memory.admin.run_jobs()
    assert 3 <= len(memory.recent("ming").messages) <= 4
    assert lost(memory, "ming") == set()
    with pytest.raises(InvalidInput, match="from 2 to 10,000"):
        memory.admin.set_preference("memo_window", 1)


@pytest.mark.capability("A8")
def test_segments_stretches_and_topics_are_there_to_be_looked_up(open_memory, clock):
    memory = open_memory(memo_window=8, memo_review=False)
    for session in range(9):
        memory.add("ming", said(12, start=12 * session), session=f"s{session}", agent="juno")
        clock.advance(1801)
        memory.admin.run_jobs()
    levels = {
        level: memory.items.between("ming", agent="juno", level=level, current=False)
        for level in range(4)
    }
    assert [len(levels[level]) for level in range(4)] == [54, 9, 1, 0]
    in_sight = memory.recent("ming", "juno").summaries
    # The last stretch reaches into the tail: what it stands for is shown in parts, none twice.
    assert [item.level for item in in_sight] == [2, 0, 0]
    assert lost(memory, "ming", "juno") == set()


@pytest.mark.capability("A9")
def test_no_message_is_read_twice_in_a_hundred_turns(open_memory, clock):
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=16)
    ids: list[str] = []
    for turn in range(100):
        ids += memory.add("ming", said(2, start=2 * turn))
        memory.admin.run_jobs()
    clock.advance(1801)
    memory.admin.run_jobs()
    assert summed_up(memory, "ming") == set(ids)
    assert read_again(summariser, ids) == {}


def test_reading_twice_would_be_seen(open_memory):
    """The planted fault for the test above: a segment that is lost is made again."""
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=16)
    ids = memory.add("ming", said(40))
    memory.admin.run_jobs()
    memory.sessions.seal("ming", "default")
    memory.admin.run_jobs()
    memory.sessions.reopen("ming", "default")  # takes the segments back
    memory.sessions.seal("ming", "default")
    memory.admin.run_jobs()
    assert read_again(summariser, ids)


@pytest.mark.capability("A10")
@pytest.mark.parametrize("by_rules", [True, False])
def test_of_four_hundred_messages_none_is_missing(open_memory, by_rules):
    options = {} if by_rules else {"summariser": FakeSummariser()}
    memory = open_memory(memo_window=64, **options)
    for turn in range(200):
        memory.add("ming", said(2, start=2 * turn))
        if turn % 7 == 0:
            memory.admin.run_jobs()
        if turn % 5 == 0:
            assert lost(memory, "ming") == set()
    memory.admin.run_jobs()
    assert lost(memory, "ming") == set()
    assert len(memory.recent("ming").messages) <= 64
    assert len(summed_up(memory, "ming")) >= 400 - 64


def test_a_missing_message_would_be_seen(open_memory):
    """The planted fault for the test above: a summary goes, and its messages are lost."""
    memory = open_memory(memo_window=64)
    memory.add("ming", said(400))
    memory.admin.run_jobs()
    first = memory.recent("ming").summaries[0]
    memory.items.remove("ming", [first.id])
    assert lost(memory, "ming") == set(first.sources)


@pytest.mark.capability("A11")
def test_a_summariser_that_fails_costs_nothing_but_time(open_memory, clock):
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=10)
    summariser.error = "503"
    memory.add("ming", said(40))
    before = memory.recent("ming")
    memory.admin.run_jobs()
    after = memory.recent("ming")
    assert after == before
    assert len(after.messages) == 40
    summariser.error = ""
    clock.advance(2)
    memory.admin.run_jobs()
    healed = memory.recent("ming")
    assert len(healed.messages) == 10
    assert healed.memo
    assert lost(memory, "ming") == set()


@pytest.mark.capability("A12")
def test_without_a_model_the_same_talk_makes_the_same_memo(open_memory):
    lines = [
        "我妹妹莉莉三月搬去了成都。",
        "She found a job at 星海出版社 there.",
        "Let us meet on Friday at 15:30 by the river.",
        "好的，周五三点半，河边见。",
    ]
    memory = open_memory(memo_window=8)
    memos = []
    for name in ("one", "other"):
        space = memory.in_space(name)
        space.add("ming", lines * 6)
        space.seal("ming")
        space.admin.run_jobs()
        memos.append(space.recent("ming").memo)
    assert memos[0] == memos[1]
    assert "成都" in memos[0]


@pytest.mark.capability("A13")
def test_a_summary_that_is_too_long_is_shortened_and_the_loop_ends(open_memory):
    """A model that will not be brief is asked a second time, and then cut short."""
    long = "The harbour was closed. " * 400
    with ModelServer(says=f'{{"summary": "{long}"}}') as server:
        memory = open_memory(
            memo_window=10, memo_review=False, model_url=server.url, model_name="m"
        )
        memory.add("ming", ["The harbour was closed."] * 25)
        memory.seal("ming")
        memory.admin.run_jobs()
        asked = len(server.requests)
    items = memory.items.between("ming", current=False)
    assert items
    for item in items:
        assert 0 < len(item.text) <= (STRETCH_CHARS if item.level else SEGMENT_CHARS)
    assert asked <= 3 * len(items) + 3  # each a few times at most, and no storm
    assert memory.sessions.troubled() == []


@pytest.mark.capability("A14")
def test_the_history_is_a_line_for_each_message(memory):
    memory.add("ming", [*PLAIN, {"role": "system", "content": "It is late."}], agent="juno")
    memory.add("ming", {"role": "user", "name": "Lily", "content": "我也在。"}, agent="juno")
    assert memory.history("ming", "juno", names=("Juno", "Ming")) == (
        "Ming | My name is Ming.\nJuno | Hello, Ming!\nSYSTEM_MESSAGE | It is late.\nLily | 我也在。"
    )
    assert memory.history("ming", "juno").startswith("ming | My name")
    assert memory.history("ming") == memory.history("nobody") == ""


@pytest.mark.capability("A15")
def test_a_new_dialog_begins_with_settings_memo_and_messages(memory):
    memory.add("ming", [LANGCHAIN[0], {"role": "assistant", "content": "好$$想一想\n$$呀！"}])
    text = memory.new_dialog("ming", names=("小八", "小明"), settings={"小明": {"昵称": "明明"}})
    assert text == (
        "\n========小八的内心活动========\n"
        '小八的脑海里经常想着自己和小明的事情，她记得{"小明": {"昵称": "明明"}}\n\n'
        "开始聊天前，小八又在脑海内整理了近期发生的事情。\n"
        "小明 | 我叫小明。\n"
        "小八 | 好呀！\n"
    )
    english = memory.new_dialog("ming", names=("Juno", "Ming"), language="en")
    assert english.splitlines()[1] == "========What Juno has in mind========"
    assert "Juno | 好呀！\n" in english


@pytest.mark.capability("A15")
def test_a_new_dialog_with_somebody_unknown_is_empty_but_for_its_frame(memory):
    text = memory.new_dialog("nobody", "juno", language="zh")
    assert "nobody" in text
    assert "她记得{}" in text
    assert text.endswith("近期发生的事情。\n")
    assert memory.admin.users() == []
    with pytest.raises(InvalidInput, match="zh, en"):
        memory.new_dialog("nobody", language="fr")


@pytest.mark.capability("A15")
def test_an_aside_that_is_left_open_takes_nothing_with_it(memory):
    memory.add("ming", ["It costs $$ a lot.", "We fly on Sunday.", "So many $$ for a seat."])
    assert "We fly on Sunday." in memory.new_dialog("ming")


@pytest.mark.capability("A16")
def test_a_new_dialog_waits_for_no_summary_that_is_being_made(open_memory):
    """It is asked for in the middle of one: what is not in a summary yet is there as it was said."""
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=10)
    memory.add("ming", said(30))
    seen: list[str] = []
    summariser.meanwhile = lambda: seen.append(memory.new_dialog("ming"))
    memory.admin.run_jobs()
    assert len(seen) == len(summariser.read) >= 10
    for text in seen:
        assert all(line["content"] in text for line in said(30))
    assert memory.new_dialog("ming") != seen[0]


@pytest.mark.capability("A16")
def test_many_new_dialogs_at_once_are_each_of_one_moment_while_messages_come_in(open_memory):
    memory = open_memory(memo_window=16)
    stop = threading.Event()

    def write() -> int:
        turn = 0
        while not stop.is_set() and turn < 300:
            memory.add("ming", [f"question {turn}", f"answer {turn}"])
            turn += 1
            if turn % 10 == 0:
                memory.admin.run_jobs()
        return turn

    def whole(text: str) -> bool:
        lines = [line.split(" | ")[1] for line in text.splitlines() if line.startswith("ming | ")]
        answered = [line for line in lines if line.startswith("answer")]
        numbers = [int(line.split()[1]) for line in answered]
        return not lines or (
            lines[-1].startswith("answer") and numbers == list(range(numbers[0], numbers[-1] + 1))
        )

    with ThreadPoolExecutor(5) as threads:
        writing = threads.submit(write)
        texts = [
            text
            for done in [threads.submit(_ask_often, memory, 25) for _ in range(4)]
            for text in done.result()
        ]
        stop.set()
        turns = writing.result()
    assert len(texts) == 100
    assert [text for text in texts if not whole(text)] == []
    assert not whole("ming | question 1\n")
    assert not whole("ming | answer 1\nming | answer 3\n")
    assert turns
    assert lost(memory, "ming") == set()


def _ask_often(memory: Memory, times: int) -> list[str]:
    return [memory.new_dialog("ming", language="en") for _ in range(times)]


@pytest.mark.capability("A17", "A20")
@pytest.mark.parametrize(
    ("older", "newer"),
    [("I live in Bergen.", "I'm now living in Oslo."), ("我住在北京。", "我搬到上海了。")],
)
def test_of_a_contradictory_pair_one_remains_with_no_network_at_all(
    memory, monkeypatch, older, newer
):
    def refuse(*_: object) -> None:
        raise OSError("the network is off")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    memory.add("ming", [older, "We fly on Sunday.", newer])
    memory.add("ming", "We fly on Sunday.")
    memory.seal("ming")
    memory.admin.run_jobs()
    assert texts(memory) == ["We fly on Sunday.", newer]
    (note,) = memory.memo.reviews("ming")
    changes = {change["target"]: change["action"] for change in note.attributes["changes"]}
    logged = memory.messages.latest("ming")
    assert changes == {logged[0].id: "drop", logged[3].id: "drop"}
    assert note.text
    memory.memo.undo("ming", note.id)
    assert texts(memory) == [each.text for each in logged]


@pytest.mark.capability("A18")
def test_the_switch_of_reviewing_is_on_and_outlives_a_restart(open_memory):
    memory = open_memory()
    assert memory.memo.reviewing()
    memory.memo.set_reviewing(False)
    again = open_memory()
    assert not again.memo.reviewing()
    again.add("ming", ["I live in Bergen.", "I'm now living in Oslo."])
    again.seal("ming")
    again.admin.run_jobs()
    assert len(texts(again)) == 2
    assert again.in_space("other").memo.reviewing()


@pytest.mark.capability("A19")
def test_a_turn_that_comes_during_a_review_is_kept(open_memory):
    reviewer = FakeReviewer()
    memory = open_memory(reviewer=reviewer)
    first, _, third = memory.add("ming", ["We fly on Sunday.", "We fly on Monday.", "Hm."])
    reviewer.changes = (
        Change(first, Action.DROP, "contradicted"),
        Change(third, Action.DROP, "empty"),
    )

    def meanwhile() -> None:
        memory.add("ming", ["And back on Friday.", "Good."])
        memory.correct("ming", third, "Hm, is that so?")

    reviewer.meanwhile = meanwhile
    note = memory.memo.review("ming")
    assert texts(memory) == [
        "We fly on Monday.",
        "Hm, is that so?",
        "And back on Friday.",
        "Good.",
    ]
    assert [change["target"] for change in note.attributes["changes"]] == [first]
    assert len(memory.messages.latest("ming")) == 5


@pytest.mark.capability("A21")
def test_clearing_begins_afresh_and_keeps_log_and_archive(open_memory, tmp_path):
    memory = open_memory(memo_window=10, archive_dir=str(tmp_path / "archives"))
    memory.add("ming", said(25), agent="juno")
    memory.add("ming", said(4), session="other", agent="momo")
    memory.admin.run_jobs()
    memory.memo.clear("ming", "juno")
    memory.admin.run_jobs()
    cleared = memory.recent("ming", "juno")
    assert (cleared.summaries, cleared.messages) == ((), ())
    assert len(memory.messages.latest("ming", agent="juno")) == 25
    (entry,) = memory.archive.list("ming", "juno")
    assert entry.messages == 25
    assert len(memory.recent("ming", "momo").messages) == 4
    memory.add("ming", "Hello again!", agent="juno")
    assert texts(memory, agent="juno") == ["Hello again!"]
