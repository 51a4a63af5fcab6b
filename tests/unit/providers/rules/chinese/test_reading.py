"""How clauses are meant."""

from __future__ import annotations

import pytest

from holdfast.providers.rules.chinese.clause import clauses_of
from holdfast.providers.rules.chinese.reading import Mood, is_pasted, is_playful, moods


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住成都", [Mood.REAL]),
        ("你住哪里", [Mood.ASKED]),
        ("如果我住成都，我就吃火锅", [Mood.SUPPOSED, Mood.SUPPOSED]),
        ("要是中奖就好了。我住成都", [Mood.SUPPOSED, Mood.REAL]),
        ("我也许去成都", [Mood.SUPPOSED]),
        ("什么都吃", [Mood.REAL]),
        ("听说他住成都", [Mood.SUPPOSED]),
        ("还没结婚呢", [Mood.REAL]),
        ("我在上海呢", [Mood.REAL]),
        ("我的手机呢", [Mood.ASKED]),
    ],
)
def test_moods(text: str, expected: list[Mood]) -> None:
    assert moods(clauses_of(text)) == expected


def test_jokes_and_documents_are_told_apart() -> None:
    assert is_playful("我是秦始皇，开玩笑的")
    assert not is_playful("我是老师")
    assert is_playful("我老公是吴彦祖")
    assert not is_playful("我儿子喜欢奥特曼")
    assert is_pasted("2024-05-01 10:00:00 登录成功")
    assert is_pasted("字" * 700)
    assert not is_pasted("我五月一号去成都")
