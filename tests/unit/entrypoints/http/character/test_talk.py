"""Talk: what an app sends is kept, and its next prompt has it, in the words that it knows."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest

from holdfast.domain.session import SessionState
from holdfast.ports.summariser import Summary
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.entrypoints.http.character.conftest import MASTER, Served

PLAIN = [
    {"role": "user", "content": [{"type": "text", "text": "我妹妹Lily上周搬到成都了。"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "她喜欢那里吗？"}]},
]
LANGCHAIN = [
    {"type": "human", "data": {"content": "我妹妹Lily上周搬到成都了。", "type": "human"}},
    {"type": "ai", "data": {"content": "她喜欢那里吗？", "type": "ai", "tool_calls": []}},
]
HEAD = (
    "\n========小八的内心活动========\n小八的脑海里经常想着自己和小明的事情，她记得{}\n\n"
    "开始聊天前，小八又在脑海内整理了近期发生的事情。\n"
)


def body(history: Any) -> dict[str, str]:
    return {"input_history": json.dumps(history, ensure_ascii=False, indent=2)}


def logged(server: Served, agent: str = "小八") -> list[tuple[str, str]]:
    found = server.memory.messages.latest(MASTER, agent=agent, limit=10_000)
    return [(message.role, message.text) for message in found]


class TestWrites:
    """`/process` and `/renew`."""

    @pytest.mark.capability("A1")
    @pytest.mark.parametrize("history", [PLAIN, LANGCHAIN], ids=["plain", "langchain"])
    @pytest.mark.parametrize("route", ["process", "renew"])
    def test_both_forms_are_taken(self, server, route, history):
        answer = server.post(f"/{route}/小八", json=body(history))
        assert (answer.status_code, answer.content) == (200, b'{"status":"processed"}')
        assert answer.headers["content-type"] == "application/json"
        assert logged(server) == [
            ("user", "我妹妹Lily上周搬到成都了。"),
            ("assistant", "她喜欢那里吗？"),
        ]

    def test_a_list_that_is_no_text_is_taken_too(self, server):
        answer = server.post("/renew/小八", json={"input_history": PLAIN})
        assert answer.json() == {"status": "processed"}
        assert len(logged(server)) == 2

    def test_every_kind_of_item(self, server):
        history = [
            {"role": "human", "content": "one"},
            {"type": "ai", "content": "two"},
            {"role": "narrator", "content": "three"},
            {"role": "user", "content": [{"type": "text", "text": "a"}, "b", {"type": "text"}]},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]},
            {"role": "user", "content": ""},
            {"role": "user"},
            {"role": "user", "content": None},
            {"role": "user", "content": "half \ud800 and \x00 control"},
            "five",
            ["assistant", "six"],
            {"type": "tool", "data": {"content": "seven", "tool_call_id": "1"}},
        ]
        sent = {"input_history": json.dumps(history)}
        assert server.post("/renew/小八", json=sent).json() == {"status": "processed"}
        assert logged(server) == [
            ("user", "one"),
            ("assistant", "two"),
            ("system", "three"),
            ("user", "a\nb"),
            ("user", ""),
            ("user", "half \ufffd and \ufffd control"),
            ("user", "five"),
            ("assistant", "six"),
            ("tool", "seven"),
        ]

    def test_a_long_history_is_taken_whole(self, serve):
        server = serve(max_batch=500, memo_review=False)
        history = [{"role": "user", "content": f"line {n}"} for n in range(1200)]
        assert server.post("/renew/小八", json=body(history)).json() == {"status": "processed"}
        assert logged(server) == [("user", f"line {n}") for n in range(1200)]

    @pytest.mark.parametrize("route", ["process", "renew"])
    def test_what_is_no_history_is_told_with_status_200(self, server, route):
        for history in ["[", "{}", "7", "[7]", '"text"', "[" * 100_000]:
            answer = server.post(f"/{route}/小八", json={"input_history": history})
            assert answer.status_code == 200
            assert [*answer.json()] == ["status", "message"]
            assert answer.json()["status"] == "error"
        assert logged(server) == []

    def test_a_body_of_another_form_is_told_in_the_same_shape(self, server):
        for sent in [b"", b"{", b"[]", b"{}", b'{"input_history": 5}', b"\xff"]:
            answer = server.post("/renew/小八", content=sent)
            assert answer.json()["status"] == "error"
        assert logged(server) == []

    @pytest.mark.parametrize("route", ["process", "renew"])
    def test_nothing_said_is_fine(self, server, route):
        for _ in range(2):
            assert server.post(f"/{route}/小八", json=body([])).json() == {"status": "processed"}
        server.post("/renew/小八", json=body(PLAIN))
        assert server.post(f"/{route}/小八", json=body([])).json() == {"status": "processed"}
        assert len(logged(server)) == 2

    @pytest.mark.parametrize("header", ["Idempotency-Key", "X-Request-Id"])
    @pytest.mark.parametrize("route", ["process", "renew"])
    def test_a_request_sent_again_stores_nothing_twice(self, server, route, header):
        twice = [*PLAIN, PLAIN[0]]
        for _ in range(3):
            answer = server.post(f"/{route}/小八", json=body(twice), headers={header: "k-1"})
            assert answer.json() == {"status": "processed"}
        assert len(logged(server)) == 3
        server.post(f"/{route}/小八", json=body(twice), headers={header: "k-2"})
        server.post(f"/{route}/juno", json=body(twice), headers={header: "k-1"})
        assert (len(logged(server)), len(logged(server, "juno"))) == (6, 3)

    def test_one_request_id_for_a_whole_talk_loses_nothing_of_it(self, server):
        headers = {"X-Request-Id": "k"}
        for said in (PLAIN, LANGCHAIN[1:]):
            answer = server.post("/renew/小八", json=body(said), headers=headers)
            assert answer.json()["status"] == "processed"
        assert len(logged(server)) == len(PLAIN) + len(LANGCHAIN[1:])

    def test_without_a_key_the_same_words_are_said_again(self, server):
        for _ in range(2):
            server.post("/renew/小八", json=body(PLAIN))
        assert len(logged(server)) == 4


class TestWhatFollows:
    """After the answer to `/process` all is done; `/renew` ends nothing."""

    @pytest.mark.capability("A3")
    def test_renew_grows_the_memo_and_archives_nothing(self, serve):
        server = serve(memo_window=10, summariser=FakeSummariser(), reviewer=FakeReviewer())
        sizes = []
        for turn in range(4):
            history = [{"role": "user", "content": f"turn {turn}, line {n}"} for n in range(5)]
            server.post("/renew/小八", json=body(history))
            sizes.append(len(server.get("/new_dialog/小八").text))
        assert sizes == sorted(sizes)
        assert server.memory.sessions.get(MASTER, "小八").state is SessionState.ACTIVE
        assert server.archived() == []
        assert server.memory.memo.reviews(MASTER, "小八") == []

    @pytest.mark.capability("A4", "A17")
    @pytest.mark.parametrize("worker", [True, False], ids=["worker", "no worker"])
    @pytest.mark.parametrize(
        ("older", "newer"),
        [
            ("我住在上海。", "我不住在上海，我住在成都。"),
            ("I live in Shanghai.", "I don't live in Shanghai, I live in Chengdu."),
        ],
        ids=["zh", "en"],
    )
    def test_process_seals_reviews_and_archives(self, serve, worker, older, newer):
        server = serve(worker=worker, kept=True)
        history = [
            {"role": "user", "content": older},
            {"role": "assistant", "content": "好的。"},
            {"role": "user", "content": newer},
            {"role": "assistant", "content": "OK, noted."},
        ]
        answer = server.post("/process/小八", json=body(history))
        assert answer.json() == {"status": "processed"}
        dialog = server.get("/new_dialog/小八").text
        assert newer in dialog  # the recent memo
        assert f"{MASTER} | {older}\n" not in dialog  # reviewed: one of the pair is left
        (note,) = server.memory.memo.reviews(MASTER, "小八")
        assert note.attributes["changes"]  # and why is on record
        assert [text for _, text in logged(server)].count(older) == 1  # the log has it by its time
        (file,) = server.archived()
        assert file.startswith("session_")
        assert server.memory.sessions.get(MASTER, "小八").state is SessionState.SEALED

    def test_every_session_end_is_an_archive_of_its_own(self, server):
        for _ in range(2):
            server.post("/renew/小八", json=body(PLAIN))
            server.post("/process/小八", json=body(PLAIN))
        assert len(server.archived()) == 2
        assert [entry.messages for entry in server.memory.archive.list()] == [4, 4]

    def test_what_cannot_be_done_now_is_accepted(self, serve):
        server = serve(summariser=FailingSummariser(), reviewer=FakeReviewer())
        answer = server.post("/process/小八", json=body(PLAIN))
        assert (answer.status_code, answer.content) == (200, b'{"status":"accepted"}')
        assert len(logged(server)) == 2
        assert MASTER in server.get("/new_dialog/小八").text


class FailingSummariser(FakeSummariser):
    """A model that is away."""

    def summarise(self, lines, *, limit):
        return Summary(error="it is away")


class TestTexts:
    """The routes that answer with words."""

    def text(self, server: Served, path: str) -> str:
        answer = server.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        return answer.text

    @pytest.mark.capability("A15")
    def test_new_dialog_to_the_letter(self, server):
        spoken = [
            {"role": "user", "content": "早$$微笑\n地$$上好！"},
            {"role": "assistant", "content": "Good morning!"},
            {"role": "system", "content": "网络错误，您已断开连接！"},
        ]
        server.post("/renew/小八", json=body(spoken))
        assert self.text(server, "/new_dialog/小八") == (
            HEAD
            + "小明 | 早上好！\n小八 | Good morning!\nSYSTEM_MESSAGE | 网络错误，您已断开连接！\n"
        )

    @pytest.mark.capability("A15")
    def test_new_dialog_of_someone_unknown(self, server):
        assert self.text(server, "/new_dialog/小八") == HEAD
        assert self.text(server, f"/new_dialog/{quote('小八')}") == HEAD
        assert logged(server) == []

    @pytest.mark.capability("A15")
    def test_new_dialog_begins_with_the_memo(self, serve):
        server = serve(memo_window=4, summariser=FakeSummariser(), reviewer=FakeReviewer())
        history = [{"role": "user", "content": f"line {n}"} for n in range(8)]
        server.post("/process/小八", json=body(history))
        memo = server.memory.recent(MASTER, "小八").memo
        assert memo
        text = self.text(server, "/new_dialog/小八")
        assert text.startswith(f"{HEAD}SYSTEM_MESSAGE | 先前对话的备忘录: {memo}\n")
        history_text = self.text(server, "/get_recent_history/小八")
        assert f"\n先前对话的备忘录: {memo}\n" in history_text

    def test_new_dialog_in_english_if_asked(self, server):
        text = self.text(server, "/new_dialog/juno?language=en")
        assert text.startswith("\n========What juno has in mind========\n")
        assert server.get("/new_dialog/juno?language=tlh").status_code == 400

    @pytest.mark.capability("A14")
    def test_recent_history_to_the_letter(self, server):
        head = "开始聊天前，小八又在脑海内整理了近期发生的事情。\n"
        assert self.text(server, "/get_recent_history/小八") == head
        server.post("/renew/小八", json=body([*PLAIN, {"role": "system", "content": "断开"}]))
        assert self.text(server, "/get_recent_history/小八") == (
            head + "小明 | 我妹妹Lily上周搬到成都了。\n小八 | 她喜欢那里吗？\n断开\n"
        )

    @pytest.mark.capability("C3")
    def test_search_to_the_letter(self, server):
        empty = "======小八尝试回忆=====\n成都/妹妹?\n\n=====小八的相关记忆=====\n"
        assert self.text(server, "/search_for_memory/小八/成都/妹妹%3F") == empty
        server.post("/process/小八", json=body(PLAIN))
        server.post("/process/juno", json=body([{"role": "user", "content": "成都很热。"}] * 2))
        server.post("/renew/小八", json=body([{"role": "user", "content": "今天吃了面。"}]))
        text = self.text(server, "/search_for_memory/小八/成都/妹妹%3F")
        assert text.startswith(f"{empty}记忆片段0 | \n小明 | 我妹妹Lily上周搬到成都了。\n")
        assert "很热" not in text
        assert text.count("记忆片段") <= 10

    def test_a_question_may_hold_anything(self, server):
        for query in ("a/b//c", "../..", "第一行\n第二行", "100% ?#&", "", " ", "%2F", "x" * 5000):
            text = self.text(server, f"/search_for_memory/小八/{quote(query, safe='')}")
            assert text.startswith(f"======小八尝试回忆=====\n{query}\n\n")
        assert self.text(server, "/search_for_memory/小八").startswith("======小八")

    @pytest.mark.capability("C3")
    def test_search_finds_what_was_said_long_before(self, serve):
        server = serve(memo_window=4, summariser=FakeSummariser(), reviewer=FakeReviewer())
        server.post(
            "/process/juno",
            json=body(
                [
                    {"role": "user", "content": "My cat Biscuit is afraid of thunder."},
                    {"role": "assistant", "content": "Poor Biscuit."},
                ]
            ),
        )
        filler = [{"role": "user", "content": f"Chapter {n} has a cat."} for n in range(60)]
        server.post("/process/juno", json=body(filler))
        text = self.text(server, "/search_for_memory/juno/what is my cat afraid of")
        assert text.split("记忆片段0 | \n")[1].startswith(
            "小明 | My cat Biscuit is afraid of thunder."
        )
        assert text.count("记忆片段") == 10
        pieces = text.split("=====juno的相关记忆=====\n")[1].split("\n\n")
        assert [piece.partition(" | ")[0] for piece in pieces] == [
            f"记忆片段{n}" for n in range(10)
        ]

    def test_settings_to_the_letter(self, server):
        assert self.text(server, "/get_settings/小八") == "小八记得{}"

    def test_names_come_encoded_or_not(self, server):
        server.post(f"/renew/{quote('小八')}", json=body(PLAIN))
        server.post("/renew/小八", json=body(PLAIN))
        assert len(logged(server)) == 4
        assert server.memory.sessions.agents(MASTER) == ["小八"]


class TestInParallel:
    """A prompt can be asked for at any time."""

    @pytest.mark.capability("A16")
    def test_every_answer_is_whole_while_others_write(self, serve):
        server = serve(memo_window=8, summariser=FakeSummariser(), reviewer=FakeReviewer())
        done = threading.Event()

        def write() -> None:
            for turn in range(12):
                pair = [
                    {"role": "user", "content": f"问{turn}"},
                    {"role": "assistant", "content": f"答{turn}"},
                ]
                route = "process" if turn % 4 == 3 else "renew"
                assert server.post(f"/{route}/小八", json=body(pair)).status_code == 200
            done.set()

        def read() -> list[str]:
            seen = []
            while not done.is_set():
                answer = server.get("/new_dialog/小八")
                assert answer.status_code == 200
                seen.append(answer.text)
            return seen

        with ThreadPoolExecutor(5) as pool:
            readers = [pool.submit(read) for _ in range(4)]
            pool.submit(write).result()
            texts = [text for reader in readers for text in reader.result()]
        assert len(texts) > 4
        for text in texts:
            assert text.startswith(HEAD)
            lines = text.removeprefix(HEAD).splitlines()
            said = [line for line in lines if line.startswith(("小明 | ", "小八 | "))]
            numbers = [int(line.split(" | ")[1][1:]) for line in said]
            assert numbers == sorted(numbers)
            assert len(said) % 2 == 0  # a pair is stored whole, so it is shown whole

    @pytest.mark.capability("A16")
    def test_it_waits_for_a_talk_that_is_being_sealed_and_leaves_the_review_alone(self, serve):
        begun, go_on = threading.Event(), threading.Event()

        def think() -> None:
            begun.set()
            go_on.wait(10)

        reviewer = FakeReviewer()
        reviewer.meanwhile = think
        server = serve(summariser=FakeSummariser(), reviewer=reviewer)
        with ThreadPoolExecutor(2) as pool:
            process = pool.submit(server.post, "/process/小八", json=body(PLAIN))
            assert begun.wait(10)
            dialog = pool.submit(server.get, "/new_dialog/小八")
            assert not dialog.done()
            assert server.get("/new_dialog/juno").status_code == 200  # nobody else waits
            go_on.set()
            assert dialog.result().status_code == 200
            assert process.result().json() == {"status": "processed"}
        assert server.memory.admin.jobs() == []

    @pytest.mark.capability("A16")
    def test_it_does_not_wait_for_ever(self, serve, monkeypatch):
        monkeypatch.setattr("holdfast.entrypoints.http.character.talk.DIALOG_SECONDS", 0.05)
        monkeypatch.setattr("holdfast.entrypoints.http.character.talk.PROCESS_SECONDS", 0.1)
        go_on = threading.Event()
        reviewer = FakeReviewer()
        reviewer.meanwhile = lambda: go_on.wait(30)
        server = serve(summariser=FakeSummariser(), reviewer=reviewer)
        assert server.post("/process/小八", json=body(PLAIN)).json() == {"status": "accepted"}
        assert "小明 | 我妹妹" in server.get("/new_dialog/小八").text
        go_on.set()
