"""Figures: numbers in digits and words of both languages; dates are no counts."""

from __future__ import annotations

import pytest

from holdfast.providers.by_model.figures import known, stated


def strange(claim: str, text: str) -> list[str]:
    return known(text).strange_in(stated(claim))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It costs 1200.", "It costs 1,200."),
        ("It costs 1,200.", "１２００元"),
        ("It took 3.50 hours", "3.5 h"),
        ("She has 2 cats.", "two cats"),
        ("She has two cats.", "2 cats"),
        ("twenty-one guests", "21 people"),
        ("It cost 5000.", "5k"),
        ("5 thousand", "5000"),
        ("她养了2只猫", "两只猫"),
        ("她养了两只猫", "2只猫"),
        ("一共30000元", "三万块"),
        ("一共3万元", "30,000"),
        ("百分之五", "5%"),
        ("at 19:00", "7pm"),
        ("晚上7点", "19:30"),
        ("晚上七点", "7:00 pm"),
        ("on May 31", "5月31日"),
        ("2024年5月31号", "2024-05-31"),
        ("in 2022", "2022年"),
        ("the 3rd of May", "third of May"),
        ("The two agreed", "Mei and Tom"),
        ("两人同意了", "小明和小红"),
        ("一起，十分高兴，万一，一个", "无"),
        ("One of them", "nothing"),
    ],
)
def test_the_same_number(claim, text):
    assert strange(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text", "number"),
    [
        ("It costs 1,300.", "1,200", "1300"),
        ("She has three cats.", "2 cats", "3"),
        ("She has three cats.", "in March, on 2026-03-03, 三月三日", "3"),
        ("她养了三只猫", "三月，两只猫", "3"),
        ("一共5万元", "三万块，5只猫", "50000"),
        ("on May 9", "May 8", "9"),
        ("周六见", "周五见", "6"),
        ("at 8", "7pm", "8"),
        ("百分之六", "百分之五", "6"),
    ],
)
def test_another_number(claim, text, number):
    assert strange(claim, text) == [number]
