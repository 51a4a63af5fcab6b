"""Built in: what it says, and that it repeats nothing of what it was given."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.proxy.built_in import _answer
from holdfast.flow.window.render import fenced

BLOCK = fenced(["[2026-01-01] user (user, session s): secret 秘密", "[2026-01-02] user: b"])


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Hello.", "I have noted that."),
        ("你好。", "我记下了。"),
        (f"Hello.\n\n{BLOCK}", "I have noted that. Memories that came with it: 2."),
        (f"你好。\n\n{BLOCK}", "我记下了。随这句话带来的记忆：2 条。"),
    ],
)
def test_it_says_how_much_it_was_given(question, says):
    assert _answer(question) == says
