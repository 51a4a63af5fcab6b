"""What passes through us is what passes without us, byte for byte, but for the memory in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from http.client import HTTPConnection, IncompleteRead
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from holdfast.domain.message import Message
from holdfast.entrypoints.proxy import passage, remembering
from holdfast.testing.model_faults import Chunks
from tests.journeys.proxy.conftest import KEY, Proxied, Start
from tests.journeys.proxy.recorded import ALL, Recorded, pieces

USER = "anna"
_BLOCK = r"<memory note=(?:[^<]|<(?!/memory>))*</memory>"
_PUT_IN = re.compile(
    rf',?\{{"type":"(?:input_)?text","text":"{_BLOCK}(?:\\n{_BLOCK})*"\}}'
    rf'|\{{"role":"system","content":"{_BLOCK}(?:\\n{_BLOCK})*"\}},'
    rf'|"instructions":"{_BLOCK}(?:\\n{_BLOCK})*",'
    rf"|(?:\\n\\n)?{_BLOCK}(?:\\n{_BLOCK})*"
)
"""What may be in a request beyond what the client wrote."""


class Got(NamedTuple):
    """An answer as a client gets it."""

    status: int
    kind: str | None
    limits: tuple[str | None, str | None]
    body: bytes
    broken: bool


def get(url: str, shape: Recorded, key: str) -> Got:
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=30)
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "Holdfast-User": USER,
        "Holdfast-Session": shape.name,
    }
    connection.request("POST", f"{parts.path}/{shape.path}", shape.request.encode(), headers)
    answer = connection.getresponse()
    broken = False
    try:
        body = answer.read()
    except IncompleteRead as error:
        body, broken = error.partial, True
    connection.close()
    limits = (
        answer.getheader("retry-after"),
        answer.getheader("x-ratelimit-remaining-requests"),
    )
    return Got(answer.status, answer.getheader("content-type"), limits, body, broken)


def kept(proxied: Proxied, shape: Recorded) -> Sequence[Message]:
    session = proxied.memory.sessions.get(USER, shape.name)
    return proxied.memory.sessions.messages(USER, shape.name) if session else ()


def differences(proxied: Proxied, shape: Recorded) -> list[str]:
    """What is otherwise by way of us."""
    fault = Chunks(
        tuple(pieces(shape)), shape.kind, shape.status, dict(shape.headers), cut=shape.cut
    )
    proxied.models.script(fault, times=2)
    plain = get(proxied.models.url, shape, KEY)
    through = get(proxied.base, shape, proxied.server.key)
    found = [
        f"{name} is {now!r} and not {then!r}"
        for name, then, now in zip(Got._fields, plain, through, strict=True)
        if then != now
    ]
    raw = proxied.models.requests[-1].raw.decode()
    bare, blocks = _PUT_IN.subn("", raw)
    if bare != shape.request:
        found.append(f"the request reads {raw!r}")
    memory = len(re.findall(r"<memory note=", raw))
    if bool(memory) != bool(shape.blocks) or blocks > 2:
        found.append(f"memory is in it {memory} times")
    answers = [message.text for message in kept(proxied, shape) if message.role == "assistant"]
    if answers != ([] if shape.kept is None else [shape.kept]):
        found.append(f"{answers} was kept")
    return found


@pytest.fixture
def knowing(start: Start) -> Proxied:
    """One that has something to recall, known and said, and no session to recall it from again."""
    proxied = start(openai_wait_seconds=20.0)
    memory = proxied.memory
    memory.add(
        USER, "I am vegetarian and I live in Lyon. Always answer me in one sentence. 我吃素。"
    )
    memory.add(USER, "I eat pasta and I like the weather. And then tea. Write it down. 我吃面。")
    memory.seal(USER)
    while memory.admin.run_jobs():
        pass
    return proxied


def test_fifty_shapes_and_more_pass_as_they_are(knowing):
    assert len(ALL) >= 50
    assert len({shape.name for shape in ALL}) == len(ALL)
    found = {shape.name: wrong for shape in ALL if (wrong := differences(knowing, shape))}
    assert found == {}


def test_cut_off_answers_are_kept_as_far_as_they_came_and_say_so(knowing):
    cut = [shape for shape in ALL if shape.cut and shape.kept]
    assert len(cut) >= 3
    for shape in cut:
        assert differences(knowing, shape) == []
        question, answer = kept(knowing, shape)
        assert (question.role, answer.text) == ("user", shape.kept)
        assert answer.extra == {"incomplete": True}


def test_of_what_was_never_answered_the_question_alone_is_kept(knowing):
    (shape,) = [shape for shape in ALL if shape.name == "cut before a word"]
    differences(knowing, shape)
    assert [message.role for message in kept(knowing, shape)] == ["user"]


def test_of_what_was_refused_nothing_is_kept(knowing):
    for shape in ALL:
        if shape.status != 200:
            differences(knowing, shape)
            assert not kept(knowing, shape), shape.name


def _written_again(text: str, _insertions: object) -> str:
    return json.dumps(json.loads(text))


async def _with_a_break(self: passage.Passage, piece: bytes, *, more: bool = True) -> None:
    piece = piece.replace(b"\r\n", b"\n") if more else piece
    await self._send({"type": "http.response.body", "body": piece, "more_body": more})


def _of_all(_self: object, answer: bytes, *, streamed: bool) -> list[str]:
    return []


@pytest.mark.parametrize(
    ("owner", "name", "faulty"),
    [
        (remembering, "spliced", _written_again),
        (passage.Passage, "_pass", _with_a_break),
        (remembering.Turn, "keep", _of_all),
    ],
)
def test_a_planted_fault_is_seen(knowing, monkeypatch, owner, name, faulty):
    monkeypatch.setattr(owner, name, faulty)
    assert any(differences(knowing, shape) for shape in ALL)
