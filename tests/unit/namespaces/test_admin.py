"""Admin: looking after a memory."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from holdfast.domain.job import JobState
from holdfast.domain.preference import Preference
from holdfast.errors import Conflict, InvalidInput, NotFound
from holdfast.testing.conformance.expect import together


def test_users_are_those_of_the_space(memory):
    for user in ("wang", "li", "赵"):
        memory.add(user, "hello")
    memory.in_space("work").add("zhou", "hello")
    assert memory.admin.users() == ["li", "wang", "赵"]
    assert memory.in_space("nowhere").admin.users() == []


def test_jobs_are_listed_by_state(memory):
    memory.add("wang", "a")
    [id_] = memory.admin.reindex()
    assert [job.id for job in memory.admin.jobs()] == [id_]
    assert [job.id for job in memory.admin.jobs(JobState.WAITING)] == [id_]
    assert memory.admin.jobs(JobState.DEAD) == []
    assert memory.in_space("work").admin.jobs() == []


def test_a_job_that_nobody_takes_up_is_stuck(memory, clock):
    memory.add("wang", "a")
    [id_] = memory.admin.reindex()
    clock.advance(120)
    assert memory.admin.stuck() == []
    clock.advance(1)
    assert [job.id for job in memory.admin.stuck()] == [id_]
    assert memory.admin.stuck(seconds=200) == []
    assert memory.in_space("work").admin.stuck() == []
    now = clock.now()
    store = memory._parts.store
    assert store.lease("w", now=now, until=now + timedelta(minutes=1), attempts=9).id == id_
    assert memory.admin.stuck() == [], "a worker has it"
    clock.advance(60 + 121)
    assert [job.id for job in memory.admin.stuck()] == [id_], "and has died with it"


def test_only_a_job_that_failed_can_be_tried_again(memory):
    memory.add("wang", "a")
    [id_] = memory.admin.reindex()
    for job in (id_, "unknown", ""):
        with pytest.raises(NotFound):
            memory.admin.retry(job)


def test_jobs_come_a_page_at_a_time_and_the_dead_are_tried_again_together(memory, clock):
    for user in ("a", "b", "c"):
        memory.add(user, "hello")
        memory.admin.reindex(user)
        clock.advance(1)
    store, space = memory._parts.store, memory.space
    for _ in range(2):
        job = store.lease("w", now=clock.now(), until=clock.now(), attempts=1)
        fail = {"error": "broke", "state": JobState.DEAD, "run_at": clock.now()}
        store.write(space, lambda unit, job=job, fail=fail: unit.jobs.fail(job, **fail))
    first = memory.admin.jobs(limit=2)
    assert [job.user for job in first] == ["a", "b"]
    assert [job.user for job in memory.admin.jobs(after=first[-1].id)] == ["c"]
    assert [job.user for job in memory.admin.jobs(JobState.DEAD, limit=1)] == ["a"]
    assert memory.in_space("work").admin.retry_dead() == 0
    assert memory.admin.retry_dead() == 2
    assert memory.admin.jobs(JobState.DEAD) == []
    with pytest.raises(InvalidInput):
        memory.admin.jobs(limit=-1)


def test_what_holds_is_told_with_where_it_comes_from(open_memory):
    where = {"memo_window": "/etc/holdfast/holdfast.toml", "memo_review": "HOLDFAST_MEMO_REVIEW"}
    memory = open_memory(memo_window=32, memo_review=True, session_idle_seconds=60.0, where=where)
    held = {each.name: each for each in memory.admin.held()}
    told = {name: (each.value, str(each.source), each.where) for name, each in held.items()}
    habits = told.pop("archive_compaction")
    assert told == {
        "session_idle_seconds": (60.0, "setting", ""),
        "memo_window": (32, "setting", "holdfast.toml"),
        "memo_review": (True, "setting", "HOLDFAST_MEMO_REVIEW"),
        "learning": (True, "default", ""),
        "buffer_tokens": (1024, "default", ""),
        "buffer_flush_interval": (3600.0, "default", ""),
        "memory_enabled": (True, "default", ""),
        "sync_enabled": (True, "default", ""),
    }
    assert habits[1:] == ("default", "")
    assert habits[0]["archive_compact_enabled"] is True
    assert held["memo_window"].wanted.startswith("a whole number")
    memory.admin.set_preference("memo_window", 8)
    memory.admin.set_preference("archive_compaction", {"archive_compact_enabled": False})
    memory.admin.set_preference("茶", ["oolong"])
    held = {each.name: each for each in memory.admin.held()}
    window = held["memo_window"]
    assert (window.value, window.source, window.usual, window.revision) == (8, "preference", 32, 1)
    assert held["archive_compaction"].value["archive_compact_enabled"] is False
    assert held["archive_compaction"].value["archive_compact_interval_sec"] == 180
    assert (held["茶"].value, held["茶"].source) == (["oolong"], "preference")
    elsewhere = memory.in_space("work").admin.held()
    assert [each.value for each in elsewhere if each.name == "memo_window"] == [32]


def test_what_cannot_be_gone_by_counts_as_not_set(memory):
    store = memory._parts.store
    store.write(memory.space, lambda unit: unit.preferences.put("memo_window", "x", expect=0))
    [window] = [each for each in memory.admin.held() if each.name == "memo_window"]
    assert (window.value, window.source, window.revision) == (64, "default", 1)


def test_jobs_run_here_until_told_to_stop(memory):
    memory.add("wang", "a")
    memory.admin.reindex()
    outcomes: list[str] = []

    def report(_job, outcome):
        outcomes.append(outcome)
        memory.admin.stop_jobs()

    memory.admin.serve_jobs(report=report)
    assert outcomes == ["done"]
    assert memory.admin.jobs() == []


@pytest.mark.parametrize("thorough", [False, True])
def test_a_sound_memory_has_good_findings_only(memory, thorough):
    memory.add("wang", ["a", "b"])
    memory.correct("wang", memory.messages.latest("wang")[0].id, "c")
    before = list(memory.export())
    findings = memory.admin.check(thorough=thorough)
    assert [finding for finding in findings if not finding.good] == []
    assert {"pending jobs", "dead jobs", "keyword index"} <= {f.name for f in findings}
    assert list(memory.export()) == before


class TestPreferences:
    def test_a_preference_has_a_default_a_value_and_a_revision(self, memory):
        admin = memory.admin
        assert admin.preference("idle") is None
        assert admin.preference("idle", 30) == 30
        assert admin.set_preference("idle", 60) == 1
        assert admin.set_preference("idle", {"a": [1, None]}) == 2
        assert admin.preference("idle", 30) == {"a": [1, None]}
        assert memory.in_space("work").admin.preference("idle", 30) == 30

    def test_all_that_are_set_are_listed_by_name(self, memory):
        admin = memory.admin
        assert admin.preferences() == []
        admin.set_preference("语气/tone", {"温柔": True})
        admin.set_preference("idle", 1)
        admin.set_preference("idle", None)
        memory.in_space("work").admin.set_preference("other", 1)
        assert admin.preferences() == [
            Preference("idle", None, 2),
            Preference("语气/tone", {"温柔": True}, 1),
        ]

    def test_a_change_can_name_the_revision_it_was_made_from(self, memory):
        admin = memory.admin
        assert admin.set_preference("idle", 1, expect=0) == 1
        for expect in (0, 2):
            with pytest.raises(Conflict):
                admin.set_preference("idle", 2, expect=expect)
        assert admin.set_preference("idle", 2, expect=1) == 2

    @pytest.mark.capability("H22")
    def test_of_two_who_write_from_one_revision_one_conflicts(self, memory):
        memory.admin.set_preference("idle", 0)
        start = threading.Barrier(2)

        def write(value: int) -> int:
            start.wait()
            return memory.admin.set_preference("idle", value, expect=1)

        outcomes = together([lambda: write(1), lambda: write(2)])
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "int"]
        winner = 1 + [type(outcome) for outcome in outcomes].index(int)
        assert memory.admin.preference("idle") == winner

    @pytest.mark.capability("H22")
    def test_changes_made_from_what_is_there_are_never_lost(self, memory):
        def count() -> None:
            for _ in range(10):
                memory.admin.update_preference("count", lambda value: value + 1, default=0)

        together([count] * 4)
        assert memory.admin.preference("count") == 40

    def test_one_that_is_unset_is_as_if_it_had_never_been_set(self, memory):
        admin = memory.admin
        admin.set_preference("idle", None)
        assert admin.preference("idle", 30) is None
        assert memory.in_space("work").admin.unset_preference("idle") is False
        assert admin.unset_preference("idle") is True
        assert admin.preference("idle", 30) == 30
        assert admin.unset_preference("idle") is False
        assert admin.set_preference("idle", 60, expect=0) == 1

    def test_what_is_unset_holds_at_once_as_the_setting_says(self, memory):
        assert memory.memo.reviewing()
        memory.admin.set_preference("memo_review", False)
        assert not memory.memo.reviewing()
        memory.admin.unset_preference("memo_review")
        assert memory.memo.reviewing()

    def test_what_no_store_can_hold_is_refused_in_words_on_every_store(self, memory):
        for value in ("\ud800", object(), float("nan"), {"a": b"x"}, {1, 2}):
            with pytest.raises(InvalidInput):
                memory.admin.set_preference("idle", value)
            with pytest.raises(InvalidInput):
                memory.admin.update_preference("idle", lambda _old, value=value: value)
        assert memory.admin.preference("idle") is None

    def test_a_preference_must_have_a_name(self, memory):
        for name in ("", "\ud800", 5, None):
            with pytest.raises(InvalidInput):
                memory.admin.set_preference(name, 1)


def test_a_quick_check_leaves_out_what_takes_longer_the_more_there_is(memory):
    memory.add("wang", ["tea"] * 20)
    every = {finding.name for finding in memory.admin.check()}
    quick = {finding.name for finding in memory.admin.check(quick=True)}
    left_out = {"integrity", "keyword index", "embedder"}
    assert every - quick == left_out & every
    assert quick < every


def test_an_index_is_loaded_before_anybody_asks(memory):
    memory.add("wang", ["tea", "cake"])
    assert memory.admin.unloaded("wang") == 2
    memory.admin.load_index("wang")
    assert memory.admin.unloaded("wang") == 0
    assert memory._parts.indexed[0] == 1
    memory.admin.drop_index("wang")
    assert memory.admin.unloaded("wang") == 2
    memory.admin.load_index("nobody")
    assert memory.admin.unloaded("nobody") == 0
