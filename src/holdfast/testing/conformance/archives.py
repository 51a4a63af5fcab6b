"""What every `Archives` must do. Every test takes the fixture `archives`: fresh and empty."""

from __future__ import annotations

import threading

import pytest

from holdfast.errors import InvalidInput
from holdfast.ports.archives import Archives, Shelf
from holdfast.testing.conformance.expect import refused

HERE = Shelf("home", "mei", "juno")
NAMES = ("session_1.json", "day/merged_1.json.gz", "day/长名字.ndjson")
LEADING_OUT: tuple[str, ...] = (
    "",
    ".",
    "..",
    "../x",
    "/x",
    "day",
    "day/",
    "day/..",
    "day/../x",
    "a/b",
    "a\\b",
    "a\0",
)
LEADING_OUT += (".hidden", "day/.hidden", "x.", "x ", "day/day/x", "x\n")
HARD_NAMES: tuple[str, ...] = (
    "..",
    ".",
    "a/b",
    "a\\b",
    "con",
    "NUL.txt",
    "x.",
    " x",
    "长" * 256,
    "🦊" * 64,
    "%2f",
    "a~b",
)
HARD_NAMES += (
    "Mei",
    "mei",
    "MEI",
    "caf\u00e9",
    "cafe\u0301",
    "day",
    "name.txt",
    ".lock",
    "\u202egpj",
)


class TestArchives:
    """`ports.archives`."""

    @pytest.mark.parametrize("name", NAMES)
    def test_what_is_put_comes_back(self, archives: Archives, name: str) -> None:
        with archives.hold(HERE):
            archives.put(HERE, name, bytes(range(256)))
            assert archives.read(HERE, name) == bytes(range(256))
            archives.put(HERE, name, b"")
        assert archives.read(HERE, name) == b""
        assert archives.names(HERE) == {name: 0}

    def test_nothing_is_there_at_first(self, archives: Archives) -> None:
        assert archives.shelves("home") == []
        assert archives.names(HERE) == {}
        assert archives.read(HERE, "x.json") is None
        assert not archives.remove(HERE, "x.json")
        assert archives.remove_shelf(HERE) == 0

    def test_appending_adds_to_the_end(self, archives: Archives) -> None:
        with archives.hold(HERE):
            archives.append(HERE, "day/x", b"one")
            archives.append(HERE, "day/x", b" two")
        assert archives.read(HERE, "day/x") == b"one two"

    def test_names_come_in_order_with_sizes(self, archives: Archives) -> None:
        for name in ("b", "day/a", "a"):
            archives.put(HERE, name, name.encode())
        assert list(archives.names(HERE).items()) == [("a", 1), ("b", 1), ("day/a", 5)]

    def test_what_is_removed_is_gone(self, archives: Archives) -> None:
        archives.put(HERE, "a", b"1")
        archives.put(HERE, "b", b"2")
        assert archives.remove(HERE, "a")
        assert archives.read(HERE, "a") is None
        assert list(archives.names(HERE)) == ["b"]

    def test_a_shelf_goes_whole(self, archives: Archives) -> None:
        there = Shelf(HERE.space, HERE.user, "mira")
        archives.put(HERE, "a", b"1")
        archives.put(HERE, "day/b", b"2")
        archives.put(there, "a", b"3")
        assert archives.remove_shelf(HERE) == 2
        assert archives.shelves("home") == [there]
        with archives.hold(HERE):
            archives.put(HERE, "c", b"4")
        assert archives.names(HERE) == {"c": 1}

    def test_shelves_are_apart(self, archives: Archives) -> None:
        shelves = [Shelf(a, b, c) for a in ("x", "y") for b in ("x", "y") for c in ("x", "y")]
        for number, shelf in enumerate(shelves):
            archives.put(shelf, "a", bytes([number]))
        assert [archives.read(shelf, "a") for shelf in shelves] == [bytes([n]) for n in range(8)]
        assert archives.shelves("x") == shelves[:4]
        assert archives.shelves("z") == []

    def test_any_name_has_shelves_of_its_own(self, archives: Archives) -> None:
        shelves = [Shelf("home", name, "juno") for name in HARD_NAMES]
        shelves += [Shelf("home", "mei", name) for name in HARD_NAMES]
        for shelf in shelves:
            with archives.hold(shelf):
                archives.put(shelf, "a", repr(shelf).encode())
        assert archives.shelves("home") == sorted(set(shelves))
        assert all(archives.read(shelf, "a") == repr(shelf).encode() for shelf in shelves)

    @pytest.mark.parametrize("name", LEADING_OUT)
    def test_a_name_that_leads_elsewhere_is_refused(self, archives: Archives, name: str) -> None:
        for call in (archives.read, archives.remove):
            with refused(InvalidInput):
                call(HERE, name)
        for write in (archives.put, archives.append):
            with refused(InvalidInput):
                write(HERE, name, b"x")

    def test_one_holds_at_a_time(self, archives: Archives) -> None:
        def add() -> None:
            for _ in range(20):
                with archives.hold(HERE), archives.hold(HERE):
                    archives.put(HERE, "n", (archives.read(HERE, "n") or b"") + b"x")

        threads = [threading.Thread(target=add) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert archives.read(HERE, "n") == b"x" * 80
