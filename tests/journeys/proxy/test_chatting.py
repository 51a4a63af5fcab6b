"""Any app that speaks OpenAI's API has a memory, by another base URL."""

from __future__ import annotations

import asyncio
import hashlib
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import openai
import pytest

from holdfast.domain.session import SessionState
from holdfast.entrypoints.proxy import remembering
from holdfast.entrypoints.proxy.who import Who
from holdfast.flow.capture import conversation
from holdfast.flow.window.render import OPENING
from holdfast.testing.clock import FrozenClock
from tests.journeys.proxy.conftest import Proxied


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def said(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": text}


def ask(client: openai.OpenAI, *messages: Any, **given: Any) -> Any:
    return client.chat.completions.create(
        **{"model": "m", "user": "anna", "messages": list(messages), **given}
    )


def test_what_was_said_in_one_chat_is_known_in_the_next(proxied):
    ask(proxied.client, user("I am allergic to peanuts."))
    ask(
        proxied.client,
        user("What may I not eat? Peanuts?"),
        extra_headers={"Holdfast-Session": "b"},
    )
    (message,) = proxied.sent()["messages"]
    question, _, block = message["content"].partition("\n\n")
    assert question == "What may I not eat? Peanuts?"
    assert block.startswith(OPENING)
    assert "I am allergic to peanuts." in block
    assert proxied.kept() == [
        ("user", "I am allergic to peanuts."),
        ("assistant", "Noted."),
        ("user", "What may I not eat? Peanuts?"),
        ("assistant", "Noted."),
    ]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My flat is on Elm Street.", "Where is my flat?"),
        ("我妹妹在成都当护士。", "我妹妹在哪儿上班？"),
    ],
)
def test_what_was_answered_a_moment_ago_is_known_at_once(proxied, stream, told, question):
    """In another session, and by another door: whoever has the end of an answer finds it kept."""
    for turn in range(20):
        words = f"{told} ({turn})"
        answer = ask(proxied.client, user(words), stream=stream, user=f"u{turn}")
        _ = [*answer] if stream else answer
        assert [text for _, text in proxied.kept(f"u{turn}")] == [words, "Noted."]
        ask(
            proxied.client, user(question), user=f"u{turn}", extra_headers={"Holdfast-Session": "b"}
        )
        assert words in proxied.sent()["messages"][-1]["content"]


def leaks(proxied: Proxied) -> list[str]:
    """Whose secrets others are told."""
    names, found = [f"user-{number}" for number in range(12)], list[str]()
    for name in names:
        ask(proxied.client, user(f"My secret word is canary-{name}-x."), user=name)
    for name in names:
        ask(proxied.client, user("What is my secret word, the canary?"), user=name)
        sent = str(proxied.sent())
        assert f"canary-{name}-x" in sent
        found += [other for other in names if other != name and f"canary-{other}-x" in sent]
    return found


def test_users_do_not_see_each_other(proxied):
    assert leaks(proxied) == []


def test_a_leak_would_be_seen(proxied, monkeypatch):
    """The planted fault: everybody is taken for one."""
    monkeypatch.setattr(remembering, "who_of", lambda *_: Who("one", "s", "default", None))
    assert leaks(proxied)


def test_a_talk_is_sealed_and_learned_from_when_it_has_been_silent(start):
    clock = FrozenClock()
    proxied = start(parts={"clock": clock})
    ask(proxied.client, user("I am allergic to peanuts and I live in Lyon."))
    clock.advance(3600)
    while proxied.memory.admin.run_jobs():
        pass
    session = proxied.memory.sessions.get("anna", "default")
    assert session is not None
    assert session.state is SessionState.SEALED
    ask(proxied.client, user("Hello again."), extra_headers={"Holdfast-Session": "b"})
    (system, _) = proxied.sent()["messages"]
    assert system["role"] == "system"
    assert "Lyon" in system["content"]
    ask(proxied.client, user("I am allergic to peanuts and I live in Lyon."))  # said anew
    assert [text for _, text in proxied.kept()].count(
        "I am allergic to peanuts and I live in Lyon."
    ) == 2


