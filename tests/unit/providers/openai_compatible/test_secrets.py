"""No key is ever in a message, a repr, a traceback or a log, whatever goes wrong."""

from __future__ import annotations

import logging
import pickle
import traceback
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote

import pytest

from holdfast.errors import HoldfastError, ModelUnavailable
from holdfast.ports.models import Prompt
from holdfast.providers.openai_compatible import (
    Client,
    Endpoint,
    Limits,
    OpenAICompatibleEmbedder,
    OpenAICompatibleModel,
)
from holdfast.testing.model_faults import Body, Closed, Hang, Status, Truncated

SECRET = "canary/4711+xyz=="
FORMS = [
    SECRET,
    quote(SECRET, safe=""),
    b64encode(SECRET.encode()).decode(),
    b64encode(f"me:{SECRET}".encode()).decode(),
]
ECHO = " and ".join(FORMS)

FAULTS = [
    Status(401, f"Incorrect API key provided: {ECHO}"),
    Status(400, f"{'x' * 185} {ECHO}"),
    Status(500, f"while calling http://me:{quote(SECRET, safe='')}@upstream/?key={SECRET}"),
    Status(307, headers={"Location": f"https://{quote(SECRET, safe='')}.example/{SECRET}"}),
    Status(307, headers={"Location": f"http://[{SECRET}"}),
    Status(429, headers={"Retry-After": SECRET}),
    Status(503, body=f"<html>{ECHO}</html>".encode()),
    Body(ECHO.encode(), f"text/{SECRET}"),
    Body(b'{"error": {"message": "%s"}}' % ECHO.encode()),
    Closed(),
    Truncated(),
    Hang(),
]

ENDPOINTS = {
    "key": ("http://127.0.0.1:{port}/v1", SECRET),
    "query": ("http://127.0.0.1:{port}/v1?api-version=1&code=" + quote(SECRET, safe=""), ""),
    "password": ("http://me:" + quote(SECRET, safe="") + "@127.0.0.1:{port}/v1", ""),
}


def told(error: BaseException) -> str:
    """Everything that an error tells those who print it, with the variables of its frames."""
    report = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join([str(error), repr(error), repr(error.args), *report.format()])


def raised(call: Callable[[], object]) -> HoldfastError:
    """What a call raises. Its traceback begins here, without the variables of the test."""
    try:
        call()
    except HoldfastError as error:
        return error
    pytest.fail("it did not fail")


def leaks(*texts: str) -> list[str]:
    return [form for form in FORMS for text in texts if form in text]


@pytest.fixture(params=ENDPOINTS)
def client(request, server):
    url, key = ENDPOINTS[request.param]
    limits = Limits(attempts=2, read_seconds=0.05, failures_to_open=100)
    endpoint = Endpoint(url.format(port=server.port), key)
    client = Client(endpoint, limits, sleep=lambda _: None)
    yield client
    client.close()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_nothing_tells_the_key(client, server, caplog, capfd, fault):
    caplog.set_level(logging.DEBUG)
    server.key = ""
    server.script(fault, times=4)
    embedder, model = OpenAICompatibleEmbedder(client, "m"), OpenAICompatibleModel(client, "m")
    error = raised(lambda: embedder.embed(["hello"]))
    reply = model.reply(Prompt("Say hello.", ["now"]))
    assert reply.error
    things = [client, client.endpoint, client.limits, embedder, model, reply]
    texts = [repr(thing) for thing in things] + [str(thing) for thing in things]
    copy = pickle.loads(pickle.dumps(error))
    texts += [told(error), told(copy), embedder.identity, model.identity, caplog.text]
    assert leaks(*texts, *capfd.readouterr()) == []


def test_the_key_does_reach_the_server(client, server):
    server.key = ""
    client.post("embeddings", {"input": ["hello"]})
    [request] = server.requests
    assert leaks(request.path, request.headers.get("authorization", "")) != []


@pytest.mark.parametrize("form", FORMS)
def test_a_planted_leak_is_found(form):
    class Leaky:
        def __repr__(self) -> str:
            return f"Leaky(header={form!r})"

    def fail(words: str, thing: object = None) -> None:
        raise ModelUnavailable(words)

    assert form in leaks(told(raised(lambda: fail("The server is down.", Leaky()))))
    assert form in leaks(told(raised(lambda: fail(f"It said {form}."))))
    assert form in leaks(repr(Leaky()))
    assert leaks(told(raised(lambda: fail("The server is down.")))) == []


def test_a_client_that_does_not_redact_is_found(client, server, monkeypatch):
    monkeypatch.setattr(
        "holdfast.providers.openai_compatible.redaction.Redaction.of", lambda _, text: text
    )
    server.key = ""
    server.script(Status(400, f"Incorrect API key provided: {SECRET}"))
    embedder = OpenAICompatibleEmbedder(client, "m")
    assert leaks(told(raised(lambda: embedder.embed(["hello"])))) == [SECRET]
