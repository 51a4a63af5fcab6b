"""A model for each role: on this machine or elsewhere, named in the settings, and never needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from holdfast.ports.reviewer import Action
from holdfast.providers.by_model import ReviewerWithRules, SummariserWithRules
from holdfast.providers.choose import reviewer_from, summariser_from
from holdfast.settings import Settings, load_settings
from holdfast.testing.model_faults import Status
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


def told(server: ModelServer) -> list[tuple[str, str]]:
    """The model and the authorization of each request."""
    return [(seen.body["model"], seen.headers.get("authorization", "")) for seen in server.requests]


@pytest.mark.capability("F6")
def test_each_role_has_a_server_of_its_own(tmp_path, closing):
    with ModelServer(says=dutiful) as one, ModelServer(says=dutiful, key="two") as two:
        file = tmp_path / "holdfast.toml"
        file.write_text(f'summary_url = "{one.url}"\nsummary_model = "writer"\n')
        environ = {
            "HOLDFAST_REVIEW_URL": two.url,
            "HOLDFAST_REVIEW_KEY": "two",
            "HOLDFAST_REVIEW_MODEL": "editor",
        }
        settings = load_settings(file, environ)
        summary = summariser_from(settings, closing, FirstWords()).summarise(ENGLISH, limit=99)
        review = reviewer_from(settings, closing, NoSecondLine()).review(MEMO)
    assert (summary.provisional, review.by[:24]) == (False, "openai-compatible:editor")
    assert told(one) == [("writer", "")]
    assert told(two) == [("editor", "Bearer two")]


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
