"""Profile: what is known of a user and of others, by hand and from what was said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from holdfast.domain.slot import Slot, Standing
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.window.render import STANDING
from holdfast.memory import Memory
from holdfast.testing.extractors import FakeExtractor
from tests.unit.learning import USER, learn, values

DAY = 24 * 3600


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory(extractor=FakeExtractor())


def only(memory: Memory, **which: object) -> Slot:
    [slot] = memory.profile.get(USER, **which)  # type: ignore[arg-type]
    return slot


class TestAsking:
    def test_what_is_not_known(self, memory):
        assert memory.profile.get("nobody") == []
        assert memory.profile.history("nobody", "home") == []
        assert memory.profile.disputes("nobody") == []

    def test_of_the_user_of_another_and_of_everybody(self, memory):
        learn(memory, "home = Beijing", "family/sister = Lily", "sister: home = Chengdu")
        assert values(memory) == ["Lily current", "Beijing current"]
        assert values(memory, about="lily") == ["Chengdu current"]
        assert values(memory, about=None) == ["Lily current", "Beijing current", "Chengdu current"]
        assert values(memory, about=None, topic="home") == ["Beijing current", "Chengdu current"]

    def test_by_what_somebody_is_to_the_user(self, memory):
        learn(memory, "family/sister = sister Lily", "sister: home = Chengdu", "mom: pet = a cat")
        assert values(memory, about="sister") == ["Chengdu current"]
        assert values(memory, about="妈妈") == ["a cat current"]
        learn(memory, "family/sister = sister Rose", "x")
        assert values(memory, about="Lily") == []
        assert values(memory, about="sister") == ["Chengdu current"]

    def test_a_part_of_a_topic_in_the_other_language(self, memory):
        learn(memory, "like/颜色 = 蓝色", "like/colour = red")
        assert values(memory) == ["red current"]
        assert [s.value for s in memory.profile.history(USER, "like", sub="color")] == [
            "蓝色",
            "red",
        ]

    @pytest.mark.capability("D2")
    def test_a_new_value_takes_the_place_of_the_old_which_stays_in_the_history(self, memory, clock):
        said = [clock.now()]
        learn(memory, "like/colour = blue", "pet = a cat")
        clock.advance(DAY)
        said.append(clock.now())
        learn(memory, "like/colour = red", "x")
        assert values(memory, topic="like") == ["red current"]
        blue, red = memory.profile.history(USER, "like", sub="colour")
        assert (blue.value, blue.standing, blue.since, blue.until) == (
            "blue",
            Standing.PAST,
            *said,
        )
        assert (red.value, red.since, red.until) == ("red", said[1], None)
        assert memory.profile.history(USER, "like", sub="food") == []

    def test_what_was_said_elsewhere_before_gives_way_to_what_was_said_since(self, memory, clock):
        clock.advance(400 * DAY)
        learn(memory, "home = Beijing", "x")
        told = memory.profile.set(USER, "home", "Utrecht", at="2024-02-01")
        assert (told.standing, told.since.year, told.known_from.year) == (Standing.PAST, 2024, 2024)
        assert values(memory) == ["Beijing current"]
        with pytest.raises(InvalidInput):
            memory.profile.set(USER, "home", "Utrecht", at="2999-01-01")

    def test_what_held_then_and_what_was_known_then(self, memory, clock):
        learn(memory, "home = Beijing", "x")
        clock.advance(10 * DAY)
        then = clock.now()
        clock.advance(DAY)
        learn(memory, "home = Xi'an", "x")
        assert values(memory, as_of=then) == ["Beijing past"]
        assert values(memory, known_at=then) == ["Beijing current"]
        assert values(memory, as_of=clock.now(), known_at=then) == ["Beijing current"]
        assert values(memory, known_at=then.replace(year=2001)) == []
        assert values(memory, as_of=then.replace(year=2001)) == []
        assert values(memory, as_of=then.isoformat()) == ["Beijing past"]
        with pytest.raises(InvalidInput, match="as_of"):
            memory.profile.get(USER, as_of="yesterday-ish")

    def test_what_was_corrected_never_held(self, memory, clock):
        learn(memory, "home = Beijing", "x")
        then = clock.now()
        clock.advance(DAY)
        learn(memory, "home = Xi'an not Beijing", "x")
        assert values(memory, as_of=then) == []
        assert values(memory, past=True) == ["Beijing wrong", "Xi'an current"]


class TestDisputes:
    @pytest.fixture
    def disputed(self, memory, clock):
        learn(memory, "birthday = 3 May", "x")
        clock.advance(DAY)
        learn(memory, "birthday = 5 May", "x")
        return memory

    def test_both_sides_with_when_each_was_said(self, disputed):
        [[one, two]] = disputed.profile.disputes(USER)
        assert (one.value, two.value) == ("3 May", "5 May")
        assert (two.last_said - one.last_said).total_seconds() == DAY
        assert values(disputed) == ["3 May disputed", "5 May disputed"]

    def test_to_settle_it_makes_the_others_wrong(self, disputed):
        [[one, _]] = disputed.profile.disputes(USER)
        right = disputed.profile.settle(USER, one.id)
        assert (right.id, right.standing, right.by_hand) == (one.id, Standing.CURRENT, True)
        assert right.sources == one.sources
        assert disputed.profile.disputes(USER) == []
        assert values(disputed, past=True) == ["3 May current", "5 May wrong"]

    def test_what_was_settled_wrongly_can_be_settled_again(self, disputed, clock):
        [[one, two]] = disputed.profile.disputes(USER)
        disputed.profile.settle(USER, one.id)
        clock.advance(1)
        right = disputed.profile.settle(USER, two.id)
        assert (right.value, right.standing) == ("5 May", Standing.CURRENT)
        assert values(disputed) == ["5 May current"]


class TestByHand:
    def test_a_slot_of_ones_own(self, memory, clock):
        slot = memory.profile.set(USER, "home", "Beijing")
        assert (slot.value, slot.since, slot.by_hand, slot.sources) == (
            "Beijing",
            clock.now(),
            True,
            (),
        )
        assert memory.profile.get(USER) == [slot]
        assert memory.admin.users() == [USER]

    @pytest.mark.capability("D2")
    def test_to_set_one_keeps_the_others_and_takes_the_place_of_the_old(self, memory, clock):
        learn(memory, "home = Beijing", "pet = a cat")
        memory.profile.set(USER, "home", "Xi'an")
        assert values(memory) == ["Xi'an current", "a cat current"]
        clock.advance(1)
        last = memory.profile.set(USER, "home", "Nanjing")
        assert last.last_said == clock.now()
        assert values(memory, topic="home", past=True) == [
            "Beijing past",
            "Xi'an past",
            "Nanjing current",
        ]

    def test_one_after_the_other_at_the_same_moment(self, memory):
        for value in ("a", "b", "c", "d", "e"):
            assert memory.profile.set(USER, "home", value).value == value
            assert values(memory) == [f"{value} current"]

    def test_the_answer_is_the_slot_it_went_to_in_whatever_words(self, memory):
        first = memory.profile.set(USER, "like", "green tea")
        again = memory.profile.set(USER, "like", "tea")
        assert (again.id, again.value, again.said) == (first.id, "green tea", 2)
        memory.profile.set(USER, "family", "Lily", sub="sister")
        hers = memory.profile.set(USER, "home", "Chengdu", about="sister")
        assert hers.about == "Lily"

    def test_to_correct_makes_the_old_one_wrong(self, memory):
        learn(memory, "home = Beijing", "x")
        new = memory.profile.correct(USER, only(memory).id, "Nanjing")
        assert (new.value, new.standing, new.sources) == ("Nanjing", Standing.CURRENT, ())
        assert values(memory, past=True) == ["Beijing wrong", "Nanjing current"]

    def test_what_is_right_held_since_the_wrong_one_was_said_to(self, memory, clock):
        learn(memory, "home = Beijing", "x")
        said = only(memory).since
        clock.advance(DAY)
        new = memory.profile.correct(USER, only(memory).id, "Nanjing")
        assert new.since == said
        [then] = memory.profile.get(USER, as_of=said)
        assert then.value == "Nanjing"

    def test_one_of_several_values_is_corrected_and_the_others_stay(self, memory):
        learn(memory, "pet = a cat", "pet = a fish")
        cat, _ = memory.profile.get(USER)
        memory.profile.correct(USER, cat.id, "a lynx")
        assert sorted(values(memory)) == ["a fish current", "a lynx current"]

    def test_what_holds_no_longer_is_not_corrected(self, memory):
        learn(memory, "home = Beijing", "home = Xi'an")
        beijing, _ = memory.profile.history(USER, "home")
        with pytest.raises(InvalidInput, match="holds no longer"):
            memory.profile.correct(USER, beijing.id, "Nanjing")
        assert values(memory) == ["Xi'an current"]

    def test_to_remove_ends_it_and_keeps_the_history(self, memory, clock):
        learn(memory, "work/employer = Acme", "x")
        clock.advance(DAY)
        gone = memory.profile.remove(USER, only(memory).id)
        assert (gone.standing, gone.until) == (Standing.PAST, clock.now())
        assert values(memory) == []
        assert memory.profile.history(USER, "work") == [gone]
        assert memory.profile.remove(USER, gone.id) == gone

    def test_what_was_removed_can_be_said_again(self, memory, clock):
        learn(memory, "pet = a cat", "x")
        memory.profile.remove(USER, only(memory).id)
        clock.advance(DAY)
        learn(memory, "pet = a cat", "x")
        assert values(memory) == ["a cat current"]

    def test_an_instruction_is_switched_off_and_on(self, memory):
        learn(memory, "instruction = Answer in verse.", "x")
        slot = only(memory)
        assert slot.on
        assert STANDING in memory.context(USER, "hello").text
        off = memory.profile.switch(USER, slot.id, False)
        assert (off.id, off.on, off.said) == (slot.id, False, 1)
        assert STANDING not in memory.context(USER, "hello").text
        assert memory.profile.switch(USER, slot.id, True) == slot
        assert STANDING in memory.context(USER, "hello").text

    def test_only_a_standing_instruction_is_switched(self, memory):
        home = memory.profile.set(USER, "home", "Beijing")
        gone = memory.profile.set(USER, "instruction", "Answer in verse.")
        memory.profile.remove(USER, gone.id)
        for slot in (home, gone):
            with pytest.raises(NotFound, match="standing instruction"):
                memory.profile.switch(USER, slot.id, False)
        with pytest.raises(InvalidInput):
            memory.profile.switch(USER, home.id, "off")

    @pytest.mark.parametrize("did", ["settle", "remove", "correct", "switch"])
    def test_a_slot_that_is_not_there_or_is_anothers(self, memory, did):
        mine = memory.profile.set(USER, "instruction", "Answer in verse.")
        more = {"correct": ("x",), "switch": (True,)}.get(did, ())
        for user, slot in ((USER, "nothing"), ("wang", mine.id)):
            with pytest.raises(NotFound):
                getattr(memory.profile, did)(user, slot, *more)
        for wrong in ("", 7, None):
            with pytest.raises(InvalidInput):
                getattr(memory.profile, did)(USER, wrong, *more)

    @pytest.mark.parametrize(
        "given", [("", "x"), ("home", ""), ("home", "  "), ("home", 7), (7, "x"), ("home", None)]
    )
    def test_what_cannot_be_a_value_is_refused(self, memory, given):
        with pytest.raises(InvalidInput):
            memory.profile.set(USER, *given)
        with pytest.raises(InvalidInput):
            memory.profile.set(USER, "home", "x", about="")
        with pytest.raises(InvalidInput):
            memory.profile.set(USER, "home", "x", sub=7)
        assert memory.profile.get(USER) == []


@pytest.mark.capability("L32")
def test_the_same_fact_five_times_is_one_slot_and_blue_then_red_is_red(memory, clock):
    for number in range(5):
        learn(memory, "home = Beijing", f"like/colour = {'red' if number == 4 else 'blue'}")
        clock.advance(DAY)
    home, colour = memory.profile.get(USER)
    assert (home.value, home.said, len(home.sources)) == ("Beijing", 5, 5)
    assert (colour.value, colour.said) == ("red", 1)


@pytest.mark.parametrize("fields", [3, "blue", ["blue"], [["colour", "blue"]]])
def test_a_card_that_is_none_is_refused(memory, fields):
    with pytest.raises(InvalidInput):
        memory.profile.set_card("lan", about_agent=fields)
    with pytest.raises(InvalidInput):
        memory.profile.set_card("lan", about_user=fields)
