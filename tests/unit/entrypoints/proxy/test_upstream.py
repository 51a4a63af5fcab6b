"""Upstream: which server it is, and which paths lead to it."""

from __future__ import annotations

import pytest

from holdfast import Settings
from holdfast.entrypoints.proxy.upstream import Upstream, stays_below
from holdfast.errors import SettingsRefused


def test_nothing_set_is_none():
    assert Upstream.of(Settings()) is None


@pytest.mark.parametrize("url", ["ftp://x/v1", "nowhere", "https://x/v1?key=1", "https://x/#a"])
def test_an_address_that_is_none_is_refused_and_not_repeated(url):
    with pytest.raises(SettingsRefused) as told:
        Upstream.of(Settings(openai_upstream=url))
    assert url not in str(told.value)


@pytest.mark.parametrize(
    "path", ["models", "files/a%2Fb", "a..b/c", "...", "responses/r_1/input_items"]
)
def test_paths_below(path):
    assert stays_below(path)


@pytest.mark.parametrize(
    "path", ["..", "a/..", "%2e%2e/a", "%252E%252e/a", "a/./b", "..\\a", "a%5c..%5cb"]
)
def test_paths_that_lead_elsewhere(path):
    assert not stays_below(path)
