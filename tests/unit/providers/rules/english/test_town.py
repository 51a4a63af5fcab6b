from __future__ import annotations

from tests.unit.providers.rules.english.told import told


def test_a_nurse_in_leeds_lives_there() -> None:
    assert told("I'm a nurse in Leeds.") == {("user", "work", "nurse"), ("user", "home", "Leeds")}


def test_where_a_shop_stands_tells_no_home() -> None:
    assert not any(topic == "home" for _, topic, _ in told("I run a bakery in Leeds."))
