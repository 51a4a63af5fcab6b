"""Headers: keys go where they belong, and what is ours stays here."""

from __future__ import annotations

import pytest

from holdfast.domain.key import new_secret
from holdfast.entrypoints.proxy.headers import back, onward
from holdfast.providers.openai_compatible.endpoint import Endpoint

OURS, THEIRS, SET = new_secret(), "sk-callers", "sk-set"
URL = "https://api.example.com/v1"


@pytest.mark.parametrize(
    ("shown", "key", "sent"),
    [
        (OURS, SET, [SET]),
        (THEIRS, SET, [SET]),
        (None, SET, [SET]),
        (THEIRS, "", [THEIRS]),
        (OURS, "", []),
        (None, "", []),
    ],
    ids=["ours", "theirs", "none", "theirs alone", "ours alone", "none at all"],
)
def test_which_key_is_sent(shown, key, sent):
    headers = [(b"authorization", f"Bearer {shown}".encode())] if shown else []
    found = onward(headers, Endpoint(URL, key), readable=False)
    assert found == [(b"authorization", f"Bearer {each}".encode()) for each in sent]


def test_what_stays_here():
    stays = [
        *(b"holdfast-key", b"holdfast-user", b"cookie", b"origin", b"referer", b"host"),
        *(b"connection", b"transfer-encoding", b"content-length", b"x-forwarded-for", b"forwarded"),
        *(b"sec-fetch-site", b"x-request-id", b"te"),
    ]
    goes = [(b"user-agent", b"x"), (b"openai-beta", b"y"), (b"x-stainless-lang", b"z")]
    found = onward([*((name, b"v") for name in stays), *goes], Endpoint(URL), readable=False)
    assert found == goes


def test_an_answer_that_is_read_comes_unpacked():
    packed = [(b"accept-encoding", b"gzip, br")]
    assert onward(packed, Endpoint(URL), readable=False) == packed
    assert onward(packed, Endpoint(URL), readable=True) == [(b"accept-encoding", b"identity")]


def test_what_comes_back():
    headers = [
        *((b"Set-Cookie", b"a=1"), (b"Server", b"s"), (b"Connection", b"close")),
        *((b"access-control-allow-origin", b"*"), (b"X-Request-Id", b"r-1")),
        *((b"Content-Type", b"text/html"), (b"x-ratelimit-limit-requests", b"9")),
    ]
    assert back(headers, (b"x-holdfast-memory", b"ok")) == [
        (b"x-upstream-request-id", b"r-1"),
        (b"content-type", b"text/html"),
        (b"x-ratelimit-limit-requests", b"9"),
        (b"content-security-policy", b"default-src 'none'; sandbox"),
        (b"x-holdfast-memory", b"ok"),
    ]
