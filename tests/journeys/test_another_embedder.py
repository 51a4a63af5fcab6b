"""Another embedder: a memory changes its model while it is in use, and the model may be away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holdfast import Memory, Settings
from holdfast.domain.job import Job, JobState
from holdfast.flow.capture.marking import FAR_PART, Marker
from holdfast.flow.recall import weights
from holdfast.ports.marks import Makers
from holdfast.providers.static import StaticEmbedder
from holdfast.testing.clock import FrozenClock
from holdfast.testing.model_faults import Fault, Hang, Status, Well
from holdfast.testing.model_server import ModelServer, SeenRequest

PART = FAR_PART
"""How many messages a re-index does in one transaction."""

PET = 250
TEXTS = [f"Note {n}: the {n * 7919}th thing to keep" for n in range(300)]
TEXTS[PET] = "Note 250: Mimi sleeps beneath a radiator"
TEXTS[17] = "Note 17: the saxophone is at the mender's"
ABOUT_THE_PET = "Which spot does our cat prefer?"
"""To the model it means the same as TEXTS[PET]; it has no word in common with it."""


class Model(ModelServer):
    """Knows what means the same, and can be away: for everything, or for some texts."""

    def __init__(self) -> None:
        # As long as the shipped embedder's, so that length alone tells nothing apart.
        super().__init__(dimensions=StaticEmbedder().dimensions)
        self.down = False
        self.lost: set[str] = set()
        self.watch: Callable[[], object] = lambda: None

    def vector(self, text: str) -> list[float]:
        return super().vector(TEXTS[PET] if text == ABOUT_THE_PET else text)

    def note(self, request: SeenRequest) -> Fault:
        self.watch()
        fault = super().note(request)
        away = self.down or not self.lost.isdisjoint(request.body["input"])
        return Status(503, message="away") if away else fault

    @property
    def asked(self) -> Counter[str]:
        """How often each text was sent here."""
        return Counter(text for request in self.requests for text in request.body["input"])

    def alike(self, one: str, other: str) -> float:
        """The cosine of two texts."""
        a, b = np.array(self.vector(one)), np.array(self.vector(other))
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    @property
    def settings(self) -> dict[str, Any]:
        """What leads a memory here; never waits before it tries again."""
        return {
            "embedder": "openai",
            "embed_url": self.url,
            "embed_model": self.model,
            "model_attempts": 1,
            "model_failures": 1000,
        }

    @property
    def environment(self) -> dict[str, str]:
        """The same for the command line."""
        return {f"HOLDFAST_{name.upper()}": str(value) for name, value in self.settings.items()}


@pytest.fixture
def model() -> Iterator[Model]:
    with Model() as running:
        yield running


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def path(tmp_path: Path, clock: FrozenClock) -> Path:
    """A memory that has grown with the shipped embedder."""
    with opened(tmp_path / "memory.db", clock) as memory:
        memory.add("mei", TEXTS)
        assert memory.admin.jobs() == []
    return tmp_path / "memory.db"


@contextmanager
def opened(path: Path, clock: FrozenClock, model: Model | None = None) -> Iterator[Memory]:
    settings = Settings(worker=False, memo_window=10_000, **(model.settings if model else {}))
    with Memory.open(path, settings=settings, clock=clock) as memory:
        yield memory


def best(memory: Memory, question: str) -> str:
    return next((hit.text for hit in memory.recall("mei", question)), "")


def the_job(memory: Memory) -> Job:
    [job] = memory.admin.jobs()
    return job


def strangers(memory: Memory, model: Model, done: list[str]) -> list[str]:
    """Texts that are scored by something else than the new model's vectors of them.

    One that is not done yet has no vector, and so no score.
    """
    made = set(done)
    hits = memory.recall("mei", "note", k=1000)
    assert {hit.text for hit in hits} == set(TEXTS)
    wrong = []
    for hit in hits:
        wanted = weights.MEANING * model.alike("note", hit.text) if hit.text in made else 0.0
        if abs(hit.scores["meaning"] - wanted) > 0.01 * weights.MEANING:
            wrong.append(hit.text)
    return wrong


def until(condition: Callable[[], object]) -> None:
    pause = threading.Event()
    for _ in range(3000):
        if condition():
            return
        pause.wait(0.01)
    pytest.fail("it never happened")


class TestTakingOver:
    def test_recall_answers_at_once_and_by_the_new_vectors_in_the_end(self, path, clock, model):
        with opened(path, clock, model) as memory:
            assert best(memory, "saxophone") == TEXTS[17]
            assert not set(TEXTS) & set(model.asked), "nothing is embedded while somebody waits"
            assert best(memory, ABOUT_THE_PET) != TEXTS[PET]
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert best(memory, ABOUT_THE_PET) == TEXTS[PET]
            assert strangers(memory, model, TEXTS) == []
        assert all(model.asked[text] == 1 for text in TEXTS)

    def test_progress_can_be_seen(self, path, clock, model):
        seen: list[tuple[int, int]] = []
        with opened(path, clock, model) as memory:
            model.watch = lambda: seen.append((the_job(memory).done, the_job(memory).total))
            memory.admin.run_jobs()
        assert seen == [(done, 300) for done in range(0, 300, PART)]

    def test_stopped_in_the_middle_it_goes_on_from_there(self, path, clock, model):
        model.lost = set(TEXTS[PART:])
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            assert (the_job(memory).done, the_job(memory).state) == (PART, JobState.WAITING)
            assert strangers(memory, model, TEXTS[:PART]) == []
        model.lost.clear()
        clock.advance(60)
        with opened(path, clock, model) as memory:
            assert strangers(memory, model, TEXTS[:PART]) == [], "a fresh process sees the same"
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert strangers(memory, model, TEXTS) == []
        assert all(model.asked[text] == 1 for text in TEXTS[:PART])

    def test_nothing_is_made_again_for_a_server_that_moved(self, path, clock, model):
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
        with Model() as elsewhere, opened(path, clock, elsewhere) as memory:
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert not set(TEXTS) & set(elsewhere.asked)

    def test_a_new_revision_has_all_made_again(self, path, clock, model):
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
        settings = Settings(worker=False, embed_revision="2", **model.settings)
        with Memory.open(path, settings=settings, clock=clock) as memory:
            memory.admin.run_jobs()
        assert all(model.asked[text] == 2 for text in TEXTS)

    def test_changed_once_more_before_the_first_change_is_through(self, path, clock, model):
        model.lost = set(TEXTS[PART:])
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            assert the_job(memory).done == PART
        model.lost.clear()
        clock.advance(60)
        settings = Settings(worker=False, embed_revision="2", **model.settings)
        with Memory.open(path, settings=settings, clock=clock) as memory:
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert strangers(memory, model, TEXTS) == []

    def test_back_to_the_shipped_one(self, path, clock, model):
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
        with opened(path, clock) as memory:
            memory.admin.run_jobs()
            hits = memory.recall("mei", "note", k=1000)
            assert all(hit.scores["meaning"] for hit in hits)
            assert memory.admin.jobs() == []


class TestPlantedFaults:
    def test_old_vectors_that_are_read_along_are_seen(self, path, clock, model, monkeypatch):
        model.lost = set(TEXTS[PART:])
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            assert strangers(memory, model, TEXTS[:PART]) == []
            port = type(memory._parts.store.read("default", lambda unit: unit.marks))
            since, old = port.since, StaticEmbedder().identity

            def mixing(self, user, seq, by):
                sheet = since(self, user, seq, by)
                theirs = since(self, user, seq, Makers(by.analysis, old)).vectors
                pairs = zip(sheet.vectors, theirs, strict=True)
                return replace(sheet, vectors=[a if a is not None else b for a, b in pairs])

            monkeypatch.setattr(port, "since", mixing)
            memory._parts.drop_index("default", "mei")
            assert set(strangers(memory, model, TEXTS[:PART])) <= set(TEXTS[PART:])
            assert strangers(memory, model, TEXTS[:PART])

    def test_old_vectors_under_the_new_name_are_seen(self, path, clock, model, monkeypatch):
        def relabelled(self, rows, *, afresh=False):
            return [(row.seq, row.mark._replace(model=self.by.model)) for row in rows]

        monkeypatch.setattr(Marker, "mended", relabelled)
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert strangers(memory, model, TEXTS)


class TestAdd:
    def test_message_and_job_are_one_change(self, path, clock, model, monkeypatch):
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            port = type(memory._parts.store.read("default", lambda unit: unit.jobs))

            def fails(self, job):
                raise OSError("planted")

            with monkeypatch.context() as patch:
                patch.setattr(port, "enqueue", fails)
                with pytest.raises(OSError, match="planted"):
                    memory.add("mei", "this is not kept")
            assert memory.messages.latest("mei")[-1].text == TEXTS[-1]
            memory.add("mei", "this is kept")
            assert (the_job(memory).user, the_job(memory).kind) == ("mei", "reindex")
            assert model.asked["this is kept"] == 0
            memory.admin.run_jobs()
            assert model.asked["this is kept"] == 1
            assert memory.admin.jobs() == []

    def test_a_message_that_comes_as_the_job_ends_gets_its_vector(
        self, path, clock, model, monkeypatch
    ):
        late = "said at the last moment"
        with opened(path, clock, model) as memory:
            port = type(memory._parts.store.read("default", lambda unit: unit.marks))
            stale = port.stale
            told: list[str] = []

            def seeing(self, *arguments, **named):
                rows = stale(self, *arguments, **named)
                if not rows and not told:  # the job has seen that nothing is left
                    told.extend(memory.add("mei", late))
                return rows

            monkeypatch.setattr(port, "stale", seeing)
            memory._parts.worker.tend()
            memory._parts.worker.run()
            assert memory.messages.latest("mei")[-1].text == late
            assert model.asked[late] == 1

    def test_a_correction_gets_its_vector_too(self, path, clock, model):
        with opened(path, clock, model) as memory:
            memory.admin.run_jobs()
            [last] = memory.messages.latest("mei", limit=1)
            memory.correct("mei", last.id, "put right")
            assert the_job(memory).user == "mei"
            memory.admin.run_jobs()
        assert model.asked["put right"] == 1


class TestAway:
    def test_a_message_is_taken_without_asking_the_model(self, path, clock, model):
        model.down = True
        with opened(path, clock, model) as memory:
            before = len(model.requests)
            memory.add("mei", "said while it is away")
            assert len(model.requests) == before
            assert memory.messages.latest("mei")[-1].text == "said while it is away"

    def test_the_job_tries_again_after_longer_and_longer_pauses(self, path, clock, model):
        model.down = True
        with opened(path, clock, model) as memory:
            pauses = []
            for attempts in (1, 2, 3):
                memory.admin.run_jobs()
                job = the_job(memory)
                assert (job.attempts, job.done, job.state) == (attempts, 0, JobState.WAITING)
                assert "503" in job.error or "away" in job.error
                pauses.append((job.run_at - clock.now()).total_seconds())
                assert memory.admin.run_jobs() == 0, "not before its time"
                clock.set(job.run_at)
            assert pauses == sorted(pauses)
            assert len(set(pauses)) == 3

    def test_recall_answers_by_words_and_says_why_by_them_alone(self, path, clock, model):
        model.down = True
        with opened(path, clock, model) as memory:
            found = memory.recall("mei", "saxophone")
            assert found[0].text == TEXTS[17]
            notes = [stage.note for stage in memory.explain(found).stages if stage.note]
            stages = [s for s in memory.explain(found).stages if "meaning" in s.name + s.note]
            assert stages, notes
            assert any("away" in stage.note or "503" in stage.note for stage in stages), notes
            assert memory.context("mei", "saxophone").hits

    def test_when_it_comes_back_the_vectors_are_made(self, path, clock, model):
        model.down = True
        with opened(path, clock, model) as memory:
            for _ in range(7):  # more often than a job is tried
                memory.admin.run_jobs()
                clock.advance(600)
            memory.add("mei", "said while it is away")
            model.down = False
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert model.asked["said while it is away"] == 1
            assert best(memory, ABOUT_THE_PET) == TEXTS[PET]


def test_without_any_recall_goes_by_words(path, clock):
    with Memory.open(path, settings=Settings(worker=False, embedder="none"), clock=clock) as memory:
        assert best(memory, "saxophone") == TEXTS[17]
        memory.add("mei", "Something about a bassoon")
        assert best(memory, "bassoon") == "Something about a bassoon"
        assert "meaning" not in memory.recall("mei", "bassoon")[0].scores
        memory.admin.run_jobs()
        assert memory.admin.jobs() == []


class TestCommandLine:
    @pytest.fixture
    def clock(self) -> FrozenClock:
        """Commands live by the time of this machine, and what they find must not be of tomorrow."""
        return FrozenClock(datetime.now(UTC))

    @pytest.fixture
    def environment(self, path: Path, model: Model) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if "HOLDFAST_" not in name}
        mine = {"HOLDFAST_USER": "mei", "XDG_CONFIG_HOME": str(path.parent / "config")}
        return kept | mine | model.environment

    @pytest.fixture
    def start(self, path: Path, environment: dict[str, str]) -> Callable[..., Any]:
        def starting(*arguments: str) -> subprocess.Popen[str]:
            return subprocess.Popen(
                [sys.executable, "-m", "holdfast", *arguments],
                cwd=path.parent,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )

        return starting

    @pytest.fixture
    def said(self, start: Callable[..., Any]) -> Callable[..., str]:
        """What a command says, on both streams."""

        def saying(*arguments: str) -> str:
            with start(*arguments) as process:
                text, _ = process.communicate(timeout=60)
            return str(text)

        return saying

    def test_one_worker_makes_them_all(self, said, model):
        assert TEXTS[17] in said("recall", "saxophone")
        assert "done" in said("worker", "--once")
        assert all(model.asked[text] == 1 for text in TEXTS)
        assert "No jobs are waiting." in said("jobs")
        assert TEXTS[PET] in said("recall", ABOUT_THE_PET, "-k", "1")

    def test_killed_it_is_taken_up_again(self, start, said, path, clock, model):
        model.script(Well())
        model.script(Hang())
        with start("worker", "--once") as process:
            until(lambda: len(model.requests) == 2)
            process.kill()
        assert f"{PART}/300" in said("jobs")
        later = FrozenClock(datetime.now(UTC) + timedelta(minutes=5))
        with opened(path, later, model) as memory:
            assert (the_job(memory).done, the_job(memory).state) == (PART, JobState.RUNNING)
            memory.admin.run_jobs()
            assert memory.admin.jobs() == []
            assert strangers(memory, model, TEXTS) == []
        assert all(model.asked[text] == 1 for text in TEXTS[:PART])

    def test_asked_to_end_it_gives_the_rest_back(self, start, said, model):
        asked, told_to_end = threading.Event(), threading.Event()

        def watch() -> None:
            asked.set()
            told_to_end.wait(30)

        model.watch = watch
        with start("worker", "--once") as process:
            assert asked.wait(30)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)  # the signal must have come before the answer does
            told_to_end.set()
            told, _ = process.communicate(timeout=60)
            assert process.returncode == 0, told
        assert f"{PART}/300" in said("jobs")
        said("worker", "--once")
        assert "No jobs are waiting." in said("jobs")
        assert all(model.asked[text] == 1 for text in TEXTS)

    def test_reindex_makes_them_and_says_so_only_then(self, said, model):
        model.down = True
        said("add", "said while it is away")
        told = said("reindex")
        assert "up to date" not in told
        assert "worker --once" in told
        assert "503" in said("jobs") or "away" in said("jobs")
        model.down = False
        until(lambda: "up to date" in said("reindex", "--user", "mei"))  # once its pause is over
        assert set(TEXTS) <= set(model.asked)

    def test_the_check_up_names_the_embedder_and_what_it_has_not_done(self, said, model):
        def line(embedder: str) -> str:
            lines = said("doctor").partition("Settings:")[0].splitlines()
            return next((line for line in lines if embedder in line), "")

        assert "300" in line(model.model)
        assert "TODO" in line(model.model)
        assert "worker --once" in line(model.model)
        said("worker", "--once")
        assert "good" in line(model.model)
        assert "TODO" not in line(model.model)

    def test_the_key_is_nowhere_said_or_kept(self, said, environment, path, model):
        model.key = "sk-canary-journey-0c51f2"
        environment["HOLDFAST_EMBED_KEY"] = "sk-canary-journey-wrong-7d"
        told = [said("worker", "--once"), said("jobs"), said("doctor"), said("doctor", "--json")]
        told += [said("recall", "saxophone", "--explain"), said("init")]
        assert any("401" in text for text in told)
        assert not any("canary" in text for text in told)
        kept = [file for file in path.parent.iterdir() if file.is_file()]
        assert {"memory.db", "holdfast.toml"} <= {file.name for file in kept}
        assert not any(b"canary" in file.read_bytes() for file in kept)
