"""Reading: the answer is found in whatever a model says around it."""

from __future__ import annotations

import json

import pytest

from holdfast.providers.by_model.reading import (
    LONGEST,
    Found,
    answer_in,
    fields_in,
    items_in,
    text_in,
)

GOOD = '{"summary": "Mei likes tea. 她喜欢茶。"}'
TEXT = "Mei likes tea. 她喜欢茶。"
ITEMS = '{"changes": [{"line": 1}, {"line": 2}]}'


@pytest.mark.parametrize(
    "said",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"~~~\n{GOOD}\n~~~",
        f"Sure, [here] it is {{as asked}}:\n{GOOD}\nHope that helps!",
        f"<think>Maybe {{}} or\n[1]?</think>\n{GOOD}",
        f"<THINKING>a</THINKING><think>b</think>{GOOD}",
        f"They like tea, so I say that.</think>\n{GOOD}",
        json.dumps([TEXT]),
        json.dumps({"summary": [TEXT]}),
        json.dumps([{"summary": TEXT}]),
        json.dumps({"summary": {"text": TEXT}}),
        json.dumps({"text": TEXT}),
        TEXT,
        f"```\n{TEXT}\n```",
        f"`{TEXT}`",
    ],
)
def test_a_text(said):
    assert text_in(said, "summary") == Found(TEXT)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "<think>They like tea, but",
        '<think>{"summary": "not yet"}',
        '{"summary": 7}',
        '{"summary": null}',
        '{"summary": ""}',
        '{"summary": [1, 2]}',
        '{"error": "overloaded", "code": 3}',
        '{"summ',
        "[1, 2",
    ],
)
def test_no_text(said):
    assert text_in(said, "summary").text == ""


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ('{"summary": "Mei likes tea. She al', "Mei likes tea. She al"),
        ('```json\n{"summary": "一\\n二\\u4e', "一\n二"),
        ('{"summary": "a \\"b\\" c\nd\\', 'a "b" c\nd'),
        ('{"summary": "bad \\x escape", "more": [', ""),
    ],
)
def test_a_text_that_was_cut_short(said, text):
    assert text_in(said, "summary") == Found(text, whole=False)


def test_words_about_thinking_are_no_thoughts():
    text = "Mei asked what <think> and </think> mean."
    assert text_in(json.dumps({"summary": text}), "summary").text == text


def test_what_cannot_be_stored_is_left_out():
    assert text_in('{"summary": "a\\ud83db\\u0000c"}', "summary").text == "abc"


@pytest.mark.parametrize(
    "said",
    [
        ITEMS,
        f"```json\n{ITEMS}\n```",
        f"<think>{{'x'}}</think>I found two:\n{ITEMS} Bye.",
        '[{"line": 1}, {"line": 2}]',
        '{"line": 1}\n{"line": 2}',
        '{"changes": [{"line": 1}, {"line": 2}, {"line": 3, "rea',
        '{"changes": [{"line": 1}, {"line": 2}',
    ],
)
def test_items(said):
    assert items_in(said, "changes") == [{"line": 1}, {"line": 2}]


@pytest.mark.parametrize(
    ("said", "items"),
    [
        ('{"changes": []}', []),
        ('{"changes": null}', []),
        ('{"changes": {"line": 1}}', [{"line": 1}]),
        ('{"changes": 7}', None),
        ('{"changes": "none"}', None),
        ("Nothing to change.", None),
        ("", None),
        ("<think>[1] and [2]", None),
    ],
)
def test_items_that_are_few_or_none(said, items):
    assert items_in(said, "changes") == items


NAMES = ("a", "b")


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ('{"a": [1], "b": ["x"], "c": 3}', {"a": [1], "b": ["x"]}),
        ('{"a": null, "b": "x"}', {"a": [], "b": ["x"]}),
        ('{"a": [1], "a": [2]}', {"a": [1, 2]}),
        ('{"a": [1]} and {"A": [2]}', {"a": [1, 2]}),
        ('{"c": {"d": {"a": [1]}}}', {"a": [1]}),
        ('{"c": "{\\"a\\": [1]}"}', {"a": [1]}),
        ('"{\\"a\\": [1]}"', {"a": [1]}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": [{"x": 1}, {"x": 2}], "b": ["y", "z', {"a": [{"x": 1}, {"x": 2}], "b": ["y"]}),
        ('{"a": [{"x": 1}, {"x": }, {"x": 2}], "b": []', {"a": [{"x": 1}, "x", {"x": 2}], "b": []}),
        ('{"a": ["x\ny"]}', {"a": ["x\ny"]}),
        ('[{"x": 1}, {"x": 2}]', {"a": [{"x": 1}, {"x": 2}]}),
        ('{"x": 1}\n{"x": 2}', {"a": [{"x": 1}, {"x": 2}]}),
        ("[]", {"a": []}),
        ('{"a": [', None),
        ('{"a', None),
        ("<think>{}", None),
        ("nothing", None),
        ("", None),
    ],
)
def test_fields(said, fields):
    assert fields_in(said, NAMES) == fields


@pytest.mark.parametrize("sign", ["[", "{", '{"a":', '["', "[{", "<think>"])
def test_nothing_takes_long(sign):
    """A server may send what it likes; the looking has an end."""
    said = sign * LONGEST
    assert items_in(said, "changes") in (None, [])
    assert text_in(said, "summary").text == ""


@pytest.mark.parametrize("sign", ["[", '{"a":', '"a": [', '{"a": [', '{"a":"', '{"a": [{}, '])
def test_looking_for_fields_has_an_end(sign):
    fields = fields_in(sign * LONGEST, NAMES)
    assert fields is None or set(fields) <= set(NAMES)


def test_only_the_beginning_of_a_long_answer_is_looked_at():
    assert len(answer_in("a" * (LONGEST + 5))) == LONGEST
