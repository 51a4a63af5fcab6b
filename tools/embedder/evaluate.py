"""Measures a table: our own small bilingual test, speed and, if asked to, the recall sets.

usage: evaluate.py [--table FILE] [--recall-dir DIR] [--speed]

The recall sets are for measuring only; nothing in the build reads them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from holdfast.providers.static import StaticEmbedder
from tools.embedder import sentences

HERE = Path(__file__).parent

DISTRACTORS = 300


class Store:
    """Texts of one memory: plain vectors, and how rare each row is among them."""

    def __init__(self, embedder: StaticEmbedder, texts: list[str]) -> None:
        self.embedder, self.count = embedder, len(texts)
        self.vectors = embedder.embed(texts)
        self.within = Counter(row for text in texts for row in set(embedder.tokens(text)))

    def rare(self, row: int) -> float:
        found = self.within.get(row, 0)
        return float(np.log(1 + (self.count - found + 0.5) / (found + 0.5)))

    def ranked(self, question: str, *, weighed: bool = True) -> NDArray[np.intp]:
        if weighed:
            vector = self.embedder.embed_weighted(question, self.rare)
        else:
            vector = self.embedder.embed([question])[0]
        return np.argsort(-(self.vectors @ vector), kind="stable")


def own_test(embedder: StaticEmbedder) -> dict[str, tuple[float, float]]:
    """hit@1 and hit@5 for each direction, among sentences of both languages' templates."""
    lines = (HERE / "own_test.txt").read_text("utf-8").splitlines()
    rows = [line.split("|") for line in lines if line and not line.startswith("#")]
    others = sentences.parallel(4000, 7)[-DISTRACTORS:]
    found = {}
    for name, asked, said in (
        ("en", 2, 0),
        ("zh", 3, 1),
        ("zh asks en", 3, 0),
        ("en asks zh", 2, 1),
    ):
        store = Store(embedder, [r[said] for r in rows] + [pair[said] for pair in others])
        places = [int(np.flatnonzero(store.ranked(r[asked]) == at)[0]) for at, r in enumerate(rows)]
        found[name] = _hits(places)
    for name, left, right in (("said en-zh", 0, 1), ("said zh-en", 1, 0)):
        store = Store(embedder, [r[right] for r in rows])
        places = [
            int(np.flatnonzero(store.ranked(r[left], weighed=False) == at)[0])
            for at, r in enumerate(rows)
        ]
        found[name] = _hits(places)
    return found


def _hits(places: list[int]) -> tuple[float, float]:
    return sum(p < 1 for p in places) / len(places), sum(p < 5 for p in places) / len(places)


def recall_at_10(embedder: StaticEmbedder, said: Path, asked: Path) -> float:
    """Dense alone, averaged over questions."""
    conversations: dict[str, list[dict[str, str]]] = {}
    for line in (said / "messages.jsonl").open(encoding="utf-8"):
        message = json.loads(line)
        conversations.setdefault(message["conversation"], []).append(message)
    stores = {
        name: Store(embedder, [m["text"] for m in messages])
        for name, messages in conversations.items()
    }
    scores = []
    for line in (asked / "questions.jsonl").open(encoding="utf-8"):
        question = json.loads(line)
        # Across languages: the conversation of the same name, but for its language.
        name = question["conversation"].replace(asked.name, said.name)
        messages, gold = conversations[name], set(question["evidence"])
        best = stores[name].ranked(question["question"])[:10]
        scores.append(len(gold & {messages[at]["id"] for at in best}) / len(gold))
    return 100 * float(np.mean(scores))


def speed(embedder: StaticEmbedder) -> None:
    """Short texts a CPU-second."""
    pairs = sentences.parallel(30_000, 5)[-20_000:]
    for name, side in (("english", 0), ("chinese", 1)):
        texts = [pair[side] for pair in pairs]
        embedder.embed(texts[:100])
        rates = []
        for _ in range(5):
            start = time.process_time()
            embedder.embed(texts)
            rates.append(len(texts) / (time.process_time() - start))
        mean = sum(map(len, texts)) / len(texts)
        print(
            f"{name}: {max(rates):,.0f} texts a CPU-second, median {sorted(rates)[2]:,.0f} ({mean:.0f} characters each)"
        )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    asked.add_argument("--table", type=Path)
    asked.add_argument("--recall-dir", type=Path)
    asked.add_argument("--speed", action="store_true")
    args = asked.parse_args()
    embedder = StaticEmbedder(args.table)
    print(embedder.identity, embedder.dimensions)
    for name, (first, five) in own_test(embedder).items():
        print(f"own test, {name:11} hit@1 {first:.2f}  hit@5 {five:.2f}")
    if args.speed:
        speed(embedder)
    if args.recall_dir:
        sets = sorted(p for p in args.recall_dir.iterdir() if p.is_dir())
        for place in sets:
            print(f"R@10 dense, {place.name:13} {recall_at_10(embedder, place, place):.1f}")
        english, chinese = args.recall_dir / "madial-en", args.recall_dir / "madial-zh"
        print(f"R@10 dense, EN asks ZH {recall_at_10(embedder, chinese, english):.1f}")
        print(f"R@10 dense, ZH asks EN {recall_at_10(embedder, english, chinese):.1f}")


if __name__ == "__main__":
    main()
