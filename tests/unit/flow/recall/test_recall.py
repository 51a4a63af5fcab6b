"""Recall: the path of a question."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from holdfast.domain.message import Trust
from holdfast.errors import HoldfastError, InvalidInput, NotFound
from holdfast.flow.recall.trace import IDLE, SHOWN_DROPPED
from holdfast.memory import Memory
from holdfast.settings import Settings


def texts(found) -> list[str]:
    return [hit.text for hit in found]


def test_a_hit_says_all_about_itself(memory):
    at = "2024-01-02T03:04:05+08:00"
    given = {"role": "tool", "name": "Lily", "content": "Rain in 成都", "at": at}
    [id_] = memory.add("wang", given, session="s1", agent="weather")
    [hit] = memory.recall("wang", "rain")
    assert (hit.text, hit.sources) == ("Rain in 成都", (id_,))
    assert (hit.session, hit.agent, hit.role, hit.speaker) == ("s1", "weather", "tool", "Lily")
    assert (hit.trust, hit.said_at.isoformat()) == (Trust.TOOL, at)
    assert hit.score == pytest.approx(sum(hit.scores.values()), abs=1e-6)
    assert hit.scores["text"] > 0


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("LILY", "Lily moved to Chengdu."),
        ("ｌｉｌｙ", "Lily moved to Chengdu."),
        ("where did lily go?", "Lily moved to Chengdu."),
        ("成都", "莉莉搬到成都了。"),
        ("莉莉", "莉莉搬到成都了。"),
        ("莉莉搬去哪里了", "莉莉搬到成都了。"),
        ("猫", "我养了一只猫"),
    ],
)
def test_words_of_both_languages_are_found(memory, query, expected):
    memory.add("wang", ["Lily moved to Chengdu.", "莉莉搬到成都了。", "我养了一只猫", "Tea time."])
    assert memory.recall("wang", query)[0].text == expected


def test_the_best_comes_first_and_of_equals_the_latest(memory):
    memory.add("wang", ["tea", "cake", "tea and cake and so much more", "tea"])
    found = memory.recall("wang", "tea")
    assert texts(found)[:2] == ["tea", "tea and cake and so much more"]
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_of_equals_the_latest_comes_first(memory):
    for n in range(40):
        said = {"role": "user", "speaker": f"speaker {n}", "content": "green tea"}
        memory.add("wang", said, session=f"s{n}")
    found = memory.recall("wang", "green tea", k=40)
    assert [hit.session for hit in found] == [f"s{n}" for n in range(39, -1, -1)]


def test_what_says_the_same_is_one_hit_with_all_its_sources(memory):
    ids = memory.add("wang", ["I like tea", "milk", "i like tea!", "I like tea."])
    [hit] = [hit for hit in memory.recall("wang", "tea") if "tea" in hit.text.lower()]
    assert sorted(hit.sources) == sorted([ids[0], ids[2], ids[3]])


def test_as_many_are_found_as_are_asked_for_past_any_number_that_say_the_same(memory):
    memory.add("wang", ["tea"] * 200 + [f"a cup of tea at {n}" for n in range(20)])
    found = memory.recall("wang", "tea", k=10)
    assert len(found) == 10
    assert len({*texts(found)}) == 10


def test_all_that_say_the_same_are_sources_of_one_hit_however_many(memory):
    ids = memory.add("wang", ["tea"] * 300 + ["milk"])
    found = memory.recall("wang", "tea", k=5)
    assert sorted(found[0].sources) == sorted(ids[:300])
    told = memory.explain(found)
    assert told.dropped_in_all == told.stages[-1].taken - told.stages[-1].kept


def test_what_was_added_is_found_at_once_and_only_so_much(memory):
    for n in range(5):
        memory.add("wang", f"tea {n}")
        assert len(memory.recall("wang", "tea")) == n + 1
    assert len(memory.recall("wang", "tea", k=2)) == 2


def test_an_empty_question_gives_what_was_said_last(memory):
    memory.add("wang", ["one", "two", "three"])
    assert texts(memory.recall("wang", "", k=2)) == ["three", "two"]


def test_no_match_is_no_hit(memory):
    memory.add("wang", "tea")
    assert not memory.recall("wang", "unheard of")
    assert not memory.recall("nobody", "tea")
    assert not memory.recall("nobody", "")


@pytest.mark.parametrize("greeting", ["Hello!", "thanks", "你好", "谢谢！"])
def test_a_greeting_asks_for_nothing(memory, greeting):
    memory.add("wang", ["Hello!", "thanks", "你好", "谢谢"])
    found = memory.recall("wang", greeting)
    assert not found
    assert IDLE in [stage.note for stage in memory.explain(found).stages]
    assert memory.context("wang", greeting).text == ""
    assert memory.recall("wang", f"Who said {greeting} to me in the museum?")


def test_messages_without_words_are_among_the_latest(memory):
    memory.add("wang", ["tea", {"content": [{"type": "image", "url": "x"}]}])
    assert texts(memory.recall("wang", "")) == ["", "tea"]


@pytest.fixture
def diary(memory: Memory) -> Memory:
    for day, (session, agent) in enumerate(
        [("s", "a"), ("s", "b"), ("t", "a"), ("t", "b"), ("s", "a")], start=1
    ):
        at = f"2024-01-0{day}T12:00:00+00:00"
        memory.add("wang", f"tea day{day}", session=session, agent=agent, at=at)
    return memory


@pytest.mark.parametrize("query", ["tea", ""])
@pytest.mark.parametrize(
    ("filters", "days"),
    [
        ({}, {1, 2, 3, 4, 5}),
        ({"agent": "a"}, {1, 3, 5}),
        ({"session": "t"}, {3, 4}),
        ({"agent": "a", "session": "s"}, {1, 5}),
        ({"agent": "nobody"}, set()),
        ({"session": "none"}, set()),
        ({"since": "2024-01-02T12:00:00Z", "until": "2024-01-04T12:00:00Z"}, {2, 3, 4}),
        ({"since": "2024-01-02T12:00:00.000001Z"}, {3, 4, 5}),
        ({"until": "2024-01-04T11:59:59.999999Z"}, {1, 2, 3}),
        ({"since": "2024-01-05T20:00:00+08:00"}, {5}),
        ({"since": 1704369600, "until": 1704369600.0}, {4}),
        ({"since": "2024-01-04", "until": "2024-01-03"}, set()),
        ({"agent": "b", "since": "2024-01-03"}, {4}),
    ],
)
def test_filters_narrow_and_both_ends_are_included(diary, query, filters, days):
    found = diary.recall("wang", query, **filters)
    assert {hit.text for hit in found} == {f"tea day{day}" for day in days}
    assert len(found) == len(days)


def test_an_explanation_shows_the_stages_and_what_was_dropped(diary):
    found = diary.recall("wang", "tea day1", k=2, agent="a", since="2024-01-01")
    told = diary.explain(found)
    assert (told.run, told.user, told.query) == (found.run, "wang", "tea day1")
    assert told.terms == ("tea", "day1")
    assert told.windows == ()
    assert told.hits == found.hits
    stages = [(stage.name, stage.taken, stage.kept) for stage in told.stages]
    assert stages == [
        ("ask", 5, 3),
        ("fetch by text", 3, 3),
        ("fetch by meaning", 3, 3),
        ("fetch by near", 3, 3),
        ("fuse", 3, 3),
        ("trim", 3, 2),
    ]
    assert told.stages[0].note == "agent=a, since=2024-01-01T00:00:00+00:00"
    assert told.stages[-1].note == "k=2"
    [dropped] = told.dropped
    assert dropped.reason == "not among the first 2"
    assert diary.messages.get("wang", dropped.source).text in {"tea day3", "tea day5"}
    assert dropped.score < found[-1].score
    assert told.dropped_in_all == 1


@pytest.mark.parametrize("query", ["tea", "", "day1 yesterday"])
def test_no_stage_lets_out_more_than_went_in(diary, query):
    told = diary.explain(diary.recall("wang", query, k=2, session="t", now="2024-01-04"))
    first = told.stages[0]
    assert (first.name, first.taken, first.kept) == ("ask", 5, 2)
    assert all(stage.kept <= stage.taken for stage in told.stages)


def test_an_explanation_counts_all_it_dropped_and_lists_the_best(memory):
    memory.add("wang", [f"tea {n}" for n in range(SHOWN_DROPPED + 20)])
    told = memory.explain(memory.recall("wang", "tea", k=5).run)
    assert told.dropped_in_all == SHOWN_DROPPED + 15
    assert len(told.dropped) == SHOWN_DROPPED
    scores = [dropped.score for dropped in told.dropped]
    assert scores == sorted(scores, reverse=True)


def test_the_time_of_asking_is_noted(memory, clock):
    assert memory.explain(memory.recall("wang", "tea")).asked_at == clock.now()
    told = memory.explain(memory.recall("wang", "tea", now="2020-01-01"))
    assert told.asked_at.isoformat() == "2020-01-01T00:00:00+00:00"


def test_a_run_of_another_space_is_not_found(memory):
    memory.add("wang", "tea")
    run = memory.recall("wang", "tea").run
    other = memory.in_space("work")
    with pytest.raises(NotFound):
        other.explain(run)
    assert memory.in_space("default").explain(run).run == run


@pytest.mark.parametrize("run", [None, 5, b"run"])
def test_what_is_no_run_is_an_error_of_ours(memory, run):
    with pytest.raises(HoldfastError):
        memory.explain(run)


@pytest.mark.parametrize("k", [0, -1, 1001, 2.5, "2", None, True])
def test_k_has_bounds(memory, k):
    with pytest.raises(InvalidInput, match="The k must be a whole number from 1 to 1000"):
        memory.recall("wang", "tea", k=k)


@pytest.mark.parametrize("query", [None, 5, b"tea", ["tea"], "x" * 1_000_001])
def test_a_question_must_be_a_text(memory, query):
    with pytest.raises(InvalidInput, match="query"):
        memory.recall("wang", query)


@pytest.mark.parametrize("query", ["\x00 tea", "\ud800 tea", "tea\u2028", "TEA?!"])
def test_a_question_may_be_any_text(memory, query):
    memory.add("wang", ["tea", "milk"])
    assert texts(memory.recall("wang", query))[0] == "tea"
    assert memory.context("wang", query).hits


@pytest.mark.parametrize("bound", ["since", "until", "now"])
def test_a_bad_time_is_named(memory, bound):
    with pytest.raises(InvalidInput, match=r"since|until|time of asking"):
        memory.recall("wang", "tea", **{bound: "soon"})


@pytest.mark.parametrize("user", [None, 5, "", "\ud800", b"5"])
def test_a_user_who_cannot_be_is_refused_and_never_taken_for_another(memory, user):
    memory.add("5", "tea")
    with pytest.raises(InvalidInput, match="user"):
        memory.recall(user, "tea")


WORDS = ["tea", "milk", "cake", "Lily", "莉莉", "成都", "搬到", "猫", "rain", "the", "我"]


def test_both_stores_give_the_same_answers(tmp_path, clock):
    chance = random.Random(7)
    settings = Settings(worker=False)
    with (
        Memory.open(":memory:", settings=settings, clock=clock) as plain,
        Memory.open(tmp_path / "m.db", settings=settings, clock=clock) as file,
    ):
        names: dict[str, str] = {}
        for step in range(60):
            text = " ".join(chance.choices(WORDS, k=chance.randint(1, 8)))
            given = {"content": text, "at": 1.7e9 + chance.randint(0, 1000)}
            where = {"session": chance.choice("st"), "agent": chance.choice("ab")}
            pair = [each.add("wang", given, **where)[0] for each in (plain, file)]
            if chance.random() < 0.2:
                for each, id_ in zip((plain, file), pair, strict=True):
                    each.correct("wang", id_, f"{text} corrected")
            if chance.random() < 0.1:
                for each, id_ in zip((plain, file), pair, strict=True):
                    each.forget("wang", message=id_)
            names |= dict.fromkeys(pair, f"step {step}")
            query = " ".join(chance.choices(WORDS, k=chance.randint(0, 3)))
            since = chance.choice([None, 1.7e9 + 500])
            session = chance.choice([None, "s"])
            answers = []
            for each in (plain, file):
                found = each.recall("wang", query, k=7, since=since, session=session)
                told = each.explain(found)
                hits = [replace(h, sources=(names[h.sources[0]],)) for h in found]
                dropped = [replace(d, source=names[d.source]) for d in told.dropped]
                answers.append((hits, dropped, told.stages, told.dropped_in_all))
            assert answers[0] == answers[1]


def test_what_the_snapshot_does_not_hold_yet_is_dropped_with_the_reason(memory, monkeypatch):
    """Another thread may have fed the index from a newer state than this question's."""
    memory.add("wang", "tea one")
    [late] = memory.add("wang", "tea two")
    log = type(memory._parts.store.read("default", lambda unit: unit.log))
    original, seq = log.texts, memory.messages.get("wang", late).seq

    def texts_before(self, user, seqs):
        return {s: text for s, text in original(self, user, seqs).items() if s != seq}

    monkeypatch.setattr(log, "texts", texts_before)
    found = memory.recall("wang", "tea")
    assert texts(found) == ["tea one"]
    told = memory.explain(found)
    assert [(d.source, d.reason) for d in told.dropped] == [(late, "newer than the snapshot")]


