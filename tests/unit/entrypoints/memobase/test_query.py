"""Queries as clients write them: unescaped, cut off, with ampersands in the middle."""

from __future__ import annotations

import json
from urllib.parse import quote, urlencode

import httpx
import pytest

from holdfast.entrypoints.memobase.query import Query
from holdfast.errors import InvalidInput


def sent(address: str) -> Query:
    """The query of an address, as the client's own library sends it."""
    return Query(httpx.URL(f"http://here/x?{address}").query)


def test_a_doubled_ampersand_says_nothing():
    query = sent("max_token_size=10&prefer_topics=a&&prefer_topics=b&only_topics=c")
    assert query.texts("prefer_topics") == ["a", "b"]
    assert query.texts("only_topics") == ["c"]
    assert query.whole("max_token_size") == 10


@pytest.mark.parametrize(
    "text",
    ["R&D", "a && b", "x&topk=5&y", "x & query=1", "C++ & C", "100% sure", "a=b&c=d", "我&你👍"],
)
def test_a_chat_is_whole_whatever_stands_in_it(text):
    chats = json.dumps([{"role": "user", "content": text}], ensure_ascii=False)
    query = sent(f"chats_str={chats}&event_similarity_threshold=0.3")
    assert query.chats() == [text]
    assert query.number("event_similarity_threshold", 0.2) == 0.3


def test_a_hash_cuts_off_the_rest_and_what_arrived_is_read():
    chats = json.dumps([{"role": "user", "content": "one"}, {"role": "user", "content": "R&D #1"}])
    assert sent(f"chats_str={chats}&topk=3").chats() == ["one", "R&D "]
    assert sent("query=R&D #1&topk=3").text("query") == "R&D "
    assert sent('chats_str=[{"role": "user", "content": "half \\').chats() == ["half "]
    assert sent('chats_str=[{"content": "a"}, {"ro').chats() == ["a"]


@pytest.mark.parametrize("text", ["[", "{}", "null", '"x"', "[1, 2]", "[[[", "#", "&", ""])
def test_what_is_no_chat_is_none(text):
    assert sent(f"chats_str={text}").chats() == []
    assert sent(f"topic_limits_json={text}").limits() == {}


def test_escaped_ones_are_read_as_well():
    chats = json.dumps([{"role": "user", "content": "a + b & c#"}])
    pairs = {"chats_str": chats, "query": "two words", "topk": "4"}
    for written in (urlencode(pairs), urlencode(pairs, quote_via=quote)):
        query = Query(written.encode())
        assert query.chats() == ["a + b & c#"]
        assert query.text("query") == "two words"
        assert query.whole("topk") == 4
    assert sent("customize_context_prompt=a+%2B+b").text("customize_context_prompt") == "a + b"
    assert sent("query=C++").text("query") == "C++"


def test_flags_and_numbers():
    query = sent("wait_process=True&order_desc=False&page=2&profile_event_ratio=0.5&topk=None")
    assert (query.flag("wait_process"), query.flag("order_desc", usual=True)) == (True, False)
    assert (query.whole("page"), query.number("profile_event_ratio", 1)) == (2, 0.5)
    assert (query.whole("topk", 10), query.whole("limit"), query.flag("need_summary")) == (
        10,
        None,
        False,
    )
    assert query.limits() == {}
    assert sent('topic_limits_json={"a": 1, "b": "x"}').limits() == {"a": 1}
    for wrong, ask in (
        ("wait_process=maybe", lambda q: q.flag("wait_process")),
        ("topk=ten", lambda q: q.whole("topk")),
        ("topk=-1", lambda q: q.whole("topk")),
        ("profile_event_ratio=nan", lambda q: q.number("profile_event_ratio", 1)),
    ):
        with pytest.raises(InvalidInput):
            ask(sent(wrong))
