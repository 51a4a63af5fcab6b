"""What every store must keep apart: spaces, and the users of one space."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.domain.job import JobState
from holdfast.domain.message import Selection
from holdfast.ports.sessions import FOREVER
from holdfast.ports.store import Store
from holdfast.ports.unit import Unit
from holdfast.testing.conformance.builders import ANN, BEN, arrival, keep, message
from holdfast.testing.conformance.scene import CHANGES, PROBES, Scene, furnish, picture

HERE = "here"
THERE = "there"
OF_A_USER = [name for name in CHANGES if not name.startswith("preferences.")]
ALIKE = {
    "case": ("ann", "Ann"),
    "trailing space": ("ann", "ann "),
    "composition": ("ren\u00e9", "rene\u0301"),
    "width": ("ann", "ａｎｎ"),
    "digits": ("1", "01"),
    "patterns": ("a_n", "ann"),
    "any pattern": ("a%", "ann"),
    "script": ("后", "後"),
}
"""Names that a careless comparison takes for one."""


def _picture(store: Store, scene: Scene) -> dict[str, object]:
    return store.read(scene.space, lambda unit: picture(unit, scene.user))


class TestIsolation:
    """The walls between spaces, and between users."""

    @pytest.mark.parametrize("name", PROBES)
    def test_an_empty_space_sees_nothing_of_another(self, store: Store, name: str) -> None:
        scene, probe = furnish(store, THERE, ANN), PROBES[name]
        before = _picture(store, scene)
        other = replace(scene, space=HERE)
        assert store.write(HERE, lambda unit: probe.ask(unit, other)) == probe.nothing
        assert _picture(store, scene) == before

    @pytest.mark.parametrize("name", [name for name, probe in PROBES.items() if probe.by_user])
    def test_a_new_user_sees_nothing_of_another(self, store: Store, name: str) -> None:
        scene, probe = furnish(store, HERE, ANN), PROBES[name]
        before = _picture(store, scene)
        other = replace(scene, user=BEN)
        assert store.write(HERE, lambda unit: probe.ask(unit, other)) == probe.nothing
        assert _picture(store, scene) == before

    @pytest.mark.parametrize("name", CHANGES)
    def test_a_change_in_one_space_is_none_in_another(self, store: Store, name: str) -> None:
        mine, theirs = furnish(store, HERE, ANN), furnish(store, THERE, ANN)
        before = _picture(store, theirs)
        store.write(HERE, lambda unit: CHANGES[name](unit, mine))
        assert _picture(store, theirs) == before

    @pytest.mark.parametrize("name", OF_A_USER)
    def test_a_change_for_one_user_is_none_for_another(self, store: Store, name: str) -> None:
        mine, theirs = furnish(store, HERE, ANN), furnish(store, HERE, BEN)
        before = _picture(store, theirs)
        store.write(HERE, lambda unit: CHANGES[name](unit, mine))
        assert _picture(store, theirs) == before

    @pytest.mark.parametrize("name", ALIKE)
    def test_spaces_with_names_alike_are_two(self, store: Store, name: str) -> None:
        one, other = ALIKE[name]
        furnish(store, one, ANN)
        assert store.read(other, lambda unit: unit.log.get(ANN, ["m1"])) == []
        assert store.read(other, lambda unit: unit.users.names()) == []
        assert store.spaces() == [one]

    @pytest.mark.parametrize("name", ALIKE)
    def test_users_with_names_alike_are_two(self, store: Store, name: str) -> None:
        one, other = ALIKE[name]
        scene = furnish(store, HERE, one)
        before = _picture(store, scene)
        assert store.read(HERE, lambda unit: unit.log.get(other, ["m1"])) == []
        furnish(store, HERE, other)
        assert _picture(store, scene) == before

    def test_a_session_name_of_two_users_is_two_sessions(self, store: Store) -> None:
        def work(unit: Unit) -> tuple[int | None, int | None]:
            keep(unit, message("m1", 1, session="s"), message("m1", 1, user=BEN, session="s"))
            return unit.sessions.advance(ANN, "s", arrival(4), FOREVER), unit.sessions.advance(
                BEN, "s", arrival(1), FOREVER
            )

        assert store.write(HERE, work) == (1, 1)
        which = Selection(session="s")
        anns = store.read(HERE, lambda unit: unit.log.find(ANN, which, limit=9))
        bens = store.read(HERE, lambda unit: unit.log.find(BEN, which, limit=9))
        assert [each.user for each in anns + bens] == [ANN, BEN]

    @pytest.mark.parametrize(
        ("one", "other"),
        [(("a", "b:c"), ("a:b", "c")), (("a", "b/c"), ("a/b", "c")), (("a", ""), ("", "a"))],
    )
    def test_names_do_not_run_into_each_other(
        self, store: Store, one: tuple[str, str], other: tuple[str, str]
    ) -> None:
        store.write(HERE, lambda unit: unit.sessions.advance(*one, arrival(3), FOREVER))
        assert (
            store.write(HERE, lambda unit: unit.sessions.advance(*other, arrival(1), FOREVER)) == 1
        )

    def test_the_same_job_of_two_spaces_is_two_jobs(self, store: Store) -> None:
        mine, theirs = furnish(store, HERE, ANN), furnish(store, THERE, ANN)
        assert mine.held.id == theirs.held.id
        assert store.write(HERE, lambda unit: unit.jobs.finish(mine.held))
        assert store.read(THERE, lambda unit: unit.jobs.get(theirs.held.id)) == theirs.held
        running = store.read(HERE, lambda unit: unit.jobs.find(state=JobState.RUNNING))
        assert running == []
