"""Memory: one method a verb. What each verb does is tested where it is done; here, the rest."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import holdfast
from holdfast.errors import Closed, HoldfastError, InvalidInput, StoreMissing, StoreReadOnly
from holdfast.memory import Memory
from holdfast.settings import Settings
from holdfast.testing.conformance.expect import together
from holdfast.text.tokens import estimate

SETTINGS = Settings(worker=False)


def threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if t.name.startswith("holdfast")}


class TestOpening:
    def test_a_file_is_made_and_keeps_what_it_was_told(self, tmp_path):
        path = tmp_path / "new.db"
        with Memory.open(path, settings=SETTINGS) as memory:
            [id_] = memory.add("wang", "jasmine")
        with Memory.open(str(path), settings=SETTINGS) as memory:
            assert [message.id for message in memory.messages.latest("wang")] == [id_]
            assert memory.recall("wang", "jasmine")

    def test_the_home_folder_may_be_meant(self, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        Memory.open(Path("~/m.db"), settings=SETTINGS).close()
        assert (tmp_path / "m.db").exists()

    def test_without_a_path_the_settings_decide(self, tmp_path):
        Memory.open(settings=Settings(worker=False, db=str(tmp_path / "here.db"))).close()
        assert (tmp_path / "here.db").exists()

    def test_two_memories_in_memory_are_two(self):
        with (
            Memory.open(":memory:", settings=SETTINGS) as one,
            Memory.open(":memory:", settings=SETTINGS) as two,
        ):
            one.add("wang", "jasmine")
            assert two.admin.users() == []

    @pytest.mark.parametrize("space", ["", " ", "a\nb", "\ud800", "x" * 257, 5])
    def test_a_space_must_have_a_name(self, space):
        with pytest.raises(InvalidInput, match="space"):
            Memory.open(":memory:", space=space, settings=SETTINGS)

    def test_what_could_not_be_opened_leaves_nothing_behind(self, tmp_path):
        before = threads()
        with pytest.raises(InvalidInput):
            Memory.open(tmp_path / "m.db", space="", settings=SETTINGS)
        assert threads() == before
        assert list(tmp_path.iterdir()) == []

    def test_a_bad_space_is_refused_later_too(self, memory):
        with pytest.raises(InvalidInput, match="space"):
            memory.in_space("")


class TestReadingOnly:
    def test_everything_can_be_read_and_nothing_changed(self, tmp_path):
        path = tmp_path / "m.db"
        with Memory.open(path, settings=SETTINGS) as memory:
            [id_] = memory.add("wang", "jasmine")
            before = list(memory.export())[1:]
        with Memory.open(path, settings=SETTINGS, read_only=True) as memory:
            assert memory.recall("wang", "jasmine")
            assert memory.context("wang", "jasmine").text
            assert memory.forget("wang", message=id_, preview=True).messages == 1
            for change in (
                lambda: memory.add("wang", "more"),
                lambda: memory.correct("wang", id_, "more"),
                lambda: memory.forget("wang", message=id_),
                lambda: memory.items.add("wang", "x"),
                lambda: memory.admin.set_preference("a", 1),
                lambda: memory.admin.unset_preference("idle"),
                lambda: memory.admin.reindex(),
            ):
                with pytest.raises(StoreReadOnly, match="writing"):
                    change()
            assert list(memory.export())[1:] == before

    def test_what_is_not_there_is_not_made(self, tmp_path):
        with pytest.raises(StoreMissing):
            Memory.open(tmp_path / "none.db", settings=SETTINGS, read_only=True)
        assert list(tmp_path.iterdir()) == []


class TestClosing:
    def test_a_closed_memory_says_so(self, memory):
        memory.add("wang", "jasmine")
        memory.close()
        memory.close()
        for call in (
            lambda: memory.add("wang", "more"),
            lambda: memory.recall("wang", "jasmine"),
            lambda: memory.recall("wang", "hello"),
            lambda: memory.context("wang", "jasmine"),
            lambda: memory.messages.latest("wang"),
            lambda: list(memory.export()),
            lambda: memory.forget("wang", everything=True),
            lambda: memory.admin.check(),
            lambda: memory.in_space("work").add("wang", "more"),
        ):
            with pytest.raises(Closed, match="Open it again"):
                call()

    @pytest.mark.parametrize("query", ["hello", "", "jasmine"])
    def test_it_says_so_whatever_is_asked(self, memory, query):
        """Also where nothing has to be looked up."""
        memory.close()
        for ask in (memory.recall, memory.context):
            with pytest.raises(Closed):
                ask("wang", query)

    def test_closing_one_space_closes_all(self, memory):
        memory.in_space("work").close()
        with pytest.raises(Closed):
            memory.add("wang", "jasmine")

    def test_it_leaves_no_threads(self, tmp_path):
        before = threads()
        with Memory.open(tmp_path / "m.db", settings=Settings(worker=True)) as memory:
            memory.add("wang", "jasmine")
        assert threads() == before

    def test_it_may_be_closed_while_others_use_it(self, memory):
        """They are told that it is closed, or get their answer; nobody gets an error of SQLite's."""
        memory.add("wang", [f"jasmine {n}" for n in range(300)])
        begun = threading.Barrier(5)
        wrong: list[BaseException] = []

        def ask() -> None:
            begun.wait()
            try:
                for _ in range(200):
                    memory.recall("wang", "jasmine", k=100)
            except Closed:
                return
            except Exception as error:  # noqa: BLE001  what the test is about
                wrong.append(error)

        askers = [threading.Thread(target=ask) for _ in range(4)]
        for asker in askers:
            asker.start()
        begun.wait()
        memory.close()
        for asker in askers:
            asker.join()
        assert wrong == []


