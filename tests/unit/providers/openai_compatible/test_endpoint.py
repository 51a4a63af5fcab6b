"""Addresses and keys: what is accepted, and what of it is ever shown."""

from __future__ import annotations

import pytest

from holdfast.errors import SettingsRefused
from holdfast.providers.openai_compatible import Endpoint


@pytest.mark.parametrize(
    ("url", "shown", "target"),
    [
        ("https://api.example.com/v1", "https://api.example.com/v1", "/v1/embeddings"),
        ("https://api.example.com/v1/", "https://api.example.com/v1", "/v1/embeddings"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1", "/v1/embeddings"),
        ("https://api.example.com:443", "https://api.example.com", "/embeddings"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1", "/v1/embeddings"),
        (
            "https://h/openai?api-version=2024&code=abcdef",
            "https://h/openai",
            "/openai/embeddings?api-version=2024&code=abcdef",
        ),
        (
            "https://gate.example/v1/0123456789abcdef0123/openai",
            "https://gate.example/v1/***/openai",
            "/v1/0123456789abcdef0123/openai/embeddings",
        ),
    ],
)
def test_an_address_is_taken_apart(url, shown, target):
    endpoint = Endpoint(url)
    assert (endpoint.shown, endpoint.target("embeddings")) == (shown, target)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "models.example.org",
        "ftp://host/v1",
        "http://host:port/v1",
        "http://[::1/v1",
        "http://host:0/v1",
        "http://host:99999/v1",
        "http://ho st/v1",
        "http://host/v1\r\nX: y",
        "http://例子.example/v1",
    ],
)
def test_what_is_no_address_is_refused_without_being_repeated(url):
    with pytest.raises(SettingsRefused) as caught:
        Endpoint(url)
    assert not url or url not in str(caught.value)


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel-4711", "tab\tbed", " lead"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_repeated(key):
    with pytest.raises(SettingsRefused) as caught:
        Endpoint("http://localhost/v1", key)
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("localhost", True),
        ("my.localhost", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("[::1]", True),
        ("0.0.0.0", True),
        ("10.0.0.1", False),
        ("example.com", False),
        ("localhost.com", False),
    ],
)
def test_this_machine_is_known(host, loopback):
    assert Endpoint(f"http://{host}/v1").loopback is loopback


@pytest.mark.parametrize(
    ("endpoint", "authorization"),
    [
        (Endpoint("http://h/v1"), ""),
        (Endpoint("http://h/v1", "abc"), "Bearer abc"),
        (Endpoint("http://me:p%40ss@h/v1"), "Basic bWU6cEBzcw=="),
        (Endpoint("http://me:p%40ss@h/v1", "abc"), "Bearer abc"),
    ],
)
def test_the_key_goes_into_a_header(endpoint, authorization):
    assert endpoint.authorization() == authorization
