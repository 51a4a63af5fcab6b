"""Files: a character's recent memory, read and edited as the browser page does it."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.messages import messages_from_dict

from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.entrypoints.http.character.conftest import MASTER, Served

FILE = "recent_小八.json"
MEMO = "先前对话的备忘录: "


@pytest.fixture
def server(serve) -> Served:
    server: Served = serve(
        memo_window=8, memo_review=False, summariser=FakeSummariser(), reviewer=FakeReviewer()
    )
    return server


def say(server: Served, *texts: str, name: str = "小八", ended: bool = False) -> None:
    roles = ("user", "assistant")
    history = [{"role": roles[n % 2], "content": text} for n, text in enumerate(texts)]
    sent = {"input_history": json.dumps(history)}
    answer = server.post(f"/{'process' if ended else 'renew'}/{name}", json=sent)
    assert answer.json() == {"status": "processed"}


def summed_up(server: Served) -> None:
    """A talk with a memo before it."""
    say(server, *(f"line {n}" for n in range(14)), ended=True)
    assert server.memory.recent(MASTER, "小八").memo


def load(server: Served, file: str = FILE) -> tuple[list[dict[str, str]], dict[str, str]]:
    """What the page makes of a file, and what has to be sent back with it."""
    answer = server.get("/api/memory/recent_file", params={"filename": file})
    assert answer.status_code == 200
    read = answer.json()
    chat = [
        {"role": each["type"], "text": each["data"]["content"]}
        for each in json.loads(read.pop("content"))
    ]
    return chat, read


def save(server: Served, chat: Any, file: str = FILE, **more: Any) -> Any:
    return server.post(
        "/api/memory/recent_file/save", json={"filename": file, "chat": chat, **more}
    )


@pytest.mark.capability("F4")
class TestReading:
    """Listing and reading."""

    def test_the_list(self, server):
        assert server.get("/api/memory/recent_files").content == b'{"files":[]}'
        say(server, "早", "hi")
        say(server, "hi", "早", name="juno")
        server.memory.add(MASTER, "hello", agent="a/b")  # no file can have that name
        server.memory.add("someone else", "hello", agent="else")
        answer = server.get("/api/memory/recent_files")
        assert answer.content == '{"files":["recent_juno.json","recent_小八.json"]}'.encode()

    def test_a_file_is_what_langchain_reads(self, server):
        summed_up(server)
        answer = server.get("/api/memory/recent_file", params={"filename": FILE})
        assert [*answer.json()] == ["content", "fingerprint", "identity_token"]
        memo, *said = messages_from_dict(json.loads(answer.json()["content"]))
        recent = server.memory.recent(MASTER, "小八")
        assert (memo.type, memo.content) == ("system", MEMO + recent.memo)
        assert [each.content for each in said] == [each.text for each in recent.messages]
        assert {each.type for each in said} == {"human", "ai"}

    def test_what_is_not_there(self, server):
        answer = server.get("/api/memory/recent_file", params={"filename": FILE})
        assert answer.status_code == 404
        assert answer.content == '{"success":false,"error":"文件不存在"}'.encode()
        for file in ("recent/../x.json", "recent_.json", "x.json", "recent_x.txt", ""):
            answer = server.get("/api/memory/recent_file", params={"filename": file})
            assert answer.status_code == 400
            assert answer.content == '{"success":false,"error":"文件名不合法"}'.encode()
        assert server.get("/api/memory/recent_file").status_code == 400


@pytest.mark.capability("F4")
class TestSaving:
    """A round trip, with the state that was edited."""

    def test_unchanged(self, server):
        summed_up(server)
        chat, tokens = load(server)
        answer = save(server, chat, **tokens)
        assert (answer.status_code, answer.json()) == (200, {"success": True, **tokens})
        assert load(server) == (chat, tokens)

    def test_everything_at_once(self, server):
        summed_up(server)
        chat, tokens = load(server)
        wanted = [
            {"role": "system", "text": MEMO + "他们数数。"},
            chat[1],
            {"role": chat[2]["role"], "text": "改过的 line"},
            *chat[4:],
        ]
        answer = save(server, wanted, **tokens)
        assert [*answer.json()] == ["success", "fingerprint", "identity_token"]
        assert answer.json()["identity_token"] == tokens["identity_token"]
        assert answer.json()["fingerprint"] != tokens["fingerprint"]
        again, _ = load(server)
        assert again == wanted
        assert len(server.memory.messages.latest(MASTER, agent="小八", limit=100)) == 14

    def test_a_new_turn_at_the_end_is_said_then(self, server):
        say(server, "一", "二", ended=True)
        chat, tokens = load(server)
        wanted = [*chat, {"role": "human", "text": "还有一句"}, {"role": "ai", "text": "OK."}]
        assert save(server, wanted, **tokens).status_code == 200
        assert load(server)[0] == wanted
        assert server.memory.sessions.get(MASTER, "小八").last_number == 4
        assert "还有一句" in server.get("/search_for_memory/小八/一句").text

    def test_a_state_that_is_gone_is_refused(self, server):
        say(server, "一", "二")
        chat, tokens = load(server)
        say(server, "三", "四")
        answer = save(server, chat[1:], **tokens)
        assert answer.status_code == 409
        now = load(server)[1]
        assert answer.json() == {
            "success": False,
            "code": "RECENT_FILE_CONFLICT",
            "error": "近期记忆已更新，请重新加载后再保存",
            **now,
        }
        assert [each["text"] for each in load(server)[0]] == ["一", "二", "三", "四"]

    def test_the_tokens_of_another_file_are_refused(self, server):
        say(server, "一", "二")
        say(server, "一", "二", name="juno")
        chat, tokens = load(server)
        other = load(server, "recent_juno.json")[1]
        mixed = {**tokens, "identity_token": other["identity_token"]}
        assert save(server, chat, **mixed).status_code == 409
        assert save(server, chat, **other).status_code == 409
        assert save(server, chat, **tokens).status_code == 200

    def test_a_new_turn_in_the_middle_is_refused(self, server):
        say(server, "一", "二", "三", "四")
        chat, tokens = load(server)
        chat.insert(1, {"role": "system", "text": "nobody said this then"})
        answer = save(server, chat, **tokens)
        assert answer.status_code == 400
        assert answer.json()["success"] is False
        assert "end" in answer.json()["error"]
        assert load(server)[1] == tokens

    def test_limits_and_forms(self, server):
        say(server, "一", "二")
        before = load(server)
        for chat, status in (
            ([{"role": "human", "text": "x"}] * 10_001, 413),
            ([{"role": "human", "text": "长" * 32_769}], 413),
            ([{"role": "human", "text": "y" * 32_768}] * 64 + [{"role": "ai", "text": "y"}], 413),
            (None, 400),
            ("text", 400),
            ([None], 400),
            ([{"role": 1, "text": "x"}], 400),
            ([{"text": "x"}], 400),
            ([{"role": "human", "text": 1}], 400),
        ):
            answer = save(server, chat, **before[1])
            assert (answer.status_code, answer.json()["success"]) == (status, False)
        assert load(server) == before

    def test_tokens_are_text(self, server):
        say(server, "一", "二")
        wrong: list[dict[str, Any]] = [{"fingerprint": 5}, {"identity_token": []}]
        for tokens in wrong:
            assert save(server, load(server)[0], **tokens).status_code == 400

    def test_bodies_of_another_form(self, server):
        for body in (b"", b"[]", b"{", b"null", b"\xff"):
            answer = server.post("/api/memory/recent_file/save", content=body)
            assert (answer.status_code, answer.json()["success"]) == (400, False)


@pytest.mark.capability("F4")
class TestOlderPages:
    """Those that do not say what they have edited."""

    def test_a_round_trip(self, server):
        summed_up(server)
        chat, _ = load(server)
        wanted = [*chat[:3], {**chat[3], "text": "改过的"}, *chat[5:-1]]
        answer = save(server, wanted)
        assert answer.content == b'{"success":true}'
        assert load(server)[0] == wanted

    @pytest.mark.capability("A21")
    def test_clear_and_save(self, server):
        """The page's button keeps the memo and takes the turns out."""
        summed_up(server)
        archived = server.archived()
        chat, _ = load(server)
        assert save(server, chat[:1]).json() == {"success": True}
        assert load(server)[0] == chat[:1]
        assert save(server, []).json() == {"success": True}
        assert load(server)[0] == []
        assert server.get("/api/memory/recent_files").json() == {"files": []}
        assert server.archived() == archived != []
        assert len(server.memory.messages.latest(MASTER, agent="小八", limit=100)) == 14
        assert "line 3" in server.get("/search_for_memory/小八/line 3").text

    def test_an_empty_memo_as_the_page_writes_it(self, server):
        summed_up(server)
        chat, _ = load(server)
        save(server, [{"role": "system", "text": MEMO + "无。"}, *chat[1:]])
        assert load(server)[0] == chat[1:]
        assert server.memory.recent(MASTER, "小八").memo == ""

    def test_a_turn_that_came_meanwhile_is_kept(self, server):
        say(server, "一", "二", "三", "四")
        chat, _ = load(server)
        say(server, "五", "六")
        assert save(server, chat[:1]).json() == {"success": True}
        assert [each["text"] for each in load(server)[0]] == ["一", "五", "六"]

    def test_a_second_save_does_not_know_it_either(self, server):
        """The page goes on with what it has, and has not seen what came."""
        say(server, "一", "二", "三", "四")
        chat, _ = load(server)
        say(server, "五", "六")
        save(server, chat[:2])
        assert save(server, chat[:1]).json() == {"success": True}
        assert [each["text"] for each in load(server)[0]] == ["一", "五", "六"]

    def test_no_turn_is_lost_while_somebody_keeps_saving(self, serve):
        server = serve(memo_window=200, memo_review=False)
        say(server, "开始", "好")
        done, saves = threading.Event(), []

        def keep_saving() -> None:
            while not done.is_set():
                chat, _ = load(server)
                saves.append(save(server, chat).status_code)

        with ThreadPoolExecutor(1) as pool:
            page = pool.submit(keep_saving)
            for n in range(25):
                say(server, f"问{n}", f"答{n}")
            done.set()
            page.result()
        assert set(saves) == {200}
        expected = ["开始", "好", *(f"{who}{n}" for n in range(25) for who in "问答")]
        assert [each["text"] for each in load(server)[0]] == expected

    def test_where_a_line_has_changed_the_page_must_look_again(self, server):
        say(server, "一", "二")
        chat, _ = load(server)
        first = server.memory.recent(MASTER, "小八").messages[0].id
        server.memory.correct(MASTER, first, "壹")
        answer = save(server, chat[1:])
        assert (answer.status_code, answer.json()["code"]) == (409, "RECENT_FILE_CONFLICT")
        assert [each["text"] for each in load(server)[0]] == ["壹", "二"]

    def test_one_that_never_looked_takes_nothing_off_the_end(self, server):
        say(server, "一", "二", "三", "四")
        assert save(server, [{"role": "human", "text": "一"}, {"role": "human", "text": "三!"}])
        assert [each["text"] for each in load(server)[0]][-1] == "四"

    def test_two_pages_do_not_mix_up_what_they_saw(self, server):
        say(server, "一", "二")
        chat, _ = load(server)
        say(server, "三", "四")
        other = {"User-Agent": "another page"}
        server.get("/api/memory/recent_file", params={"filename": FILE}, headers=other)
        assert save(server, chat[:1]).json() == {"success": True}
        assert [each["text"] for each in load(server)[0]] == ["一", "三", "四"]
