"""Folding: what claims come to, in whatever order they arrive."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from holdfast.domain.slot import Slot, Standing
from holdfast.flow.extract.fold import Told, fold_claims, slot_of
from tests.unit.flow.extract.claims import day, shown, told


def fold(*lines: str) -> list[Slot]:
    return fold_claims(told(*lines))


class TestOneValue:
    def test_the_same_five_times_is_one_slot_with_five_sources(self):
        [slot] = fold(*["home = Beijing"] * 5)
        assert (slot.said, slot.sources) == (5, ("0", "1", "2", "3", "4"))
        assert (slot.since, slot.known_from, slot.last_said) == (day(0), day(0), day(4))

    def test_the_same_in_other_letters_is_the_same(self):
        [slot] = fold("home = Beijing", "home = beijing.", "home = The BEIJING")
        assert slot.said == 3
        [slot] = fold("age = 26歲", "age = 二十六岁")
        assert slot.said == 2

    def test_the_same_in_the_other_language_is_the_same(self):
        [slot] = fold("like/colour = blue", "like/颜色 = 蓝色", "like/color = Blue")
        assert (slot.sub, slot.value, slot.said) == ("colour", "Blue", 3)
        past, held = fold("like/颜色 = 蓝色", "like/colour = red")
        assert (past.sub, past.until, held.sub) == ("颜色", day(1), "颜色")

    def test_what_says_more_is_the_same(self):
        [slot] = fold("possession = bike", "possession = a blue bike")
        assert (slot.value, slot.said) == ("a blue bike", 2)
        assert len(fold("possession = rice", "possession = price")) == 2

    def test_blue_then_red_is_red_with_blue_in_its_history(self):
        blue, red = fold("like/colour = blue", "like/colour = red")
        assert (blue.standing, blue.since, blue.until) == (Standing.PAST, day(0), day(1))
        assert blue.dropped_at == day(1)
        assert (red.standing, red.since, red.until) == (Standing.CURRENT, day(1), None)

    def test_back_again_is_a_slot_of_its_own(self):
        first, _, again = fold("home = Beijing", "home = Xi'an", "home = Beijing")
        assert first.id != again.id
        assert (first.until, again.since, again.until) == (day(1), day(2), None)

    def test_subs_have_a_value_each_and_what_has_no_sub_has_many(self):
        slots = fold("like/colour = blue", "like/food = noodles", "like = swimming", "like = chess")
        assert {slot.standing for slot in slots} == {Standing.CURRENT}

    def test_a_topic_nobody_knows_has_many_values(self):
        assert shown(fold("totem = owl", "totem = bear")) == ["owl current", "bear current"]


class TestDisputes:
    def test_what_lasts_a_life_is_disputed_and_neither_side_wins(self):
        slots = fold("birthday = 3 May", "birthday = 5 May", "birthday = 5 May")
        assert shown(slots) == ["3 May disputed", "5 May disputed"]
        assert [slot.dropped_at for slot in slots] == [None, None]

    @pytest.mark.parametrize(
        "lines",
        [
            ("birthday = 3 May", "birthday = May 3rd, 1998", "birthday = 5月3号"),
            ("birthday = November", "birthday = 11月", "birthday = 26 November 1998"),
            ("birthday = 17 November (yesterday)", "birthday = 11月17日（昨天是我生日）"),
            ("origin = Beijing", "origin = 北京"),
            ("gender = 女生", "gender = 女", "gender = woman"),
        ],
    )
    def test_the_same_in_other_words_is_not_disputed(self, lines):
        [slot] = fold(*lines)
        assert (slot.standing, slot.said) == (Standing.CURRENT, len(lines))

    def test_what_lasts_a_life_is_shown_as_fully_as_it_was_told(self):
        [slot] = fold("birthday = 3 May 1998", "birthday = 3 May")
        assert slot.value == "3 May 1998"

    def test_the_year_of_a_birth_is_beside_the_day(self):
        assert shown(fold("birthday = 1998", "birthday = 3 May")) == [
            "1998 current",
            "3 May current",
        ]
        assert {slot.standing for slot in fold("birthday = 1998", "birthday = 1999年")} == {
            Standing.DISPUTED
        }

    def test_a_month_is_disputed_by_a_day_of_another(self):
        slots = fold("birthday = November", "birthday = 11 May")
        assert {slot.standing for slot in slots} == {Standing.DISPUTED}

    def test_the_animal_of_a_birth_is_beside_the_day(self):
        slots = fold("birthday = 属虎", "birthday = 5月3日")
        assert {slot.standing for slot in slots} == {Standing.CURRENT}

    def test_a_birthday_that_is_to_come_is_one_already(self):
        (said,) = told("birthday = 3 May")
        [slot] = fold_claims([said._replace(claim=replace(said.claim, since=day(7)))])
        assert slot.since == day(0)

    def test_a_third_side_is_one_more(self):
        slots = fold("birthday = 3 May", "birthday = 5 May", "birthday = 7 May")
        assert {slot.standing for slot in slots} == {Standing.DISPUTED}

    def test_a_correction_settles_it_and_the_others_never_held(self):
        slots = fold("birthday = 3 May", "birthday = 5 May", "birthday = 5 May not 3 May")
        assert shown(slots) == ["3 May wrong", "5 May current"]

    def test_a_word_by_hand_settles_it(self):
        said = told("birthday = 3 May", "birthday = 5 May")
        (hand,) = told("birthday = 3 May", by_hand=True)
        slots = fold_claims([*said, hand._replace(said_at=day(9), known_from=day(9))])
        assert shown(slots) == ["3 May current", "5 May wrong"]
        assert slots[0].by_hand

    def test_when_one_side_is_taken_back_the_other_holds(self):
        slots = fold("birthday = 3 May", "birthday = 5 May", "no birthday = 5 May")
        assert shown(slots) == ["3 May current", "5 May past"]


class TestChanges:
    def test_a_correction_makes_the_old_one_wrong(self):
        old, new = fold("home = Beijing", "home = Xi'an not Beijing")
        assert (old.standing, new.standing) == (Standing.WRONG, Standing.CURRENT)

    def test_a_change_makes_it_past(self):
        assert shown(fold("home = Beijing", "home = Xi'an after Beijing")) == [
            "Beijing past",
            "Xi'an current",
        ]

    def test_an_end_ends_it_and_begins_nothing(self):
        [slot] = fold("work/employer = Acme", "no work/employer = Acme")
        assert (slot.standing, slot.until) == (Standing.PAST, day(1))

    def test_it_is_ended_under_whichever_sub_topic_it_was_said(self):
        assert shown(fold("work/employer = Acme", "no work = Acme")) == ["Acme past"]
        assert shown(fold("work = Acme", "no work/employer = Acme")) == ["Acme past"]

    def test_it_is_ended_by_any_of_the_words_it_was_said_in(self):
        [slot] = fold("pet = a cat", "pet = a grey cat called Mo", "no pet = Mo")
        assert slot.standing is Standing.PAST

    def test_an_end_of_what_was_never_claimed_is_known_as_past(self):
        assert shown(fold("no pet = a cat")) == ["a cat past"]

    def test_what_is_liked_again_is_likedst_dislike(self):
        like, dislike = fold("like = coffee", "dislike = coffee")
        assert (like.standing, like.until) == (Standing.PAST, day(1))
        assert dislike.standing is Standing.CURRENT
        assert shown(fold("like = coffee", "dislike = tea")) == ["coffee current", "tea current"]
        assert shown(fold("like/colour = blue", "dislike = 蓝色")) == ["blue past", "蓝色 current"]

    def test_who_dislikes_one_kind_may_like_the_rest(self):
        slots = fold("like = coffee", "dislike = cold coffee")
        assert shown(slots) == ["coffee current", "cold coffee current"]

    def test_what_is_liked_again_is_liked(self):
        assert shown(fold("like = coffee", "dislike = coffee", "like = coffee"))[-1] == (
            "coffee current"
        )

    def test_since_when_is_what_was_said_of_it_last(self):
        first, later = told("home = Beijing", "home = Beijing")
        claim = replace(later.claim, since=day(-300))
        [slot] = fold_claims([first, later._replace(claim=claim)])
        assert slot.since == day(-300)

    def test_nothing_ends_before_it_began(self):
        old, new = told("home = Beijing", "home = Xi'an")
        back_dated = new._replace(claim=replace(new.claim, since=day(-300)))
        beijing, _ = sorted(fold_claims([old, back_dated]), key=lambda slot: slot.value)
        assert (beijing.since, beijing.until) == (day(0), day(1))


class TestPeople:
    def test_a_relation_and_a_name_are_one_person(self):
        slots = fold("family/sister = Lily", "sister: home = Chengdu", "Lily: pet = a cat")
        assert [slot.about for slot in slots] == ["user", "Lily", "Lily"]

    def test_a_name_is_no_part_of_the_word_for_it(self):
        slots = fold("family/妹妹 = 妹妹叫小红", "妹妹: home = 巴黎")
        assert slots[-1].about == "小红"

    def test_whoever_is_called_by_several_words_is_one_person(self):
        slots = fold("mom: home = Leeds", "mum: home = York", "妈妈: like = tea")
        assert [slot.about for slot in slots] == ["mom"] * 3
        assert shown(slots)[:2] == ["Leeds past", "York current"]
        assert {s.about for s in fold("mum: like = tea", "family/mother = mother Anna")} == {
            "user",
            "Anna",
        }

    @pytest.mark.parametrize(
        "lines",
        [
            ("friend/boss = boss Tom", "friend/boss = Tom, my boss", "friend/boss = Tom is my boss",
             "friend/boss = my boss is called Tom", "friend/boss = boss's name is Tom"),
            ("friend/上司 = 上司赵雅琳", "friend/上司 = 上司叫赵雅琳", "friend/上司 = 赵雅琳是我的上司",
             "friend/上司 = 上司的名字叫赵雅琳", "friend/上司 = 上司名叫赵雅琳"),
        ],
    )  # fmt: skip
    def test_somebody_is_one_slot_however_they_are_introduced(self, lines):
        for first in lines:
            [slot] = fold(first, *lines)
            assert slot.said == len(lines) + 1

    @pytest.mark.parametrize(
        ("introduced", "name"),
        [
            ("family/uncle = Tom, my uncle", "Tom"),
            ("family/uncle = uncle's name is Tom", "Tom"),
            ("family/叔叔 = 张涛是我叔叔", "张涛"),
            ("family/叔叔 = 叔叔的名字叫张涛", "张涛"),
        ],
    )
    def test_whoever_is_introduced_is_known_by_the_name_alone(self, introduced, name):
        sub = introduced.split(" ")[0].split("/")[1]
        _, home = fold(introduced, f"{sub}: home = Chengdu")
        assert home.about == name

    def test_two_sisters_are_not_told_apart_by_the_word(self):
        slots = fold("family/sister = Lily", "family/sister = Rose", "sister: home = Chengdu")
        assert slots[-1].about == "sister"

    def test_whom_the_word_means_may_be_learned_later(self):
        slots = fold("妹妹: home = 成都", "family/妹妹 = 妹妹乐乐")
        assert slots[0].about == "乐乐"

    def test_nobody_elses_home_is_the_users(self):
        slots = fold("home = Beijing", "Lily: home = Chengdu")
        assert shown(slots) == ["Beijing current", "Chengdu current"]

    def test_another_speakers_sister_is_not_the_users(self):
        mine = told("family/sister = Lily", "sister: home = Chengdu")
        bobs = told("sister: home = Paris", "Bob: home = Rome", "Lily: pet = a cat", speaker="Bob")
        found = {slot.value: slot.about for slot in fold_claims([*mine, *bobs])}
        assert found == {
            "Lily": "user",
            "Chengdu": "Lily",
            "Paris": "Bob's sister",
            "Rome": "Bob",
            "a cat": "Lily",
        }


class TestSwitching:
    def test_a_switch_is_no_word_of_its_own(self):
        said = told("instruction = Answer in verse.")
        off = said[0]._replace(said_at=day(3), by_hand=True, on=False)
        [slot] = fold_claims([*said, off])
        assert (slot.on, slot.said, slot.by_hand, slot.last_said) == (False, 1, False, day(0))
        on = off._replace(said_at=day(4), on=True)
        assert [slot.on for slot in fold_claims([*said, on, off])] == [True]


class TestInstructions:
    @pytest.mark.parametrize(
        "lines",
        [
            ("Answer in French.", "Always answer in English from now on."),
            ("Always answer in French.", "以后都用中文回答我"),
            ("Always answer in French.", "You don't need to answer in French any more."),
            ("Use emojis.", "Please don't use emojis.", "Use emojis again, please."),
            ("以后都用克作单位", "以后不要用克作单位"),
        ],
    )
    def test_the_next_word_on_the_same_takes_the_place_of_the_last(self, lines):
        slots = fold(*(f"instruction = {line}" for line in lines))
        assert [slot.value for slot in slots if slot.dropped_at is None] == [lines[-1]]

    @pytest.mark.parametrize(
        "lines",
        [
            ("Answer in French.", "Keep your answers short."),
            ("Answer in English.", "Answer in French when I ask for a recipe."),
            ("Use metric units.", "Use metric units when I cook."),
            ("以后都用中文回答我", "以后用英语回答数学题"),
        ],
    )
    def test_what_speaks_of_something_else_stays_beside_it(self, lines):
        slots = fold(*(f"instruction = {line}" for line in lines))
        assert [slot.standing for slot in slots] == [Standing.CURRENT] * len(lines)

    def test_the_same_again_is_the_same(self):
        [slot] = fold("instruction = Always use emojis.", "instruction = always use emojis")
        assert slot.said == 2


STORY = (
    "birthday = 3 May",
    "like/colour = blue",
    "like/colour = red",
    "birthday = 5 May",
    "like = coffee",
    "dislike = coffee",
)


@pytest.mark.capability("L32")
def test_any_order_of_arrival_gives_the_same_slots():
    claims = told(*STORY)
    expected = fold_claims(claims)
    for order in permutations(claims):
        assert fold_claims(order) == expected


def test_any_order_gives_the_same_slots_of_a_long_story():
    lines = [line for line in STORY for _ in range(3)] + ["home = Xi'an not Beijing", "no pet = Mo"]
    Random(7).shuffle(lines)
    claims = told(*lines)
    expected = fold_claims(claims)
    for seed in range(50):
        Random(seed).shuffle(claims)
        assert fold_claims(claims) == expected


def test_what_is_said_at_one_moment_keeps_its_order():
    at_once = [
        each._replace(said_at=day(0), known_from=day(0), place=0, nth=nth)
        for nth, each in enumerate(told("home = Beijing", "home = Xi'an", "home = Beijing"))
    ]
    for order in permutations(at_once):
        slots = fold_claims(order)
        assert shown(slots) == ["Beijing past", "Xi'an past", "Beijing current"]
        assert len({slot.id for slot in slots}) == 3


def test_what_was_learned_late_was_known_late():
    early, late = told("home = Beijing", "home = Xi'an")
    beijing, xian = fold_claims([early._replace(known_from=day(9)), late])
    assert (beijing.known_from, beijing.dropped_at, xian.known_from) == (day(9), day(9), day(1))
    [slot] = fold_claims([early._replace(known_from=day(9)), late._replace(claim=early.claim)])
    assert slot.known_from == day(1)


def test_without_a_claim_the_rest_is_as_if_it_had_never_been():
    claims = told(*STORY)
    for each in claims:
        rest = [other for other in claims if other is not each]
        assert fold_claims(rest) == fold_claims(
            [other for other in reversed(claims) if other is not each]
        )
    blue = claims[1]
    assert shown(fold_claims([each for each in claims if each is not blue]))[1] == "red current"


def test_the_slot_that_a_claim_went_to():
    claims = told("family/sister = Lily", "sister: home = Chengdu", "no family/sister = Lily")
    went_to = [slot.value for each in claims if (slot := slot_of(claims, each))]
    assert went_to == ["Lily", "Chengdu", "Lily"]
    stranger: Told = told("pet = Mo")[0]
    assert slot_of(claims, stranger) is None
