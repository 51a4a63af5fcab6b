"""Kin: values are found by what they mean, without a look at all the others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.extract import kin
from holdfast.flow.extract.alike import same_form
from holdfast.flow.extract.fold import fold_claims
from holdfast.flow.extract.kin import Kin, Value

from .claims import told

WORDS = st.lists(
    st.sampled_from(["tea", "green", "北京", "朝阳区", "京", "c++", "c", "café", "12", "+", "x-y"]),
    min_size=1,
    max_size=3,
)
VALUE = st.builds(lambda words, gap: gap.join(words), WORDS, st.sampled_from(["", " "]))
TOPIC = st.sampled_from(["like", "dislike", "home", "birthday", "like/colour", "family/sister"])
LINE = st.one_of(
    st.builds("{} = {}".format, TOPIC, VALUE),
    st.builds("no {} = {}".format, TOPIC, VALUE),
    st.builds("{} = {} {} {}".format, TOPIC, VALUE, st.sampled_from(["after", "not"]), VALUE),
)


def _all_open(self: Kin, _shape: str) -> Iterable[Value]:
    return self.open


@given(st.lists(LINE, max_size=20))
def test_what_is_folded_is_as_if_every_value_had_been_compared(lines: list[str]) -> None:
    claims = told(*lines)
    folded = fold_claims(claims)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kin, "_near", _all_open)
        assert folded == fold_claims(claims)


@pytest.mark.parametrize(
    "line",
    ["like = thing number {}", "home = Town{}", "like = 喜欢第{}个东西", "birthday = {} May {}"],
)
def test_a_topic_with_many_values_is_folded_without_comparing_all_of_them(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    def counted(one: str, other: str) -> bool:
        nonlocal compared
        compared += 1
        return same_form(one, other)

    monkeypatch.setattr(kin, "same_form", counted)
    values = 2_000
    fold_claims(told(*(line.replace("{}", str(number)) for number in range(values))))
    assert compared < values * values / 40
