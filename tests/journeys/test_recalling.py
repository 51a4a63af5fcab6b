"""Wang Mei asks her companion: in either language, by time, by name, and in other words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast import Memory

NOW = datetime(2024, 5, 15, 12, tzinfo=UTC)
"""A Wednesday."""

FACTS = [
    "我对花生过敏。",
    "我妹妹莉莉搬到成都了。",
    "我的猫叫咪咪。",
    "I work as a nurse in a hospital.",
    "My favourite colour is green.",
    "We are going to Japan in October.",
    "我每天早上跑步五公里。",
    "My car broke down on the motorway.",
    "他送了我一把吉他。",
    "I bought a new bicycle",
]


@pytest.fixture
def told(memory: Memory, clock) -> Memory:
    clock.set(NOW)
    for number, fact in enumerate(FACTS):
        memory.add("mei", fact, session=f"s{number}")
    return memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What am I allergic to?", 0),
        ("Where does my sister live?", 1),
        ("What is my cat called?", 2),
        ("How far do I run every morning?", 6),
        ("Which instrument did he give me?", 8),
        ("我的工作是什么？", 3),
        ("我最喜欢什么颜色？", 4),
        ("我们十月去哪里旅行？", 5),
        ("我的汽车怎么了？", 7),
        ("自行车", 9),
    ],
)
def test_what_was_said_in_one_language_is_found_in_the_other(told, question, answer):
    hit = told.recall("mei", question, k=1)[0]
    assert hit.text == FACTS[answer]
    assert hit.scores["meaning"] > 0


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("對花生過敏", 0),
        ("貓", 2),
        ("莉莉搬去成都了嗎", 1),
        ("Ｎｕｒｓｅ", 3),
        ("ＣＡＲ", 7),
        ("NURSES", 3),
        ("motorways", 7),
        ("吉他", 8),
    ],
)
def test_the_way_a_word_is_written_does_not_matter(told, question, answer):
    hit = told.recall("mei", question, k=1)[0]
    assert hit.text == FACTS[answer]
    assert hit.scores["text"] > 0


def test_traditional_characters_are_found_by_simplified_ones(memory):
    memory.add("mei", "我養了一隻貓", session="s")
    memory.add("mei", "今天下雨", session="t")
    assert memory.recall("mei", "猫", k=1)[0].text == "我養了一隻貓"


DIARY = {
    "2023-05-20T12:00:00Z": "Dinner with Tom: noodles.",
    "2024-03-03T12:00:00Z": "Dinner with Tom: rice.",
    "2024-05-01T12:00:00Z": "Dinner with Tom: dumplings.",
    "2024-05-08T12:00:00Z": "Dinner with Tom: fish.",
    "2024-05-14T12:00:00Z": "Dinner with Tom: soup.",
    "2024-05-15T08:00:00Z": "Dinner with Tom: salad.",
}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did we have for dinner yesterday?", "soup"),
        ("What did we have for dinner last week?", "fish"),
        ("What was dinner this morning?", "salad"),
        ("What did we have for dinner in March?", "rice"),
        ("What did we have for dinner two weeks ago?", "dumplings"),
        ("What did we have for dinner last year?", "noodles"),
        ("dinner on May 8", "fish"),
        ("昨天晚饭吃了什么？", "soup"),
        ("上周晚饭吃了什么？", "fish"),
        ("三月晚饭吃了什么？", "rice"),
        ("去年晚饭吃了什么？", "noodles"),
        ("兩個星期前晚飯吃了什麼？", "dumplings"),
    ],
)
def test_the_time_that_a_question_names_decides(memory, clock, question, answer):
    clock.set(NOW)
    for number, (at, text) in enumerate(DIARY.items()):
        memory.add("mei", text, session=f"s{number}", at=at)
    found = memory.recall("mei", question, k=1)
    assert answer in found[0].text
    [(phrase, begins, ends)] = memory.explain(found).windows
    assert phrase in question
    assert begins <= found[0].said_at < ends


def test_a_question_may_name_a_time_and_nothing_else(memory, clock):
    clock.set(NOW)
    for number, (at, text) in enumerate(DIARY.items()):
        memory.add("mei", text, session=f"s{number}", at=at)
    assert memory.recall("mei", "yesterday", k=1)[0].text == DIARY["2024-05-14T12:00:00Z"]


CHAT = [
    ("Lily", "I love old films."),
    ("Tom", "I love detective films."),
    ("莉莉", "我喜欢科幻电影。"),
]


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("Which films does Lily love?", "Lily"),
        ("What is Tom's taste in films?", "Tom"),
        ("TOM films?", "Tom"),
        ("莉莉喜欢什么电影？", "莉莉"),
        ("Tom喜欢什么电影？", "Tom"),
    ],
)
def test_who_is_named_is_heard_first(memory, question, speaker):
    for name, text in CHAT:
        memory.add("mei", {"content": text, "speaker": name}, session="films")
    assert memory.recall("mei", question, k=1)[0].speaker == speaker


ADVICE = """Here are some thoughts on cats: cats need a vet once a year. A cat's name should be
short. Popular names for a cat are Luna and Milo. Many cat owners name a cat after a food. A cat
that knows its name comes when called. """


def test_a_long_answer_does_not_outrank_what_she_told(memory):
    fact = {"role": "user", "content": "The name of my cat is Mimi, she is a tabby."}
    answer = {"role": "assistant", "content": ADVICE * 4}
    memory.add("mei", [fact, answer], session="cats")
    memory.add("mei", answer, session="later")
    for number in range(10):
        memory.add("mei", f"Something else happened, number {number}", session=f"s{number}")
    assert memory.recall("mei", "What is the name of my cat?", k=1)[0].text == fact["content"]


def test_what_the_companion_said_is_found_when_it_is_asked_for(memory):
    memory.add("mei", "I need a name for my cat.", session="a")
    advice = "I recommend Luna, a popular name for a cat."
    memory.add("mei", {"role": "assistant", "content": advice}, session="a")
    found = memory.recall("mei", "Which name for my cat did you recommend?", k=1)
    assert found[0].text == advice


def test_what_was_said_again_and_again_is_one_memory(memory):
    for number in range(6):
        sign = "!" * number
        memory.add("mei", f"I love my cat{sign}", session=f"s{number}")
    memory.add("mei", "My cat hates the rain.", session="rain")
    found = memory.recall("mei", "cat", k=5)
    assert [len(hit.sources) for hit in found if "love" in hit.text] == [6]
    assert "My cat hates the rain." in [hit.text for hit in found]


def test_the_answer_to_a_question_is_found_beside_it(memory):
    memory.add("mei", ["It rains again.", "How was your piano lesson?", "Hard, but fun!"])
    memory.add("mei", "Nothing new.", session="other")
    assert "Hard, but fun!" in [hit.text for hit in memory.recall("mei", "piano lesson", k=2)]
