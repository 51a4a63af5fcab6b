"""Tokens against forged requests."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.web.tokens import Tokens


def test_a_token_is_one_visitors():
    tokens = Tokens()
    assert tokens.holds("mei", tokens.token("mei"))
    assert not tokens.holds("wang", tokens.token("mei"))
    assert not tokens.holds("", tokens.token("mei"))


@pytest.mark.parametrize("token", ["", "0" * 64, "令牌", "\ud800"])
def test_nothing_else_holds(token):
    assert not Tokens().holds("mei", token)


def test_a_token_ends_with_the_process():
    assert not Tokens().holds("mei", Tokens().token("mei"))