def talked(proxied: Proxied) -> list[str]:
    """What the user has said, as it is kept, where every request comes twice."""
    talk: list[Any] = [{"role": "system", "content": "Be kind."}]
    for text in SAID:
        talk.append(user(text))
        answer = ask(proxied.client, *talk)
        ask(proxied.client, *talk)  # a client that tries again
        talk.append(said(answer.choices[0].message.content))
    return [text for role, text in proxied.kept() if role == "user"]


SAID = ["I live in Lyon.", "I have a cat.", "Its name is Miso.", "ok", "ok"]


def test_a_history_that_is_sent_again_is_kept_once(proxied):
    assert talked(proxied) == SAID
    assert [role for role, _ in proxied.kept()] == ["user", "assistant"] * 5


def test_a_turn_that_is_doubled_would_be_seen(proxied, monkeypatch):
    """The planted fault: ids by chance."""
    monkeypatch.setattr(conversation, "_canonical", lambda _: uuid4().bytes)
    assert len(talked(proxied)) > len(SAID)


def test_a_turn_that_is_lost_would_be_seen(proxied, monkeypatch):
    """The planted fault: ids that forget what was said before."""
    monkeypatch.setattr(conversation, "hashlib", SimpleNamespace(sha256=Forgetful))
    assert len(talked(proxied)) < len(SAID)


class Forgetful:
    """A digest of what it was told last, and of nothing before."""

    def __init__(self, data: bytes) -> None:
        self._last = data

    def update(self, data: bytes) -> None:
        self._last = data

    def hexdigest(self) -> str:
        return hashlib.sha256(self._last).hexdigest()


def test_what_a_prompt_holds_already_is_not_put_into_it_again(proxied):
    ask(proxied.client, user("I have a cat called Miso."))
    talk = [user("I have a cat called Miso."), said("Noted."), user("What is my cat called?")]
    ask(proxied.client, *talk)
    assert proxied.sent()["messages"] == talk


def test_what_was_put_in_is_never_kept(start):
    echo = start(says=lambda body: body["messages"][-1]["content"])
    ask(echo.client, user("My flat is in Lyon."))
    ask(echo.client, user("Where is my flat?"), extra_headers={"Holdfast-Session": "b"})
    assert "My flat is in Lyon." in echo.sent()["messages"][-1]["content"]
    assert ("assistant", "Where is my flat?") in echo.kept()
    assert not [text for _, text in echo.kept() if "<memory" in text]


def test_the_prompt_stays_the_same_from_turn_to_turn_but_for_its_end(proxied):
    """A provider's cache holds the beginning of a prompt, byte for byte."""
    proxied.memory.add("anna", "I live in Lyon. I work as a nurse. Always answer me in French.")
    proxied.memory.seal("anna")
    while proxied.memory.admin.run_jobs():
        pass
    talk: list[Any] = [{"role": "system", "content": "Be kind."}]
    for text in ("I have a cat.", "Where do I live?", "What is my work?", "And my cat?"):
        talk.append(user(text))
        ask(proxied.client, *talk)
        talk.append(said("Noted."))
    seen = [request.body["messages"] for request in proxied.models.requests]
    for before, after in pairwise(seen):
        assert after[: len(before) - 1] == before[:-1]
        (words, asked) = (before[-1]["content"], after[len(before) - 1]["content"])
        assert words.startswith(asked)
    raw = [request.raw.decode() for request in proxied.models.requests]
    for text, (before, after) in zip(talk[1::2], pairwise(raw), strict=False):
        upto = before.index(text["content"]) + len(text["content"])
        assert after.startswith(before[:upto]), (
            "every byte up to the end of the question's own words"
        )
    first = {messages[0]["content"] for messages in seen}
    assert len(first) == 1
    assert first.pop().startswith("Be kind.\n\n<memory")


def test_streams_come_as_they_are(proxied):
    proxied.models.says = "one two three"
    pieces = ask(proxied.client, user("Count."), stream=True)
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == "one two three"
    assert proxied.kept() == [("user", "Count."), ("assistant", "one two three")]


def test_an_async_client_streams_and_asks(proxied):
    async def both() -> str:
        async with openai.AsyncOpenAI(base_url=proxied.base, api_key=proxied.server.key) as client:
            talk: Any = {"model": "m", "user": "anna", "messages": [user("Hi there.")]}
            stream = await client.chat.completions.create(**talk, stream=True)
            text = "".join([piece.choices[0].delta.content or "" async for piece in stream])
            await client.chat.completions.create(**{**talk, "messages": [user("And again.")]})
            return text

    assert asyncio.run(both()) == "Noted."
    assert len(proxied.kept()) == 4


