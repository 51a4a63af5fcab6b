"""A model for each role: on this machine or elsewhere, named in the settings, and never needed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from holdfast import Memory
from holdfast.ports.reviewer import Action
from holdfast.providers.by_model import ModelReranker, ReviewerWithRules, SummariserWithRules
from holdfast.providers.choose import reviewer_from, summariser_from
from holdfast.settings import Settings, load_settings
from holdfast.testing.model_faults import REFUSAL_ZH, Hang, Status
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.unit.providers.by_model.lines import (
    CHINESE,
    ENGLISH,
    MEMO,
    MEMO_ZH,
    FirstWords,
    NoSecondLine,
)


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


TALK = [
    "Mei moved to Hangzhou in March.",
    "Lily has two cats.",
    "Tom likes green tea.",
    "Tom likes green tea.",
    "Dinner is at seven.",
    "The train leaves at nine.",
]


def told(server: ModelServer) -> list[tuple[str, str]]:
    """The model and the authorization of each request."""
    return [(seen.body["model"], seen.headers.get("authorization", "")) for seen in server.requests]


ROLES = ("summary", "review", "embed", "rerank")


@pytest.mark.capability("F6")
def test_each_role_has_a_server_of_its_own(tmp_path, closing):
    """Each gets its own requests, by its own model's name and with its own key, and no other's."""
    servers = {
        role: closing.enter_context(ModelServer(says=dutiful, key=f"key-{role}")) for role in ROLES
    }
    file = tmp_path / "holdfast.toml"
    places = "".join(f'{role}_url = "{server.url}"\n' for role, server in servers.items())
    file.write_text(f'embedder = "openai"\nmemo_window = 2\n{places}')
    environ = {f"HOLDFAST_{role.upper()}_KEY": f"key-{role}" for role in ROLES}
    environ |= {f"HOLDFAST_{role.upper()}_MODEL": f"model-{role}" for role in ROLES}
    # What is for all roles is nobody's here: each has all of its own.
    environ |= {"HOLDFAST_MODEL_KEY": "key-of-all", "HOLDFAST_MODEL_NAME": "model-of-all"}
    settings = load_settings(file, environ)
    with Memory.open(tmp_path / "m.db", settings=settings, worker=False) as memory:
        memory.add("mei", [f"Line {n}: {said}" for n, said in enumerate(TALK)], session="s")
        memory.seal("mei", "s")
        memory.admin.run_jobs()
        memory.memo.review("mei", "default")
        found = memory.recall("mei", "Who has two cats?")
        stages = {stage.name: stage.note for stage in memory.explain(found).stages}
        checked = {each.name: each for each in memory.admin.check()}
    for role, server in servers.items():
        assert set(told(server)) == {(f"model-{role}", f"Bearer key-{role}")}, role
    assert {seen.path for seen in servers["embed"].requests} == {"/v1/embeddings"}
    for role, asked_for in (("summary", "summary"), ("review", "changes"), ("rerank", "order")):
        for seen in servers[role].requests:
            assert seen.path == "/v1/chat/completions"
            assert f'{{"{asked_for}"' in seen.body["messages"][0]["content"]
    assert stages["rerank"].startswith("openai-compatible:model-rerank:rerank-")
    assert checked["reranking"].good
    assert "1 calls, 0 failures" in checked["reranking"].detail


@pytest.mark.capability("F6")
def test_roles_share_what_they_have_not_of_their_own(closing):
    with ModelServer(says=dutiful, key="shared") as server:
        settings = Settings(
            model_url=server.url, model_key="shared", model_name="small", review_model="large"
        )
        summariser_from(settings, closing, FirstWords()).summarise(ENGLISH, limit=99)
        reviewer_from(settings, closing, NoSecondLine()).review(MEMO)
    assert told(server) == [("small", "Bearer shared"), ("large", "Bearer shared")]


@pytest.mark.capability("F7")
@pytest.mark.parametrize(("lines", "memo"), [(ENGLISH, MEMO), (CHINESE, MEMO_ZH)])
def test_a_model_on_this_machine_needs_no_key_and_no_proxy(lines, memo, closing, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # where nothing listens
    with ModelServer(says=dutiful) as server:
        settings = Settings(model_url=server.url, model_name="local")
        summariser = summariser_from(settings, closing, FirstWords())
        reviewer = reviewer_from(settings, closing, NoSecondLine())
        summary = summariser.summarise(lines, limit=200)
        review = reviewer.review(memo)
    assert lines[0].text in summary.text
    assert summary.by == summariser.identity
    assert [(change.target, change.action) for change in review.changes] == [("c", Action.DROP)]
    assert review.changes[0].reason
    assert review.by == reviewer.identity


def test_with_nothing_set_the_rules_do_it(closing):
    summaries, reviews = FirstWords(), NoSecondLine()
    assert summariser_from(Settings(), closing, summaries) is summaries
    assert reviewer_from(Settings(), closing, reviews) is reviews


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE])
def test_a_model_that_fails_costs_time_and_nothing_else(lines, closing):
    """The rules stand in; once the model is well the same is asked again, and is the model's."""
    with ModelServer(says=dutiful) as server:
        settings = Settings(
            model_url=server.url, model_name="m", model_attempts=1, model_cool_down_seconds=0.01
        )
        summariser = summariser_from(settings, closing, FirstWords())
        assert isinstance(summariser, SummariserWithRules)
        server.script(Status(500), times=3)
        for _ in range(3):
            made = summariser.summarise(lines, limit=200)
            assert made.text
            assert (made.provisional, made.by) == (True, "first-words:1")
        again = summariser.summarise(lines, limit=200)
        assert (again.provisional, again.by) == (False, summariser.identity)
        assert (summariser.well, summariser.usage.calls, summariser.usage.failures) == (True, 4, 3)


