"""Audit: what is found in a set of memories, kind by kind, in both languages."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from holdfast.domain.audit import AuditEntry, Fault
from holdfast.flow.maintain.audit.audit import MANY, audit
from holdfast.providers.static import StaticEmbedder

NOW = datetime(2025, 8, 1, tzinfo=UTC)
EMBEDDER = StaticEmbedder()


def entries(*texts: str, days: int = 90, sources: tuple[str, ...] = ("m1",)) -> list[AuditEntry]:
    """Memories learned one after the other, the last one a month after the first."""
    begin = NOW - timedelta(days=days)
    return [
        AuditEntry(id=f"i{n}", text=text, at=begin + timedelta(days=30 * n), sources=sources)
        for n, text in enumerate(texts)
    ]


def kinds(*texts: str, days: int = 90) -> list[str]:
    report = audit(entries(*texts, days=days), now=NOW, embedder=EMBEDDER)
    return [str(finding.fault) for finding in report.findings]


@pytest.mark.parametrize(
    "texts",
    [
        ("User collects typewriters", "User has a collection of typewriters"),
        ("Her son is left-handed", "Her son writes with his left hand"),
        ("User is allergic to peanuts", "Peanuts give the user hives"),
        ("Keeps three goats", "Has three goats"),
        ("用户不吃香菜", "用户的菜里别放芫荽"),
        ("小邱每天早上五点起床", "小邱天天清晨五点就起来了"),
        ("家里的猫叫年糕", "用户养的猫名叫年糕"),
    ],
)
def test_the_same_in_other_words_is_a_duplicate(texts):
    assert kinds(*texts) == ["duplicate"]


@pytest.mark.parametrize(
    "texts",
    [
        ("User's younger son plays the oboe", "User's elder son plays the bassoon"),
        ("Her right knee was replaced in 2024", "Her left knee was replaced in 2021"),
        ("User's sister is a nurse", "User's aunt is a nurse"),
        ("Teaches maths on Mondays", "Teaches physics on Wednesdays"),
        ("Has a cat called Pim", "Has another cat called Pom"),
        ("左耳听力弱", "右耳正常"),
        ("大女儿学钢琴", "小女儿学画画"),
        ("Keeps the spare key under the pot", "Keeps the garage key on a hook"),
        ("The staging database is on db1", "The production database is on db2"),
    ],
)
def test_what_is_told_of_another_is_neither_duplicate_nor_contradiction(texts):
    assert kinds(*texts) == []


@pytest.mark.parametrize(
    "texts",
    [
        ("User lives in Utrecht", "User lives in Maastricht"),
        ("User does not drink alcohol", "User has a glass of wine every evening"),
        ("User is an only child", "User is close to his older sister"),
        ("User cannot swim", "User swims two kilometres before breakfast"),
        ("User hates jazz", "User loves jazz"),
        ("The shop opens at nine", "The shop opens at eleven"),
        ("User's birthday is 4 April", "User's birthday is 19 September"),
        ("用户住在成都", "用户家在大连"),
        ("用户属虎", "用户属猪"),
        ("小温没有孩子", "小温的儿子上小学三年级"),
        ("老洪从不坐飞机", "老洪每个月飞一趟新加坡"),
        ("User only wears black", "User wears a bright red coat to work"),
        ("服务跑在8080端口", "服务监听3000端口"),
        ("用户的生日在三月", "用户的生日是十月九号"),
    ],
)
def test_two_that_cannot_both_hold_contradict_each_other(texts):
    assert kinds(*texts) == ["contradiction"]


@pytest.mark.parametrize(
    "texts",
    [
        ("User lives in Lisbon", "In February 2025 user moved from Lisbon to Braga"),
        ("User drinks beer every evening", "User has given up alcohol, no longer drinks"),
        ("User used to live in Ghent", "User lives in Namur"),
        ("User's brother is vegetarian", "User loves a good steak"),
        ("User was afraid of dogs as a child", "User has two dogs"),
        ("以前住在洛阳", "现在住在苏州"),
        ("小时候怕狗", "现在养了一只柯基"),
        "My favourite colour is red these days",
    ],
)
def test_what_says_that_it_changed_contradicts_nothing(texts):
    assert "contradiction" not in kinds(*texts)


def test_the_older_one_that_speaks_of_a_change_replaces_nothing():
    first, second = "User gave up coffee", "User has two espressos every morning"
    assert kinds(first, second) == ["contradiction"]
    assert kinds("User has two espressos every morning", "User gave up coffee") == []


@pytest.mark.parametrize(
    "text",
    [
        "thanks a million!", "ok", "haha nice one", "User said hi.", "Error 429: rate limit exceeded",
        "Playlist updated successfully.", "You are a helpful assistant", "brb", "...", "asdkjh",
        "[image omitted]", "user: yes", "What time is it?", "TODO: fill in later",
        "Kofi is on the bus and his battery is at 4 percent", "Loaded SOUL.md and AGENTS.md.",
        "The assistant introduced itself", "Traceback (most recent call last): KeyError",
        "嗯嗯知道啦", "我在吃西瓜", "语音转写完成,内容为空", "用户输入了空白消息。", "手机只剩3%的电",
        "你是一位贴心的聊天伙伴,请用温柔的语气回答", "收到,谢谢", "哈哈哈哈", "[图片]", "用户:对", "待补充",
    ],
)  # fmt: skip
def test_what_tells_nothing_is_junk(text):
    assert kinds(text, days=10) == ["junk"]


@pytest.mark.parametrize(
    "text",
    [
        "Surname is Hallo, and yes, he's heard the joke", "User's pub quiz team is called Bye Bye",
        'Nickname at work is "Goodbye"', "User is learning to swim", "I am a fan of both of them", "User has ADHD", "07700 900342",
        "Prefers short answers", "User works at a bus depot", "User's assistant is called Maria",
        "谢谢是她的真名,姓谢名谢", '习惯把"晚安"说成"收摊"', "用户的店叫好的面馆", "在夜市卖炒粉,两点收工",
    ],
)  # fmt: skip
def test_what_only_looks_like_junk_is_kept(text):
    assert kinds(text, days=10) == []


@pytest.mark.parametrize(
    "text",
    [
        "Will hand in notice on 31 October 2024", "Has a dentist appointment next Tuesday",
        "Her car is at the garage until Thursday", "Wants the kitchen finished by Easter 2025",
        "This week user has a bad cold", "Down with the flu",
        "这几天在军训,嗓子喊哑了", "用户打算2024年国庆去敦煌", "下周三要做胃镜", "用户五一打算去西安",
    ],
)  # fmt: skip
def test_a_plan_or_state_of_long_ago_is_stale(text):
    assert kinds(text, days=400) == ["stale"]


@pytest.mark.parametrize(
    "text",
    [
        "Retired from the post office in January 2023", "User's birthday is 9 June",
        "Vera's passport expires in March 2031", "User gets a flu jab every October",
        "User is prone to migraines in spring", "Has been sober since June 2022",
        "2018年高考,数学考了149", "得过一次肺结核,2022年治愈", "每年七月回一次老家",
    ],
)  # fmt: skip
def test_what_happened_or_comes_again_is_not_stale(text):
    assert kinds(text, days=400) == []


def test_a_plan_is_stale_only_when_it_is_over():
    plan = "Has a ticket to York for 3 May 2025"
    at = datetime(2025, 3, 14, tzinfo=UTC)
    one = [AuditEntry(id="i1", text=plan, at=at, sources=("m",))]
    assert audit(one, now=datetime(2025, 3, 31, tzinfo=UTC)).clean
    assert audit(one, now=datetime(2025, 9, 1, tzinfo=UTC)).counts["stale"] == 1


def test_what_names_no_source_is_unsourced():
    report = audit(entries("User likes tea", sources=()), now=NOW)
    assert [finding.fault for finding in report.findings] == [Fault.UNSOURCED]


def test_that_nothing_has_a_source_is_told_once():
    many = [f"User owns book number {n}" for n in range(MANY)]
    report = audit(entries(*many, sources=()), now=NOW, faults=[Fault.UNSOURCED])
    assert [len(finding.entries) for finding in report.findings] == [MANY]


def test_what_the_store_knows_to_be_contested_is_a_contradiction():
    two = [
        AuditEntry(id="a", text="born in May", sources=("m",), contested="birthday"),
        AuditEntry(id="b", text="an Aries", sources=("m",), contested="birthday"),
    ]
    (finding,) = audit(two, now=NOW).findings
    assert finding.fault is Fault.CONTRADICTION
    assert [entry.id for entry in finding.entries] == ["a", "b"]


def test_two_who_are_told_apart_contradict_nobody():
    two = [
        AuditEntry(id="a", text="lives in Utrecht", sources=("m",), about="Kai"),
        AuditEntry(id="b", text="lives in Maastricht", sources=("m",), about="Lena"),
    ]
    assert audit(two, now=NOW, embedder=EMBEDDER).clean


def test_it_works_without_an_embedder_and_without_times():
    two = [
        AuditEntry(id="a", text="User lives in Utrecht"),
        AuditEntry(id="b", text="User lives in Delft"),
    ]
    assert audit(two, now=NOW).counts["contradiction"] == 1
    assert audit([], now=NOW).clean


def test_only_the_kinds_asked_for_are_told():
    two = entries("ok", "User lives in Utrecht", sources=())
    report = audit(two, now=NOW, faults=[Fault.JUNK])
    assert report.counts == {
        "duplicate": 0, "junk": 1, "contradiction": 0, "stale": 0, "unsourced": 0
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["a" * 5000, "ha" * 3000, "(" * 2000, "no " * 1500, "不" * 3000, "the user is " * 400, "|&_*{x}" * 300,
     "\u202e\x00\x1b[31m", "好" * 3000 + "!", "1" * 4000, ", ".join(["User likes tea"] * 300)],
)  # fmt: skip
def test_no_text_takes_for_ever(text):
    begin = time.process_time()
    audit(entries(text, text[::-1]), now=NOW, embedder=EMBEDDER)
    assert time.process_time() - begin < 3


def test_a_thousand_memories_take_a_few_seconds():
    nouns = ["bicycle", "violin", "garden", "teapot", "ferry", "lantern", "orchard", "kettle"]
    some = [
        f"User's {nouns[n % 8]} number {n} came from town {n * 7}" if n % 2 else f"用户第{n}本书放在{n * 3}号柜"
        for n in range(1000)
    ]  # fmt: skip
    audit(entries("warm"), now=NOW, embedder=EMBEDDER)
    begin = time.process_time()
    audit(entries(*some), now=NOW, embedder=EMBEDDER)
    assert time.process_time() - begin < 20, "about two, on the machine where this was measured"
