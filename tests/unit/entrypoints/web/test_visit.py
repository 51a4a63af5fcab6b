"""Visits: where one may be sent."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.web.visit import HOME, own_address


@pytest.mark.parametrize(
    "address",
    ["/browse", "/browse/recent", "/browse/recall?q=a%20b&user=%E6%9E%97", "/browse?after=x"],
)
def test_our_own_pages_are(address):
    assert own_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        *("", "/", "//evil.example", "https://evil.example/browse", "/browsers", "browse"),
        *("/\\evil.example", "/browse\\..\\x", "/browse/\r\nset-cookie: a=b", "/browse//x y"),
        *("javascript:alert(1)", "/v1/users", "/browse\x00", " /browse", "/browse/\tx"),
    ],
)
def test_nothing_else_is(address):
    assert own_address(address) == HOME
