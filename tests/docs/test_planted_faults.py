"""A check that passes everything proves nothing: a page with a planted fault must fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.errors import SettingsRefused
from tests.docs.pages import BadPage
from tests.docs.reader import Differs, try_out


def block(language: str, *lines: str) -> str:
    return "\n".join([f"```{language}", *lines, "```", "", ""])


SAYS_A = block("python", "print('a')")

TRUE = {
    "what is printed": block("python", "print('a b c')", "print()", "print('d')")
    + block("text", "a ... c", "...", "d"),
    "what is printed, in a comment": SAYS_A + "<!-- prints: a -->",
    "what is printed by no one": block("python", "x = 1") + block("python", "assert x == 1"),
    "an answer": block("console", "$ holdfast --version", "holdfast ..."),
    "two answers": block("console", "$ python -c 'print(1)'", "1", "$ python -c 'print(2)'", "2"),
    "a refusal": block(
        "console", "$ holdfast users --db no.db", "holdfast: There is no memory at no.db. ..."
    ),
    "a variable": block(
        "console", "$ export A=$(python -c 'print(7)')", '$ python -c "print($A)"', "7"
    ),
    "a command on two lines": block("console", "$ holdfast \\", "    --version", "..."),
    "a server": block(
        "console",
        "$ holdfast serve --no-auth &",
        "Serving memory.db on http://127.0.0.1:48912. Ctrl-C stops.",
        "$ curl -s http://127.0.0.1:48912/livez",
        "ok",
    ),
    "commands": block("sh", "make demo", "holdfast recall x -u 梅 -k 3 | cat > found  # words"),
    "settings": block("toml", 'time_zone = "Asia/Shanghai"'),
    "a block in a list": "- so:\n\n  ```python\n  x = 1\n  ```\n",
}

UNTRUE = {
    "something else is printed": SAYS_A + block("text", "b"),
    "something else than in the comment": SAYS_A + "<!-- prints: b -->",
    "more is printed": block("python", "print('a\\nb')") + block("text", "a"),
    "less is printed": SAYS_A + block("text", "a", "b"),
    "something is printed and not shown": SAYS_A,
    "a wildcard at one end only": SAYS_A + block("text", "...b"),
    "another answer": block("console", "$ holdfast --version", "holdfast 99"),
    "an answer that is not shown": block("console", "$ holdfast --version"),
    "another refusal": block("console", "$ holdfast users --db no.db", "holdfast: Gone."),
    "a refusal that was none": block(
        "console", "$ python -c \"print('holdfast: no')\"", "holdfast: no"
    ),
    "another answer of a server": block(
        "console",
        "$ holdfast serve --no-auth &",
        "Serving memory.db on http://127.0.0.1:48912. Ctrl-C stops.",
        "$ curl -s http://127.0.0.1:48912/livez",
        "no",
    ),
    "a server that does not start": block("console", "$ holdfast serve --loudly &", "Serving ..."),
    "a failure": block("console", "$ python -c 'raise SystemExit(3)'"),
    "a failure in a pipe": block("console", "$ python -c 'raise SystemExit(3)' | cat"),
    "no such target": block("sh", "make nonsense"),
    "no such command": block("sh", "holdfast remember this"),
    "no such option": block("sh", "holdfast recall x --loudly"),
    "an argument too many": block("sh", "holdfast recall x y"),
    "an argument too many, further on": block("sh", "cat x | holdfast import - y"),
}

UNCHECKABLE = {
    "another language": block("ruby", "puts 1"),
    "no language": block("", "x = 1"),
    "a language and a word": block("python skip", "x = 1"),
    "other marks": "~~~python\nx = 1\n~~~\n",
    "more marks": "````python\nx = 1\n````\n",
    "no end": "```python\nx = 1\n",
    "a text of its own": block("text", "a"),
    "a text too far from its block": SAYS_A + "Words.\n\n" + block("text", "a"),
    "two texts": SAYS_A + block("text", "a") + block("text", "a"),
    "a text behind a transcript": block("console", "$ holdfast --version", "...") + block("text"),
    "a comment behind a transcript": block("console", "$ holdfast --version", "...")
    + "<!-- prints: a -->",
    "no fence": "Look:\n\n    x = 1\n",
    "tags": "<pre>x = 1</pre>\n",
    "a transcript of something else": block("console", "$ rm -r ."),
    "a transcript without a command": block("console", "holdfast --version"),
    "a program that nobody knows": block("sh", "curl example.org"),
    "a program that nobody knows, further on": block("sh", "holdfast export -u mei | sh"),
}

BROKEN = {
    "it raises": (ZeroDivisionError, block("python", "1 / 0")),
    "it is not Python": (SyntaxError, block("python", "this is no Python")),
    "it is not a setting": (SettingsRefused, block("toml", "colour = 1")),
}


@pytest.mark.parametrize("title", TRUE)
def test_a_true_page_is_let_pass(title: str, folder: Path):
    assert try_out("page.md", TRUE[title], folder) > 0


@pytest.mark.parametrize("title", UNTRUE)
def test_an_untrue_page_is_found(title: str, folder: Path):
    with pytest.raises(Differs, match=r"^page\.md:"):
        try_out("page.md", UNTRUE[title], folder)


@pytest.mark.parametrize("title", UNCHECKABLE)
def test_a_page_that_cannot_be_checked_is_refused(title: str, folder: Path):
    with pytest.raises(BadPage, match=r"^page\.md:"):
        try_out("page.md", UNCHECKABLE[title], folder)


@pytest.mark.parametrize("title", BROKEN)
def test_a_block_that_breaks_is_found(title: str, folder: Path):
    error, page = BROKEN[title]
    with pytest.raises(error):
        try_out("page.md", page, folder)
