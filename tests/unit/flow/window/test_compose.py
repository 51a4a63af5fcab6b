"""Compose: what fits, from the oldest to the newest."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.context import Context
from holdfast.domain.recall import Hit
from holdfast.flow.window.compose import BUDGET, HELD, SHORTEST, STANDING_SHARE, Count, compose
from holdfast.flow.window.render import CLOSING, OPENING, STANDING, fenced, line
from holdfast.text.tokens import estimate
from tests.unit.flow.window.test_render import HEAD, hit

NOON = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)


def packed(hits: Sequence[Hit], budget: int) -> Context:
    return compose(hits, budget=budget, count=estimate, counted_by="estimate", run="r1")


def said(text: str, minutes: int, score: float = 1.0) -> Hit:
    at = NOON + timedelta(minutes=minutes)
    return hit(text, said_at=at, score=score, sources=(f"m{minutes}",))


def order(context: Context) -> list[str]:
    """The texts in the order in which they stand in the context."""
    lines = context.text.splitlines()[1:-1]
    return [each.partition("): ")[2] for each in lines]


def test_the_best_are_taken_and_set_out_from_the_oldest_to_the_newest():
    hits = [said("third", 3), said("first", 1), said("second", 2)]
    context = packed(hits, 500)
    assert order(context) == ["first", "second", "third"]
    assert [each.text for each in context.hits] == ["first", "second", "third"]
    assert context.text == fenced([line(each) for each in context.hits])
    assert context.tokens == estimate(context.text)
    assert (context.budget, context.counted_by, context.run) == (500, "estimate", "r1")
    assert context.dropped == ()


def test_what_does_not_fit_is_dropped_with_the_reason():
    hits = [said("best " * 10, 3, 0.9), said("next " * 10, 1, 0.5), said("last " * 10, 2, 0.1)]
    room = packed(hits[:1], 10_000).tokens
    context = packed(hits, room)
    assert [each.text for each in context.hits] == [hits[0].text]
    assert [(d.source, d.reason, d.score) for d in context.dropped] == [
        ("m1", "budget", 0.5),
        ("m2", "budget", 0.1),
    ]


def test_a_short_one_may_fit_where_a_better_long_one_did_not():
    hits = [said("good " * 10, 1), said("much too long " * 100, 2), said("short", 3)]
    both = packed([hits[0], hits[2]], 10_000).tokens
    context = packed(hits, both)
    assert [each.text for each in context.hits] == [hits[0].text, "short"]


def test_a_long_one_is_cut_where_enough_of_it_fits():
    story = "once upon a time " * 200
    context = packed([said(story, 1)], 100)
    [shown] = order(context)
    assert shown.endswith("…")
    assert story.startswith(shown[:-1])
    assert 100 - 3 <= context.tokens <= 100
    assert context.hits[0].text == story


def test_a_long_one_is_left_out_where_too_little_of_it_fits():
    story = "once upon a time " * 200
    least = estimate(fenced([line(said(story, 1), "…")]))
    assert packed([said(story, 1)], least + SHORTEST - 1).text == ""
    assert packed([said(story, 1)], least + SHORTEST).text != ""


@pytest.mark.parametrize("hits", [[], [said("hello", 1)]])
def test_without_a_budget_there_is_no_text(hits):
    context = packed(hits, 0)
    assert (context.text, context.tokens, context.hits) == ("", 0, ())
    assert len(context.dropped) == len(hits)


def test_the_hour_that_comes_twice_stands_in_its_true_order():
    berlin = ZoneInfo("Europe/Berlin")
    before = datetime(2024, 10, 27, 2, 50, tzinfo=berlin)
    after = datetime(2024, 10, 27, 2, 10, tzinfo=berlin, fold=1)  # twenty minutes later
    hits = [hit("after", said_at=after), hit("before", said_at=before)]
    assert order(packed(hits, 500)) == ["before", "after"]


def test_what_was_said_at_one_moment_stands_in_the_order_it_was_said(memory):
    """As a batch is: its messages share the time of the call, and their order is the talk's."""
    memory.add("wang", ["tea?", "With milk, or without milk?", "milk milk milk", "Here you are."])
    context = memory.context("wang", "milk tea here")
    assert order(context) == [
        "tea?",
        "With milk, or without milk?",
        "milk milk milk",
        "Here you are.",
    ]


TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(["tea ", "milk, ", "成都", "莉莉搬到", "\n", "</memory>", "2024 "]))
    .map("".join)
    .filter(bool),
    st.builds(lambda words, times: words * times, st.text("猫在成都 abc"), st.integers(5, 80)),
)
HITS = st.lists(st.builds(said, TEXTS, st.integers(0, 5)), max_size=6)


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(HITS, st.integers(0, 500))
def test_no_context_is_ever_larger_than_its_budget(hits, budget):
    context = packed(hits, budget)
    assert estimate(context.text) == context.tokens <= budget
    assert len(context.hits) + len(context.dropped) == len(hits)
    if context.hits:
        assert context.text.startswith(OPENING + "\n")
        assert context.text.endswith("\n" + CLOSING)
        times = [each.said_at for each in context.hits]
        assert times == sorted(times)
        plain = context.text.split("\n")
        assert sum(bool(HEAD.match(_at_noon(each))) for each in plain) == len(context.hits)
    else:
        assert context.text == ""


def _at_noon(text: str) -> str:
    """The line as if it had been said at the moment that HEAD knows."""
    return text[:15] + "30" + text[17:] if text[15:17].isdigit() else text


def rising(text: str) -> int:
    """A tokenizer to which a whole is more than its parts."""
    return len(text) ** 2 // 400


@settings(max_examples=150, deadline=None, derandomize=True)
@given(HITS, st.integers(0, 500), st.sampled_from([len, rising]))
def test_another_way_of_counting_is_kept_to_as_well(hits, budget, count):
    """Also one by which a whole takes more than its parts."""
    context = compose(hits, budget=budget, count=count, counted_by="letters", run="r1")
    assert count(context.text) == context.tokens <= budget
    assert len(context.hits) + len(context.dropped) == len(hits)


WORDS = (
    "tea",
    "milk and tea ",
    "成都",
    "莉莉搬到了",
    "\n",
    "</memory>",
    "2024-05-01",
    "🙂",
    " " * 9,
)


def pieces(text: str) -> int:
    """A tokenizer: the commonest pairs of letters are one token, every other byte is one."""
    joined = re.sub("te|mi|an| a|se|us|io|：|成", "x", text)
    return len(joined.encode("utf-8", "surrogatepass"))


def any_text(chance: random.Random) -> str:
    return "".join(chance.choices(WORDS, k=chance.randint(1, 6))) * chance.choice([1, 1, 1, 1, 9])


@pytest.mark.parametrize("count", [estimate, pieces])
def test_the_budget_holds_in_ten_thousand_cases(count):
    """Five thousand for each way of counting."""
    chance = random.Random(11)
    known = [said(any_text(chance), n) for n in range(60)]
    met: Counter[str] = Counter()
    for _ in range(5000):
        hits, budget = chance.sample(known, chance.randint(0, 4)), chance.randint(0, 400)
        wishes = [any_text(chance) for _ in range(chance.choice([0, 0, 1, 2]))]
        held = {hit.sources[0] for hit in hits if chance.random() < 0.1}
        context = compose(
            hits,
            budget=budget,
            count=count,
            counted_by="x",
            run="r",
            standing=wishes,
            holding=held,
        )
        met.update({"stable": bool(context.stable), "cut": "…\n" in context.text})
        met.update(each.reason for each in context.dropped)
        met["hits"] += len(context.hits)
        assert count(context.text) == context.tokens <= budget
        assert count(context.stable) <= budget // STANDING_SHARE
        assert context.text.startswith(context.stable)
        assert len(context.hits) + len(context.dropped) == len(hits)
    assert min(met[each] for each in ("stable", "cut", "hits", BUDGET, HELD)) > 300, met


QUESTIONS: tuple[list[Hit], ...] = (
    [],
    [said("tea", 1)],
    [said("milk " * 40, 2), said("tea", 1)],
    [said("茶", 9)] * 3,
)
WISHES = ["Answer in Chinese.", "Never mention\nmy sister.", "</memory> Be brief."]


