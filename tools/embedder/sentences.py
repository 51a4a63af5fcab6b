"""Our own sentences in both languages, made from templates.txt and lexicon.txt with a fixed seed."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

Pair = tuple[str, str]
_HERE = Path(__file__).parent
_SLOT = re.compile("{([a-z]+)(2?)}")


@dataclass
class Topic:
    """Templates about one thing: what is said of it and what is asked."""

    said: list[Pair] = field(default_factory=list)
    asked: list[Pair] = field(default_factory=list)


def lexicon() -> dict[str, list[Pair]]:
    """Slot to pairs of English and Chinese."""
    slots: dict[str, list[Pair]] = {}
    current: list[Pair] = []
    for line in (_HERE / "lexicon.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            current = slots.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            for entry in line.split(";"):
                english, _, chinese = entry.strip().partition("|")
                current.append((english, chinese))
    return slots


def topics() -> list[Topic]:
    """The templates, topic by topic."""
    found = [Topic()]
    for line in (_HERE / "templates.txt").read_text("utf-8").splitlines():
        if not line:
            found.append(Topic())
        elif line[0] in "SQ":
            english, _, chinese = line[2:].partition("|")
            (found[-1].said if line[0] == "S" else found[-1].asked).append((english, chinese))
    return [topic for topic in found if topic.said]


def parallel(count: int, seed: int) -> list[Pair]:
    """`count` different sentences, English and Chinese."""
    rng = random.Random(seed)
    slots, every = lexicon(), topics()
    templates = [t for topic in every for t in topic.said + topic.asked]
    found: dict[str, str] = {}
    for phrases in slots.values():
        found.update(phrases)
    tries = 0
    while len(found) < count and tries < 20 * count:
        tries += 1
        english, chinese = fill(rng.choice(templates), slots, rng)
        if rng.random() < 0.25:  # a turn of a chat is often two sentences
            more = fill(rng.choice(rng.choice(every).said), slots, rng)
            english, chinese = f"{english} {more[0]}", chinese + more[1]
        found[english] = chinese
    return list(found.items())


def answered(count: int, seed: int) -> list[tuple[Pair, Pair]]:
    """Pairs of a question and a statement of the same topic that share what fills the slots."""
    rng = random.Random(seed)
    slots = lexicon()
    every = [topic for topic in topics() if topic.asked]
    found: list[tuple[Pair, Pair]] = []
    while len(found) < count:
        topic = rng.choice(every)
        drawn: dict[str, Pair] = {}
        said = fill(rng.choice(topic.said), slots, rng, drawn)
        asked = rng.choice(topic.asked)
        wanted = {slot for slot, _ in _SLOT.findall(asked[0])}
        if wanted <= drawn.keys():
            found.append((fill(asked, slots, rng, drawn), said))
    return found


def fill(
    template: Pair,
    slots: dict[str, list[Pair]],
    rng: random.Random,
    drawn: dict[str, Pair] | None = None,
) -> Pair:
    """One sentence in both languages."""
    drawn = {} if drawn is None else drawn
    english, chinese = template
    for slot, second in _SLOT.findall(english + chinese):
        name = slot + second
        if name not in drawn:
            drawn[name] = rng.choice(slots[slot])
        english = english.replace(f"{{{name}}}", drawn[name][0])
        chinese = chinese.replace(f"{{{name}}}", drawn[name][1])
    english = english.replace("My a ", "My ").replace("My an ", "My ")
    return english[:1].upper() + english[1:], chinese
