"""Where a message is cut, and what in it is not the speaker's own."""

from __future__ import annotations

from holdfast.providers.rules.chinese.clause import clauses_of


def test_signs_divide_and_places_are_those_of_the_message() -> None:
    text = "我住成都，养猫。挺好！"
    found = clauses_of(text)
    assert [each.text for each in found] == ["我住成都", "养猫", "挺好"]
    assert [each.sentence for each in found] == [0, 0, 1]
    assert all(text[each.start :].startswith(each.text) for each in found)


def test_numbers_stay_whole() -> None:
    assert [each.text for each in clauses_of("工资12,000块")] == ["工资12,000块"]


def test_what_is_quoted_or_handed_over_is_taken_out() -> None:
    assert "我" not in clauses_of("他说“我住在海边的灯塔里”")[0].plain
    assert [each.text for each in clauses_of("翻译一下：我叫阿明，三十岁")] == ["翻译一下"]


def test_short_words_in_quotes_stay() -> None:
    assert clauses_of("叫我“饭团”就行")[0].text == "叫我“饭团”就行"
