from __future__ import annotations

import pytest

from .told import claims

LONG = {
    "digits": "1" * 9000,
    "spaces": "I live in" + " " * 9000 + "x",
    "with my": "I live " + "with my " * 1500,
    "quotes": '"' * 9000,
    "small words": "a " * 4500,
    "names": "my sister " + "Ann " * 2000,
    "brackets": "(" * 9000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_it_always_ends(text: str) -> None:
    claims(text)


@pytest.mark.parametrize("text", ["", " ", "?", "😀", "\n\n", "it", "my", "I'm", "'s", "no"])
def test_nothing_is_claimed_by_nothing(text: str) -> None:
    assert claims(text) == []


def test_a_claim_has_its_source_and_its_clause() -> None:
    (claim,) = claims("Nice day. I live in Malmö, by the way.")
    assert claim.sources == ("m1",)
    assert claim.text == "I live in Malmö"


def test_values_stand_in_the_message() -> None:
    text = "Hi, I'm Ewa, 29, a luthier in Kraków, and my brother Jan breeds huskies."
    found = claims(text)
    assert found
    assert all(each.value in text for each in found)
