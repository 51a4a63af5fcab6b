"""Damaged files: reported, never wiped, and never a reason for an error that is not ours."""

from __future__ import annotations

import contextlib
import hashlib
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import apsw
import pytest

from holdfast.errors import HoldfastError
from holdfast.memory import Memory
from holdfast.stores.sqlite import checkup
from holdfast.stores.sqlite.connections import Connection, FilePlace
from holdfast.stores.sqlite.migrations import migrations
from tests.faults.children import SEED, Tell, forked, warm
from tests.faults.figures import figure
from tests.faults.inspection import rows

USERS = ("lily", "tom")
PAGE = 4096
ENOUGH = 3
"""Troubles after which no more are looked for."""

Damage = Callable[[random.Random, bytearray], None]


def build_memory(folder: Path) -> None:
    """A memory of every kind of row: as it lies there closed, and with work still in its log."""
    path = folder / "memory.db"
    dice = random.Random(7)
    with Memory.open(path, worker=False) as memory:
        fill(memory, dice, 80)
    rows(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    copy_memory(folder, folder / "closed")
    memory = Memory.open(path, worker=False)
    fill(memory, dice, 8)
    copy_memory(folder, folder / "logged")
    memory.close()


def fill(memory: Memory, dice: random.Random, count: int) -> None:
    for n in range(count):
        user = dice.choice(USERS)
        text = f"{n} 火锅 museum " + "green tea " * dice.choice((1, 10, 300))
        parts = [{"type": "text", "text": text}, {"type": "image", "url": "x" * 6000}]
        said = {"role": "user", "content": parts if n % 9 == 0 else text, "mood": "fine"}
        (id_,) = memory.add(user, [said], session=f"s-{n % 4}", agent=f"a-{n % 2}")
        if n % 7 == 0:
            memory.correct(user, id_, text + " corrected")
    memory.admin.set_preference("idle", 5)
    memory.admin.reindex()


def copy_memory(source: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in ("memory.db", "memory.db-wal"):
        if (source / name).exists() and (source / name).stat().st_size:
            shutil.copyfile(source / name, target / name)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    build_memory(folder)
    assert (folder / "logged" / "memory.db-wal").stat().st_size > 20 * PAGE
    return folder


def flip(dice: random.Random, data: bytearray) -> None:
    for _ in range(dice.choice((1, 1, 4, 64))):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def blank(dice: random.Random, data: bytearray) -> None:
    start = dice.randrange(0, len(data), PAGE)
    data[start : start + PAGE] = bytes(len(data[start : start + PAGE]))


def exchange(dice: random.Random, data: bytearray) -> None:
    here, there = (dice.randrange(0, max(1, len(data) - PAGE), PAGE) for _ in range(2))
    data[here : here + PAGE], data[there : there + PAGE] = (
        data[there : there + PAGE],
        data[here : here + PAGE],
    )


def cut_off(dice: random.Random, data: bytearray) -> None:
    del data[dice.randrange(len(data)) :]


def scribble(dice: random.Random, data: bytearray) -> None:
    start = dice.randrange(len(data))
    length = min(len(data) - start, dice.choice((8, 100, 5000)))
    data[start : start + length] = dice.randbytes(length)


def behead(dice: random.Random, data: bytearray) -> None:
    place = dice.randrange(min(100, len(data)))
    data[place] = dice.randrange(256)


KINDS: tuple[Damage, ...] = (flip, blank, exchange, cut_off, scribble, behead)


def damage(dice: random.Random, folder: Path, kinds: Sequence[Damage]) -> str:
    """Damage one of the files; what was done, in words."""
    file = dice.choice(sorted(folder.iterdir()))
    kind, data = dice.choice(kinds), bytearray(file.read_bytes())
    kind(dice, data)
    file.write_bytes(data)
    return f"{kind.__name__} {file.name}"


def digest(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if not file.name.endswith("-shm") and file.stat().st_size
    }


def readable(folder: Path, scratch: Path) -> set[tuple[str, int, str]]:
    """Every row of the log that plain SQL can still read, one by one, in a copy."""
    copy_memory(folder, scratch)
    found = set()
    connection = apsw.Connection(str(scratch / "memory.db"))
    for user in USERS:
        for seq in range(1, 70):
            sql = "SELECT text FROM messages WHERE space = 'default' AND user = ? AND seq = ?"
            try:
                row = connection.execute(sql, (user, seq)).fetchall()
            except (apsw.Error, UnicodeDecodeError):
                continue
            found |= {
                (user, seq, hashlib.sha256(repr(text).encode()).hexdigest()) for (text,) in row
            }
    connection.close()
    shutil.rmtree(scratch)
    return found


def sqlite_sees_damage(folder: Path, scratch: Path) -> bool:
    copy_memory(folder, scratch)
    try:
        connection = apsw.Connection(str(scratch / "memory.db"))
        found = connection.execute("PRAGMA integrity_check").fetchall()
        connection.close()
    except apsw.Error:
        return True
    finally:
        shutil.rmtree(scratch)
    return found != [("ok",)]


def look(folder: Path) -> Iterator[str]:
    """Use the memory for reading in every way; what each way said."""
    path = folder / "memory.db"
    place = FilePlace(path)
    findings = checkup.check(place, migrations()[-1].number, thorough=True)
    yield "reported" if any(not finding.good for finding in findings) else "not reported"
    try:
        with Memory.open(path, read_only=True) as memory:
            yield from read(memory)
    except HoldfastError as error:
        yield type(error).__name__


def read(memory: Memory) -> Iterator[str]:
    ways: list[Callable[[], object]] = [
        lambda: memory.admin.check(thorough=True),
        lambda: memory.admin.jobs(),
        lambda: memory.admin.preference("idle"),
    ]
    for user in USERS:
        ways += [
            lambda user=user: memory.recall(user, "火锅 tea", k=1000),  # type: ignore[misc]
            lambda user=user: memory.context(user, "museum", k=2),  # type: ignore[misc]
            lambda user=user: list(memory.export(user)),  # type: ignore[misc]
            lambda user=user: memory.messages.latest(user, limit=1000),  # type: ignore[misc]
            lambda user=user: memory.sessions.list(user),  # type: ignore[misc]
        ]
    for way in ways:
        try:
            way()
        except HoldfastError as error:
            yield type(error).__name__


def use(folder: Path, *acts: Callable[[Memory], object]) -> None:
    """Open the memory for writing and use it. It may refuse, in our own words."""
    try:
        memory = Memory.open(folder / "memory.db", worker=False)
    except HoldfastError:
        return
    for act in (*acts, Memory.close):
        with contextlib.suppress(HoldfastError):
            act(memory)


def recall(memory: Memory) -> object:
    return memory.recall("lily", "火锅")


def change(memory: Memory) -> None:
    memory.add("lily", "after the damage")
    memory.add("anna", "someone else")
    memory.admin.run_jobs(limit=3)
    memory.forget("tom", session="s-1")


def require(held: bool, otherwise: str) -> None:
    """An assertion that says its message and not two sets of rows."""
    if not held:
        raise AssertionError(otherwise)


def examine(folder: Path, scratch: Path, tell: Tell) -> None:
    """In a child, so that even a crash of the process is no more than a red test."""
    seen = sqlite_sees_damage(folder, scratch)
    before, rows_before = digest(folder), readable(folder, scratch)
    said = list(look(folder))
    require(digest(folder) == before, "looking changed the file")
    require(not seen or said[0] == "reported", "SQLite sees the damage, the check-up does not")
    use(folder, recall)
    require(rows_before <= readable(folder, scratch), "rows that could be read no longer can")
    use(folder, change, recall)
    require((folder / "memory.db").exists(), "the file is gone")
    tell(f"{'seen' if seen else 'unseen'}\t{'refused' if len(said) > 1 else 'read'}")


def damage_often(whole: Path, folder: Path, times: int, kinds: Sequence[Damage] = KINDS) -> None:
    dice, troubles, told, turn = random.Random(SEED), list[str](), list[str](), 0
    for turn in range(times):
        place = folder / str(turn)
        copy_memory(whole / dice.choice(("closed", "closed", "logged")), place)
        what = damage(dice, place, kinds)
        child = forked(lambda tell, p=place: examine(p, folder / "scratch", tell))  # type: ignore[misc]
        try:
            told += child.end_well()
        except AssertionError as trouble:
            told_last = [line for line in str(trouble).splitlines() if line.strip()][-8:]
            troubles.append("\n".join([f"--- {turn} {what}", *told_last]))
            if len(troubles) == ENOUGH:
                break
        else:
            shutil.rmtree(place)
    seen = sum(line.startswith("seen") for line in told)
    refused = sum(line.endswith("refused") for line in told)
    figure(
        f"damaged={turn + 1} seen by SQLite={seen} refused something={refused} "
        f"in trouble={len(troubles)} seed={SEED}"
    )
    assert not troubles, "\n".join(troubles)
    assert seen > times // 5


def test_damage_is_reported_and_never_made_worse(whole: Path, tmp_path: Path) -> None:
    damage_often(whole, tmp_path, 60)


@pytest.mark.long
def test_five_hundred_damages_are_reported(whole: Path, tmp_path: Path) -> None:
    damage_often(whole, tmp_path, 500)


def test_the_harness_sees_a_store_that_begins_afresh(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: the file that cannot be read is thrown away."""
    warm()
    sound = Memory.open

    def open_or_begin_afresh(path: Path, **options: object) -> Memory:
        if not options.get("read_only") and sqlite_sees_damage(path.parent, tmp_path / "look"):
            path.unlink()
        return sound(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Memory, "open", open_or_begin_afresh)
    with pytest.raises(AssertionError, match="rows that could be read no longer can"):
        damage_often(whole, tmp_path, 100, kinds=[blank])


def writing_reader(self: FilePlace) -> Connection:
    return Connection(str(self.path))


def test_the_harness_sees_a_check_that_writes(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: looking means opening for writing, which moves the log into the file."""
    monkeypatch.setattr(FilePlace, "reader", writing_reader)
    with pytest.raises(AssertionError, match="looking changed the file"):
        damage_often(whole, tmp_path, 100)