class TestContext:
    def test_a_context_is_recalled_packed_and_can_be_explained(self, memory):
        memory.add("wang", ["I like tea", "I like milk", "It rains"])
        context = memory.context("wang", "tea", budget=200)
        assert "I like tea" in [hit.text for hit in context.hits]
        assert context.tokens == estimate(context.text) <= context.budget == 200
        assert context.counted_by == "estimate"
        told = memory.explain(context)
        assert told.hits[0].text == "I like tea"
        assert all(hit in told.hits for hit in context.hits)

    def test_where_no_word_is_found_the_latest_are_taken(self, memory):
        memory.add("wang", ["one", "two", "three"])
        context = memory.context("wang", "unheard of", budget=200, k=2)
        assert [hit.text for hit in context.hits] == ["two", "three"]
        assert memory.explain(context).query == ""

    def test_filters_hold_for_the_latest_too(self, memory):
        memory.add("wang", "one", session="s")
        memory.add("wang", "two", session="t")
        context = memory.context("wang", "unheard of", session="s")
        assert [hit.text for hit in context.hits] == ["one"]

    def test_of_nobody_there_is_none(self, memory):
        context = memory.context("nobody", "tea")
        assert (context.text, context.tokens, context.hits, context.dropped) == ("", 0, (), ())

    def test_without_a_budget_it_is_empty(self, memory):
        memory.add("wang", "tea")
        context = memory.context("wang", "tea", budget=0)
        assert context.text == ""
        assert [dropped.reason for dropped in context.dropped] == ["budget"]

    @pytest.mark.parametrize("budget", [-1, 2.5, "100", True, 10_000_001])
    def test_a_budget_has_bounds(self, memory, budget):
        with pytest.raises(InvalidInput, match="budget"):
            memory.context("wang", "tea", budget=budget)


def test_many_threads_may_share_one(memory):
    def talk(user: str) -> None:
        for n in range(10):
            memory.add(user, f"tea {n}")
            found = memory.recall(user, "tea", k=20)
            assert {hit.text for hit in found} == {f"tea {m}" for m in range(n + 1)}

    users = [f"user{n}" for n in range(6)]
    assert together([lambda user=user: talk(user) for user in users]) == [None] * 6  # type: ignore[misc]
    for user in users:
        assert [m.number for m in memory.messages.latest(user)] == list(range(1, 11))


def test_many_threads_may_talk_of_one_user(memory):
    together([lambda: memory.add("wang", ["tea"] * 5)] * 8)
    kept = memory.messages.latest("wang", limit=100)
    assert [m.number for m in kept] == [m.seq for m in kept] == list(range(1, 41))
    [hit] = memory.recall("wang", "tea", k=100)
    assert sorted(hit.sources) == sorted(message.id for message in kept)


@pytest.mark.parametrize("name", sorted({*holdfast.__all__} - {"__version__"}))
def test_public_names_are_documented(name):
    assert getattr(holdfast, name).__doc__


def test_every_error_of_a_verb_says_what_to_do(memory):
    [id_] = memory.add("wang", {"content": "a", "id": "c1"})
    for call in (
        lambda: memory.add("wang", ""),
        lambda: memory.add("wang", []),
        lambda: memory.add("wang", None),
        lambda: memory.add("", "a"),
        lambda: memory.add("wang", "a", at="soon"),
        lambda: memory.add("wang", {"content": "b", "id": "c1"}),
        lambda: memory.correct("wang", "unknown", "b"),
        lambda: memory.correct("wang", id_, ""),
        lambda: memory.correct("wang", id_, None),
        lambda: memory.correct("wang", id_, "half \ud800"),
        lambda: memory.recall("wang", "a", k=0),
        lambda: memory.context("wang", "a", budget=-1),
        lambda: memory.context("wang", "a", holding="all of the prompt"),
        lambda: memory.context("wang", "a", holding=None),
        lambda: memory.context("wang", "a", holding=[{"role": "user", "content": "a"}]),
        lambda: memory.forget("wang"),
        lambda: memory.forget("wang", everything="no"),
        lambda: memory.forget("nobody", everything=True),
        lambda: memory.explain("unknown"),
        lambda: memory.import_(["{}"]),
        lambda: memory.import_("memory.jsonl"),
        lambda: memory.import_(None),
        lambda: memory.admin.retry("unknown"),
    ):
        with pytest.raises(HoldfastError) as refused:
            call()
        error = refused.value
        assert error.code != "holdfast"
        assert error.remedy in str(error)
        assert error.message.endswith(".")
        assert not error.message[0].islower(), "it begins a sentence"
