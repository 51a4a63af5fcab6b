"""Names as file names: safe, apart, readable, and back."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from holdfast.text.file_names import LONGEST, file_name, folder_name, name_of

HOSTILE = [
    "..",
    ".",
    "/",
    "a/../b",
    "\\",
    "C:\\x",
    "con",
    "CON",
    "nul.txt",
    "com1",
    "COM¹",
    "lpt9 .x",
]
HOSTILE += [
    "a.",
    "a ",
    " a",
    ".a",
    "a\0b",
    "a\nb",
    "%2f",
    "~",
    "a~0123456789abcdef",
    "",
    "\ud800",
    "%",
]
HOSTILE += [
    "长" * 100,
    "x" * 256,
    "🦊" * 256,
    "\u202e" * 256,
    "A" * 99,
    "./" * 60,
    "é",
    "e\u0301",
    "ß",
]

_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|(com|lpt)[0-9¹²³])[ ]*(\.|$)")


def is_safe(name: str) -> bool:
    forbidden = set('<>:"/\\|?*') | {chr(n) for n in range(32)}
    edges = name[:1] in (".", " ") or name[-1:] in (".", " ")
    return bool(name) and not forbidden & set(name) and not edges and not _DEVICE.match(name)


def folded(name: str) -> str:
    """What the least attentive file system compares."""
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())


def canonical(name: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_made_safe(name):
    for made in (file_name(name), folder_name(name)):
        assert is_safe(made)
        assert 0 < len(made.encode()) <= LONGEST


def test_the_check_above_can_fail():
    assert not any(map(is_safe, ["", "..", "a/b", "con", "x.", "nul.txt"]))


@pytest.mark.parametrize("name", ["mei", "小明", "王 二", "juno-2", "naïve", "a.b", "美-3f2a"])
def test_an_ordinary_name_stays_as_it_is(name):
    assert file_name(name) == folder_name(name) == name


def test_what_was_changed_stays_readable():
    assert file_name("Juno") == "Juno"
    assert file_name("e\u0301") == "é"
    assert folder_name("Juno").startswith("Juno~")
    assert folder_name("小明/家") == "小明%2f家"
    assert folder_name("长" * 200).startswith("长" * 20)


@given(st.text(max_size=40), st.text(max_size=40))
@example("Mei", "mei")
@example("é", "e\u0301")
@example("ß", "ss")
@example("a/b", "a%2fb")
@example("x" * 200, "x" * 200 + "y")
@example("", "~e3b0c44298fc1c14")
@example("\u212a", "k")
def test_two_names_never_share_a_folder(one, other):
    same = canonical(folder_name(one)) == canonical(folder_name(other))
    assert same == (one == other)


@given(st.text(max_size=60))
@example("%2f")
@example("Mei~0123456789abcdef")
@example("")
def test_any_name_is_safe_and_comes_back(name):
    made = folder_name(name)
    assert is_safe(made)
    assert len(made.encode()) <= LONGEST
    if len(made.encode()) < LONGEST - 4:
        assert name_of(made) == name
        assert name_of(unicodedata.normalize("NFD", made)) == name
    else:
        assert name_of(made) in (name, None)


@pytest.mark.parametrize(
    "folder", ["Mei", "%zz", "%ff", "..", "CON", "mei~0123456789abcdef", "a/b"]
)
def test_a_folder_that_we_did_not_name_has_no_name(folder):
    assert name_of(folder) is None
