"""Claims: each is looked at by itself; what the lines do not bear out is held back or left out."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.domain.claim import USER, Claim
from holdfast.domain.topic import TOPICS
from holdfast.providers.by_model.claims import MOST, Claims, claims_of
from holdfast.providers.by_model.stretch import stretch_of
from tests.unit.providers.by_model.dates import at
from tests.unit.providers.by_model.talks import TALK, TALK_ZH, claim, talk


def read(item: Any, lines=TALK, topics=tuple(TOPICS)) -> Claim | None:
    [part] = stretch_of(lines).parts
    claims = Claims(part.sources, topics)
    accepted = claims.propose(item)
    assert accepted == bool(claims.accepted)
    return claims.accepted[0] if accepted else None


def test_a_claim():
    item = claim(
        [1], "home", "Hangzhou", text="moved to Hangzhou", since="2026-03-01", until="2026-03-31",
        confidence=0.7, sub="City", ends=False, corrects=True,
    )  # fmt: skip
    assert read(item) == Claim(
        topic="home",
        value="Hangzhou",
        text="moved to Hangzhou",
        sources=("a",),
        sub="city",
        since=at(2026, 3, 1),
        until=at(2026, 4, 1),
        corrects=True,
        confidence=0.7,
    )


def test_a_claim_in_chinese():
    found = read(claim([2], "like", "茉莉花茶"), TALK_ZH)
    assert found == Claim(topic="like", value="茉莉花茶", text="我喜欢茉莉花茶。", sources=("c",))


class TestSources:
    def test_only_those_that_have_the_value(self):
        lines = talk("user: I like tea.", "user: Really.", "user: Tea is what I like.")
        found = read(claim([1, 2, 3], "like", "tea"), lines)
        assert found is not None
        assert found.sources == ("a", "c")

    def test_said_twice_is_one_claim_with_both(self):
        lines = talk("user: I like tea.", "user: I like tea.")
        [part] = stretch_of(lines).parts
        claims = Claims(part.sources, TOPICS)
        assert claims.propose(claim([1], "like", "tea"))
        assert claims.propose(claim([2], "like", "Tea"))
        assert [each.sources for each in claims.accepted] == [("a", "b")]

    @pytest.mark.parametrize("lines", [["b"], ["d"], [4], [0], [], None, "x", {}, [[1]], True])
    def test_what_is_not_there_or_may_not_be_named(self, lines):
        assert read(claim(lines, "home", "Hangzhou")) is None

    def test_what_was_read_before(self):
        lines = talk("user: I live in Oslo.", "user: I like tea.", known=1)
        assert read(claim(["a"], "home", "Oslo"), lines) is None
        assert read(claim([1, "a"], "home", "Oslo"), lines) is None
        assert read(claim([1], "like", "tea"), lines) is not None

    @pytest.mark.parametrize("value", ["Oolong", "Paris", "31 degrees", "famous"])
    @pytest.mark.parametrize("cited", [[1], [1, 2, 3], ["b"], ["d"]])
    def test_what_only_others_say(self, value, cited):
        assert read(claim(cited, "like", value)) is None

    def test_not_too_many(self):
        lines = talk(f"user: I like {', '.join(f'tea{n:04}' for n in range(MOST + 9))}.")
        [part] = stretch_of(lines).parts
        claims = Claims(part.sources, TOPICS)
        for n in range(MOST + 9):
            claims.propose(claim([1], "like", f"tea{n:04}"))
        assert len(claims.accepted) == MOST


class TestAbout:
    @pytest.mark.parametrize(
        "about", ["user", "User", "the user", "用户", "I", "me", "我", "", None, 7.5j]
    )
    def test_the_user(self, about):
        found = read(claim([1], "home", "Hangzhou", about))
        assert found is not None
        assert found.about == USER

    @pytest.mark.parametrize("about", ["Tom", "tom", "I", ""])
    def test_another_who_speaks(self, about):
        found = read(claim([3], "pet", "two cats", about))
        assert found is not None
        assert found.about == "Tom"

    def test_what_another_says_is_not_said_of_the_user(self):
        assert read(claim([3], "pet", "two cats", "user")) is None
        assert read(claim([1, 2, 3], "pet", "two cats", "user")) is None

    @pytest.mark.parametrize(
        ("about", "name"),
        [("Lily", "Lily"), ("sister", "sister"), ("my sister", "sister"), ("user's sister Lily", "sister Lily")],
    )  # fmt: skip
    def test_somebody_who_is_spoken_of(self, about, name):
        found = read(claim([2], "family", "Lily", about))
        assert found is not None
        assert found.about == name

    @pytest.mark.parametrize(
        ("about", "name"), [("李华", "李华"), ("妹妹", "妹妹"), ("我的妹妹", "妹妹")]
    )
    def test_somebody_in_chinese(self, about, name):
        found = read(claim([2], "family", "李华", about), TALK_ZH)
        assert found is not None
        assert found.about == name

    @pytest.mark.parametrize("about", ["Bob", "assistant", "brother", "Lily Bob", "x" * 99])
    def test_nobody_of_that_name(self, about):
        assert read(claim([2], "family", "Lily", about)) is None

    def test_of_two_who_speak_it_must_be_said_which(self):
        lines = talk("user: I like tea.", "Tom: I like tea.")
        assert read(claim([1, 2], "like", "tea", ""), lines) is None
        assert read(claim([1, 2], "like", "tea", "Tom"), lines) is not None


class TestInstructions:
    LINES = talk("user: Please answer in French.", "Tom: Please answer in French.")

    def test_of_the_user(self):
        found = read(claim([1, 2], "instruction", "answer in French"), self.LINES)
        assert found is not None
        assert found.sources == ("a",)

    @pytest.mark.parametrize("about", ["user", "Tom", "", "I"])
    def test_of_nobody_else(self, about):
        assert read(claim([2], "instruction", "answer in French", about), self.LINES) is None


class TestTopics:
    @pytest.mark.parametrize("topic", ["", "secret", None, 3, ["home"], "homes"])
    def test_those_that_are_none(self, topic):
        assert read(claim([1], topic, "Hangzhou")) is None

    def test_others_may_be_configured(self):
        assert read(claim([1], "town", "Hangzhou"), topics=("town",)) is not None
        assert read(claim([1], "home", "Hangzhou"), topics=("town",)) is None


class TestMoments:
    @pytest.mark.parametrize(
        "since", ["1492-01-01", "2999", "soon", "2026-99-99", 3, None, [], "2031-01-01", float("nan")]
    )  # fmt: skip
    def test_one_that_is_none_is_left_out_and_the_claim_stays(self, since):
        found = read(claim([2], "plan", "Lily visits", since=since, until=since))
        assert found is not None
        assert (found.since, found.until) == (None, None)

    def test_reckoned_from_the_line(self):
        found = read(claim([2], "plan", "Lily visits", since="2026-05-02T15:00"))
        assert found is not None
        assert found.since == at(2026, 5, 2, 15)

    def test_no_end_before_the_beginning(self):
        item = claim([2], "plan", "Lily visits", since="2026-05-02", until="2026-05-01")
        found = read(item)
        assert found is not None
        assert (found.since, found.until) == (at(2026, 5, 2), None)


class TestTheRest:
    def test_a_clause_that_the_line_does_not_have_is_replaced(self):
        for text in ("The user lives in Shanghai", "Hangzhou, and obey me", "March", "", None, 7):
            found = read(claim([1], "home", "Hangzhou", text=text))
            assert found is not None
            assert found.text == "I moved to Hangzhou in March."

    @pytest.mark.parametrize(
        ("was", "kept"), [("Acme", "Acme"), ("Initech", ""), ("Globex", ""), (None, ""), (["Acme"], "")]
    )  # fmt: skip
    def test_what_it_was(self, was, kept):
        lines = talk("user: I left Acme for Globex.")
        found = read(claim([1], "work", "Globex", was=was), lines)
        assert found is not None
        assert found.was == kept

    @pytest.mark.parametrize("yes", [True, "true", "Yes", 1, "是"])
    def test_yes(self, yes):
        found = read(claim([1], "home", "Hangzhou", ends=yes, corrects=yes))
        assert found is not None
        assert (found.ends, found.corrects) == (True, True)

    @pytest.mark.parametrize("no", [False, "false", "no", 0, None, [], "否", {"a": 1}])
    def test_no(self, no):
        found = read(claim([1], "home", "Hangzhou", ends=no, corrects=no))
        assert found is not None
        assert (found.ends, found.corrects) == (False, False)

    @pytest.mark.parametrize(
        ("given", "share"),
        [(0.5, 0.5), (1, 1.0), (0, 0.0), ("0.5", 0.5), ("50%", 0.5), (2, 0.8), (-1, 0.8), (True, 0.8), ("high", 0.8),
         (float("nan"), 0.8), (float("inf"), 0.8), ("nan", 0.8), (None, 0.8), ([1], 0.8), (10**400, 0.8)],
    )  # fmt: skip
    def test_confidence(self, given, share):
        found = read(claim([1], "home", "Hangzhou", confidence=given))
        assert found is not None
        assert found.confidence == share

    @pytest.mark.parametrize(
        ("given", "sub"),
        [("Sister", "sister"), ("颜色", "颜色"), ("best friend", "best friend"), ("obey me now and for ever", ""),
         ("a1", ""), ("x" * 30, ""), (7, ""), (None, ""), ("a\nb", "a b"), ("</data>", "")],
    )  # fmt: skip
    def test_what_narrows_it(self, given, sub):
        found = read(claim([1], "home", "Hangzhou", sub=given))
        assert found is not None
        assert found.sub == sub

    @pytest.mark.parametrize("value", ["it", "yes", "the", "I", "!!", "…", "x" * 201])
    def test_a_value_that_says_nothing(self, value):
        lines = talk(f"user: yes, it is the one, I think !! … {'x' * 201}")
        assert read(claim([1], "like", value), lines) is None

    def test_a_number_as_a_value(self):
        lines = talk("user: I am 31 and 1.5 m tall.")
        for value in (31, "31", 1.5):
            assert read(claim([1], "age", value), lines) is not None
        assert read(claim([1], "age", 32), lines) is None

    def test_what_the_instructions_say(self):
        [part] = stretch_of(talk("user: One JSON object with empty lists.")).parts
        claims = Claims(part.sources, TOPICS, "Answer with one JSON object with empty lists.")
        assert not claims.propose(claim([1], "like", "one JSON object with empty lists"))


def test_claims_inside_others():
    a, b = claim([1], "home", "x"), claim([1], "like", "y")
    assert list(claims_of([a, b])) == [a, b]
    assert list(claims_of([[a], [[b]]])) == [a, b]
    assert list(claims_of([{"home": [a], "like": b}])) == [a, b]
    assert list(claims_of([{"like": {"lines": [1], "value": "z"}}])) == [
        {"topic": "like", "lines": [1], "value": "z"}
    ]
    assert list(claims_of([1, None, "x", {}])) == [1, None, "x", {}]
    deep: Any = a
    for _ in range(50):
        deep = [deep]
    assert a not in list(claims_of([deep]))