def test_a_question_about_nobody_can_still_be_explained_once_they_are_known(memory):
    run = memory.recall("wang", "tea").run
    memory.add("wang", "tea")
    assert memory.explain(run).hits == ()


class TestTwoMemoriesOnOneFile:
    @pytest.fixture
    def pair(self, tmp_path, clock):
        settings = Settings(worker=False)
        path = tmp_path / "shared.db"
        with (
            Memory.open(path, settings=settings, clock=clock) as one,
            Memory.open(path, settings=settings, clock=clock) as two,
        ):
            yield one, two

    def test_what_one_adds_the_other_finds_at_once(self, pair):
        one, two = pair
        for n in range(5):
            one.add("wang", f"tea {n}", session=f"s{n}")
            assert texts(two.recall("wang", f"tea {n}", k=1)) == [f"tea {n}"]
            two.add("wang", f"milk {n}", session=f"t{n}")
            assert texts(one.recall("wang", f"milk {n}", k=1)) == [f"milk {n}"]

    def test_only_the_difference_is_read(self, pair, monkeypatch):
        one, two = pair
        one.add("wang", [f"tea {n}" for n in range(50)])
        two.recall("wang", "tea")
        read: list[int] = []
        marks = type(two._parts.store.read("default", lambda unit: unit.marks))
        original = marks.since

        def since(self, user, seq, by):
            sheet = original(self, user, seq, by)
            read.append(len(sheet.seqs))
            return sheet

        monkeypatch.setattr(marks, "since", since)
        one.add("wang", "tea 50")
        assert len(two.recall("wang", "tea", k=100)) == 51
        two.recall("wang", "tea")
        assert read == [1]

    def test_what_one_corrects_the_other_sees_corrected(self, pair):
        one, two = pair
        [id_] = one.add("wang", "I live in Rome")
        assert two.recall("wang", "Rome")
        one.correct("wang", id_, "I live in Oslo")
        assert texts(two.recall("wang", "Rome")) in ([], ["I live in Oslo"])
        assert texts(two.recall("wang", "live")) == ["I live in Oslo"]

    def test_what_one_forgets_the_other_forgets_at_once(self, pair):
        one, two = pair
        [id_, _] = one.add("wang", ["a secret", "tea"])
        assert two.recall("wang", "secret")
        one.forget("wang", message=id_)
        assert "a secret" not in texts(two.recall("wang", "secret"))
        assert texts(two.recall("wang", "")) == ["tea"]
        one.forget("wang", everything=True)
        assert not two.recall("wang", "")
        one.add("wang", "new tea")
        assert texts(two.recall("wang", "tea")) == ["new tea"]

    def test_what_one_forgets_the_other_cannot_explain_any_more(self, pair):
        one, two = pair
        [id_] = one.add("wang", "a secret")
        run = two.recall("wang", "secret").run
        one.forget("wang", message=id_)
        with pytest.raises(NotFound):
            two.explain(run)
