"""Every word that a page shows is in the catalogue, in both languages, and no other is."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from holdfast import Memory, Settings
from holdfast.domain.finding import Finding
from holdfast.domain.job import JobState
from holdfast.domain.message import _TRUST_OF_ROLE, Trust
from holdfast.domain.preference import KNOWN, Source
from holdfast.domain.session import Ending, SessionState
from holdfast.domain.slot import Standing
from holdfast.domain.topic import TOPICS
from holdfast.entrypoints.proxy import Outcome
from holdfast.entrypoints.web.catalogue import FOLDER, LANGUAGES, preferred, words
from holdfast.entrypoints.web.pages.house.forget import SCOPES
from holdfast.entrypoints.web.pages.house.section import SECTIONS
from holdfast.entrypoints.web.visit import NAVIGATION, THEMES
from holdfast.flow.maintain.archive.habits import Habits, habits_json
from holdfast.flow.maintain.archive.request import COMPACTION
from holdfast.flow.recall import fuse
from holdfast.ports.reviewer import Action

WEB = FOLDER.parent
USED = re.compile(r"""\b(?:t|words)\(\s*"([^"]+)\"""")
COUNTED = re.compile(r"""\b(?:t|words)\.count\(\s*"([^"]+)\"""")
GROUPED = re.compile(r"""\b(?:t|words)\.(?:of|again)\(\s*"([^"]+)\"""")
HAN = re.compile(r"[\u4e00-\u9fff]")
VISIBLE = re.compile(r">([^<>{}]*[A-Za-z\u4e00-\u9fff][^<>{}]*)<")

FEELINGS = tomllib.loads(
    files("holdfast.providers.rules").joinpath("sense.toml").read_text("utf-8")
)["emotions"]
"""What the rules notice, by language."""

SUBS = {
    of.partition(".")[2]
    for rows in tomllib.loads(
        files("holdfast.flow.extract").joinpath("layout.toml").read_text("utf-8")
    ).values()
    for of in rows
} - {""}
"""The sub-topics that have a place of their own in a profile."""

MAY_BE_ALIKE = {"lang"}
NOT_WORDS = {"Holdfast", "holdfast worker", "holdfast keys add NAME", "· Holdfast"}
NOT_WORDS |= {'archive_dir = "archives"'}


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    return found


def sources() -> list[Path]:
    return [*WEB.rglob("*.html"), *WEB.rglob("*.py")]


def used() -> tuple[set[str], set[str]]:
    """Keys that are named whole, and groups of which any key may be."""
    keys: set[str] = set()
    groups: set[str] = set()
    for path in sources():
        text = path.read_text("utf-8")
        keys |= set(USED.findall(text))
        keys |= {f"{key}.{n}" for key in COUNTED.findall(text) for n in ("one", "other")}
        groups |= set(GROUPED.findall(text))
    return keys, groups


def test_every_key_that_is_used_is_there():
    keys, groups = used()
    assert len(keys) > 80
    for language in LANGUAGES:
        have = texts(language)
        assert sorted(keys - have.keys()) == []
        assert [group for group in groups if not any(k.startswith(f"{group}.") for k in have)] == []


def test_no_key_is_there_for_nothing():
    keys, groups = used()
    idle = [key for key in texts("en") if key not in keys and key.split(".")[0] not in groups]
    assert idle == []


def test_the_languages_say_the_same_things():
    english, chinese = texts("en"), texts("zh")
    assert english.keys() == chinese.keys()
    for key, text in english.items():
        names = {name for _, name, _, _ in Formatter().parse(text) if name}
        others = {name for _, name, _, _ in Formatter().parse(chinese[key]) if name}
        assert names - {"n"} == others - {"n"}, key
    assert [key for key, text in english.items() if HAN.search(text)] == []
    same = [k for k, text in chinese.items() if text and not HAN.search(text) and k != "lang"]
    assert same == ["finding.sqlite"]


GROUPS = {
    "state": [*SessionState, *JobState, "good", "bad", "trying", "undone", "stuck"],
    "ending": list(Ending),
    "trust": list(Trust),
    "role": list(_TRUST_OF_ROLE),
    "theme": list(THEMES),
    "nav": [name for name, _ in NAVIGATION],
    "action": list(Action),
    "retriever": [
        *(fuse.TEXT, fuse.MEANING, fuse.TIME, fuse.SPEAKER, fuse.KIND, fuse.NEAR),
        *(fuse.SESSION, fuse.LATEST, "rerank"),
    ],
    "advice": [
        *("fold", "review", "seal", "archive", "archive_compaction", "reindex", "erase"),
        "stuck",
    ],
    "job": ["fold", "review", "seal", "archive", "archive_compaction", "reindex", "erase"],
    "fault": ["missing", "forged", "missing_thing", "conflict", "refused", "trouble"],
    "remedy": ["missing", "forged", "missing_thing", "conflict", "refused", "trouble"],
    "topic": [*TOPICS],
    "sub": [*SUBS],
    "standing": [*Standing],
    "emotion": [*FEELINGS["en"], *FEELINGS["zh"]],
    "house_section": [*SECTIONS],
    "house_about": [*SECTIONS],
    "house_scope": [*SCOPES],
    "house_jobs": ["", *JobState],
    "house_source": [*Source],
    "house_pref": [*KNOWN, COMPACTION, *habits_json(Habits())],
    "house_pref_note": [*KNOWN, COMPACTION],
    "house_wanted": [*KNOWN, *habits_json(Habits())],
    "house_key_wrong": ["name", "taken", "space"],
    "outcome": [outcome for outcome in Outcome if outcome is not Outcome.OK],
    "sign_in_note": ["ended", "ended_form", "wrong", "wait", "used"],
}


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_a_word(language, group):
    have = texts(language)
    assert [value for value in GROUPS[group] if f"{group}.{value}" not in have] == []


@pytest.mark.parametrize("path", [":memory:", "memory.db"])
def test_every_finding_and_stage_has_a_name(tmp_path, path):
    where = path if path == ":memory:" else tmp_path / path
    with Memory.open(where, worker=False) as memory:
        memory.add("mei", ["我妹妹搬到成都了。", "上周三我去看牙医。"])
        names = {f"finding.{each.name}" for each in memory.admin.check(thorough=True)}
        for query in ("妹妹上周三在哪里", "", "sister"):
            why = memory.explain(memory.recall("mei", query))
            names |= {f"stage.{stage.name}" for stage in why.stages}
    assert sorted(names - texts("zh").keys()) == []


NO_WORDS = re.compile(r"[\d.,:%\s]*|SQLite [\d.]+, apsw [\d.]+|chmod 600 .*|[a-z0-9.]+|[\w./:-]+")
"""What reads alike in both languages: figures, names of programs and models, paths."""


def _told_in_chinese(findings: list[Finding]) -> list[str]:
    """What of a check-up is not."""
    chinese = words("zh")
    said = [text for each in findings for text in (each.detail, each.remedy) if text]
    return [
        text
        for text in said
        if not NO_WORDS.fullmatch(text) and not HAN.search(chinese.again("found", text))
    ]


@pytest.mark.parametrize("path", [":memory:", "memory.db"])
def test_the_check_up_is_told_in_both_languages(tmp_path, path):
    where = path if path == ":memory:" else tmp_path / path
    settings = Settings(archive_dir=str(tmp_path / "archives"))
    with Memory.open(where, worker=False, settings=settings) as memory:
        memory.add("mei", ["我妹妹搬到成都了。", "上周三我去看牙医。"])
        memory.seal("mei")
        findings = memory.admin.check(thorough=True) + memory.admin.check()
    assert len(findings) > 20
    assert _told_in_chinese(findings) == []
    english = words("en")
    assert all(english.again("found", each.detail) == each.detail for each in findings)


def test_every_sentence_of_the_library_is_known():
    """Each is looked for where it is said: one that was reworded there would go untold here."""
    package = WEB.parent.parent
    places = ("stores/sqlite/checkup.py", "stores/inmemory/store.py", "namespaces")
    files = [
        file
        for place in places
        for file in ([package / place] if place.endswith(".py") else (package / place).glob("*.py"))
    ]
    source = re.sub(r'"\s*\n\s*f?"', "", "".join(file.read_text("utf-8") for file in files))
    source = source.replace("quick_check", "quick check").replace(
        "integrity_check", "integrity check"
    )
    for key, text in texts("en").items():
        if key.startswith("found."):
            said = [
                part for piece, *_ in Formatter().parse(text) for part in re.split("[.:;]", piece)
            ]
            assert [part for part in said if part.strip(" `,") not in source] == [], key


def test_the_check_on_chinese_can_fail():
    """The control: a sentence that nobody has told again is seen."""
    assert _told_in_chinese([Finding("file", True, "it rains")]) == ["it rains"]
    assert _told_in_chinese([Finding("file", True, "up to date")]) == []


def test_every_did_that_a_page_answers_with_is_there():
    said = set()
    for path in (WEB / "pages").rglob("*.py"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r'did="(\w+)"', text))
        for back in re.findall(r"_back\(visit, ([^)]*)\)", text):
            said |= set(re.findall(r'"(\w+)"', back))
    assert said == {key.partition(".")[2] for key in texts("en") if key.startswith("did.")}


def test_no_template_has_words_of_its_own():
    found = {
        match.strip()
        for path in WEB.rglob("*.html")
        for match in VISIBLE.findall(re.sub(r"{[{%].*?[%}]}", "", path.read_text("utf-8")))
    }
    assert found - NOT_WORDS <= {'holdfast add "" --user mei'}


def test_the_check_above_can_fail():
    """The control: a word between tags is seen."""
    assert VISIBLE.findall("<p>Hello</p>") == ["Hello"]
    assert USED.findall('{{ t("no.such.key") }}') == ["no.such.key"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en;q=0.3, zh-Hant;q=0.7", "zh"),
        ("fr, de", "en"),
        ("zh;q=0, en;q=0.1", "en"),
        ("zh;q=nonsense, en;q=0.1", "en"),
        (",;;=,", "en"),
    ],
)
def test_the_browser_says_which_language_it_prefers(accepted, language):
    assert preferred(accepted) == language


def test_a_count_has_two_forms():
    assert words("en").count("recent.turn", 1) == "one turn"
    assert words("en").count("recent.turn", 1200) == "1,200 turns"


def test_values_are_never_read_as_patterns():
    assert words("en")("recent.edit_this", text="{0.__class__}{n}") == "Edit: {0.__class__}{n}"
