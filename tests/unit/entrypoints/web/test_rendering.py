"""Rendering: what templates may call."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from jinja2 import UndefinedError

from holdfast.entrypoints.web.rendering import (
    TEMPLATES,
    address,
    clip,
    environment,
    longest,
    marked,
    score,
    when,
)
from holdfast.text.analysis import terms

SAID = datetime(2026, 5, 12, 23, 51, tzinfo=timezone(timedelta(hours=8)))


def test_everything_is_escaped_in_every_template():
    assert environment().autoescape is True
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "|safe" not in text.replace(" ", ""), path
        assert "autoescape" not in text, path
    shown = environment().from_string("<p title='{{ x }}'>{{ x }}</p>").render(x="<b>'\"&")
    assert shown == "<p title='&lt;b&gt;&#39;&#34;&amp;'>&lt;b&gt;&#39;&#34;&amp;</p>"


def test_what_is_missing_is_not_passed_over():
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()


def test_an_address_carries_any_name():
    assert address("/browse") == "/browse"
    assert address("/browse/recent", user="林 悦&a=b/../#", agent="", edit=None) == (
        "/browse/recent?user=%E6%9E%97%20%E6%82%A6%26a%3Db%2F..%2F%23"
    )


@pytest.mark.parametrize(
    ("text", "query", "pieces"),
    [
        ("She hikes", "hiking", [("She ", False), ("hikes", True)]),
        ("我妹妹在成都", "成都", [("我妹妹在", False), ("成都", True)]),
        ("tea", "tea", [("tea", True)]),
        ("<b>tea</b>", "tea", [("<b>", False), ("tea", True), ("</b>", False)]),
        ("tea", "coffee", [("tea", False)]),
        ("", "tea", []),
    ],
)
def test_matching_words_are_marked_and_no_letter_is_lost(text, query, pieces):
    assert list(marked(text, terms(query))) == pieces
    assert "".join(piece for piece, _ in pieces) == text


def test_without_terms_nothing_is_marked():
    assert list(marked("tea", None)) == [("tea", False)]


def test_a_moment_is_shown_where_the_visitor_is():
    assert when(SAID) == "2026-05-12 23:51"
    assert when(SAID, ZoneInfo("Europe/Berlin")) == "2026-05-12 17:51"


def test_a_text_is_clipped_to_one_line():
    assert clip("a\n b", 10) == "a b"
    assert clip("abcdef ghi", 8) == "abcdef…"
    assert len(clip("x" * 10_000)) == 160


def test_scores_have_two_places_and_a_real_minus():
    assert [score(0.126), score(-0.5)] == ["0.13", "−0.50"]


def test_the_longest_bar_is_never_nothing():
    assert longest([]) == longest([0.0]) == 1.0
    assert longest([0.2, -0.7]) == 0.7
