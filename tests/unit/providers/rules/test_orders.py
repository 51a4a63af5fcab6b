"""Orders: what an assistant is told to do from now on, anywhere in a message."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.claim import USER
from holdfast.ports.extractor import Said
from holdfast.providers.rules.extractor import RulesExtractor
from holdfast.providers.rules.orders import orders_in

ORDERS = [
    (
        "I cook a lot these days. From now on, please give weights in grams. How do I make stock?",
        "From now on, please give weights in grams",
    ),
    (
        "Whenever I ask about a medicine, always mention the side effects first.",
        "Whenever I ask about a medicine, always mention the side effects first",
    ),
    (
        "If I ask for directions, please use public transport only, since I don't drive.",
        "If I ask for directions, please use public transport only",
    ),
    (
        "Every time I send you a draft, point out passive sentences.",
        "Every time I send you a draft, point out passive sentences",
    ),
    (
        "I run a bakery, so always give oven temperatures in Celsius when I ask about bread.",
        "always give oven temperatures in Celsius when I ask about bread",
    ),
    (
        "Could you always convert prices to euros when I ask about travel?",
        "Could you always convert prices to euros when I ask about travel",
    ),
    (
        "I prefer short, direct answers without small talk.",
        "I prefer short, direct answers without small talk",
    ),
    (
        "Your answers should be no longer than three sentences.",
        "Your answers should be no longer than three sentences",
    ),
    (
        "You don't need to answer in French any more.",
        "You don't need to answer in French any more",
    ),
    ("以后我问菜谱的时候，请用克作单位。", "以后我问菜谱的时候，请用克作单位"),
    ("最近在学做饭。以后请你推荐菜的时候都别放香菜！", "以后请你推荐菜的时候都别放香菜"),
    ("只要我问天气，就用摄氏度告诉我，谢谢", "只要我问天气，就用摄氏度告诉我"),
    ("请始终用表格列出价格对比。", "请始终用表格列出价格对比"),
    ("你的回答请尽量控制在三句话以内。", "你的回答请尽量控制在三句话以内"),
    ("我更喜欢简短直接的回答。", "我更喜欢简短直接的回答"),
]


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_is_found_with_all_that_it_is_bound_to(text: str, order: str) -> None:
    assert list(orders_in(text)) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "My boss always says to cite sources when I ask about budgets.",
        "She told me: always wear a helmet when you ride.",
        "I always eat pasta when I want comfort.",
        "I never know what to say when I talk to her.",
        "Never been happier when I talk with you!",
        "My dad is great but never says much when we talk.",
        "What should I do when I need a doctor?",
        "If I ask my boss for a raise, what could happen?",
        "Can you check this when I send it?",
        "Can you look at it and tell me if I need to change anything?",
        "How do I avoid mistakes in the future?",
        "From now on I will run every day.",
        "In the future cars will fly.",
        "I like honest people and their answers.",
        "Tell me when I need to leave.",
        "以后我想去日本生活。",
        "从现在起我要每天跑步。",
        "我一直用苹果手机。",
        "他总是用左手写字。",
        "老师说以后每次都要先复习。",
        "如果我问她，她会生气吗？",
        "如果问卷问到了就需要告知。",
        "出门前务必检查轮胎。",
        "我喜欢他的回答。",
    ],
)
def test_what_is_no_order(text: str) -> None:
    assert list(orders_in(text)) == []


def told(text: str, me: str = USER) -> list[tuple[str, str]]:
    said = Said(id="m", text=text, me=me, said_at=datetime(2026, 3, 1, tzinfo=UTC))
    return [(claim.topic, claim.value) for claim in RulesExtractor().extract([said]).claims]


def test_the_whole_takes_the_place_of_a_part_of_it() -> None:
    text = "Always use bullet points when I ask about trains."
    assert told(text) == [("instruction", text.rstrip("."))]


def test_only_the_user_gives_orders() -> None:
    for text, _ in ORDERS:
        assert "instruction" not in dict(told(text, me="Maria"))


def test_a_long_text_is_read_quickly() -> None:
    assert list(orders_in("please always when i ask " * 4_000)) == []