@pytest.mark.parametrize("stream", [False, True])
def test_tools_are_called_and_kept_as_parts(start, stream):
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    calls = {"role": "assistant", "content": None, "tool_calls": [call]}
    proxied = start(
        says=lambda body: "It is 4." if body["messages"][-1]["role"] == "tool" else calls
    )
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
    talk: list[Any] = [user("What is f of 1?")]
    first = ask(proxied.client, *talk, tools=tools, stream=stream)
    if stream:
        deltas = [piece.choices[0].delta for piece in first]
        told = [each for delta in deltas for each in delta.tool_calls or []]
        assert "".join(each.function.arguments or "" for each in told) == '{"a": 1}'
    else:
        assert first.choices[0].message.tool_calls[0].function.arguments == '{"a": 1}'
    talk += [calls, {"role": "tool", "tool_call_id": "c1", "content": "4"}]
    ask(proxied.client, *talk, tools=tools)
    kept = proxied.memory.messages.latest("anna", limit=10)
    assert [each.role for each in kept] == ["user", "assistant", "tool", "assistant"]
    assert kept[1].parts == ({"type": "tool_call", "call": call},)
    assert kept[2].extra["tool_call_id"] == "c1"
    assert proxied.sent()["tools"] == tools


@pytest.mark.parametrize("stream", [False, True])
def test_responses_are_remembered_too(proxied, stream):
    create = proxied.client.responses.create
    about: Any = {"model": "m", "metadata": {"user_id": "anna"}, "stream": stream}
    first = create(input="I play the cello.", **about)
    if stream:
        assert [event.type for event in first][-1] == "response.completed"
    else:
        assert first.output_text == "Noted."
    second = create(
        input=[{"role": "user", "content": [{"type": "input_text", "text": "What do I play?"}]}],
        instructions="Be brief.",
        extra_headers={"Holdfast-Session": "b"},
        **about,
    )
    _ = [*second] if stream else second.output_text
    (part, block) = proxied.sent()["input"][0]["content"]
    assert part["text"] == "What do I play?"
    assert "I play the cello." in block["text"]
    assert proxied.kept() == [
        ("user", "I play the cello."),
        ("assistant", "Noted."),
        ("user", "What do I play?"),
        ("assistant", "Noted."),
    ]


def test_the_prompt_stays_the_same_while_tools_are_called(proxied):
    """The question is the last one of the user's in each of these requests, and its memory too."""
    proxied.memory.add("anna", ["My flat is on Elm Street.", "I have a cat called Miso."])
    function = {"name": "f", "arguments": "{}"}
    talk: list[Any] = [{"role": "system", "content": "Be kind."}, user("Where is my flat?")]
    items: list[Any] = [user("What is my cat called?")]
    for turn in range(3):
        ask(proxied.client, *talk, extra_headers={"Holdfast-Session": "b"})
        call = {"id": f"c{turn}", "type": "function", "function": function}
        talk.append({"role": "assistant", "content": None, "tool_calls": [call]})
        talk.append({"role": "tool", "tool_call_id": f"c{turn}", "content": f"It is {turn}."})
    for turn in range(3):
        proxied.client.responses.create(
            model="m", input=items, extra_headers={"Holdfast-User": "anna", "Holdfast-Session": "c"}
        )
        items.append({"type": "function_call", "call_id": f"c{turn}", **function})
        items.append({"type": "function_call_output", "call_id": f"c{turn}", "output": "4"})
    raw = [request.raw.decode() for request in proxied.models.requests]
    for word, sent in (("Elm Street", raw[:3]), ("Miso", raw[3:])):
        for before, after in pairwise(sent):
            block = before.index("</memory>")
            assert word in before[:block]
            assert after.startswith(before[:block])


