"""What a message puts right."""

from __future__ import annotations

from datetime import UTC, datetime

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese import claims_in

AT = datetime(2024, 5, 1, tzinfo=UTC)


def corrected(text: str, *before: tuple[str, str]) -> list[Claim]:
    earlier = [Said(id=str(i), text=t, me=me, said_at=AT) for i, (me, t) in enumerate(before)]
    return claims_in(Said(id="now", text=text, said_at=AT), earlier)


def test_not_this_but_that_corrects_what_the_assistant_noted() -> None:
    (claim,) = corrected("不是海淀，是朝阳", ("assistant", "好的，您住在北京海淀。"))
    assert (claim.topic, claim.value, claim.was, claim.corrects) == (
        "home",
        "朝阳",
        "北京海淀",
        True,
    )


def test_a_slip_of_the_own_message_is_replaced() -> None:
    (claim,) = corrected("我住在苏州，打错了，是住在无锡")
    assert (claim.topic, claim.value, claim.was) == ("home", "无锡", "苏州")


def test_the_message_before_is_corrected() -> None:
    (claim,) = corrected("说错了，是大三", ("user", "我今年大二"))
    assert (claim.topic, claim.value, claim.was, claim.corrects) == ("study", "大三", "大二", True)


def test_a_handle_is_put_right() -> None:
    (claim,) = corrected("微信号是luo_77，不是luo77")
    assert (claim.topic, claim.value, claim.was) == ("contact", "luo_77", "luo77")


def test_without_anything_before_it_nothing_is_corrected() -> None:
    assert corrected("不是这个，是那个") == []