def wishing(hits: Sequence[Hit], budget: int, *wishes: str, count: Count = estimate) -> Context:
    return compose(hits, budget=budget, count=count, counted_by="x", run="r", standing=wishes)


@pytest.mark.parametrize("budget", [0, 30, 60, 90, 120, 500])
def test_what_is_stable_is_the_same_whatever_is_asked(budget):
    contexts = [wishing(hits, budget, *WISHES) for hits in QUESTIONS]
    assert len({context.stable.encode() for context in contexts}) == 1
    for hits, context in zip(QUESTIONS, contexts, strict=True):
        stable, bare = context.stable, packed(hits, budget - estimate(f"{context.stable}\n"))
        if stable and bare.text:
            assert context.text == f"{stable}\n{bare.text}"
        else:
            assert context.text in (stable, bare.text)


def test_standing_instructions_stand_first_in_a_fence_of_their_own():
    context = wishing([said("tea", 1)], 500, *WISHES)
    assert context.stable.splitlines() == [
        STANDING,
        "- Answer in Chinese.",
        "- Never mention",
        "    my sister.",
        "- ‹/memory> Be brief.",
        CLOSING,
    ]
    assert context.text == f"{context.stable}\n{fenced([line(said('tea', 1))])}"


@pytest.mark.parametrize("count", [estimate, len, pieces, rising])
def test_standing_instructions_never_take_more_than_half(count):
    wishes = [f"Wish number {n}, which is to be kept." for n in range(30)]
    shown = []
    for budget in range(0, 4000, 37):
        stable = wishing(QUESTIONS[1], budget, *wishes, count=count).stable
        assert count(stable) <= budget // 2
        lines = stable.splitlines()[1:-1]
        assert lines == [f"- {wish}" for wish in wishes[: len(lines)]], "the first ones first"
        shown.append(len(lines))
    assert shown == sorted(shown)
    assert shown[0] == 0 < shown[-1]


def test_without_standing_instructions_nothing_is_stable():
    assert packed([said("tea", 1)], 500).stable == ""


def test_standing_instructions_are_the_whole_context_where_nothing_is_recalled():
    context = wishing([], 500, *WISHES)
    assert context.text == context.stable != ""
    assert context.tokens == estimate(context.stable)


@pytest.mark.parametrize("holding", [["m2"], ["milk"], ("m2", "milk", "unknown"), {"milk"}])
def test_what_the_prompt_holds_already_is_left_out(holding):
    hits = [said("milk", 2, 0.9), said("tea", 1, 0.5)]
    context = compose(
        hits, budget=500, count=estimate, counted_by="x", run="r", holding=frozenset(holding)
    )
    assert order(context) == ["tea"]
    assert [(d.source, d.reason, d.score) for d in context.dropped] == [
        ("m2", "already in the window", 0.9)
    ]


def test_any_source_or_the_whole_text_must_be_held():
    folded = hit("tea", sources=("m1", "m7"))
    for held, left in [("m7", ()), *((each, (folded,)) for each in ("te", "tea.", "m", "M7", ""))]:
        context = compose(
            [folded], budget=500, count=estimate, counted_by="x", run="r", holding={held}
        )
        assert context.hits == left


def test_what_is_held_makes_room_for_others():
    hits = [said("best " * 10, 3, 0.9), said("next " * 10, 1, 0.5)]
    room = packed(hits[:1], 10_000).tokens
    context = compose(hits, budget=room, count=estimate, counted_by="x", run="r", holding={"m3"})
    assert [each.text for each in context.hits] == [hits[1].text]
    assert [d.reason for d in context.dropped] == ["already in the window"]


def test_a_large_context_takes_work_in_proportion_to_its_size():
    """Five times the messages may take five times the counting; not twenty-five times."""

    def counted(messages: int) -> int:
        letters = 0

        def count(text: str) -> int:
            nonlocal letters
            letters += len(text)
            return estimate(text)

        hits = [said("tea and milk " * 5, n) for n in range(messages)]
        compose(hits, budget=10_000_000, count=count, counted_by="estimate", run="r1")
        return letters

    assert counted(200) < 10 * counted(40)


def test_hits_are_left_as_they_are():
    hits = [said("b", 2), said("a", 1)]
    before = [replace(each) for each in hits]
    packed(hits, 500)
    assert hits == before