def test_what_the_client_makes_of_streams_and_answers_works(start):
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}
    proxied = start(says=lambda body: "one two" if "tools" not in body else {"tool_calls": [call]})
    chats, responses = proxied.client.chat.completions, proxied.client.responses
    about: Any = {"model": "m", "user": "anna"}
    with chats.stream(messages=[user("First.")], **about) as stream:
        assert stream.get_final_completion().choices[0].message.content == "one two"
    parsed = chats.parse(messages=[user("Second.")], **about)
    assert parsed.choices[0].message.content == "one two"
    with responses.stream(input="Third.", **about) as events:
        assert events.get_final_response().output_text == "one two"
    tool: Any = {"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": False}
    with responses.stream(input="Fourth.", tools=[tool], **about) as events:
        [made] = events.get_final_response().output
    assert (made.type, made.arguments) == ("function_call", '{"a": 1}')
    kept = [text for _, text in proxied.kept()]
    assert kept == ["First.", "one two", "Second.", "one two", "Third.", "one two", "Fourth.", ""]


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"extra_headers": {"Holdfast-User": "bo", "Holdfast-Session": "s", "Holdfast-Agent": "a"}},
         ("bo", "s", "a")),
        ({"extra_headers": {"Holdfast-User": "%E5%B0%8F%E7%BE%8E"}}, ("小美", "default", "default")),
        ({"user": "bo", "metadata": {"session_id": "s9"}}, ("bo", "s9", "default")),
        ({"metadata": {"user_id": "bo", "agent_id": "kit"}}, ("bo", "kit", "kit")),
        ({"safety_identifier": "bo", "metadata": {"thread_id": "t", "agent": "kit"}}, ("bo", "t", "kit")),
        ({"metadata": {"user": "bo", "conversation_id": "c", "session": "no"}}, ("bo", "c", "default")),
        ({"user": "bo", "metadata": {"user_id": "no", "session": "s"}, "safety_identifier": "no",
          "extra_headers": {"Holdfast-Agent": "a"}}, ("bo", "s", "a")),
        ({}, ("usual", "default", "default")),
    ],
)  # fmt: skip
def test_who_and_where(start, given, where):
    proxied = start(openai_user="usual")
    proxied.client.chat.completions.create(model="m", messages=[user("Hello, you.")], **given)
    (message, _) = proxied.memory.messages.latest(where[0], limit=10)
    assert (message.user, message.session, message.agent) == where


@pytest.mark.parametrize("conversation", ["conv_1", {"id": "conv_1"}])
def test_a_conversation_that_the_provider_keeps_is_a_session(proxied, conversation):
    create = proxied.client.responses.create
    for text in ("First.", "Second."):
        create(model="m", input=text, user="anna", conversation=conversation)
    create(model="m", input="Third.", user="anna", previous_response_id="resp_1")
    said = proxied.memory.messages.latest("anna", limit=9)
    assert [(each.session, each.text) for each in said if each.role == "user"] == [
        ("conv_1", "First."),
        ("conv_1", "Second."),
        ("default", "Third."),
    ]


def test_agents_do_not_tell_each_other(proxied):
    ask(proxied.client, user("My secret is 4711."), extra_headers={"Holdfast-Agent": "kit"})
    ask(proxied.client, user("What is my secret?"), extra_headers={"Holdfast-Agent": "pip"})
    assert "4711" not in str(proxied.sent())
    ask(proxied.client, user("What is my secret?"), extra_headers={"Holdfast-Agent": "kit",
                                                                   "Holdfast-Session": "b"})  # fmt: skip
    assert "4711" in str(proxied.sent())


def test_who_names_nobody_has_no_memory(proxied):
    answer = proxied.client.chat.completions.with_raw_response.create(
        model="m", messages=[user("Hello.")]
    )
    assert answer.headers["x-holdfast-memory"] == "off"
    assert proxied.memory.admin.users() == []


def test_memory_can_be_left_out_of_a_request(proxied):
    ask(proxied.client, user("Make a title."), extra_headers={"Holdfast-Memory": "off"})
    assert proxied.kept() == []


def test_a_memory_that_is_switched_off_takes_and_gives_nothing(proxied):
    proxied.memory.add("anna", "I have a cat.")
    proxied.memory.admin.set_preference("memory_enabled", False)
    ask(proxied.client, user("What pet have I, a cat?"))
    assert "Recalled" not in str(proxied.sent())
    assert proxied.kept() == [("user", "I have a cat.")]


def test_everything_else_is_passed_on(proxied):
    assert [model.id for model in proxied.client.models.list()] == ["test-model"]
    found = proxied.client.embeddings.create(model="m", input=["a", "b"])
    assert len(found.data) == 2
    assert proxied.memory.admin.users() == []
