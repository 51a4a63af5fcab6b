from __future__ import annotations

from tests.unit.providers.rules.english.told import told


def test_children_are_told_by_name_and_age() -> None:
    assert told("My kids are Ines (12) and Duarte (9).") == {
        ("user", "family", "kids are Ines (12) and Duarte (9)"),
        ("Ines", "age", "12"),
        ("Duarte", "age", "9"),
    }


def test_one_name_is_no_list() -> None:
    assert not any(topic == "age" for _, topic, _ in told("My kids are Ines and the dog."))
