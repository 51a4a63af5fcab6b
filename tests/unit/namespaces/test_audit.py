"""What an audit looks over in our own store."""

from __future__ import annotations

from datetime import timedelta

from holdfast.domain.item import ItemKind


def kinds(memory, user: str = "wang") -> list[str]:
    return [str(finding.fault) for finding in memory.admin.audit(user).findings]


def test_of_somebody_unknown_nothing_is_wrong(memory):
    report = memory.admin.audit("nobody")
    assert report.clean
    assert report.looked_at == 0


def test_what_was_set_by_hand_has_a_source(memory):
    memory.profile.set("wang", "home", "Utrecht")
    report = memory.admin.audit("wang")
    assert report.looked_at == 1
    assert report.clean


def test_facts_and_notes_are_looked_over_and_summaries_are_not(memory):
    memory.items.add("wang", "likes tea", kind=ItemKind.FACT)
    memory.items.add("wang", "ok thanks", kind=ItemKind.NOTE)
    memory.items.add("wang", "hello", kind=ItemKind.SUMMARY)
    report = memory.admin.audit("wang")
    assert report.looked_at == 2
    assert report.counts["junk"] == 1
    assert report.counts["unsourced"] == 2


def test_sources_are_messages(memory):
    sources = memory.add("wang", "I like tea, you know")
    memory.items.add("wang", "likes tea", kind=ItemKind.FACT, sources=sources)
    assert kinds(memory) == []


def test_what_holds_no_longer_contradicts_nothing(memory, clock):
    memory.items.add("wang", "lives in Utrecht", valid_to=clock.now() + timedelta(days=1))
    memory.items.add("wang", "lives in Maastricht")
    assert "contradiction" in kinds(memory)
    clock.advance(2 * 86400)
    assert "contradiction" not in kinds(memory)


def test_one_users_memories_are_never_held_against_anothers(memory):
    memory.items.add("wang", "lives in Utrecht")
    memory.items.add("li", "lives in Maastricht")
    memory.in_space("work").items.add("wang", "lives in Delft")
    assert kinds(memory) == ["unsourced"]


def test_what_a_review_of_the_memo_noted_is_no_memory(memory):
    ids = memory.add("wang", ["I like tea", "I like coffee"])
    memory.memo.hide("wang", message_ids=ids[:1])
    assert memory.admin.audit("wang").looked_at == 0