@pytest.mark.parametrize(
    ("memo", "moved"), [(MEMO, "Mei lives in Hangzhou now."), (MEMO_ZH, "小明现在住在杭州。")]
)
def test_of_a_contradictory_pair_one_remains_and_the_change_is_told(memo, moved, closing):
    item = '{"line": 4, "other": 1, "kind": "contradicts", "action": "drop", "reason": ""}'
    with ModelServer(says=f'{{"changes": [{item}]}}') as server:
        settings = Settings(model_url=server.url, model_name="m")
        reviewer = reviewer_from(settings, closing, NoSecondLine())
        assert isinstance(reviewer, ReviewerWithRules)
        [change] = reviewer.review(memo).changes
    assert (change.target, change.action) == ("a", Action.DROP)
    assert moved in change.reason


@pytest.mark.parametrize(
    ("texts", "question", "first"),
    [
        (["Lily has two cats.", "Cats, cats, cats!", "Who likes cats?"], "Who has two cats?", 0),
        (["李华养了两只猫。", "猫，猫，猫！", "谁喜欢猫？"], "谁养了两只猫？", 0),
    ],
)
def test_a_model_puts_what_is_recalled_in_order_and_without_it_nothing_is_missing(
    texts, question, first
):
    with ModelServer(says=dutiful) as server:
        settings = Settings(
            rerank_url=server.url, rerank_model="judge", model_attempts=1, worker=False
        )
        with Memory.open(":memory:", settings=settings) as memory:
            memory.add("mei", texts)
            found = memory.recall("mei", question)
            assert found[0].text == texts[first]
            assert found[0].score == found[0].scores["rerank"] == 1.0
            server.script(Status(500), REFUSAL_ZH)
            for why in ("500", "names none of the texts"):
                spoilt = memory.recall("mei", question)
                assert sorted(hit.text for hit in spoilt) == sorted(texts)
                assert not any("rerank" in hit.scores for hit in spoilt)
                [note] = [s.note for s in memory.explain(spoilt).stages if s.name == "rerank"]
                assert note.startswith("skipped: ")
                assert why in note
            assert [hit.text for hit in memory.recall("mei", question)] == [h.text for h in found]


def test_a_server_that_hangs_is_waited_for_so_long_and_then_left_alone():
    """Its calls end when nobody waits any more; after some, nobody waits at all."""
    with ModelServer(says=dutiful) as server:
        settings = Settings(
            rerank_url=server.url,
            rerank_model="judge",
            recall_wait_seconds=0.05,
            model_failures=2,
            worker=False,
        )
        server.script(Hang(), times=9)
        with Memory.open(":memory:", settings=settings) as memory:
            memory.add("mei", ["green tea", "black tea", "milk"])
            notes = []
            for _ in range(6):
                found = memory.recall("mei", "tea")
                assert len(found) >= 2
                notes += [s.note for s in memory.explain(found).stages if s.name == "rerank"]
                reranker = memory._parts.reranker
                assert isinstance(reranker, ModelReranker)
                # The call ends by itself at the same time as the wait for it, or a moment later.
                while reranker.usage.calls < len(notes):
                    time.sleep(0.001)
            assert len(notes) == 6
            assert all(note.startswith("skipped: ") for note in notes)
            assert all("left alone" in note for note in notes[2:])
            assert len(server.requests) == 2, "the other four did not reach it"
