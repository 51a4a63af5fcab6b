"""Forget: through every view, with a receipt."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from holdfast.domain.job import JobState
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.maintain.forget import ERASE, Scope
from holdfast.memory import Memory

SCOPES: dict[str, dict[str, Any]] = {
    "message": {"message": "FIRST"},
    "session": {"session": "s"},
    "agent": {"agent": "lily"},
    "user": {"everything": True},
}


@pytest.fixture
def furnished(memory: Memory) -> Memory:
    """wang: sessions s (a corrected message, an attachment, a knowledge) and t, two agents."""
    picture = {"type": "image", "body": "x" * 9000}
    [first] = memory.add("wang", {"content": ["secret one", picture]}, session="s", agent="lily")
    memory.correct("wang", first, "secret one, corrected")
    [second] = memory.add("wang", "secret two", session="s", agent="tom")
    [third] = memory.add("wang", "secret three", session="t", agent="lily")
    memory.items.add("wang", "rests on one", sources=[first])
    memory.items.add("wang", "rests on one and three", sources=[first, third])
    memory.items.add("wang", "rests on two", sources=[second])
    memory.items.add("wang", "rests on nothing")
    memory.add("li", "secret of another")
    return memory


def scope_of(memory: Memory, name: str) -> dict[str, Any]:
    chosen = SCOPES[name]
    if "message" not in chosen:
        return chosen
    [id_] = [m.id for m in memory.messages.latest("wang") if m.text.startswith("secret one")]
    return {"message": id_}


EXPECTED: dict[str, dict[str, int]] = {
    "message": {"messages": 1, "versions": 2, "sessions": 0, "attachments": 1, "items": 2},
    "session": {"messages": 2, "versions": 3, "sessions": 1, "attachments": 1, "items": 3},
    "agent": {"messages": 2, "versions": 3, "sessions": 1, "attachments": 1, "items": 2},
    "user": {"messages": 3, "versions": 4, "sessions": 2, "attachments": 1, "items": 4},
}
LEFT = {
    "message": {"secret two", "secret three"},
    "session": {"secret three"},
    "agent": {"secret two"},
    "user": set[str](),
}


@pytest.mark.parametrize("scope", SCOPES)
def test_the_receipt_counts_what_went(furnished, scope):
    chosen = scope_of(furnished, scope)
    gone = {m.id for m in furnished.messages.latest("wang") if m.text not in LEFT[scope]}
    receipt = furnished.forget("wang", **chosen)
    counted = {name: getattr(receipt, name) for name in EXPECTED[scope]}
    assert counted == EXPECTED[scope]
    assert receipt.terms == receipt.versions
    assert receipt.scope == scope
    assert {*receipt.message_ids} == gone
    assert len(receipt.message_ids) == receipt.messages
    assert "secret" not in repr(receipt)
    assert (receipt.erased, receipt.job) == (True, None)
    assert furnished.admin.jobs() == []


@pytest.mark.parametrize("scope", SCOPES)
def test_no_view_knows_it_afterwards(furnished, scope):
    chosen = scope_of(furnished, scope)
    run = furnished.recall("wang", "secret").run
    refs = [p["ref"] for m in furnished.messages.latest("wang") for p in m.parts]
    receipt = furnished.forget("wang", **chosen)
    assert {hit.text for hit in furnished.recall("wang", "secret")} == LEFT[scope]
    assert {m.text for m in furnished.messages.latest("wang")} == LEFT[scope]
    assert {m.text for m in furnished.messages.between("wang")} == LEFT[scope]
    for id_ in receipt.message_ids:
        assert furnished.messages.get("wang", id_) is None
        assert furnished.messages.versions("wang", id_) == []
        assert all(id_ not in item.sources for item in furnished.items.find("wang"))
    assert [furnished.messages.attachment("wang", ref) for ref in refs] == [None]
    with pytest.raises(NotFound):
        furnished.explain(run)
    exported = "".join(furnished.export())
    assert all(id_ not in exported for id_ in receipt.message_ids)
    assert "secret one" not in exported
    assert len(furnished.recall("li", "secret")) == 1


@pytest.mark.parametrize("scope", SCOPES)
def test_a_preview_changes_nothing_and_tells_what_then_goes(furnished, scope):
    chosen = scope_of(furnished, scope)
    before = list(furnished.export())
    preview = furnished.forget("wang", **chosen, preview=True)
    assert list(furnished.export()) == before
    assert furnished.admin.jobs() == []
    receipt = furnished.forget("wang", **chosen)
    assert preview == replace(receipt, erased=False)


def test_a_preview_counts_the_jobs_that_go(memory):
    memory.add("wang", "a")
    memory.admin.reindex("wang")
    preview = memory.forget("wang", everything=True, preview=True)
    receipt = memory.forget("wang", everything=True)
    assert preview.jobs == receipt.jobs == 1
    assert memory.admin.jobs() == []


def test_everything_is_everything(furnished):
    furnished.forget("wang", everything=True)
    assert furnished.admin.users() == ["li"]
    assert furnished.sessions.list("wang") == []
    assert furnished.items.find("wang") == []
    with pytest.raises(NotFound):
        furnished.export("wang")
    assert not any("wang" in line for line in furnished.export())
    furnished.add("wang", "begun anew", session="s")
    assert [(m.seq, m.number) for m in furnished.messages.latest("wang")] == [(1, 1)]
    assert [hit.text for hit in furnished.recall("wang", "")] == ["begun anew"]


def test_a_user_of_whom_only_knowledge_is_kept_can_be_forgotten(memory):
    memory.items.add("wang", "likes tea")
    receipt = memory.forget("wang", everything=True)
    assert (receipt.items, receipt.messages) == (1, 0)
    assert memory.items.find("wang") == []


def test_knowledge_brought_in_can_be_exported_and_forgotten(memory, elsewhere):
    memory.items.add("wang", "likes tea")
    elsewhere.import_(memory.export())
    assert "likes tea" in "".join(elsewhere.export())
    assert elsewhere.forget("wang", everything=True).items == 1


def test_a_user_without_messages_left_can_be_forgotten(memory):
    [id_] = memory.add("wang", "a")
    memory.forget("wang", message=id_)
    assert memory.forget("wang", everything=True).sessions == 1
    assert memory.admin.users() == []


@pytest.mark.parametrize("preview", [True, False])
@pytest.mark.parametrize(
    ("user", "scope"),
    [
        ("wang", {"message": "unknown"}),
        ("wang", {"session": "unknown"}),
        ("wang", {"agent": "unknown"}),
        ("nobody", {"everything": True}),
        ("nobody", {"message": "unknown"}),
        ("nobody", {"session": "s"}),
    ],
)
def test_what_is_not_there_is_not_found(furnished, user, scope, preview):
    before = list(furnished.export())
    with pytest.raises(NotFound, match=user) as refused:
        furnished.forget(user, **scope, preview=preview)
    assert "None" not in refused.value.message
    assert list(furnished.export()) == before
    assert furnished.admin.jobs() == []


@pytest.mark.parametrize("preview", [True, False])
def test_anothers_message_is_not_found(furnished, preview):
    [id_] = [m.id for m in furnished.messages.latest("li")]
    with pytest.raises(NotFound):
        furnished.forget("wang", message=id_, preview=preview)
    assert len(furnished.messages.latest("li")) == 1


@pytest.mark.parametrize("name", ["\ud800", "\x00", ""])
@pytest.mark.parametrize("noun", ["message", "session", "agent"])
def test_a_name_that_no_store_can_hold_is_not_found_or_refused(furnished, noun, name):
    with pytest.raises((NotFound, InvalidInput)) as refused:
        furnished.forget("wang", **{noun: name})
    assert "None" not in str(refused.value)


@pytest.mark.parametrize(
    "scope",
    [
        {},
        {"message": "m", "session": "s"},
        {"session": "s", "everything": True},
        {"agent": "a", "message": "m"},
        {"message": "m", "session": "s", "agent": "a", "everything": True},
    ],
)
def test_exactly_one_thing_is_forgotten_at_a_time(furnished, scope):
    before = list(furnished.export())
    with pytest.raises(InvalidInput, match="exactly one"):
        furnished.forget("wang", **scope)
    assert list(furnished.export()) == before


@pytest.mark.parametrize("given", ["no", "false", "True", 1, 0, [], None])
def test_a_whole_user_goes_at_no_other_word_than_true(furnished, given):
    before = list(furnished.export())
    for scope in ({}, {"session": "s"}):
        with pytest.raises(InvalidInput, match="'everything' must be True or False"):
            furnished.forget("wang", everything=given, **scope)
    assert list(furnished.export())[1:] == before[1:]


def test_a_scope_has_a_noun_for_the_receipt():
    scopes = [Scope(message="m"), Scope(session="s"), Scope(agent="a"), Scope(everything=True)]
    assert [scope.noun for scope in scopes] == ["message", "session", "agent", "user"]


def test_numbers_are_not_given_out_again_after_a_message_is_forgotten(memory):
    ids = memory.add("wang", ["a", "b", "c"])
    memory.forget("wang", message=ids[2])
    memory.forget("wang", message=ids[0])
    memory.add("wang", "d")
    assert [(m.text, m.number) for m in memory.messages.latest("wang")] == [("b", 2), ("d", 4)]
    assert [m.seq for m in memory.messages.latest("wang")] == [2, 4]


def test_a_session_keeps_its_numbers_when_its_last_message_is_forgotten(memory):
    [id_] = memory.add("wang", "a")
    memory.forget("wang", message=id_)
    assert memory.sessions.get("wang", "default").last_number == 1
    [id_] = memory.add("wang", "b")
    assert memory.messages.get("wang", id_).number == 2


def test_an_agents_words_go_and_the_sessions_shared_with_others_stay(memory):
    memory.add("wang", "a", session="shared", agent="lily")
    memory.add("wang", "b", session="shared", agent="tom")
    memory.add("wang", "c", session="alone", agent="lily")
    assert memory.forget("wang", agent="lily").sessions == 1
    assert [session.name for session in memory.sessions.list("wang")] == ["shared"]
    assert memory.sessions.get("wang", "shared").last_number == 2


def test_of_two_messages_with_one_picture_the_other_keeps_it(memory):
    given = {"content": [{"type": "image", "body": "x" * 9000}]}
    first, second = memory.add("wang", [given, given])
    [part] = memory.messages.get("wang", second).parts
    assert memory.forget("wang", message=first).attachments == 1
    assert json.loads(memory.messages.attachment("wang", part["ref"])) == given["content"][0]


def test_a_message_that_was_forgotten_may_be_said_again(memory):
    given = {"content": "a", "id": "c1"}
    [first] = memory.add("wang", given)
    memory.forget("wang", message=first)
    [second] = memory.add("wang", given)
    assert second != first
    assert memory.messages.get("wang", second).number == 2


def test_other_spaces_are_left_alone(memory):
    work = memory.in_space("work")
    memory.add("wang", "home")
    work.add("wang", "work")
    run = work.recall("wang", "work").run
    memory.forget("wang", everything=True)
    assert [hit.text for hit in work.recall("wang", "")] == ["work"]
    assert work.explain(run).user == "wang"


def test_bytes_that_cannot_go_yet_are_left_to_a_job(memory, monkeypatch, clock):
    store = memory._parts.store
    monkeypatch.setattr(type(store), "erase", lambda self: False)
    [id_] = memory.add("wang", "a")
    receipt = memory.forget("wang", message=id_)
    assert receipt.erased is False
    [job] = memory.admin.jobs()
    assert (job.id, job.kind, job.state) == (receipt.job, ERASE, JobState.WAITING)
    monkeypatch.undo()
    assert memory.admin.run_jobs() == 1
    assert memory.admin.jobs() == []


def test_every_forgetting_has_a_job_of_its_own(memory, monkeypatch):
    monkeypatch.setattr(type(memory._parts.store), "erase", lambda self: False)
    ids = memory.add("wang", ["a", "b"])
    jobs = [memory.forget("wang", message=id_).job for id_ in ids]
    assert sorted(job.id for job in memory.admin.jobs()) == sorted(map(str, jobs))


def test_a_crash_before_the_bytes_are_gone_leaves_the_job(memory, monkeypatch):
    def crash(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(memory._parts.store), "erase", crash)
    [id_] = memory.add("wang", "a")
    with pytest.raises(KeyboardInterrupt):
        memory.forget("wang", message=id_)
    monkeypatch.undo()
    assert memory.messages.get("wang", id_) is None
    assert [job.kind for job in memory.admin.jobs()] == [ERASE]
    memory.admin.run_jobs()
    assert memory.admin.jobs() == []
