"""The ledger: what callers were told is kept, held against what the file holds."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.memory import Memory
from tests.faults.inspection import faults, versions

Tell = Callable[[str], None]

WORDS = (
    "green",
    "tea",
    "harbour",
    "成都",
    "火锅",
    "lily",
    "钢琴",
    "train",
    "下雨",
    "blue coat",
    "猫",
)
LONGEST_BATCH = 5


@dataclass(frozen=True)
class Verdict:
    """What became of the acknowledged. Only `acknowledged` may be anything but nothing."""

    acknowledged: int
    lost: int
    half: int
    faults: dict[str, object]

    @property
    def clean(self) -> bool:
        return not (self.lost or self.half or self.faults)

    def plus(self, other: Verdict) -> Verdict:
        """Both verdicts' faults. What was acknowledged is counted over a life, not over a cut."""
        return Verdict(
            self.acknowledged,
            self.lost + other.lost,
            self.half + other.half,
            self.faults | other.faults,
        )

    def __str__(self) -> str:
        told = f"acknowledged={self.acknowledged} lost={self.lost} half={self.half}"
        return f"{told} faults={self.faults or 'none'}"


@dataclass
class Ledger:
    """Texts by message id, as they were acknowledged, and what was taken back since."""

    acknowledged: int = 0
    texts: dict[str, list[str]] = field(default_factory=dict)
    forgetting: set[str] = field(default_factory=set)
    """Ids and batches of which a forgetting began: it may or may not have been done."""
    forgotten: set[str] = field(default_factory=set)

    def hear(self, lines: Iterable[str]) -> None:
        """Take in what `keep_busy` told."""
        for line in lines:
            kind, id_, text = line.split("\t")
            if kind == "forgetting":
                self.forgetting |= {id_, batch_of(text)}
            elif kind == "forgotten":
                self.forgotten.add(id_)
            else:
                self.texts.setdefault(id_, []).append(text)
                self.acknowledged += 1

    def held_against(self, path: Path) -> Verdict:
        """Compare with the file. A text counts by itself, so that a lost correction is lost.

        What is found to be lost is struck out, and not missed a second time.
        """
        there: dict[str, set[str]] = {}
        batches: Counter[str] = Counter()
        for row in versions(path):
            there.setdefault(row.id, set()).add(row.text)
            if row.version == 1:
                batches[batch_of(row.text)] += 1
        lost = self._strike_out_lost(there)
        back = sum(id_ in there for id_ in self.forgotten)
        half = sum(
            count != size_of(batch)
            for batch, count in batches.items()
            if batch not in self.forgetting
        )
        broken = faults(path) | ({"forgotten, and there": back} if back else {})
        return Verdict(self.acknowledged, lost, half, broken)

    def _strike_out_lost(self, there: dict[str, set[str]]) -> int:
        lost = 0
        for id_, texts in self.texts.items():
            if id_ not in self.forgetting:
                kept = [text for text in texts if text in there.get(id_, ())]
                lost += len(texts) - len(kept)
                self.texts[id_] = kept
        return lost


def batch_of(text: str) -> str:
    """The name of the batch that a text was written in."""
    return text.split(" ", 1)[0]


def size_of(batch: str) -> int:
    """How many messages that batch had."""
    return int(batch.rsplit(":", 1)[1])


def batch(dice: random.Random, name: str) -> list[str]:
    """The texts of one batch; each tells its batch's name and size."""
    size = dice.randint(1, LONGEST_BATCH)
    return [f"{name}:{size} {place} {_words(dice)}" for place in range(size)]


def _words(dice: random.Random) -> str:
    return " ".join(dice.choices(WORDS, k=dice.choice((1, 5, 20, 80))))


def keep_busy(
    memory: Memory,
    tell: Tell,
    *,
    name: str,
    seed: int,
    batches: int,
    forgets: bool = False,
) -> None:
    """Add, correct and (if asked) forget, telling of each once it was acknowledged."""
    dice = random.Random(seed)
    for turn in range(batches):
        session = f"session-{dice.randrange(3)}"
        user = f"user-{dice.randrange(3)}"
        texts = batch(dice, f"{name}-{turn}")
        ids = memory.add(user, texts, session=session)
        for id_, text in zip(ids, texts, strict=True):
            tell(f"added\t{id_}\t{text}")
        if dice.random() < 0.2:
            text = f"{texts[-1]} corrected"
            memory.correct(user, ids[-1], text)
            tell(f"corrected\t{ids[-1]}\t{text}")
        if forgets and dice.random() < 0.05:
            forget_batch(memory, tell, user, ids, texts[0])


def forget_batch(memory: Memory, tell: Tell, user: str, ids: list[str], text: str) -> None:
    """Forget the messages of a batch, one after the other."""
    for id_ in ids:
        tell(f"forgetting\t{id_}\t{text}")
        memory.forget(user, message=id_)
        tell(f"forgotten\t{id_}\t")


def all_busy(
    memory: Memory,
    tell: Tell,
    *,
    name: str,
    seed: int,
    threads: int,
    batches: int,
    forgets: bool = False,
    patient_with: type[Exception] | None = None,
) -> list[Exception]:
    """`keep_busy` in several threads at once; the errors that ended any of them."""
    errors: list[Exception] = []

    def run(number: int) -> None:
        try:
            keep_busy(
                memory,
                tell,
                name=f"{name}-{number}",
                seed=seed + number,
                batches=batches,
                forgets=forgets,
            )
        except Exception as error:  # noqa: BLE001  handed to the test, whoever raised it
            errors.append(error)

    workers = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    unexpected = [e for e in errors if patient_with is None or not isinstance(e, patient_with)]
    if unexpected:
        raise unexpected[0]
    return errors
