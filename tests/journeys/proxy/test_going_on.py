"""The chat goes on, whatever becomes of memory, of the model, or of who asked."""

from __future__ import annotations

import gzip
import json
import logging
import threading
import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
import pytest
from blockbuster import BlockingError, blockbuster_ctx

from holdfast import Memory, Settings
from holdfast.entrypoints.proxy import Proxy, remembering
from holdfast.errors import StoreFailed
from holdfast.testing.model_faults import Chunks, Closed, Hang, Status, Truncated
from holdfast.testing.server import served
from tests.journeys.proxy.conftest import KEY, Proxied

QUESTION = [{"role": "user", "content": "What is my cat called?"}]
WORDS = tuple(
    b'data: {"choices":[{"index":0,"delta":{"content":"%d "}}]}\n\n' % n for n in range(40)
)


def asked(proxied: Proxied, **given: Any) -> Any:
    return proxied.client.chat.completions.with_raw_response.create(
        **{"model": "m", "user": "anna", "messages": QUESTION, **given}
    )


def eventually(look: Any) -> None:
    ends = time.monotonic() + 20
    while not look() and time.monotonic() < ends:
        time.sleep(0.01)
    assert look()


@pytest.mark.parametrize("stream", [False, True])
def test_a_memory_that_is_slow_is_not_waited_for(start, monkeypatch, stream):
    proxied, free = start(openai_wait_seconds=0.05), threading.Event()
    recall = Memory.context
    monkeypatch.setattr(Memory, "context", lambda *a, **k: (free.wait(30), recall(*a, **k))[1])
    answer = asked(proxied, stream=stream)
    assert answer.headers["x-holdfast-memory"] == "late"
    assert proxied.sent()["messages"] == QUESTION
    free.set()
    _ = [*answer.parse()] if stream else answer.parse()
    eventually(lambda: [role for role, _ in proxied.kept()] == ["user", "assistant"])


def test_a_memory_that_cannot_recall_still_keeps(start, monkeypatch):
    proxied = start()

    def fails(*_: object, **__: object) -> None:
        raise StoreFailed("The disk is gone.")

    monkeypatch.setattr(Memory, "context", fails)
    answer = asked(proxied)
    assert answer.headers["x-holdfast-memory"] == "failed"
    assert answer.parse().choices[0].message.content == "Noted."
    assert len(proxied.kept()) == 2


@pytest.mark.parametrize("error", [StoreFailed("The disk is gone."), RuntimeError("a bug")])
def test_a_memory_that_cannot_keep_says_so(start, monkeypatch, caplog, error):
    proxied = start()

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Memory, "add", fails)
    answer = asked(proxied)
    assert answer.headers["x-holdfast-memory"] == "failed"
    assert answer.parse().choices[0].message.content == "Noted."
    assert "could not be kept" in caplog.text
    assert "cat" not in caplog.text


def test_a_name_that_is_none_costs_memory_only(proxied):
    answer = asked(proxied, user="x" * 1000)
    assert answer.headers["x-holdfast-memory"] == "failed"
    assert answer.parse().choices


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_comes_packed_all_the_same_is_kept(proxied, stream, broken):
    whole = {"choices": [{"message": {"role": "assistant", "content": "Noted, packed."}}]}
    piece = {"choices": [{"index": 0, "delta": {"content": "Noted, packed."}}]}
    told = f"data: {json.dumps(piece)}\n\ndata: [DONE]\n\n" if stream else json.dumps(whole)
    data = gzip.compress(told.encode())
    sent = b"\x00" + data[1:] if broken else data
    kind = "text/event-stream" if stream else "application/json"
    proxied.models.script(Chunks((sent[:20], sent[20:]), kind, 200, {"Content-Encoding": "gzip"}))
    body = {"model": "m", "user": "anna", "messages": QUESTION, "stream": stream}
    address, headers = f"{proxied.base}/chat/completions", proxied.server.headers
    with httpx2.stream("POST", address, json=body, headers=headers) as answer:
        assert b"".join(answer.iter_raw()) == sent
    kept = [("user", QUESTION[0]["content"]), ("assistant", "Noted, packed.")]
    assert proxied.kept() == kept[: 1 if broken else 2]


