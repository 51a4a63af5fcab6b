"""How well an extractor finds what people tell of themselves, on labelled utterances.

A set is a file of JSON lines: {id, language, trap, said_at, messages: [{role, content, speaker?}],
facts: [{about, topic, value, when?, was?}]}. A claim is right if it is about the right person, under
the right topic or one akin to it, and shares at least half of its words (in Chinese, characters)
with the value that was labelled. Each label is found once: what is claimed twice is wrong once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from holdfast.domain.claim import USER, Claim
from holdfast.domain.message import Json
from holdfast.ports.extractor import Extractor, Said
from holdfast.text.fold import fold

AKIN = (
    frozenset(["like", "habit", "skill"]),
    frozenset(["plan", "goal", "event"]),
    frozenset(["health", "diet", "dislike"]),
    frozenset(["family", "friend", "partner"]),
    frozenset(["work", "study"]),
    frozenset(["name", "nickname"]),
    frozenset(["home", "origin"]),
    frozenset(["trait", "like", "habit"]),
)
"""Topics between which careful people differ."""

_SLIGHT = frozenset(
    ["a", "an", "the", "my", "our", "to", "of", "in", "at", "on", "is", "am", *"的了我在是"]
)


@dataclass(slots=True)
class Score:
    """Counts over lines; shares in per cent by `row`."""

    lines: int = 0
    expected: int = 0
    claimed: int = 0
    right: int = 0
    exact: int = 0
    """Right, and under the very topic that was labelled."""
    clean: int = 0
    """Lines with nothing to be found in which nothing was claimed."""
    empty: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    def row(self) -> dict[str, float]:
        """Precision, recall, the same by exact topic, and how often silence was kept."""
        return {
            "precision": _share(self.right, self.claimed),
            "recall": _share(self.right, self.expected),
            "exact precision": _share(self.exact, self.claimed),
            "exact recall": _share(self.exact, self.expected),
            "silent": _share(self.clean, self.empty),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one line: the claims that were right, those that were not, what was missed."""

    id: str
    trap: str
    right: list[tuple[Claim, Mapping[str, Json]]]
    wrong: list[Claim]
    missed: list[Mapping[str, Json]]
    texts: list[str]


def lines_of(path: Path) -> Iterator[dict[str, Json]]:
    """The lines of a set."""
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def judge(extractor: Extractor, lines: Iterable[Mapping[str, Json]]) -> Iterator[Verdict]:
    """Each line with what the extractor made of it."""
    for line in lines:
        claims = extractor.extract(_said(line)).claims
        right, wrong, missed = _matched(claims, line["facts"])
        texts = [message["content"] for message in line["messages"]]
        yield Verdict(line["id"], line["trap"] or "", right, wrong, missed, texts)


def scored(verdicts: Iterable[Verdict]) -> Score:
    """The counts."""
    score = Score()
    for verdict in verdicts:
        expected = len(verdict.right) + len(verdict.missed)
        claimed = len(verdict.right) + len(verdict.wrong)
        score.lines += 1
        score.expected += expected
        score.claimed += claimed
        score.right += len(verdict.right)
        score.exact += sum(claim.topic == fact["topic"] for claim, fact in verdict.right)
        score.empty += not expected
        score.clean += not expected and not claimed
        score.missed.update(str(fact["topic"]) for fact in verdict.missed)
        score.wrong.update(verdict.trap or "plain" for _ in verdict.wrong)
    return score


def _said(line: Mapping[str, Json]) -> list[Said]:
    at = datetime.fromisoformat(line["said_at"])
    return [
        Said(id=str(number), text=message["content"], me=_me(message), said_at=at)
        for number, message in enumerate(line["messages"])
    ]


def _me(message: Mapping[str, Json]) -> str:
    if message["role"] == "user":
        return str(message.get("speaker") or USER)
    return "assistant" if message["role"] == "assistant" else ""


def _matched(
    claims: Sequence[Claim], facts: Sequence[Mapping[str, Json]]
) -> tuple[list[tuple[Claim, Mapping[str, Json]]], list[Claim], list[Mapping[str, Json]]]:
    """Pairs of what fits best first; then what is left on either side."""
    pairs = sorted(
        (
            (-fit, i, j)
            for i, claim in enumerate(claims)
            for j, fact in enumerate(facts)
            if (fit := _fit(claim, fact))
        ),
    )
    taken: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in taken and j not in taken.values():
            taken[i] = j
    right = [(claims[i], facts[j]) for i, j in taken.items()]
    wrong = [claim for i, claim in enumerate(claims) if i not in taken and not claim.ends]
    missed = [fact for j, fact in enumerate(facts) if j not in taken.values()]
    return right, wrong, missed


def _fit(claim: Claim, fact: Mapping[str, Json]) -> float:
    """How well a claim says what was labelled; 0 if it does not."""
    same = claim.topic == fact["topic"]
    if not same and not any({claim.topic, fact["topic"]} <= kin for kin in AKIN):
        return 0.0
    if not _same_person(claim.about, str(fact["about"])):
        return 0.0
    said = (
        f"{claim.sub} {claim.value}" if claim.topic in ("family", "friend", "pet") else claim.value
    )
    shared = max(_overlap(said, str(fact["value"])), _overlap(claim.value, str(fact["value"])))
    return shared + same if shared >= 0.5 else 0.0


def _same_person(one: str, other: str) -> bool:
    a, b = fold(one).strip(), fold(other).strip()
    if USER in (a, b):
        return a == b
    return a == b or bool(set(_words(a)) & set(_words(b)))


def _overlap(one: str, other: str) -> float:
    """Twice what both have over what each has."""
    a, b = Counter(_words(fold(one))), Counter(_words(fold(other)))
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared else 0.0


def _words(text: str) -> list[str]:
    """Words, and Chinese characters one by one; without slight ones, if others are left."""
    found = "".join(map(_apart, text)).split()
    return [word for word in found if word not in _SLIGHT] or found


def _apart(sign: str) -> str:
    if "一" <= sign <= "鿿":
        return f" {sign} "
    return sign if sign.isalnum() else " "


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 100.0
