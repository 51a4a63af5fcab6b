"""One form of a text for matching, as long as the text."""

from __future__ import annotations

from holdfast.providers.rules.chinese.spelling import compact, spelled


def test_a_text_keeps_its_length() -> None:
    for text in ("我喺臺灣住咗兩年 OK", "İstanbul 很美", "ＡＢＣ１２３，㗎"):
        assert len(spelled(text)) == len(text)


def test_cantonese_is_read_as_mandarin_where_it_is_spoken() -> None:
    assert spelled("我唔食牛") == "我不吃牛"
    assert spelled("食堂") == "食堂"


def test_spaces_between_the_scripts_go_and_are_remembered() -> None:
    text = "我在 UBC 读 computer science"
    short, places = compact(text)
    assert short == "我在UBC读computer science"
    assert "".join(text[place] for place in places) == short
