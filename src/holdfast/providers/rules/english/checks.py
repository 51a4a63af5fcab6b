"""Checks: what a frame may ask of a value, by the name it has in frames.toml."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.providers.rules.english import doings, identity, livelihood, tastes
from holdfast.providers.rules.english.candidate import Candidate

Check = Callable[[Candidate], bool]

CHECKS: dict[str, Check] = {
    "proper": identity.proper,
    "name": identity.name,
    "loose_name": identity.loose_name,
    "isdate": identity.date,
    "nation": identity.nation,
    "number": identity.number,
    "greeting": identity.greeting,
    "home": identity.home,
    "named": identity.named,
    "fragment": identity.fragment,
    "own_gender": identity.own_gender,
    "study": livelihood.study,
    "school": livelihood.school,
    "school_place": livelihood.school_place,
    "first_said": identity.first_said,
    "capital": identity.capital,
    "introduced": identity.introduced,
    "brand": tastes.brand,
    "work": livelihood.work,
    "workplace": livelihood.workplace,
    "like_trade": livelihood.like_trade,
    "trade_object": livelihood.trade_object,
    "one": livelihood.one,
    "language": livelihood.language,
    "skill": livelihood.skill,
    "learned": livelihood.learned,
    "passed": doings.passed,
    "planned": doings.planned,
    "ahead": doings.ahead,
    "appointment": doings.appointment,
    "goal": doings.goal,
    "someday": doings.someday,
    "goal_work": doings.goal_work,
    "worth": doings.worth,
    "far": doings.far,
    "free": doings.free,
    "own_clause": doings.own_clause,
    "spoken": doings.spoken,
    "fan": tastes.fan,
    "taste": tastes.taste,
    "allergic": tastes.allergic,
    "body": tastes.body,
    "food": tastes.food,
    "food_made": tastes.food_made,
    "trait": tastes.trait,
    "possess": tastes.possess,
}
