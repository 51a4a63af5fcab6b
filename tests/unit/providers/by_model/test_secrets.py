"""No key is in what the roles say, log or show, whatever goes wrong."""

from __future__ import annotations

import logging

import pytest

from holdfast.errors import ModelUnavailable
from holdfast.providers.by_model.asking import Role
from holdfast.testing.model_faults import SPOILT, Hang, Spoken, Status
from tests.unit.providers.by_model.conftest import KEY
from tests.unit.providers.by_model.lines import ENGLISH, MEMO
from tests.unit.providers.by_model.talks import TALK

FAULTS = [
    *SPOILT,
    Hang(),
    Status(401, f"Incorrect API key provided: {KEY}"),
    Spoken("telling the key", lambda _: f"I'm sorry, I can't use {KEY}."),
]


def told(things: list[object], *texts: str) -> list[str]:
    """Where the key is found."""
    shown = [f"{thing!r} {thing}" for thing in things] + list(texts)
    return [text for text in shown if KEY in text]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: getattr(f, "name", type(f).__name__))
def test_nothing_tells_the_key(
    summariser, reviewer, extractor, reranker, settings, server, caplog, capfd, fault
):
    caplog.set_level(logging.DEBUG)
    server.script(fault, fault, fault, fault)
    made = [summariser.summarise(ENGLISH, limit=99), reviewer.review(MEMO), extractor.extract(TALK)]
    with pytest.raises(ModelUnavailable) as caught:
        reranker.score("tea?", ["green tea", "milk"])
    assert summariser.trouble
    assert extractor.trouble
    things: list[object] = [caught.value, reranker, reranker.trouble, reranker.identity]
    things += [summariser, reviewer, settings, summariser.identity, *made]
    things += [summariser.trouble, reviewer.trouble, summariser.usage]
    things += [extractor, extractor.identity, extractor.trouble, extractor.usage]
    assert told(things, caplog.text, *capfd.readouterr()) == []


def test_the_key_does_reach_the_server(summariser, server):
    summariser.summarise(ENGLISH, limit=99)
    assert KEY in server.requests[0].headers["authorization"]


def test_a_planted_leak_is_found(summariser, reviewer, server, monkeypatch):
    monkeypatch.setattr(Role, "distrust", lambda self, why: f"{self._model._client.endpoint.key}")
    server.script(SPOILT[-1])
    summariser.summarise(ENGLISH, limit=99)
    assert told([summariser.trouble]) != []