@pytest.mark.parametrize("stream", [False, True])
def test_what_cannot_be_stored_is_replaced_and_the_turn_is_kept_once(start, stream):
    """A terminal's colours, a nul, half an emoji: what apps and models send, and no store takes."""
    call = {"id": "c\x1b", "type": "function", "function": {"name": "f", "arguments": "\x00"}}
    proxied = start(says={"content": "Green\x1b[0m it is.", "tool_calls": [call]})
    parts = [{"type": "text", "text": "half: \ud83d\x00"}, {"type": "image_url", "b\x00": "\x07"}]
    said = [
        {"role": "user", "name": "A\x07", "content": "\x1b[31mred\x1b[0m"},
        {"role": "user", "content": parts},
    ]
    body = json.dumps({"model": "m", "user": "anna", "messages": said, "stream": stream})
    for _ in range(2):
        answer = httpx2.post(
            f"{proxied.base}/chat/completions",
            content=body,
            headers={**proxied.server.headers, "Content-Type": "application/json"},
        )
        assert (answer.status_code, answer.headers["x-holdfast-memory"]) == (200, "ok")
    assert proxied.kept() == [
        ("user", "\ufffd[31mred\ufffd[0m"),
        ("user", "half: \ufffd\ufffd"),
        ("assistant", "Green\ufffd[0m it is."),
    ]
    named = proxied.memory.messages.latest("anna", limit=3)[0]
    assert named.speaker == "A\ufffd"


def test_the_first_word_waits_for_nothing_that_is_kept(start, monkeypatch):
    """The words come while memory cannot keep anything at all; only the end waits, and not for long."""
    proxied, free = start(openai_wait_seconds=0.2), threading.Event()
    keep = remembering.Turn.keep
    monkeypatch.setattr(remembering.Turn, "keep", lambda *a, **k: (free.wait(30), keep(*a, **k))[1])
    stream = asked(proxied, stream=True).parse()
    assert "".join(piece.choices[0].delta.content or "" for piece in stream) == "Noted."
    assert proxied.kept() == []
    free.set()
    eventually(lambda: len(proxied.kept()) == 2)


def test_a_stream_comes_word_by_word(proxied):
    """The first word is there long before the last one is said."""
    proxied.models.script(Chunks(WORDS, pause=0.05))
    stream = asked(proxied, stream=True).parse()
    next(iter(stream))
    assert proxied.kept() == []
    stream.close()


def test_who_leaves_is_not_answered_any_longer(proxied):
    """The model is hung up on, and what had come by then is kept."""
    proxied.models.script(Chunks(WORDS, pause=0.05))
    stream = asked(proxied, stream=True).parse()
    heard = "".join(next(stream).choices[0].delta.content for _ in range(3))
    stream.close()
    eventually(lambda: len(proxied.kept()) == 2)
    (_, answer) = proxied.memory.messages.latest("anna", limit=10)
    assert answer.text.startswith(heard.strip())
    assert answer.extra == {"incomplete": True}
    assert len(answer.text) < len(" ".join(map(str, range(40))))


def test_a_model_that_cannot_be_reached_is_told_of_in_the_clients_own_shape(start):
    proxied = start(openai_upstream="http://127.0.0.1:1/v1")
    with pytest.raises(openai.APIStatusError) as told:
        asked(proxied)
    assert told.value.status_code == 502
    assert told.value.code == "upstream_unreachable"
    assert proxied.kept() == []


def test_a_model_that_says_nothing_is_given_up(start):
    proxied = start(openai_silence_seconds=0.2)
    proxied.models.script(Hang(5))
    with pytest.raises(openai.APIStatusError) as told:
        asked(proxied)
    assert (told.value.status_code, told.value.code) == (504, "upstream_silent")


def test_a_connection_that_ends_is_an_error_like_any_other(proxied):
    proxied.models.script(Closed(), times=2)
    with pytest.raises(openai.APIStatusError) as told:
        asked(proxied)
    assert told.value.status_code == 502


def test_errors_of_the_model_are_passed_on(proxied):
    proxied.models.script(Status(429, "slow down", {"Retry-After": "3"}))
    with pytest.raises(openai.RateLimitError) as told:
        asked(proxied)
    assert told.value.body == {"message": "slow down", "type": "scripted", "code": None}
    assert told.value.response.headers["retry-after"] == "3"
    assert proxied.kept() == []


