"""Chat: a reply comes back whatever happens; how a server wants to be asked is learned."""

from __future__ import annotations

import json

import pytest

from holdfast.ports.models import Prompt, Reply
from holdfast.providers.openai_compatible import OpenAICompatibleModel
from holdfast.testing.model_faults import Body, Closed, Hang, Huge, Status, Trickle, Truncated, Well

SCHEMA = {"type": "object", "properties": {"facts": {"type": "array"}}}
PLAIN = Prompt("Summarise.", ["I like tea.", "So do I."])
SHAPED = Prompt("Extract.", ["I like tea."], schema=SCHEMA, max_tokens=99)


def answer(content: object, ended: str = "stop", **more: object) -> Body:
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": ended}
    return Body(json.dumps({"choices": [choice], **more}).encode())


def test_a_reply_with_its_tokens(model, server):
    server.says = "Both like tea."
    found = model.reply(PLAIN)
    assert (found.text, found.error, found.tokens_out) == ("Both like tea.", "", 3)
    assert found.tokens_in > 0


def test_instructions_and_data_are_kept_apart(model, server):
    model.reply(PLAIN)
    system, user = server.requests[0].body["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert system["content"].startswith("Summarise.")
    assert "tea" not in system["content"]
    opening, _, rest = user["content"].partition("\n")
    assert rest.startswith(f"I like tea.\n</{opening[1:]}\n{opening}\nSo do I.\n")
    assert opening[1:-1] in system["content"]


def test_without_data_the_instructions_are_the_message(model, server):
    model.reply(Prompt("Say hello.", []))
    assert server.requests[0].body["messages"] == [{"role": "user", "content": "Say hello."}]


def test_what_is_sent(model, server):
    model.reply(SHAPED)
    body = server.requests[0].body
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("test-model", 99, 0)
    assert body["stream"] is False
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize("declined", [1, 2])
@pytest.mark.parametrize("status", [400, 422, 501])
def test_a_server_that_declines_a_schema_is_told_in_words(connect, server, declined, status):
    model = OpenAICompatibleModel(connect(attempts=1), "test-model")
    server.script(Status(status, "bad request"), times=declined)
    assert model.reply(SHAPED).text == "Hello."
    model.reply(SHAPED)
    assert len(server.requests) == declined + 2
    kind = {1: "json_object", 2: None}[declined]
    for request in server.requests[-2:]:  # the second one shows that it was learned
        assert request.body.get("response_format", {}).get("type") == kind
        assert json.dumps(SCHEMA) in request.body["messages"][0]["content"]


@pytest.mark.parametrize(
    ("said", "gone", "there"),
    [
        ("Use 'max_completion_tokens' instead.", "max_tokens", "max_completion_tokens"),
        ("Unsupported value: 'temperature'", "temperature", "max_tokens"),
    ],
)
def test_what_a_server_names_is_changed(model, server, said, gone, there):
    server.script(Status(400, said))
    assert model.reply(SHAPED).text == "Hello."
    again = server.requests[1].body
    assert gone not in again
    assert there in again
    assert again["response_format"]["type"] == "json_schema"


def test_a_request_that_is_declined_in_every_way_teaches_nothing(model, server):
    server.script(Status(400, "the context is too long"), times=3)
    found = model.reply(SHAPED)
    assert "the context is too long" in found.error
    model.reply(SHAPED)
    assert server.requests[-1].body["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("  Tea. \n", "Tea."),
        ("<think>They said\ntea.</think>\n\nTea.", "Tea."),
        ("Tea, <think> she said.", "Tea, <think> she said."),
        (
            [{"type": "text", "text": "Tea"}, {"type": "image"}, {"type": "text", "text": "."}],
            "Tea.",
        ),
        ("half a pair \ud83d here", "half a pair ? here"),
        ("茶 😀", "茶 😀"),
    ],
)
def test_the_text_of_an_answer(model, server, content, text):
    server.script(answer(content))
    assert model.reply(PLAIN) == Reply(text=text)


def test_an_answer_that_was_cut_off_is_given_as_far_as_it_goes(model, server):
    server.script(answer('{"facts": ["likes te', "length"))
    assert model.reply(SHAPED) == Reply(text='{"facts": ["likes te')


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Status(401, "no such key"), "401 Unauthorized: no such key."),
        (Status(429), "429"),
        (Status(500), "500"),
        (Closed(), "closed the connection"),
        (Truncated(), "cut its answer short"),
        (Truncated(chunked=True), "cut its answer short"),
        (Hang(), "silent for too long"),
        (Trickle(0.01), "did not finish within"),
        (Huge(300_000), "more than 200,000 bytes"),
        (Body(b"<html>", "text/html"), "not with a JSON object"),
        (Body(b"{}"), "it has no message"),
        (Body(b'{"choices": []}'), "it has no message"),
        (Body(b'{"choices": [7]}'), "it has no message"),
        (Body(b'{"choices": [{"message": null}]}'), "it has no message"),
        (Body(b'{"choices": {"0": 1}}'), "it has no message"),
        (answer(None), "it is empty"),
        (answer("  "), "it is empty"),
        (answer(17), "it is empty"),
        (answer([7, None, {"text": 5}]), "it is empty"),
        (answer("<think>hm</think>"), "it is empty"),
        (answer("", "length"), "its tokens were used up"),
        (answer("Something bad.", "content_filter"), "content filter"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_every_failure_is_a_value(connect, server, fault, error):
    client = connect(attempts=1, read_seconds=0.2, total_seconds=1.0, answer_bytes=200_000)
    server.script(fault)
    found = OpenAICompatibleModel(client, "test-model").reply(PLAIN)
    assert error in found.error
    assert found.text == ""


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 7}, (5, 7)),
        ({"prompt_tokens": 5}, (5, 0)),
        ({"prompt_tokens": "5", "completion_tokens": -1}, (0, 0)),
        ({"prompt_tokens": True, "completion_tokens": None}, (0, 0)),
        (None, (0, 0)),
        ([1, 2], (0, 0)),
    ],
)
def test_tokens_are_counted_where_a_server_tells_them(model, server, usage, tokens):
    server.script(answer("Tea.", usage=usage))
    found = model.reply(PLAIN)
    assert (found.tokens_in, found.tokens_out) == tokens


def test_an_empty_answer_costs_its_tokens_all_the_same(model, server):
    server.script(answer("", usage={"prompt_tokens": 5, "completion_tokens": 7}))
    found = model.reply(PLAIN)
    assert (found.tokens_in, found.tokens_out) == (5, 7)


def test_the_breaker_answers_with_a_value(connect, server):
    model = OpenAICompatibleModel(connect(attempts=1, failures_to_open=1), "test-model")
    server.script(Status(500), Well())
    model.reply(PLAIN)
    assert "left alone" in model.reply(PLAIN).error


def test_the_identity_names_model_and_revision(client):
    assert OpenAICompatibleModel(client, "a").identity == "openai-compatible:a"
    assert OpenAICompatibleModel(client, "a", revision="2").identity == "openai-compatible:a@2"
