"""Vectors from a server: complete, in order and checked, or an error that says which kind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from holdfast.errors import ModelRefused, ModelUnavailable, SettingsRefused
from holdfast.ports.embedder import Embedder
from holdfast.providers.openai_compatible import Client, OpenAICompatibleEmbedder
from holdfast.testing.model_faults import Body, Status, Truncated, Twisted, Well

TEXTS = [f"text number {number}" for number in range(10)]


def make(client: Client, **options: object) -> OpenAICompatibleEmbedder:
    return OpenAICompatibleEmbedder(client, "test-model", **options)  # type: ignore[arg-type]


def expected(server, texts):
    rows = np.array([server.vector(text) for text in texts], np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def sizes(server) -> list[int]:
    return [len(request.body["input"]) for request in server.requests]


def test_it_is_an_embedder(embedder):
    port: Embedder = embedder
    assert port.local is False


def test_rows_in_the_order_of_the_texts(client, server):
    found = make(client, texts_at_once=4).embed(TEXTS)
    assert (found.shape, found.dtype.name) == ((10, 8), "float32")
    np.testing.assert_allclose(found, expected(server, TEXTS), atol=1e-6)
    assert sizes(server) == [4, 4, 2]


def test_batches_are_bounded_by_characters_too(client, server):
    make(client, chars_at_once=30).embed(TEXTS)
    assert sizes(server) == [2] * 5


def test_only_the_beginning_of_a_text_is_sent(client, server):
    make(client, chars_in_text=6).embed(["abcdefghij", "      klm"])
    assert server.requests[0].body["input"] == ["abcdef"]


def test_texts_without_content_are_zeros_and_not_sent(client, server):
    found = make(client).embed(["", "hello", " \n\t"])
    assert server.requests[0].body["input"] == ["hello"]
    assert np.linalg.norm(found, axis=1).round(5).tolist() == [0, 1, 0]


@pytest.mark.parametrize("texts", [[], [""]])
def test_nothing_to_embed_has_the_right_shape(client, texts):
    assert make(client).embed(texts).shape == (len(texts), 8)
    assert make(client, dimensions=5).embed(texts).shape == (len(texts), 5)


def test_dimensions_are_asked_for_once(embedder, server):
    assert [embedder.dimensions for _ in range(3)] == [8, 8, 8]
    assert len(server.requests) == 1


def test_dimensions_that_were_given_are_not_asked_for(client, server):
    assert make(client, dimensions=8).dimensions == 8
    assert server.requests == []


def test_shorter_vectors_on_request(client, server):
    make(client, dimensions=8, shorten=True).embed(["hello"])
    assert server.requests[0].body["dimensions"] == 8


@pytest.mark.parametrize(
    "options",
    [
        {"shorten": True},
        {"dimensions": -1},
        {"texts_at_once": 0},
        {"chars_at_once": 0},
        {"chars_in_text": 0},
    ],
)
def test_options_that_make_no_sense(client, options):
    with pytest.raises(SettingsRefused):
        make(client, **options)


def test_the_identity_changes_with_the_vectors(client):
    others: list[dict[str, object]] = [
        {"revision": "2"},
        {"dimensions": 8, "shorten": True},
        {"chars_in_text": 10},
    ]
    identities = [make(client).identity, *(make(client, **other).identity for other in others)]
    identities.append(OpenAICompatibleEmbedder(client, "other-model").identity)
    assert len(set(identities)) == len(identities)
    assert make(client, dimensions=8, texts_at_once=2).identity == make(client).identity


@pytest.mark.parametrize(
    "fault",
    [
        Twisted(count=1),
        Twisted(count=-1),
        Twisted(not_finite=True),
        Twisted(ragged=True),
        Twisted(same_index=True),
        Body(b"<html>"),
        Body(b"{}"),
        Status(503),
        Truncated(),
    ],
    ids=repr,
)
@pytest.mark.parametrize("packed", [True, False])
def test_an_answer_that_cannot_be_used(connect, server, fault, packed):
    embedder = make(connect(attempts=1))
    embedder._packed = packed
    server.script(fault)
    with pytest.raises(ModelUnavailable):
        embedder.embed(TEXTS)
    np.testing.assert_allclose(embedder.embed(TEXTS), expected(server, TEXTS), atol=1e-6)


@pytest.mark.parametrize("given", [8, None])
def test_vectors_of_another_length_are_refused(client, server, given):
    embedder = make(client, dimensions=given)
    if given is None:
        embedder.embed(TEXTS)
    server.script(Twisted(dimensions=5))
    with pytest.raises(ModelRefused, match="gives 5 numbers a text; 8 are expected"):
        embedder.embed(TEXTS)


def test_a_failure_in_a_later_batch_is_one_of_the_whole(connect, server):
    server.script(Well(), Status(403))
    with pytest.raises(ModelRefused, match="403"):
        make(connect(), texts_at_once=5).embed(TEXTS)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_batch_that_is_too_large_is_halved_and_the_size_kept(client, server, status):
    embedder = make(client)
    server.script(Status(status, "batch too large"))
    for _ in range(2):
        np.testing.assert_allclose(embedder.embed(TEXTS), expected(server, TEXTS), atol=1e-6)
    assert sizes(server) == [10, 5, 5, 5, 5]


def test_a_text_that_is_refused_does_not_shrink_later_batches(client, server):
    embedder = make(client)
    server.script(Status(400), times=5)
    with pytest.raises(ModelRefused):
        embedder.embed(TEXTS)
    embedder.embed(TEXTS)
    assert sizes(server) == [10, 5, 3, 2, 1, 10]


@pytest.mark.parametrize(
    "fault", [Status(400), Status(413), Status(500, "input is too large to process")], ids=repr
)
def test_a_text_that_is_too_long_for_the_model_is_shortened(connect, server, fault):
    text = "x" * 1000
    server.script(fault, times=2)
    found = make(connect(attempts=1)).embed([text])
    assert [len(request.body["input"][0]) for request in server.requests] == [1000, 500, 250]
    np.testing.assert_allclose(found, expected(server, [text[:250]]), atol=1e-6)


def test_a_text_is_not_shortened_for_ever(connect, server):
    server.script(Status(400), times=9)
    with pytest.raises(ModelRefused):
        make(connect()).embed(["x" * 1000])
    assert len(server.requests) == 3


def test_a_server_without_base64_is_asked_for_numbers(client, server):
    embedder = make(client)
    server.script(Status(400, "Unknown parameter: encoding_format"))
    for _ in range(2):
        np.testing.assert_allclose(embedder.embed(TEXTS), expected(server, TEXTS), atol=1e-6)
    formats = [request.body.get("encoding_format") for request in server.requests]
    assert formats == ["base64", None, None]


def test_threads_may_share_one(client, server):
    embedder = make(client, texts_at_once=3)

    def embed(number: int) -> bool:
        texts = [f"{number}:{text}" for text in TEXTS]
        return bool(np.allclose(embedder.embed(texts), expected(server, texts), atol=1e-6))

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(embed, range(18)))
