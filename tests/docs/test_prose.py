"""What stands between the blocks: links lead somewhere, and nothing tells of one machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, name_of, pages, prose

DOCS = ROOT / "docs"
WRITTEN = [*pages(), ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]
PARTS_OF_A_DECISION = ["Context", "Decision", "Consequences", "What would change our mind"]

_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]*)\)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")
_MACHINE = re.compile(
    r"(?<![\w.~/-])/(?:work|root|home|Users|tmp|var|opt|mnt|srv|etc)\b|\b[A-Z]:\\|\blocalhost\b"
)
_PICTURE = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")


def broken_links(path: Path, text: str) -> Iterator[str]:
    """The links of a page to files and headings that are not there."""
    for number, line in prose(path.name, text):
        for link in _LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            target = link["target"]
            if not _ELSEWHERE.match(target) and not leads_somewhere(path, target, text):
                yield f"{path.name}:{number}: {target}"


def leads_somewhere(path: Path, target: str, text: str) -> bool:
    file, _, anchor = target.partition("#")
    there = (path.parent / file).resolve() if file else path
    if not there.is_relative_to(ROOT) or not there.exists():
        return False
    return not anchor or anchor in anchors(there.read_text("utf-8") if file else text)


def anchors(text: str) -> set[str]:
    """The names under which the headings of a page can be reached."""
    titles = (line.lstrip("#") for _, line in prose("", text) if line.startswith("#"))
    plain = (re.sub(r"[^\w\- ]", "", title.strip().lower()) for title in titles)
    return {title.replace(" ", "-") for title in plain}


def links_of(path: Path) -> set[Path]:
    found = _LINK.finditer(path.read_text("utf-8"))
    return {(path.parent / link["target"].partition("#")[0]).resolve() for link in found}


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_links_lead_somewhere(page: Path):
    assert list(broken_links(page, page.read_text("utf-8"))) == []


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_no_page_tells_of_one_machine(page: Path):
    assert _MACHINE.findall(page.read_text("utf-8")) == []


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_words_do_without_pictures(page: Path):
    assert _PICTURE.findall(page.read_text("utf-8")) == []


def test_the_table_of_contents_names_every_page():
    contents = DOCS / "README.md"
    assert sorted(set(DOCS.rglob("*.md")) - links_of(contents) - {contents}) == []


DECISIONS = sorted((DOCS / "decisions").glob("*.md"))


def test_decisions_are_counted_through():
    assert [int(path.name[:3]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_parts_and_fits_a_page(page: Path):
    lines = page.read_text("utf-8").splitlines()
    assert lines[0].startswith(f"# {page.name[:3]}: ")
    assert [line[3:] for line in lines if line.startswith("## ")] == PARTS_OF_A_DECISION
    assert len(lines) <= 60


PLANTED_LINKS = ["nowhere.md", "#nothing", "CONTRIBUTING.md#nothing", "../outside", "docs/nowhere/"]


@pytest.mark.parametrize("target", PLANTED_LINKS)
def test_a_planted_link_is_found(target: str):
    assert list(broken_links(ROOT / "README.md", f"# Here\n\n[x]({target})\n"))


@pytest.mark.parametrize("target", ["LICENSE", "#here-it-is", "CONTRIBUTING.md#habits", "src/"])
def test_a_link_that_leads_somewhere_is_let_pass(target: str):
    assert not list(broken_links(ROOT / "README.md", f"# Here it is\n\n[x]({target})\n"))


@pytest.mark.parametrize("folder", ["home", "tmp", "work"])
def test_a_planted_path_is_found(folder: str):
    assert _MACHINE.search(f"see /{folder}/notes")
    assert _MACHINE.search(f"`/{folder}`")
    assert not _MACHINE.search(f"see docs/{folder}/notes")
