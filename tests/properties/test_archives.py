"""Archives under any history: every stretch is there exactly once, as it was last written.

Days, stretches, corrections, merges, compactions, removals, and kills in the middle of any of them.
"""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from holdfast.domain.session import Stretch
from holdfast.flow.maintain.archive.compact import compact, compact_day
from holdfast.flow.maintain.archive.contents import read_archives
from holdfast.flow.maintain.archive.conversation import parsed, stretch_of
from holdfast.flow.maintain.archive.habits import Habits
from holdfast.flow.maintain.archive.merge import merge_day
from holdfast.flow.maintain.archive.packing import unpacked
from holdfast.flow.maintain.archive.remove import remove
from holdfast.flow.maintain.archive.shelf import Day
from holdfast.flow.maintain.archive.write import archive_stretch
from holdfast.stores.files.archives import FileArchives
from tests.faults.dying_disk import DyingDisk, Killed, When
from tests.unit.flow.maintain.archive.stretches import MEI, SHANGHAI, SHELF, SPACE, said, stretch

STEPS = 600
DAYS = [date(2026, 3, 4), date(2026, 3, 5), date(2026, 3, 6)]


class History:
    """A shelf, what ought to be on it, and a hand that does things at random."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.random = root, random.Random(seed)
        self.truth: dict[str, tuple[Stretch, list[str]]] = {}
        self.gone: set[str] = set()
        self.did: Counter[str] = Counter()
        self.made = 0

    def run(self, steps: int) -> None:
        """Do so many things."""
        for _ in range(steps):
            self.step()

    def step(self) -> None:
        """Do one thing, or be killed while doing it and then do it again."""
        names = ["archive"] * 3 + ["change", "again", "merge", "merge", "compact", "due", "remove"]
        name = self.random.choice(names)
        thing = self._chosen(name)
        if thing is None:
            return
        if self.random.random() < 0.5:
            last, when = self.random.randint(1, 12), self.random.choice(list(When))
            try:
                self._do(name, thing, FileArchives(self.root, DyingDisk(last, when)))
            except Killed:
                self.did["killed"] += 1
                self.check(meanwhile=thing)
        self._do(name, thing, FileArchives(self.root, DyingDisk()))
        self.did[name] += 1
        self._settle(name, thing)
        self.check()

    def _chosen(self, name: str) -> tuple[Stretch, list[str]] | date | None:
        if name in ("merge", "compact", "due"):
            return self.random.choice(DAYS)
        if name == "archive":
            self.made += 1
            began = datetime(2026, 3, 4, tzinfo=UTC) + timedelta(
                minutes=self.random.randint(0, 3 * 24 * 60 - 8 * 60 - 1)
            )
            of = stretch(f"会话 {self.made}", began=began, messages=self.random.randint(1, 3))
            return of, [f"{of.session} says {self.random.random()}" for _ in range(of.last)]
        if not self.truth:
            return None
        of, texts = self.truth[self.random.choice(sorted(self.truth))]
        return (of, [f"{text}!" for text in texts]) if name == "change" else (of, texts)

    def _do(self, name: str, thing: object, archives: FileArchives) -> None:
        gz = self.random.random() < 0.8
        if isinstance(thing, date) and name == "merge":
            merge_day(archives, SHELF, thing, gz=gz)
        elif isinstance(thing, date) and name == "compact":
            compact_day(archives, SHELF, thing, delete_shards=self.random.random() < 0.7, gz=gz)
        elif isinstance(thing, date):
            habits = Habits(lines_threshold=self.random.randint(1, 9), window_end_hour=2)
            now = datetime(2026, 3, 7, 12, tzinfo=UTC)
            compact(archives, SPACE, habits, now=now, zone=SHANGHAI)
        elif isinstance(thing, tuple) and name == "remove":
            remove(archives, SPACE, MEI, [thing[0].id])
        elif isinstance(thing, tuple):
            zone = SHANGHAI if self.random.random() < 0.7 else UTC
            append = self.random.random() < 0.5
            said_ = said(thing[0], *thing[1])
            archive_stretch(archives, SPACE, thing[0], said_, zone=zone, append=append, gz=gz)

    def _settle(self, name: str, thing: object) -> None:
        if not isinstance(thing, tuple):
            return
        if name == "remove":
            del self.truth[thing[0].id]
            self.gone.add(thing[0].id)
        else:
            self.truth[thing[0].id] = thing

    def check(self, meanwhile: object = None) -> None:
        """Every stretch once; of the one that a kill interrupted, the old or the new or none."""
        open_ = {meanwhile[0].id} if isinstance(meanwhile, tuple) else set()
        archives = FileArchives(self.root)
        held = list(read_archives(archives, SHELF))
        counts = Counter(kept.id for kept in held)
        assert {id_: n for id_, n in counts.items() if n != 1} == {}
        assert counts.keys() - open_ == self.truth.keys() - open_
        for kept in held:
            if kept.id not in open_:
                texts = [form["data"]["content"] for form in kept.messages]
                assert texts == self.truth[kept.id][1]
        for path in self.root.rglob("merged_*"):
            if path.suffix in (".gz", ".json"):
                forms = parsed(unpacked(path.read_bytes())[0])
                merged = Counter(filter(None, map(stretch_of, forms)))
                assert all(count == 1 for count in merged.values())
        if not open_:
            self._search()

    def _search(self) -> None:
        for path in self.root.rglob("*"):
            if path.is_file():
                data = path.read_bytes()
                text = unpacked(data)[0] + path.name.encode()
                assert not [id_ for id_ in self.gone if id_.encode() in data + text]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_stretch_is_there_once_at_all_times(tmp_path: Path, seed: int) -> None:
    history = History(tmp_path / "archives", seed)
    history.run(STEPS // 3)
    assert min(history.did[name] for name in ("merge", "compact", "due", "remove", "killed")) > 5


def test_the_check_above_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a merge that forgets what it merged before loses it once the files are gone."""
    monkeypatch.setattr(Day, "merged_ones", lambda _: {})
    history = History(tmp_path / "archives", 1)
    with pytest.raises(AssertionError):
        history.run(STEPS // 3)


def test_the_search_above_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a removal that passes over merged days leaves the words in them."""
    monkeypatch.setattr("holdfast.flow.maintain.archive.remove._mentioned", lambda text, ids: set())
    history = History(tmp_path / "archives", 1)
    with pytest.raises(AssertionError):
        history.run(STEPS // 3)
