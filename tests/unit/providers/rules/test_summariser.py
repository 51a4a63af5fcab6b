"""The summariser by rules: never too long, always the same, and what matters stays."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.ports.summariser import Line
from holdfast.providers.rules import RulesReviewer, RulesSummariser

SUMMARISER = RulesSummariser()
MONDAY = datetime(2026, 3, 2, 10, tzinfo=UTC)

TALK = (
    ("user", "Hey there! How are you?"),
    ("assistant", "I'm great, thanks for asking! How can I help you today?"),
    ("user", "Well, you know, my sister Ingrid is getting married on 14 June in Bergen."),
    ("assistant", "That's wonderful! Weddings are such a beautiful experience for everyone."),
    ("user", "Ok"),
    ("user", "I promised to bake the cake, and I'm allergic to walnuts."),
    ("assistant", "Sure! Let me know if you need anything else. I'm always happy to help."),
)
TALK_ZH = (
    ("user", "你好呀！"),
    ("assistant", "你好！请问有什么可以帮您？"),
    ("user", "其实嘛，我妹妹英子6月14日在大连结婚。"),
    ("assistant", "太好了！结婚真是一件美好的事情，祝福你们。"),
    ("user", "哈哈"),
    ("user", "我答应做蛋糕，我对核桃过敏。"),
    ("assistant", "没问题，有需要随时告诉我。"),
)


def lines(said, *, days: int = 0) -> list[Line]:
    return [
        Line(
            id=str(number),
            text=text,
            voice=voice,
            role="assistant" if voice == "assistant" else "user",
            said_at=MONDAY + timedelta(days=days * number),
        )
        for number, (voice, text) in enumerate(said)
    ]


def summary(said, limit: int, *, days: int = 0) -> str:
    return SUMMARISER.summarise(lines(said, days=days), limit=limit).text


@pytest.mark.capability("A12")
@pytest.mark.parametrize(
    ("said", "limit", "kept", "gone"),
    [
        (TALK, 130, ("Ingrid", "14 June", "Bergen", "walnuts"), ("Hey", "you know", "help")),
        (TALK_ZH, 45, ("英子", "6月14日", "大连", "核桃"), ("你好", "其实嘛", "哈哈", "随时")),
    ],
)
def test_names_dates_and_promises_stay_and_small_talk_goes(said, limit, kept, gone):
    text = summary(said, limit)
    assert [word for word in kept if word not in text] == []
    assert [word for word in gone if word in text] == []


@pytest.mark.capability("A12")
def test_it_says_who_made_it_and_never_fails():
    made = SUMMARISER.summarise(lines(TALK), limit=80)
    assert (made.by, made.error, made.provisional) == ("rules/1", "", False)
    assert SUMMARISER.identity == "rules/1"


def test_what_stands_without_a_name_is_the_only_users():
    assert "user:" not in summary(TALK, 120)
    assert "assistant: " in summary(
        [("assistant", "The train leaves at 9:40 from Oslo."), *TALK[2:3]], 200
    )


def test_several_speakers_are_named():
    text = summary([("Ann", "I sold my boat to Peter."), ("Bob", "I bought a red canoe.")], 100)
    assert text == "Ann: I sold my boat to Peter\nBob: I bought a red canoe"


def test_days_are_named_where_the_lines_span_several():
    said = [("user", "I met Jonas yesterday."), ("user", "I leave for Kyoto tomorrow.")]
    assert summary(said, 200) == "I met Jonas yesterday; I leave for Kyoto tomorrow"
    assert summary(said, 200, days=1) == (
        "[03-02] I met Jonas yesterday\n[03-03] I leave for Kyoto tomorrow"
    )


def test_what_two_chinese_sentences_begin_with_is_said_once():
    said = [("user", "读书会的地点是青岛。"), ("user", "读书会的时间是周六。")]
    assert summary(said, 40) == "读书会的地点是青岛、时间是周六"


@pytest.mark.parametrize(
    ("text", "limit"),
    [("If it rains, I stay in Bergen", 12), ("I don't eat the famous fish of Bergen", 20)],
)
def test_what_would_say_something_else_is_not_cut(text, limit):
    """Alone it is cut all the same, or nothing could be told; beside others it is left out."""
    told = summary([("user", text), ("user", "Jonas sails.")], limit)
    assert told == "Jonas sails"


def test_code_is_not_quoted():
    said = [
        (
            "user",
            "I use Flask for Anna.\n```python\nport = 5000\nhost = 'Oslo'\n```\nIt runs in Bergen.",
        )
    ]
    assert summary(said, 100) == "I use Flask for Anna; It runs in Bergen"


def test_a_beginning_that_waits_for_its_end_does_not_stand_alone():
    told = summary(
        [("user", "关于自驾去川西的路线，我选了康定。"), ("user", "其实我妈妈反对。")], 16
    )
    assert not told.startswith("关于自驾去川西的路线；")
    assert not told.endswith("路线")


@pytest.mark.capability("A13")
@pytest.mark.parametrize("said", [TALK, TALK_ZH])
def test_a_summary_can_be_shortened_again_until_nothing_is_left(said):
    text = summary(said, 400)
    for limit in range(len(text), 0, -1):
        again = SUMMARISER.summarise([Line(id="s", text=text)], limit=limit).text
        assert len(again) <= limit
        assert again or limit < 8  # a few letters may be a word that says nothing
        text = again


@pytest.mark.capability("A13")
def test_a_summary_of_summaries_keeps_who_said_it():
    first = Line(
        id="a", text="Ann: I sold my boat to Peter; I moved to Oslo\nBob: I bought a canoe"
    )
    second = Line(id="b", text="Ann: I adopted a dog named Rex")
    text = SUMMARISER.summarise([first, second], limit=60).text
    for part in text.split("\n"):
        assert part.startswith(("Ann: ", "Bob: "))
    assert "Rex" in text


ODD = st.one_of(
    st.text(max_size=80),
    st.text(alphabet="😀👍🏽👨‍👩‍👧 ", max_size=40),
    st.text(alphabet="我你的是，。！？ab 12.,", max_size=80),
    st.sampled_from(
        ["x" * 5000, "我" * 3000, "a, " * 900, "。" * 500, "Ann: ", "[03-02] ", "\n\n"]
    ),
)
LINES = st.lists(
    st.builds(
        Line,
        id=st.just("i"),
        text=ODD,
        voice=st.sampled_from(["", "Ann", "小明", "a voice: with a colon"]),
        role=st.sampled_from(["", "user", "assistant"]),
        said_at=st.sampled_from([None, MONDAY, MONDAY + timedelta(days=400)]),
    ),
    max_size=6,
)


def too_long(given_lines: list[Line], limit: int) -> bool:
    return len(SUMMARISER.summarise(given_lines, limit=limit).text) > max(0, limit)


@settings(max_examples=300, deadline=None)
@given(LINES, st.one_of(st.integers(-1, 12), st.integers(1, 400)))
def test_it_is_never_too_long_and_always_the_same(given_lines, limit):
    assert not too_long(given_lines, limit)
    once = SUMMARISER.summarise(given_lines, limit=limit)
    assert SUMMARISER.summarise(list(given_lines), limit=limit) == once
    assert once.text == once.text.strip()


IN_A_PROCESS = """
import random
from datetime import UTC, datetime, timedelta
from holdfast.ports.summariser import Line
from holdfast.providers.rules import RulesSummariser
ENGLISH = (
    "I met Anna at the harbour museum piano London sold bought yesterday 42 pounds tea Peter Oslo "
    "dog moved never not"
).split()
CHINESE = (
    "我和安娜在码头见面 读书会的地点是北京 读书会的时间是周六 钢琴要三百镑 下雨了 我不喜欢喝茶 "
    "明天去成都 医生说不行"
).split()
def some(words, sign, most, least, longest):
    return [sign.join(dice.choices(words, k=dice.randint(least, longest)))
            for _ in range(dice.randint(1, most))]
