from __future__ import annotations

import pytest

from .told import claims, told


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("You can reach me at jo.s@example.com.", "jo.s@example.com"),
        ("text me on +44 20 7946 0991 please", "+44 20 7946 0991"),
        ("my insta is @petal.thorn", "@petal.thorn"),
        ("My handle's rook_roll", "rook_roll"),
    ],
)
def test_contacts(text: str, value: str) -> None:
    assert ("user", "contact", value) in told(text)


@pytest.mark.parametrize(
    "text",
    ["Is 020 7946 0991 a scam number?", "Her number is 020 7946 0991", "pi is 3.14159265358"],
)
def test_other_numbers(text: str) -> None:
    assert not any(topic == "contact" for _, topic, _ in told(text))


def test_each_kind_has_its_own_place() -> None:
    assert [each.sub for each in claims("reach me at jo@example.com")] == ["mail"]
    assert [each.sub for each in claims("text me on 020 7946 0991")] == ["phone"]
