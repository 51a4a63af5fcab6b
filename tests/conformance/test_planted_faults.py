"""A suite that passes everything proves nothing: stores with a planted fault must fail it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from holdfast.domain.item import Item
from holdfast.domain.job import Job
from holdfast.domain.message import Json, Message, Selection
from holdfast.domain.preference import Preference
from holdfast.domain.session import Session
from holdfast.errors import HoldfastError
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.stores.inmemory.journal import Journal
from holdfast.stores.inmemory.store import InMemoryStore, T
from holdfast.testing import conformance

SUITES = {name: getattr(conformance, name) for name in conformance.__all__}


def _arguments(test: Callable[..., None]) -> Iterator[dict[str, object]]:
    """Every combination of a test's parameters, as pytest would make them."""
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    choices = []
    for mark in marks:
        names, values = mark.args
        one = isinstance(names, str)
        choices.append(
            [{names: each} if one else dict(zip(names, each, strict=True)) for each in values]
        )
    for chosen in itertools.product(*choices):
        yield {name: value for arguments in chosen for name, value in arguments.items()}


def _complaints(suite: str, test: str, make_store: Callable[[], Store]) -> list[Exception]:
    """What one test finds wrong with fresh stores, over all of its parameters."""
    complaints: list[Exception] = []
    for arguments in _arguments(getattr(SUITES[suite], test)):
        try:
            getattr(SUITES[suite](), test)(make_store(), **arguments)
        except (AssertionError, HoldfastError) as complaint:
            complaints.append(complaint)
    return complaints


@pytest.mark.parametrize("suite", SUITES)
def test_a_store_without_fault_is_let_pass(suite: str):
    for test in (name for name in dir(SUITES[suite]) if name.startswith("test_")):
        assert _complaints(suite, test, InMemoryStore) == []


class IgnoresTheSpace(InMemoryStore):
    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        return super().write(space and "one for all", work)

    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        return super().read(space and "one for all", query)


class FoldsTheCaseOfSpaces(InMemoryStore):
    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        return super().read(space.lower(), query)

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        return super().write(space.lower(), work)


class KeepsWhatARaisingUnitDid(InMemoryStore):
    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        def careless(unit: Unit) -> tuple[T | None, Exception | None]:
            try:
                return work(unit), None
            except Exception as error:  # noqa: BLE001  the fault: it looks like a success
                return None, error

        value, error = super().write(space, careless)
        if error is not None:
            raise error
        return value  # type: ignore[return-value]


class SwallowsErrors(InMemoryStore):
    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        try:
            return super().read(space, query)
        except ValueError:
            return None  # type: ignore[return-value]


class WritesInReads(InMemoryStore):
    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        return self.write(space, query)


class ForgetsToBury(InMemoryStore):
    def lease(self, owner: str, *, now: datetime, until: datetime, attempts: int) -> Job | None:
        return super().lease(owner, now=now, until=until, attempts=attempts + 1)


class LeasesTheDay(InMemoryStore):
    def _due(self, now: datetime) -> list[Job]:
        return super()._due(now.replace(hour=23, minute=59))


class LeasesTheNewest(InMemoryStore):
    def _due(self, now: datetime) -> list[Job]:
        return super()._due(now)[::-1]


class StaysOpen(InMemoryStore):
    def close(self) -> None:
        """The fault: nothing."""


class NeverErases(InMemoryStore):
    def erase(self) -> bool:
        return None  # type: ignore[return-value]


class _Meddler(InMemoryStore):
    """A store whose units are meddled with before they are used."""

    def meddle(self, unit: Unit) -> None:
        raise NotImplementedError

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        return super().write(space, lambda unit: work(self._meddled(unit)))

    def read(self, space: str, query: Callable[[Unit], T]) -> T:
        return super().read(space, lambda unit: query(self._meddled(unit)))

    def _meddled(self, unit: Unit) -> Unit:
        self.meddle(unit)
        return unit


class DropsTheRevisionOfItems(_Meddler):
    def meddle(self, unit: Unit) -> None:
        put, get = unit.items.put, unit.items.get

        def blind(item: Item, *, expect: int) -> Item:
            return put(item, expect=next((i.revision for i in get(item.user, [item.id])), 0))

        unit.items.put = blind  # type: ignore[method-assign]


class DropsTheRevisionOfSessions(_Meddler):
    def meddle(self, unit: Unit) -> None:
        put, get = unit.sessions.put, unit.sessions.get

        def blind(session: Session, *, expect: int) -> Session:
            there = get(session.user, session.name)
            return put(session, expect=there.revision if there else 0)

        unit.sessions.put = blind  # type: ignore[method-assign]


class DropsTheRevisionOfPreferences(_Meddler):
    def meddle(self, unit: Unit) -> None:
        put, get = unit.preferences.put, unit.preferences.get

        def blind(name: str, value: Json, *, expect: int) -> Preference:
            there = get(name)
            return put(name, value, expect=there.revision if there else 0)

        unit.preferences.put = blind  # type: ignore[method-assign]


class MixesUsersUp(_Meddler):
    def meddle(self, unit: Unit) -> None:
        get = unit.log.get
        unit.log.get = lambda user, ids: get("ann", ids)  # type: ignore[method-assign]


class LeavesTheEndOut(_Meddler):
    def meddle(self, unit: Unit) -> None:
        find = unit.log.find

        def shorter(
            user: str, which: Selection, *, limit: int, newest_first: bool = False
        ) -> list[Message]:
            found = find(user, which, limit=limit, newest_first=newest_first)
            return [each for each in found if which.until is None or each.said_at < which.until]

        unit.log.find = shorter  # type: ignore[method-assign]


