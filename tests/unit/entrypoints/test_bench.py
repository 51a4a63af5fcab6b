"""Measuring recall: sets are read, questions asked, and the answers scored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from holdfast.entrypoints.bench.recall import ASKED_FOR, Answer, Score, answers, scores
from holdfast.entrypoints.bench.sets import Asked, RecallSet, Said, found_in
from holdfast.entrypoints.cli.program import program
from holdfast.errors import InvalidInput

MESSAGES = [
    ("a", "m1", "s1", "Lily", "user", "2024-01-01T10:00:00Z", "I went to the museum"),
    ("a", "m2", "s1", None, "assistant", "2024-01-01T10:01:00Z", "Which one?"),
    ("a", "m3", "s2", "Lily", "user", "2024-03-05T10:00:00Z", "My piano needs tuning"),
    ("b", "m1", "s1", "Tom", "user", None, "我在成都吃了火锅"),
]
QUESTIONS = [
    ("a", "q1", "When was I in the museum?", "2024-03-06T10:00:00Z", ["m1"], "one"),
    ("a", "q2", "What needs tuning?", None, ["m3"], "two"),
    ("b", "q3", "火锅", None, ["m1"], "two"),
    ("b", "q4", "What was never said?", None, [], "none"),
]
OF_MESSAGE = ("conversation", "id", "session", "speaker", "role", "time", "text")
OF_QUESTION = ("conversation", "id", "question", "asked_at", "evidence", "category")


def lines(names: Sequence[str], rows: Sequence[Sequence[object]], **more: str) -> str:
    made = ({**dict(zip(names, row, strict=True)), **more} for row in rows)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set as a folder, and the same in one file."""
    place = tmp_path / "sets" / "pair"
    place.mkdir(parents=True)
    (place / "messages.jsonl").write_text(lines(OF_MESSAGE, MESSAGES), "utf-8")
    (place / "questions.jsonl").write_text(lines(OF_QUESTION, QUESTIONS), "utf-8")
    single = lines(OF_MESSAGE, MESSAGES, kind="message")
    single += lines(OF_QUESTION, QUESTIONS, kind="question")
    (place.parent / "single.jsonl").write_text(single, "utf-8")
    return place.parent


def test_sets_are_read_from_folders_and_files_by_name(folder):
    pair, single = found_in(folder)
    assert (pair.name, single.name) == ("pair", "single")
    assert pair.conversations == single.conversations
    assert (pair.messages, pair.questions) == (4, 4)
    first, second = pair.conversations
    assert first.said[0] == Said("m1", "s1", "Lily", "user", MESSAGES[0][5], "I went to the museum")
    assert first.asked[0] == Asked("q1", QUESTIONS[0][2], QUESTIONS[0][3], ("m1",), "one")
    assert [asked.id for asked in second.asked] == ["q3", "q4"]


def test_one_set_may_be_asked_for(folder):
    assert [each.name for each in found_in(folder, ("single",))] == ["single"]


@pytest.mark.parametrize("only", [("unknown",), ("pair", "unknown")])
def test_a_set_that_is_not_there_is_named(folder, only):
    with pytest.raises(InvalidInput, match="unknown"):
        found_in(folder, only)


def test_a_folder_without_sets_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="no sets"):
        found_in(tmp_path)


