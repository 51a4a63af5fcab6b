"""Trusting: refusals, echoes, other languages, and what the lines do not have."""

from __future__ import annotations

import pytest

from holdfast.ports.summariser import Line
from holdfast.providers.by_model.prompting import wording
from holdfast.providers.by_model.trusting import (
    Ground,
    echoes,
    foreign,
    refuses,
    without_preamble,
)
from tests.unit.providers.by_model.lines import CHINESE, ENGLISH


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, I can't help with that.",
        "I’m sorry, but I cannot summarise this conversation.",
        "I am unable to assist with this.",
        "I cannot provide a summary.",
        "Sorry, I won't do that.",
        "As an AI language model, I have no opinion.",
        "抱歉，我无法提供帮助。",
        "很抱歉，这个请求我不能协助完成。",
        "对不起，没办法继续。",
        "我无法总结这段内容。",
        "作为一个人工智能，我没有看法。",
    ],
)
def test_refusals(text):
    assert refuses(text)


@pytest.mark.parametrize(
    "text",
    [
        "Mei said she was sorry that she can't come.",
        "Tom can't help on Friday.",
        "Sorry was all he said.",
        "小明说抱歉，他周五无法参加。",
        "I moved to Hangzhou.",
        "",
    ],
)
def test_no_refusals(text):
    assert not refuses(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Here is the summary: Mei left.", "Mei left."),
        ("Sure! Here's a short summary of the chat:\nMei left.", "Mei left."),
        ("**Summary:** Mei left.", "Mei left."),
        ("## Summary: Mei left.", "Mei left."),
        ("好的，以下是摘要：小明走了。", "小明走了。"),
        ("摘要：小明走了。", "小明走了。"),
        ("Mei said: I left.", "Mei said: I left."),
        ("小明说：走了。", "小明说：走了。"),
    ],
)
def test_what_stands_before_it(text, rest):
    assert without_preamble(text) == rest


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_echo_of_the_instructions(language):
    told = wording("summarise", language)
    lines = [line.lstrip("- ") for line in told.splitlines() if line.startswith("-")]
    assert all(echoes(line, told) for line in lines)
    assert not echoes("Mei likes tea.", told)
    assert not echoes("小明喜欢喝茶。", told)
    assert not echoes("at most", told), "too short to tell"


def test_another_language():
    english, chinese = ["I like tea with my sister."], ["我喜欢和妹妹喝茶。"]
    assert foreign("她喜欢喝茶。", english)
    assert foreign("She likes tea.", chinese)
    assert not foreign("She likes tea.", english)
    assert not foreign("小明 uses a MacBook，喜欢喝茶。", chinese)
    for text in ("She likes tea.", "她喜欢喝茶。"):
        assert not foreign(text, [*english, *chinese]), "where both are spoken, either will do"


class TestGround:
    @pytest.mark.parametrize(
        "text",
        [
            "Mei moved to Hangzhou in March.",
            "Tom's sister Lily has 2 cats.",
            "They meet on May 2 at 19:00.",
            "They meet on Saturday at 7 in the evening.",
            "On Friday, May 1, 2026, the two agreed on dinner for 1200 yuan.",
        ],
    )
    def test_what_english_lines_bear_out(self, text):
        assert Ground(ENGLISH).invented(text) == ""

    @pytest.mark.parametrize(
        ("text", "invented"),
        [
            ("Lily has three cats.", "3"),
            ("She moved to Beijing.", "Beijing"),
            ("Bob likes tea.", "Bob"),
            ("They meet on May 9.", "9"),
            ("They meet on Sunday.", "Sunday"),
            ("Dinner is 1,300 yuan.", "1300"),
        ],
    )
    def test_what_english_lines_do_not(self, text, invented):
        assert Ground(ENGLISH).invented(text) == invented

    @pytest.mark.parametrize(
        "text",
        [
            "王小明三月搬到杭州。",
            "韓梅梅的妹妹李華養了兩隻貓。",
            "两人约好5月2日19点见面，一共30000元。",
            "周六晚上见。",
        ],
    )
    def test_what_chinese_lines_bear_out(self, text):
        assert Ground(CHINESE).invented(text) == ""

    @pytest.mark.parametrize(
        ("text", "invented"),
        [
            ("李华养了三只猫。", "3"),
            ("他搬到了上海。", "上海"),
            ("张伟也来。", "张伟"),
            ("一共五万块。", "50000"),
            ("周四晚上见。", "4"),
        ],
    )
    def test_what_chinese_lines_do_not(self, text, invented):
        assert Ground(CHINESE).invented(text) == invented

    def test_lines_without_a_time(self):
        ground = Ground([Line(id="a", text="See you tomorrow.")])
        assert ground.invented("They meet on May 2.") != ""