def test_without_a_server_to_pass_on_to_that_is_said(start):
    proxied = start(openai_upstream="")
    with pytest.raises(openai.NotFoundError) as told:
        asked(proxied)
    assert told.value.code == "no_upstream"
    assert "--openai-upstream" in told.value.message


class TestKeys:
    """Ours opens our door and goes no further; theirs is set here, or the caller's own."""

    def test_the_key_that_is_set_goes_to_the_model_and_ours_does_not(self, proxied):
        asked(proxied)
        (request,) = proxied.models.requests
        assert request.headers["authorization"] == f"Bearer {KEY}"
        assert proxied.server.key not in str(request.headers)
        assert not [name for name in request.headers if name.startswith("holdfast")]

    def test_the_callers_own_key_goes_to_the_model_with_ours_beside_it(self, start):
        proxied = start(openai_key="")
        own = openai.OpenAI(
            base_url=proxied.base,
            api_key=KEY,
            max_retries=0,
            default_headers={"Holdfast-Key": proxied.server.key},
        )
        own.chat.completions.create(model="m", user="anna", messages=QUESTION)  # type: ignore[arg-type]
        (request,) = proxied.models.requests
        assert request.headers["authorization"] == f"Bearer {KEY}"
        assert proxied.server.key not in str(request.headers)
        assert len(proxied.kept()) == 2

    def test_without_one_for_the_model_ours_is_not_sent_in_its_place(self, start):
        proxied = start(openai_key="")
        with pytest.raises(openai.AuthenticationError):
            asked(proxied)
        (request,) = proxied.models.requests
        assert "authorization" not in request.headers

    @pytest.mark.parametrize("headers", [{}, {"Holdfast-Key": "hf_" + "x" * 43}])
    def test_without_ours_nothing_is_passed_on(self, proxied, headers):
        other = openai.OpenAI(
            base_url=proxied.base, api_key=KEY, max_retries=0, default_headers=headers
        )
        with pytest.raises(openai.AuthenticationError):
            other.chat.completions.create(model="m", messages=QUESTION)  # type: ignore[arg-type]
        assert proxied.models.requests == []

    def test_no_key_is_ever_told(self, start, caplog):
        caplog.set_level(logging.DEBUG)
        proxied = start(openai_upstream="http://127.0.0.1:1/v1")
        with pytest.raises(openai.APIStatusError) as told:
            asked(proxied)
        for secret in (KEY, proxied.server.key):
            assert secret not in str(told.value.body)
            assert secret not in _ours(caplog)

    def test_keys_are_for_spaces_here_too(self, proxied):
        asked(proxied, extra_headers={"Holdfast-Space": "other"})
        assert proxied.kept() == []
        assert len(proxied.memory.in_space("other").messages.latest("anna", limit=9)) == 2


def _ours(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("holdfast")
    )