class CountsCorrectionsToo(_Meddler):
    def meddle(self, unit: Unit) -> None:
        unit.days._said = lambda user, agent: iter(  # type: ignore[attr-defined]
            each for each in unit.log.find(user, Selection(all_versions=True), limit=99)
        )


class LosesTheZone(_Meddler):
    def meddle(self, unit: Unit) -> None:
        get = unit.log.get

        def in_utc(user: str, ids: list[str]) -> list[Message]:
            utc = datetime.fromisoformat("2024-01-01T00:00:00Z").tzinfo
            return [replace(each, said_at=each.said_at.astimezone(utc)) for each in get(user, ids)]

        unit.log.get = in_utc  # type: ignore[method-assign,assignment]


class AnswersInItsOwnOrder(_Meddler):
    def meddle(self, unit: Unit) -> None:
        get = unit.log.get
        unit.log.get = lambda user, ids: get(user, sorted(ids))  # type: ignore[method-assign]


class KeepsTheEpoch(_Meddler):
    def meddle(self, unit: Unit) -> None:
        unit.users.renew = lambda user: None  # type: ignore[method-assign]


class RemovesTheNewestVersionOnly(_Meddler):
    def meddle(self, unit: Unit) -> None:
        remove = unit.log.remove
        unit.log.remove = lambda user, ids: min(remove(user, ids), 1)  # type: ignore[method-assign]


class QueuesTwice(_Meddler):
    def meddle(self, unit: Unit) -> None:
        enqueue = unit.jobs.enqueue
        unit.jobs.enqueue = lambda job: enqueue(job) or True  # type: ignore[method-assign]


class LetsAnyoneFinish(_Meddler):
    def meddle(self, unit: Unit) -> None:
        finish, get = unit.jobs.finish, unit.jobs.get
        unit.jobs.finish = lambda job: finish(get(job.id) or job)  # type: ignore[method-assign]


class ForgetsToUndoDrops(InMemoryStore):
    """Its journal knows the way back from what was put, and none from what was dropped."""

    def write(self, space: str, work: Callable[[Unit], T]) -> T:
        drop = Journal.drop

        def hasty(journal: Journal, table: dict, key: object) -> bool:
            there = drop(journal, table, key)
            if there:
                journal._steps_back.pop()
            return there

        Journal.drop = hasty  # type: ignore[method-assign,assignment]
        try:
            return super().write(space, work)
        finally:
            Journal.drop = drop  # type: ignore[method-assign]


FAULTS: list[tuple[type[InMemoryStore], str, str]] = [
    (IgnoresTheSpace, "TestIsolation", "test_an_empty_space_sees_nothing_of_another"),
    (IgnoresTheSpace, "TestIsolation", "test_a_change_in_one_space_is_none_in_another"),
    (FoldsTheCaseOfSpaces, "TestIsolation", "test_spaces_with_names_alike_are_two"),
    (MixesUsersUp, "TestIsolation", "test_a_new_user_sees_nothing_of_another"),
    (KeepsWhatARaisingUnitDid, "TestUnit", "test_a_change_of_a_raising_unit_is_not_kept"),
    (KeepsWhatARaisingUnitDid, "TestUnit", "test_no_change_of_a_raising_unit_is_kept"),
    (KeepsWhatARaisingUnitDid, "TestLogConflicts", "test_an_id_and_version_used_again"),
    (ForgetsToUndoDrops, "TestUnit", "test_a_change_of_a_raising_unit_is_not_kept"),
    (WritesInReads, "TestUnit", "test_a_read_refuses_to_change"),
    (SwallowsErrors, "TestStore", "test_an_error_goes_to_the_caller_and_the_store_goes_on"),
    (StaysOpen, "TestStore", "test_a_closed_store_refuses"),
    (NeverErases, "TestStore", "test_erase_says_whether_it_was_done"),
    (DropsTheRevisionOfItems, "TestItems", "test_a_stale_put_conflicts"),
    (DropsTheRevisionOfItems, "TestItems", "test_of_two_writers_one_conflicts"),
    (DropsTheRevisionOfSessions, "TestSessions", "test_a_stale_put_conflicts"),
    (DropsTheRevisionOfSessions, "TestSessions", "test_a_put_made_before_an_advance_conflicts"),
    (DropsTheRevisionOfPreferences, "TestPreferences", "test_a_stale_put_conflicts"),
    (LeavesTheEndOut, "TestLogFind", "test_both_ends_are_included_to_the_microsecond"),
    (CountsCorrectionsToo, "TestDays", "test_messages_are_counted_by_part"),
    (LosesTheZone, "TestLogRows", "test_the_moment_and_its_zone_are_kept"),
    (AnswersInItsOwnOrder, "TestLogLookup", "test_get_answers_in_the_order_asked"),
    (RemovesTheNewestVersionOnly, "TestLogRemove", "test_every_version_goes_and_is_counted"),
    (KeepsTheEpoch, "TestUsers", "test_renew_changes_the_epoch_and_nothing_else"),
    (QueuesTwice, "TestJobs", "test_a_second_of_its_kind_and_key_is_not_added"),
    (LetsAnyoneFinish, "TestJobHolders", "test_who_lost_it_may_do_nothing"),
    (ForgetsToBury, "TestLease", "test_a_job_that_failed_too_often_is_dead"),
    (LeasesTheDay, "TestLease", "test_a_job_is_due_when_its_time_has_come"),
    (LeasesTheNewest, "TestLease", "test_the_oldest_comes_first"),
]


@pytest.mark.parametrize(("store", "suite", "test"), FAULTS)
def test_a_planted_fault_is_found(store: type[InMemoryStore], suite: str, test: str):
    complaints = _complaints(suite, test, store)
    assert any(isinstance(complaint, AssertionError) for complaint in complaints)
