"""Measuring summaries: what survives is counted by words, whoever made the summary."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from holdfast.entrypoints.bench.baselines import at_random, lead, text_rank
from holdfast.entrypoints.bench.sets import Asked, Conversation, RecallSet, Said
from holdfast.entrypoints.bench.summary import BASELINES, key_sentence, measured, page, passages
from holdfast.entrypoints.cli.program import program
from holdfast.ports.summariser import Line, Summary

FILLER = "It was a long and lovely day with nothing at all to tell. " * 4
TOLD = "I adopted a grey heron called Mochi."


def said(number: int, text: str, session: str = "s") -> Said:
    return Said(f"m{number}", session, "Ann", "user", "2026-03-02T10:00:00", text)


def one_set() -> RecallSet:
    messages = [said(0, FILLER), said(1, TOLD), said(2, FILLER)]
    asked = Asked("q", "What is my heron called?", None, ("m1",), "facts", "It is called Mochi")
    return RecallSet("one", tuple(Conversation(name, messages, [asked]) for name in "ab"))


class Saying:
    """A summariser that always says the same."""

    identity = "saying/1"

    def __init__(self, text: str) -> None:
        self.text = text

    def summarise(self, lines, *, limit):
        return Summary(self.text[:limit])


@pytest.mark.parametrize(
    ("text", "answer", "sentence"),
    [
        ("heron Mochi", 100.0, 0.0),  # the answer, and two of the key's five words
        ("a grey heron, adopted", 0.0, 100.0),  # most of the key's words, not the answer
        ("a lovely day", 0.0, 0.0),
    ],
)
def test_a_summary_keeps_what_its_words_keep(text, answer, sentence):
    row = measured(one_set(), Saying(text))[0]
    assert (row.set, row.passage, row.maker) == ("one", "segment", "saying/1")
    for half in row.halves.values():
        assert half.row() == {"answer": answer, "sentence": sentence}
        assert (half.asked, half.keys, half.summaries, half.too_long) == (1, 1, 1, 0)


def test_a_summary_that_is_too_long_is_counted():
    class TooLong(Saying):
        def summarise(self, lines, *, limit):
            return Summary("x" * (limit + 1))

    assert all(half.too_long for half in measured(one_set(), TooLong(""))[0].halves.values())


def test_evidence_counts_only_in_the_summary_of_its_own_passage():
    far = [said(n, FILLER) for n in range(9)] + [said(9, TOLD)]
    asked = Asked("q", "What is my heron called?", None, ("m0",), "facts", "Mochi, a day")
    given = RecallSet("far", (Conversation("a", far, [asked]),))

    class Second(Saying):
        def summarise(self, lines, *, limit):
            return Summary("a day" if lines[0].id == "m9" else "")

    assert measured(given, Second(""))[0].halves["seen"].row()["answer"] == 0.0


def test_passages_never_cross_sessions():
    talk = [said(n, "x", "s1") for n in range(11)] + [said(n, "x", "s2") for n in range(11, 13)]
    conversation = Conversation("a", talk)
    assert [len(each) for each in passages(conversation, 9)] == [9, 2, 2]
    assert [len(each) for each in passages(conversation, 0)] == [11, 2]


def test_the_key_is_the_sentence_nearest_to_question_and_answer():
    asked = Asked("q", "Where does my aunt live?", None, ("m",), "", "Turin")
    assert (
        key_sentence("It rained. My aunt lives in Turin. Bye!", asked) == "My aunt lives in Turin."
    )


LINES = [Line(id=str(n), text=f"The red fox {n} sleeps. 狐狸{n}睡了。") for n in range(8)]


@pytest.mark.parametrize("limit", [1, 5, 30, 200])
@pytest.mark.parametrize("shorten", BASELINES.values(), ids=BASELINES)
def test_baselines_keep_the_limit_and_use_it(shorten, limit):
    text = shorten(LINES, limit)
    assert 0 < len(text) <= limit
    assert shorten(LINES, limit) == text
    assert shorten([], limit) == ""


def test_each_baseline_does_what_its_name_says():
    odd = [
        Line(id="0", text="Quite different words."),
        *LINES[:3],
        Line(id="9", text="Nothing shared."),
    ]
    assert lead(odd, 12) == "Quite differ"
    assert "Quite" not in text_rank(odd, 45)
    assert at_random(LINES, 60) != lead(LINES, 60)


def test_the_page_has_a_line_for_every_maker_and_passage():
    lines = page(measured(one_set(), Saying("heron"))).splitlines()
    assert len(lines) == 2 + 2 * (1 + len(BASELINES))
    assert len({line.count("|") for line in lines}) == 1


def test_the_command_measures_and_writes_its_page(tmp_path):
    folder = tmp_path / "sets"
    folder.mkdir()
    row = {"conversation": "a", "session": "s", "role": "user"}
    rows = [
        {**row, "kind": "message", "id": "m1", "text": TOLD},
        {**row, "kind": "message", "id": "m2", "text": FILLER},
        {"kind": "question", "conversation": "a", "id": "q", "question": "What is its name?"}
        | {"evidence": ["m1"], "answer": "Mochi"},
    ]
    (folder / "mine.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), "utf-8")
    out = tmp_path / "page.md"
    command = ["bench", "summary", str(folder), "--out", str(out)]
    shown = CliRunner().invoke(program, command)
    assert shown.exit_code == 0, shown.output
    assert "rules/1" in shown.output
    assert "TextRank" in out.read_text("utf-8")
    told = CliRunner().invoke(program, [*command, "--json"])
    first = json.loads(told.stdout)[0]
    assert (first["maker"], first["seen"]["too_long"]) == ("rules/1", 0)
