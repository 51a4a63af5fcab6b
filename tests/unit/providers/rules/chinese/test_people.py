"""Who is spoken of."""

from __future__ import annotations

import pytest

from holdfast.providers.rules.chinese.people import people_in
from holdfast.providers.rules.chinese.strangers import introduced


def spoken_of(text: str) -> list[tuple[str, str]]:
    people = people_in(text.lower(), text)
    return [(text[slice(*each.relation)], text[slice(*each.name)]) for each in people]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我妹妹在上海", [("妹妹", "")]),
        ("我发小阿杰结婚了", [("发小", "阿杰")]),
        ("同事小贺笑了", [("同事", "小贺")]),
        ("我儿子叫张子墨", [("儿子", "张子墨")]),
        ("闺蜜Vicky分手了", [("闺蜜", "Vicky")]),
        ("邻居张阿姨的儿子", [("邻居", "张阿姨"), ("儿子", "")]),
        ("我没有弟弟", []),
        ("你妹妹真可爱", []),
        ("小姑娘真可爱", []),
        ("我的猫叫汤圆", [("猫", "汤圆")]),
    ],
)
def test_people_in(text: str, expected: list[tuple[str, str]]) -> None:
    assert spoken_of(text) == expected


def test_names_at_the_beginning() -> None:
    text = "李婷婷是我的表妹"
    (person,) = introduced(text, text, people_in(text, text))
    assert (text[slice(*person.name)], text[slice(*person.relation)]) == ("李婷婷", "表妹")
    (stranger,) = introduced("lisa在跳舞", "Lisa在跳舞", [])
    assert stranger.kind == "stranger"
    assert introduced("python在运行", "Python在运行", []) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("阿明是我同事", "阿明"),
        ("年糕是我家的猫", "年糕"),
        ("咖啡是我最好的朋友", ""),
        ("照片里是我爸", ""),
    ],
)
def test_a_name_before_a_relation_is_no_thing_and_no_place(text: str, name: str) -> None:
    found = introduced(text, text, people_in(text, text))
    assert [text[slice(*each.name)] for each in found] == [name] * bool(name)