ROW = {"kind": "message", "id": "m", "conversation": "c", "text": "x", "role": "user"}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not JSON"),
        ("[1]", "object"),
        ('"text"', "object"),
        (json.dumps({**ROW, "id": 5}), "id"),
        (json.dumps({"kind": "message", "id": "m"}), "conversation"),
        (json.dumps({"id": "m", "conversation": "c"}), "kind"),
        (json.dumps({**ROW, "kind": "other"}), "kind"),
        (json.dumps({**ROW, "kind": "question"}), "question"),
        (json.dumps({**ROW, "text": None}), "text"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_by_its_line(folder, line, complaint):
    place = folder / "single.jsonl"
    good = place.read_text("utf-8").splitlines()
    place.write_text("\n".join([*good[:2], line, *good[2:]]), "utf-8")
    with pytest.raises(InvalidInput, match=rf"single.jsonl, line 3: .*{complaint}"):
        found_in(folder)


def test_questions_are_asked_and_the_ids_are_the_sets_own(folder, memory):
    [pair, _] = found_in(folder)
    told: list[int] = []
    found = list(answers(memory, pair, told.append))
    assert [(a.set, a.conversation, a.asked.id) for a in found] == [
        ("pair", "a", "q1"),
        ("pair", "a", "q2"),
        ("pair", "b", "q3"),
        ("pair", "b", "q4"),
    ]
    assert [a.ranked[0] for a in found[:3]] == ["m1", "m3", "m1"]
    assert all({*a.ranked} <= {"m1", "m2", "m3"} for a in found)
    assert {*found[2].ranked} == {"m1"}, "every conversation is a user of its own"
    assert told == [1, 2, 3, 4]
    assert memory.admin.users() == ["pair/a", "pair/b"]
    [first, second, third] = memory.messages.latest("pair/a")
    assert (first.speaker, first.role, first.session) == ("Lily", "user", "s1")
    assert (second.role, third.session) == ("assistant", "s2")
    assert first.said_at.isoformat() == "2024-01-01T10:00:00+00:00"


def test_messages_that_say_the_same_are_all_found(memory, tmp_path):
    said = [("a", f"m{n}", "s", None, "user", None, "tea") for n in range(3)]
    asked = [("a", "q", "tea", None, ["m0", "m2"], "")]
    text = lines(OF_MESSAGE, said, kind="message") + lines(OF_QUESTION, asked, kind="question")
    (tmp_path / "same.jsonl").write_text(text, "utf-8")
    [same] = found_in(tmp_path)
    [answer] = answers(memory, same)
    assert sorted(answer.ranked) == ["m0", "m1", "m2"]


def answer(ranked: str, evidence: str, category: str = "one", set_: str = "pair") -> Answer:
    asked = Asked("q", "?", None, tuple(evidence), category)
    return Answer(set_, "c", asked, tuple(ranked))


def test_scores_are_the_ones_worked_out_by_hand():
    given_ = [
        answer("abcdefghijkl", "a"),
        answer("abcdefghijkl", "bl"),
        answer("abcdefghijkl", "z"),
        answer("", "a"),
    ]
    assert scores(given_)["pair"].row() == {
        "R@1": 25.0,
        "R@5": 37.5,
        "R@10": 37.5,
        "any@5": 50.0,
        "any@10": 50.0,
        "MRR": 37.5,
    }


def test_scores_are_kept_by_set_and_category():
    given_ = [
        answer("a", "a", "one"),
        answer("b", "a", "two"),
        answer("a", "a", "two", "other"),
        answer("a", "", "two"),
        answer("b", "a", "left out"),
    ]
    found = scores(given_, by_category=True, without=("left out",))
    assert [*found] == ["other", "other/two", "pair", "pair/one", "pair/two"]
    assert [each.count for each in found.values()] == [1, 1, 2, 1, 1]
    assert found["pair"].row()["R@1"] == 50.0
    assert [*scores(given_)] == ["other", "pair"]
    assert scores([]) == {}


def plainly(cases: list[tuple[list[int], set[int]]]) -> dict[str, float]:
    """The measures as they are defined, over the questions that have evidence."""
    asked = [(ranked, wanted) for ranked, wanted in cases if wanted]

    def mean(values: list[float]) -> float:
        return 100 * sum(values) / len(asked) if asked else 0.0

    def recall(k: int) -> float:
        return mean([len({*ranked[:k]} & wanted) / len(wanted) for ranked, wanted in asked])

    def any_of(k: int) -> float:
        return mean([float(bool({*ranked[:k]} & wanted)) for ranked, wanted in asked])

    ranks = [[ranked.index(each) + 1 for each in wanted & {*ranked}] for ranked, wanted in asked]
    reciprocal = mean([1 / min(found) if found else 0.0 for found in ranks])
    measures = {f"R@{k}": recall(k) for k in (1, 5, 10)}
    return measures | {"any@5": any_of(5), "any@10": any_of(10), "MRR": reciprocal}


CASES = st.lists(
    st.tuples(
        st.permutations(range(20)).flatmap(lambda all_: st.integers(0, 20).map(lambda n: all_[:n])),
        st.sets(st.integers(0, 25), max_size=4),
    ),
    max_size=8,
)


@given(CASES)
def test_scores_are_those_of_a_plain_reckoning(cases):
    score = Score()
    for ranked, wanted in cases:
        score.take(map(str, wanted), tuple(map(str, ranked)))
    assert score.row() == pytest.approx(plainly(cases), abs=0.051)


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder.parent)
    return lambda *arguments: CliRunner().invoke(
        program, ["bench", "recall", "sets", *arguments], catch_exceptions=False
    )


def test_the_command_prints_a_table(run):
    answered = run("--set", "pair", "--by-category")
    assert answered.exit_code == 0
    head, *rows = [line.split() for line in answered.stdout.splitlines() if line.strip()]
    assert head == ["set", "n", "R@1", "R@5", "R@10", "any@5", "any@10", "MRR"]
    assert [row[:3] for row in rows] == [
        ["pair", "3", "100.0"],
        ["pair/none", "0", "0.0"],
        ["pair/one", "1", "100.0"],
        ["pair/two", "2", "100.0"],
    ]


def test_the_command_answers_programs_and_writes_the_ranks(run, folder):
    answered = run("--json", "--out", "run.jsonl", "--without", "none")
    table = json.loads(answered.stdout)
    assert {name: row["n"] for name, row in table.items()} == {"pair": 3, "single": 3}
    written = (folder.parent / "run.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in written]
    assert [(row["set"], row["id"]) for row in rows[:2]] == [("pair", "q1"), ("pair", "q2")]
    assert rows[0]["ranked"][0] == "m1"
    assert len(rows) == 8


def test_the_command_leaves_no_memory_behind(run, folder):
    before = {*folder.parent.rglob("*")}
    run()
    assert {*folder.parent.rglob("*")} == before


def test_the_command_says_what_is_wrong(run, folder):
    (folder / "broken.jsonl").write_text("{\n", "utf-8")
    answered = CliRunner().invoke(program, ["bench", "recall", "sets"])
    assert answered.exit_code != 0
    assert "broken.jsonl, line 1" in answered.stderr
    assert "Traceback" not in answered.output


def test_so_many_are_asked_for():
    assert ASKED_FOR == 50
    assert RecallSet("empty", ()).questions == 0