dice = random.Random(5)
for number in range(170):
    lines = []
    for place in range(dice.randint(1, 40)):
        if dice.random() < 0.5:
            text = ". ".join(some(ENGLISH, " ", 4, 3, 9)) + "."
        else:
            text = "。".join(some(CHINESE, "，", 3, 1, 3)) + "。"
        voice, role = dice.choice(["Ann", "小明", ""]), dice.choice(["user", "assistant"])
        day = dice.choice([None, datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=place)])
        lines.append(Line(id=str(place), text=text, voice=voice, role=role, said_at=day))
    limit = dice.choice([8, 40, 120, 300, 800])
    if number in (68, 169):  # here sums differ in their last digit by the order of the summands
        print(ascii(RulesSummariser().summarise(lines, limit=limit).text))
"""


def test_it_is_the_same_in_every_process():
    """Sets go in another order in each. The two cases were found among some hundreds."""
    told = {
        subprocess.run(
            [sys.executable, "-c", IN_A_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(told.pop()) > 400


def test_a_summary_that_is_too_long_would_be_seen(monkeypatch):
    monkeypatch.setattr("holdfast.providers.rules.choose.Choice._needed", lambda *_: 0)
    assert too_long(lines(TALK), 60)


def test_the_work_grows_with_the_lines_and_no_faster(monkeypatch):
    """Counted in values worked out, not in seconds."""
    from holdfast.providers.rules.choose import Choice

    counted = 0
    gain = Choice._gain

    def counting(self, piece):
        nonlocal counted
        counted += 1
        return gain(self, piece)

    monkeypatch.setattr(Choice, "_gain", counting)
    work = []
    for size in (200, 800):
        counted = 0
        said = [("user", f"I saw bird number {n} near lake {n % 7}.") for n in range(size)]
        summary(said, 300)
        work.append(counted)
    assert work[1] < 6 * work[0]


@pytest.mark.parametrize(
    "run",
    [" ", ".", "-", "。", "，", "!", "?", "[", "a", "a ", "我", "😀", "\n", "哈", "not ", "1."],
)
@pytest.mark.timeout(15)
def test_an_endless_run_of_anything_comes_to_an_end(run):
    """Taking its square, a run of this length would take minutes."""
    line = Line(id="a", text="x" + run * (80_000 // len(run)) + "x", voice="Ann")
    assert len(SUMMARISER.summarise([line], limit=50).text) <= 50
    assert RulesReviewer().review([line]).error == ""
