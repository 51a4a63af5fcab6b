"""The server for tests, seen through a client that is not ours."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any

import pytest

from holdfast.testing.model_faults import DRESSED, SPOILT, Body, Spoken, Status, Well
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer


@pytest.fixture
def server():
    with ModelServer(dimensions=4, says="Hello there, you.") as running:
        yield running


def ask(server: ModelServer, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
    method = "GET" if body is None else "POST"
    connection.request(method, f"/v1/{path}", json.dumps(body) if body else None, headers)
    with connection.getresponse() as response:
        found = response.status, response.read()
    connection.close()
    return found


def told(server: ModelServer, path: str, body: object = None) -> Any:
    status, data = ask(server, path, body)
    assert status == 200
    return json.loads(data)


def test_models(server):
    assert [model["id"] for model in told(server, "models")["data"]] == ["test-model"]


def test_embeddings_are_always_the_same(server):
    first, second = (told(server, "embeddings", {"input": ["a", "b"]}) for _ in range(2))
    assert first == second
    assert [len(row["embedding"]) for row in first["data"]] == [4, 4]
    assert first["data"][0]["embedding"] == server.vector("a") != server.vector("b")


def test_one_text_may_come_alone(server):
    assert len(told(server, "embeddings", {"input": "a"})["data"]) == 1


def test_chat(server):
    found = told(server, "chat/completions", {"messages": [{"role": "user", "content": "Hi you"}]})
    assert found["choices"][0]["message"]["content"] == "Hello there, you."
    assert found["usage"] == {"prompt_tokens": 2, "completion_tokens": 3}


def test_chat_in_a_stream(server):
    _, data = ask(server, "chat/completions", {"messages": [], "stream": True})
    events = [line.removeprefix("data: ") for line in data.decode().split("\n\n") if line]
    assert events[-1] == "[DONE]"
    deltas = [json.loads(event)["choices"][0] for event in events[:-1]]
    assert "".join(delta["delta"].get("content", "") for delta in deltas) == "Hello there, you."
    assert deltas[-1]["finish_reason"] == "stop"


def test_requests_are_kept_in_order(server):
    told(server, "models")
    ask(server, "embeddings", {"input": "a"}, Authorization="Bearer abc")
    assert [request.path for request in server.requests] == ["/v1/models", "/v1/embeddings"]
    assert server.requests[1].headers["authorization"] == "Bearer abc"
    assert "abc" not in repr(server.requests)


def test_a_script_is_followed_to_its_end(server):
    server.script(Status(503), Body(b"nonsense"), Well())
    found = [ask(server, "models") for _ in range(4)]
    assert [status for status, _ in found] == [503, 200, 200, 200]
    assert found[1][1] == b"nonsense"


@pytest.mark.parametrize(("key", "status"), [("right", 200), ("wrong", 401)])
def test_a_key_is_demanded_if_one_is_given(key, status):
    with ModelServer(key="right") as server:
        assert ask(server, "models", Authorization=f"Bearer {key}")[0] == status


def test_other_places_have_nothing(server):
    assert ask(server, "images")[0] == 404


def said(server: ModelServer, content: str, instructions: str = "") -> str:
    messages = [{"content": instructions}, {"content": content}]
    found = told(server, "chat/completions", {"messages": messages})
    return str(found["choices"][0]["message"]["content"])


def test_answers_can_be_made_of_the_question(server):
    server.says = lambda body: body["messages"][-1]["content"].upper()
    assert said(server, "hello") == "HELLO"


@pytest.mark.parametrize("fault", [f for f in (*DRESSED, *SPOILT) if isinstance(f, Spoken)])
def test_other_words_are_said_once(server, fault):
    server.says = '{"summary": "Mei likes jasmine tea very much."}'
    server.script(fault)
    assert said(server, "x") == fault.alter(server.says) != server.says
    assert said(server, "x") == server.says


def test_trouble_in_a_share_of_requests(server):
    def run(share: float, seed: int) -> list[int]:
        server.trouble(share, Status(500), seed=seed)
        return [ask(server, "models")[0] for _ in range(20)]

    assert run(0.5, 1) == run(0.5, 1) != run(0.5, 2)
    assert set(run(0.5, 1)) == {200, 500}
    assert (set(run(0, 1)), set(run(1, 1))) == ({200}, {500})


class TestDutiful:
    DATA = "<data-1>\n[1] (2026-05-01 14:30) Mei: I like tea. A lot.\n[2] 小明: 我也是。真的。\n</data-1>"

    def test_a_summary_is_the_first_sentences(self, server):
        server.says = dutiful
        found = json.loads(said(server, self.DATA, "At most 200 characters."))
        assert found == {"summary": "Mei: I like tea. 小明: 我也是。"}

    def test_it_keeps_to_the_limit(self, server):
        server.says = dutiful
        found = json.loads(said(server, self.DATA, "不超过 20 个字"))
        assert found == {"summary": "Mei: I like tea."}

    def test_a_review_is_what_was_said_before(self, server):
        server.says = dutiful
        data = "[1] Mei: Tea.\n[2] Tom: Cats.\n[3] Tom: tea."
        [change] = json.loads(said(server, data, 'like {"changes": []}'))["changes"]
        assert (change["line"], change["other"], change["action"]) == (3, 1, "drop")
