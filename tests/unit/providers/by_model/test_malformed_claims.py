"""Answers that are not what was asked for, over real HTTP: nothing escapes, nothing valid is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdfast.providers.by_model import ModelExtractor
from holdfast.testing.model_faults import Body, Fault, Spoken
from holdfast.testing.models import ScriptedModel
from tests.unit.providers.by_model.talks import (
    ANSWER,
    CLAIMS,
    TALK,
    VALUES,
    SaysLikes,
    answer,
    claim,
)

GOOD = json.dumps(ANSWER)
HOME, TEA, LILY, CATS = CLAIMS
LIST = json.dumps(CLAIMS)
BROKEN = '{"lines": [3], "topic": "pet", "value": oops}'


def one(**changed: object) -> str:
    """The answer, its first claim with some fields changed."""
    return answer({**HOME, **changed}, TEA, LILY, CATS)


def without(name: str) -> str:
    return answer({key: value for key, value in HOME.items() if key != name}, TEA, LILY, CATS)


def deep(depth: int) -> str:
    return '{"a": ' * depth + GOOD + "}" * depth


ALL = VALUES
REST = VALUES[1:]
NONE = None
"""The rules stand in."""

TABLE: dict[str, tuple[str, tuple[str, ...] | None]] = {
    # Something around it
    "prose before": (f"Sure! Here are the claims:\n{GOOD}", ALL),
    "prose after": (f"{GOOD}\nLet me know if you need more.", ALL),
    "prose with braces": (f"I use {{this}} [format] for it: {GOOD} {{end}}", ALL),
    "fenced": (f"```json\n{GOOD}\n```", ALL),
    "fenced, never closed": (f"```json\n{GOOD}", ALL),
    "two fences": (f"```json\n{answer(HOME, TEA)}\n```\nand\n```json\n{answer(LILY, CATS)}\n```", ALL),
    "tildes": (f"~~~\n{GOOD}\n~~~", ALL),
    "thoughts": (f"<think>{{}} [1]? {{\"claims\": []}}</think>{GOOD}", ALL),
    "thoughts without beginning": (f"So they moved.</think>{GOOD}", ALL),
    "a byte order mark": (f"\ufeff{GOOD}", ALL),
    "nul bytes around": (f"\x00{GOOD}\x00", ALL),
    "a callback": (f"callback({GOOD});", ALL),
    "markdown heading": (f"## Answer\n\n**JSON**:\n{GOOD}", ALL),
    # Cut short
    "cut in the tags": (GOOD[:-2], ALL),
    "cut in the gists": (GOOD[: GOOD.index("2026.")], ALL),
    "cut before the gists": (GOOD[: GOOD.index(', "gists"')], ALL),
    "cut in the last claim": (GOOD[: GOOD.index("two cats")], ALL[:3]),
    "cut in the third claim": (GOOD[: GOOD.index("Lily visits") + 4], ALL[:2]),
    "cut in an escape": (GOOD[: GOOD.index("two cats")] + "\\u4e", ALL[:3]),
    "cut in the first claim": (GOOD[: GOOD.index("Hangzhou")], NONE),
    "cut in the first name": ('{"cla', NONE),
    # Broken in places
    "a broken claim between": (f'{{"claims": [{json.dumps(HOME)}, {BROKEN}, {json.dumps(TEA)}]}}', ALL[:2]),
    "a trailing comma": (f'{{"claims": {LIST[:-1]},], }}', ALL),
    "trailing commas inside": (GOOD.replace('"}', '",}').replace('"]', '",]'), ALL),
    "no comma between": (GOOD.replace("}, {", "} {"), ALL),
    "line ends in strings": (one(text="I moved\nto Hangzhou in March.").replace("\\n", "\n"), ALL),
    "not closed but complete": (GOOD.rstrip("}"), ALL),
    "closed too often": (f"{GOOD}}}}}]]", ALL),
    "a broken list of gists": (GOOD.replace('["The', "[The"), ALL),
    # Another shape
    "a bare list": (LIST, ALL),
    "one bare claim": (json.dumps(TEA), ("jasmine tea",)),
    "objects one after another": ("\n".join(map(json.dumps, CLAIMS)), ALL),
    "answers one after another": (f"{answer(HOME, TEA)}\n{answer(LILY, CATS)}", ALL),
    "a list around it": (f"[{GOOD}]", ALL),
    "an object around it": (json.dumps({"result": {"data": ANSWER}}), ALL),
    "nested within reason": (deep(4), ALL),
    "nested beyond reason": (deep(6_000), ALL),
    "lists without end": ("[" * 50_000, NONE),
    "encoded twice": (json.dumps(GOOD), ALL),
    "encoded inside": (json.dumps({"answer": GOOD}), ALL),
    "a single claim without a list": (answer().replace("[]", json.dumps(TEA)), ("jasmine tea",)),
    "claims by number": (json.dumps({"claims": dict(enumerate(CLAIMS))}), ALL),
    "claims by topic": (
        json.dumps({"claims": {each["topic"]: [{**each, "topic": None} | {"topic": each["topic"]}] for each in CLAIMS}}),
        ALL,
    ),
    "claims by topic, which they do not repeat": (
        json.dumps({"claims": {each["topic"]: {k: v for k, v in each.items() if k != "topic"} for each in CLAIMS}}),
        ALL,
    ),
    "lists in the list": (json.dumps({"claims": [[HOME, TEA], [LILY, CATS]]}), ALL),
    "another name": (json.dumps({"facts": CLAIMS}), ALL),
    "a name in capitals": (json.dumps({"CLAIMS": CLAIMS}), ALL),
    "a name given twice": (f'{{"claims": {json.dumps(CLAIMS[:2])}, "claims": {json.dumps(CLAIMS[2:])}}}', ALL),
    "a value given twice": (one().replace('"value": "Hangzhou"', '"value": "Oslo", "value": "Hangzhou"'), ALL),
    "every claim twice": (answer(*CLAIMS, *CLAIMS), ALL),
    # Wrong types
    "ids as texts": (one(lines=["1"]), ALL),
    "ids in brackets": (one(lines=["[1]"]), ALL),
    "ids as floats": (one(lines=[1.0]), ALL),
    "ids as they are": (one(lines=["a"]), ALL),
    "an id without a list": (one(lines=1), ALL),
    "ids that are not there": (one(lines=[9, 0, -1, 2**70, "z"]), REST),
    "an id that is there among others": (one(lines=[1, 99, None, "x", [1], {}]), ALL),
    "a line without a number": (one(lines=["d"]), REST),
    "no ids": (one(lines=[]), REST),
    "ids are null": (one(lines=None), REST),
    "no lines at all": (without("lines"), REST),
    "a topic that is none": (one(topic="secrets"), REST),
    "a topic of a wrong type": (one(topic=7), REST),
    "a topic in capitals": (one(topic=" Home "), ALL),
    "a value that is null": (one(value=None), REST),
    "a value that is empty": (one(value=" "), REST),
    "a value that is a list": (one(value=["Hangzhou"]), REST),
    "a value that is an object": (one(value={"city": "Hangzhou"}), REST),
    "a value that is a flag": (one(value=True), REST),
    "a value without end": (one(value="Hangzhou " * 9_000), REST),
    "a value that was made up": (one(value="Shanghai"), REST),
    "a value from a tool": (one(value="Paris"), REST),
    "a value from the assistant": (one(value="Oolong"), REST),
    "about nobody": (one(about=None), ALL),
    "about somebody who is not there": (one(about="Bob"), REST),
    "about a list": (one(about=["user"]), ALL),
    "moments of wrong types": (one(since=7, until=[1]), ALL),
    "confidence is NaN": (one(confidence=float("nan")), ALL),
    "confidence without end": (one(confidence=float("inf")), ALL),
    "confidence in words": (one(confidence="high"), ALL),
    "flags in words": (one(ends="no", corrects="maybe"), ALL),
    "a number of 5,000 digits": (one(confidence=0).replace('"confidence": 0', f'"confidence": {"9" * 5000}'), REST),
    "half a character": (one(sub="\ud83d"), ALL),
    "nulls everywhere": (json.dumps({**dict.fromkeys(ANSWER), "claims": [*CLAIMS, None, None]}), ALL),
    "other things among them": (answer(HOME, 7, "x", None, [], {}, TEA, True, LILY, CATS), ALL),
    "wrong types beside them": (answer(*CLAIMS, gists=7, emotions={"a": 1}, keywords="Hangzhou", tags=[1]), ALL),
    "claims is a number": ('{"claims": 7}', NONE),
    "claims is a text": ('{"claims": "none"}', NONE),
    # No answer
    "empty": ("", NONE),
    "spaces": ("  \n\t ", NONE),
    "prose alone": ("They moved to Hangzhou and like tea.", NONE),
    "a refusal": ("I'm sorry, but I can't help with that request.", NONE),
    "a refusal in Chinese": ("抱歉，我无法满足这个请求。", NONE),
    "endless thought": ('<think>{"claims": [', NONE),
    "an error": ('{"error": "overloaded", "code": 3}', NONE),
    "an empty object": ("{}", NONE),
    "another language": (answer(claim([1], "home", "杭州"), claim([2], "like", "茉莉花茶")), NONE),
    "all made up": (answer(claim([1], "home", "Oslo"), claim([2], "like", "chess")), NONE),
    "a page": ("<html><body>Bad gateway</body></html>", NONE),
    "yaml": ("claims:\n- lines: [1]\n  topic: home\n  value: Hangzhou", NONE),
    "garbage": ('}{"]: \ufffd\ufffd \x00 lorem {{{', NONE),
    "NaN": ("NaN", NONE),
    "null": ("null", NONE),
    "10 MB of spaces before it": (" " * 10_000_000 + GOOD, ALL),
    "10 MB of words before it": ("well " * 2_000_000 + GOOD, NONE),
    "10 MB behind it": (GOOD + "x" * 10_000_000, ALL),
    "10 MB of claims": ('{"claims": [' + ", ".join([json.dumps(TEA)] * 120_000) + "]}", ("jasmine tea",)),
    "10 MB in a string": (one(text="z" * 10_000_000), NONE),
}  # fmt: skip


def body(message: dict[str, Any], **more: object) -> Body:
    choice = {
        "index": 0,
        "message": {"role": "assistant", **message},
        "finish_reason": "stop",
        **more,
    }
    return Body(json.dumps({"choices": [choice]}).encode())


SHAPES: dict[str, tuple[Fault, tuple[str, ...] | None]] = {
    "thoughts alone": (body({"content": None, "reasoning_content": GOOD}), NONE),
    "empty beside thoughts": (body({"content": "", "reasoning_content": GOOD}), NONE),
    "content in parts": (body({"content": [{"type": "text", "text": GOOD}]}), ALL),
    "a refusal in its own field": (body({"content": None, "refusal": "No."}), NONE),
    "a tool call": (body({"content": None, "tool_calls": [{"function": {"arguments": GOOD}}]}), NONE),
    "withheld": (body({"content": GOOD}, finish_reason="content_filter"), NONE),
    "no choices": (Body(b'{"choices": []}'), NONE),
    "no JSON": (Body(b"<html></html>", "text/html"), NONE),
    "the answer without its wrapping": (Body(GOOD.encode()), NONE),
}  # fmt: skip


def test_the_table_is_long_enough():
    assert len(TABLE) + len(SHAPES) >= 60


def check(extractor, expected: tuple[str, ...] | None) -> None:
    made = extractor.extract(TALK)
    if expected is None:
        assert made._replace(untrusted="", tokens_out=0) == SaysLikes().extract(TALK)._replace(
            provisional=True
        )
        assert extractor.trouble
        assert extractor.usage.failures == 1
        return
    assert tuple(each.value for each in made.claims) == expected
    assert (made.error, made.provisional, extractor.trouble) == ("", False, "")
    assert extractor.usage.failures == 0
    assert extractor.usage.calls == 1


@pytest.mark.parametrize("name", TABLE)
def test_what_is_said(extractor, server, name):
    said, expected = TABLE[name]
    server.script(Spoken(name, lambda _: said))
    check(extractor, expected)


@pytest.mark.parametrize("name", SHAPES)
def test_how_it_is_said(extractor, server, name):
    fault, expected = SHAPES[name]
    server.script(fault)
    check(extractor, expected)


def test_wherever_it_is_cut():
    """The claims that are whole come of it, and no others."""
    ends = [GOOD.index(json.dumps(each)) + len(json.dumps(each)) for each in CLAIMS]
    for place in range(1, len(GOOD)):
        made = ModelExtractor(ScriptedModel(GOOD[:place])).extract(TALK)
        values = tuple(each.value for each in made.claims)
        assert values == VALUES[: sum(end <= place for end in ends)], GOOD[:place]
        assert bool(values) != bool(made.error)