def raw(proxied: Proxied, method: str, path: str, body: bytes = b"", **headers: str) -> int:
    """A request that no library would put right."""
    connection = HTTPConnection(urlsplit(proxied.server.url).netloc, timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in {**proxied.server.headers, **headers}.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(
    "path",
    ["../admin", "a/../../admin", "%2e%2e/admin", "%252e%252e/admin", "..%2fadmin", "a/.%2e/b", "..\\x"],
)  # fmt: skip
def test_no_path_leads_above_the_base_of_the_model(proxied, path):
    assert raw(proxied, "GET", f"/openai/v1/{path}") in (400, 404)
    assert proxied.models.requests == []


def test_our_own_path_is_written_in_one_way(proxied):
    assert raw(proxied, "GET", "/%6fpenai/v1/models") == 404
    assert raw(proxied, "GET", "/openai%2Fv1/models") == 404
    assert proxied.models.requests == []


def test_paths_and_queries_are_passed_on_as_they_are_written(proxied):
    raw(proxied, "GET", "/openai/v1/files/a%2Fb%20c?after=x%26y&limit=2&limit=3")
    (request,) = proxied.models.requests
    assert request.path == "/v1/files/a%2Fb%20c?after=x%26y&limit=2&limit=3"


def test_cookies_and_origins_stay_here(proxied):
    origin = proxied.server.url
    raw(proxied, "GET", "/openai/v1/models", Cookie="holdfast=1", Origin=origin)
    (request,) = proxied.models.requests
    assert not {"cookie", "origin"} & {*request.headers}


def test_files_are_passed_on_as_they_come(proxied):
    data = bytes(range(256)) * 20_000
    proxied.models.script(Status(200, body=b'{"id": "file-1"}'))
    proxied.client.files.create(file=("a.bin", data), purpose="user_data")
    (request,) = proxied.models.requests
    assert data in request.raw


def test_nothing_waits_on_the_event_loop(start):
    """Nor with a planted fault that does: then it is seen."""
    proxied = start()
    with blockbuster_ctx() as _:
        for stream in (False, True):
            answer = asked(proxied, stream=stream)
            assert answer.headers["x-holdfast-memory"] == "ok"
            _ = [*answer.parse()] if stream else answer.parse()


def test_what_waits_on_the_event_loop_is_seen(start, monkeypatch):
    original, seen = Proxy.__call__, list[BaseException]()

    async def napping(self: Proxy, scope: Any, receive: Any, send: Any) -> None:
        try:
            time.sleep(0.001)  # noqa: ASYNC251  the fault
        except BlockingError as error:
            seen.append(error)
        await original(self, scope, receive, send)

    monkeypatch.setattr(Proxy, "__call__", napping)
    proxied = start()
    with blockbuster_ctx():
        asked(proxied)
    assert seen


def test_turns_under_way_are_kept_when_the_server_ends():
    """Whoever was answered is remembered, although the server is told to stop at that moment."""
    from holdfast.testing.model_server import ModelServer

    with ModelServer() as models:
        settings = Settings(openai_upstream=models.url, openai_user="anna", worker=False)
        models.script(Chunks(WORDS, pause=0.01))
        with served(settings=settings) as server:
            base = f"{server.url}/openai/v1/chat/completions"
            body = {"model": "m", "messages": QUESTION, "stream": True}
            with httpx2.stream("POST", base, json=body, headers=server.headers) as answer:
                pieces = answer.iter_raw()
                next(pieces)
                server.server.stop()
                rest = b"".join(pieces)
            assert WORDS[-1] in rest
            eventually(lambda: len(server.memory.messages.latest("anna", limit=9)) == 2)


def test_with_a_model_at_thirty_percent_faults_every_turn_is_kept_once(proxied):
    """A client that tries until it is answered, as they do; whatever failed before left nothing."""
    faults = (Status(500), Status(429, headers={"Retry-After": "0"}), Closed(), Truncated())
    proxied.models.trouble(0.3, *faults, seed=7)
    talk: list[Any] = []
    for turn in range(30):
        talk.append({"role": "user", "content": f"Fact number {turn} is {turn * 7}."})
        while True:
            try:
                answer = asked(proxied, messages=talk).parse()
            except (openai.APIError, ValueError):  # refused, broken off, or half an answer
                continue
            break
        talk.append({"role": "assistant", "content": answer.choices[0].message.content})
    assert len(proxied.models.requests) > 33
    kept = [(role, text) for role, text in proxied.kept() if role == "user"]
    assert kept == [(each["role"], each["content"]) for each in talk[::2]]
    assert [text for role, text in proxied.kept() if role == "assistant"] == ["Noted."] * 30


def test_many_chats_at_once_are_kept_apart(proxied):
    users, turns, wrong = 16, 4, list[object]()
    proxied.models.says = lambda body: f"Echo of {body['user']}."

    def chat(user: str) -> None:
        for turn in range(turns):
            said = {"role": "user", "content": f"{user} says {turn}"}
            answer = asked(proxied, user=user, messages=[said], stream=bool(turn % 2))
            told = answer.parse()
            text = (
                "".join(piece.choices[0].delta.content or "" for piece in told)
                if turn % 2
                else told.choices[0].message.content
            )
            if text != f"Echo of {user}." or answer.headers["x-holdfast-memory"] != "ok":
                wrong.append((user, text))

    threads = [threading.Thread(target=chat, args=(f"u{n}",)) for n in range(users)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    for n in range(users):
        expected = [
            pair
            for turn in range(turns)
            for pair in (("user", f"u{n} says {turn}"), ("assistant", f"Echo of u{n}."))
        ]
        assert proxied.kept(f"u{n}") == expected
