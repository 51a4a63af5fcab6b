from __future__ import annotations

from .told import claims, said, told


def test_another_age() -> None:
    (claim,) = claims("sorry, 9", said("my son Ivo is 8"))
    assert (claim.about, claim.topic, claim.value, claim.was) == ("Ivo", "age", "9", "8")
    assert claim.corrects


def test_the_assistant_was_wrong() -> None:
    (claim,) = claims(
        "pescatarian. fish stays.", said("I'll note that you're a vegetarian.", "assistant")
    )
    assert (claim.topic, claim.value, claim.was) == ("diet", "pescatarian", "vegetarian")


def test_another_day() -> None:
    (claim,) = claims("ugh sorry, 16th of June", said("my birthday's on the 14th of June"))
    assert (claim.topic, claim.value, claim.was) == ("birthday", "16th of June", "14th of June")


def test_what_is_of_another_kind_corrects_nothing() -> None:
    assert told("no, thanks", said("my son Ivo is 8")) == set()


def test_what_held_once_is_over() -> None:
    (claim,) = claims("I used to live in Rome.")
    assert (claim.topic, claim.value, claim.ends) == ("home", "Rome", True)


def test_a_slip_within_a_message() -> None:
    assert told("I live in Leeds, sorry, York.") == {("user", "home", "York")}


def test_another_day_of_the_same_plan() -> None:
    (claim,) = claims("bah. the 10th.", said("my flight's on the 9th of May"))
    assert (claim.topic, claim.value) == ("plan", "flight's on 10th")


def test_nobody_corrects_what_somebody_else_said() -> None:
    assert told("Hey Ann, sorry to hear that.", said("I'm a writer", "Ann")) == set()


def test_one_trade_puts_another_right_behind_well() -> None:
    assert told("I'm a nurse. Well, a midwife, since last month.") == {("user", "work", "midwife")}
