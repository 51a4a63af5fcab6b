"""Originals and summaries, each found by what only it says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast import Settings
from holdfast.client import RemoteMemory
from holdfast.domain.message import Trust
from holdfast.errors import InvalidInput
from holdfast.ports.summariser import Line, Summariser, Summary
from holdfast.testing.server import served
from tests.journeys.command_line import ok_json, refused

TALKS = {
    "en": (
        [
            "Twelve kilometres before breakfast.",
            "My knees ache.",
            "New shoes arrived.",
            "Off to bed.",
        ],
        "Mei is training for the marathon.",
        ("Who is training for the marathon?", "What did I do before breakfast?"),
    ),
    "zh": (
        ["早饭前跑了十二公里。", "膝盖有点疼。", "新鞋到了。", "去睡觉了。"],
        "小梅在备战马拉松。",
        ("谁在备战马拉松？", "早饭前我做了什么？"),
    ),
}
SUMMARY, BOTH = ("summary",), ("message", "summary")


class Telling(Summariser):
    """Says what a talk is about, as long as it has read what tells."""

    identity = "telling"

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        told = " ".join(line.text for line in lines)
        for said, gist, _ in TALKS.values():
            if said[0] in told or gist in told:
                return Summary(gist, by=self.identity)
        return Summary("Small talk.", by=self.identity)


@pytest.fixture(params=TALKS)
def talk(request):
    return TALKS[request.param]


@pytest.fixture
def memory(open_memory):
    return open_memory(summariser=Telling(), memo_window=4)


def tell(memory, talk) -> list[str]:
    ids = memory.add("mei", talk[0], session="run")
    memory.seal("mei", "run")
    memory.admin.run_jobs()
    return ids


@pytest.mark.capability("C1")
def test_each_is_found_by_what_only_it_says(memory, talk):
    ids = tell(memory, talk)
    said, gist, (about, within) = talk
    hit = memory.recall("mei", about, kinds=BOTH)[0]
    assert (hit.text, hit.role, hit.trust) == (gist, "summary", Trust.DERIVED)
    assert hit.sources == tuple(ids)
    hit = memory.recall("mei", within, kinds=BOTH)[0]
    assert (hit.text, hit.sources) == (said[0], (ids[0],))


@pytest.mark.capability("C1")
def test_what_rests_on_a_forgotten_message_is_not_found(memory, talk):
    ids = tell(memory, talk)
    _, gist, (about, _) = talk
    assert [hit.text for hit in memory.recall("mei", about, kinds=SUMMARY)] == [gist]
    memory.forget("mei", message=ids[0])
    assert not memory.recall("mei", about, kinds=SUMMARY)
    memory.admin.run_jobs()
    found = memory.recall("mei", about, kinds=BOTH)
    assert gist not in [hit.text for hit in found]
    assert ids[0] not in [source for hit in found for source in hit.sources]


def test_nobody_who_does_not_ask_is_shown_a_summary(memory, talk):
    tell(memory, talk)
    before = memory.recall("mei", talk[2][0])
    memory.recall("mei", talk[2][0], kinds=BOTH)
    after = memory.recall("mei", talk[2][0])
    assert before.hits == after.hits
    assert {hit.role for hit in after} == {"user"}


def test_sources_are_found_through_every_level(memory, talk):
    ids = [id_ for _ in range(8) for id_ in memory.add("mei", talk[0], session="run")]
    memory.seal("mei", "run")
    memory.admin.run_jobs()
    shown = memory.recent("mei").summaries
    assert max(item.level for item in shown) > 0
    [hit] = memory.recall("mei", talk[2][0], kinds=SUMMARY)
    assert sorted(hit.sources) == sorted(ids)


def test_a_summary_written_by_hand_is_found_by_its_new_words(memory):
    tell(memory, TALKS["en"])
    memory.add("mei", ["Hello again."] * 8, session="later")
    assert memory.recall("mei", "marathon", kinds=SUMMARY)
    [summary] = memory.recent("mei").summaries
    memory.memo.edit("mei", summary.id, "She took up rowing.")
    [hit] = memory.recall("mei", "rowing", kinds=SUMMARY)
    assert hit.text == "She took up rowing."
    assert not memory.recall("mei", "marathon", kinds=SUMMARY)


def test_a_memo_that_was_cleared_has_none(memory, talk):
    tell(memory, talk)
    memory.memo.clear("mei")
    assert not memory.recall("mei", talk[2][0], kinds=SUMMARY)


def test_filters_narrow_summaries_too(memory, talk):
    tell(memory, talk)
    about = talk[2][0]
    assert memory.recall("mei", about, kinds=SUMMARY, session="run", agent="default")
    assert not memory.recall("mei", about, kinds=SUMMARY, session="walk")
    assert not memory.recall("mei", about, kinds=SUMMARY, agent="cat")
    assert not memory.recall("mei", about, kinds=SUMMARY, until="2001-01-01T00:00:00Z")
    assert not memory.recall("mei", about, kinds=SUMMARY, since="2199-01-01T00:00:00Z")


def test_no_more_than_k_and_others_see_nothing(memory, talk):
    tell(memory, talk)
    memory.add("li", "Hello.")
    assert len(memory.recall("mei", talk[2][0], k=1, kinds=BOTH)) == 1
    assert not memory.recall("li", talk[2][0], kinds=SUMMARY)
    assert not memory.recall("nobody", talk[2][0], kinds=SUMMARY)


def test_it_is_explained(memory, talk):
    tell(memory, talk)
    found = memory.recall("mei", talk[2][0], kinds=BOTH)
    told = memory.explain(found)
    assert told.hits == found.hits
    assert ("fetch knowledge", 1) in [(stage.name, stage.kept) for stage in told.stages]
    assert told.stages[0].note == "kinds=message+summary"


@pytest.mark.parametrize("kinds", [(), ("rumour",), "summary", ("message", "rumour"), None])
def test_other_kinds_are_refused(memory, kinds):
    with pytest.raises(InvalidInput, match="message, summary, fact, event"):
        memory.recall("mei", "x", kinds=kinds)


def test_from_afar_and_from_the_command_line(folder, monkeypatch):
    said, _, (_, within) = TALKS["en"]
    with served("far.db", settings=Settings(worker=False)) as server:
        ids = server.memory.add("mei", said, session="run")
        server.memory.seal("mei", "run")
        server.memory.admin.run_jobs()
        with RemoteMemory.open(server.url, key=server.key) as far:
            found = far.recall("mei", within, kinds=["summary"])
            assert [hit.sources for hit in found] == [tuple(ids)]
        monkeypatch.setenv("HOLDFAST_URL", server.url)
        monkeypatch.setenv("HOLDFAST_KEY", server.key)
        hits = ok_json("recall", within, "--kind", "summary")["hits"]
        assert [hit["role"] for hit in hits] == ["summary"]
        assert "rumour" in refused("recall", within, "--kind", "rumour", status=2)
