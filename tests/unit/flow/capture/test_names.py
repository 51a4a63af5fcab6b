"""Names and numbers that callers give."""

from __future__ import annotations

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name, checked_number, fault_in


@pytest.mark.parametrize(
    "name", ["wang", "王小明", "a b", " padded ", "👩‍👩‍👧", "x" * 256, "a/b:c?d#e", "O'Brien", "🗝️"]
)
def test_a_name_is_taken_as_it_is(name):
    assert checked_name(name, "user") == name


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\t", "x" * 257, "a\nb", "a\tb", "a\x00b", "a\x7fb", "a\x85b", "a\ud800b"),
        *("a\u2028b", "a\u2029b"),  # they break a line as well as \n does
        *(None, 5, 5.0, True, b"wang", ["wang"]),
    ],
)
def test_what_is_no_name_is_refused_with_the_noun(name):
    with pytest.raises(InvalidInput) as refused:
        checked_name(name, "user")
    assert "The user" in refused.value.message
    str(refused.value).encode()


def test_a_number_must_be_whole_and_within_its_bounds():
    assert [checked_number(n, "k", least=1, most=3) for n in (1, 2, 3)] == [1, 2, 3]
    for wrong in (0, 4, -1, 2.0, "2", None, True, float("nan"), 10**400):
        with pytest.raises(InvalidInput, match="The k must be a whole number from 1 to 3"):
            checked_number(wrong, "k", least=1, most=3)


@pytest.mark.parametrize(
    "text", ["", "plain", "tab\t\r\n", "é 成都 👩‍👩‍👧 \u200b\ufeff\u00a0", "\U0010ffff"]
)
def test_most_texts_have_no_fault(text):
    assert fault_in(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ab\x00", "control character (U+0000) at position 2"),
        ("\x1b[0m", "control character (U+001B) at position 0"),
        ("a\x7f", "control character (U+007F) at position 1"),
        ("a\x9f", "control character (U+009F) at position 1"),
        ("a\ud83d", "surrogate, U+D83D) at position 1"),
        ("a\udfff", "surrogate, U+DFFF) at position 1"),
    ],
)
def test_a_fault_is_named_with_its_place(text, words):
    assert words in str(fault_in(text))
