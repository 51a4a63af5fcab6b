"""Builds src/holdfast/providers/static_table/table.bin. See README.md for the one command."""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from holdfast.providers.static import shipped_table
from holdfast.providers.static_tokens import Tokens
from tools.embedder import corpus, sentences, sources, training, vocabulary
from tools.embedder import table as file
from tools.embedder.teacher import Teacher
from tools.embedder.training import Array

NAME = "holdfast-static-en-zh-1"
SEED = 20
DIMENSIONS = 256
PARALLEL = 110_000
COMBINED = 120_000
QUESTIONS = 60_000
BATCH, PAIR_BATCH = 1024, 512
WHITENED = 0.4
"""0.5 would make all axes equally long, 0 would leave them."""
SURE = 0.55
"""Two words are translations only if the teacher finds them this much alike."""
RATE = 0.004
TRANSLATED, RELATED, ANSWERED = 0.5, 0.12, 0.1
"""How strongly pairs are pulled together, beside following the teacher."""
RARE = 1e-3
"""A word's first length is RARE / (RARE + its share of the text)."""


def say(*parts: object) -> None:
    print(f"[{time.process_time():6.0f} s]", *parts, flush=True)


class Space:
    """The teacher's space made smaller: each language's mean gone, main axes, partly whitened."""

    def __init__(self, english: Array, chinese: Array) -> None:
        self.means = {
            "en": english.mean(axis=0, dtype=np.float64),
            "zh": chinese.mean(axis=0, dtype=np.float64),
        }
        rng = np.random.default_rng(SEED)
        sample = np.concatenate([
            _some(english, 60_000, rng) - self.means["en"],
            _some(chinese, 60_000, rng) - self.means["zh"],
        ])  # fmt: skip
        values, axes = np.linalg.eigh(np.cov(sample.T.astype(np.float64)))
        order = np.argsort(-values)[:DIMENSIONS]
        self.axes = axes[:, order] * values[order] ** -WHITENED
        say(f"axes keep {values[order].sum() / values.sum():.3f} of the variance")

    def bring(self, vectors: Array, language: str, mean: Array | None = None) -> Array:
        centre = self.means[language] if mean is None else mean
        parts = [
            (vectors[at : at + 20_000] - centre) @ self.axes
            for at in range(0, len(vectors), 20_000)
        ]
        return training.unit(np.concatenate(parts).astype(np.float32))


def _some(vectors: Array, count: int, rng: np.random.Generator) -> Array:
    return vectors[rng.permutation(len(vectors))[:count]].astype(np.float32)


def translations(
    words: list[str], vectors: Array, english: Array, chinese: Array
) -> list[tuple[int, int]]:
    """Words of the two languages that are each other's nearest, as the teacher sees them (CSLS)."""
    left, right = vectors[english], vectors[chinese]
    near = 10
    best_right = np.full(len(right), -9.0, np.float32)
    owner_right = np.zeros(len(right), np.int64)
    best_left = np.zeros(len(left), np.int64)
    crowd_right = np.zeros((len(right), near), np.float32) - 1
    crowd_left = np.zeros(len(left), np.float32)
    for at in range(0, len(left), 2000):
        scores = left[at : at + 2000] @ right.T
        crowd_left[at : at + 2000] = np.partition(scores, -near, axis=1)[:, -near:].mean(axis=1)
        both = np.concatenate([crowd_right, np.partition(scores, -near, axis=0)[-near:].T], axis=1)
        crowd_right = np.partition(both, -near, axis=1)[:, -near:]
    crowd = crowd_right.mean(axis=1)
    for at in range(0, len(left), 2000):
        scores = 2 * (left[at : at + 2000] @ right.T) - crowd - crowd_left[at : at + 2000, None]
        best_left[at : at + 2000] = scores.argmax(axis=1)
        column = scores.argmax(axis=0)
        value = scores[column, np.arange(len(right))]
        better = value > best_right
        best_right[better], owner_right[better] = value[better], column[better] + at
    found = [
        (int(english[i]), int(chinese[j]))
        for i, j in enumerate(best_left)
        if owner_right[j] == i and float(left[i] @ right[j]) > SURE
    ]
    rng = random.Random(SEED)
    say(f"{len(found):,} translations, such as",
        [(words[a], words[b]) for a, b in rng.sample(found, min(12, len(found)))])  # fmt: skip
    return found


def combined(words: list[str], count: int) -> list[tuple[str, str]]:
    """Word lists of 2 to 5 words: what is rare in the texts meets the teacher here."""
    rng = random.Random(SEED)
    pools = {
        "en": [w for w in words if w.isascii() and w.isalpha() and len(w) > 2],
        "zh": [w for w in words if not w.isascii() and len(w) > 1],
    }
    found = []
    for at in range(count):
        language = "en" if at % 2 else "zh"
        chosen = rng.sample(pools[language], rng.choice((2, 2, 3, 3, 4, 5)))
        found.append(
            (language, (" " if language == "en" else rng.choice(("，", "、", ""))).join(chosen))
        )
    return found


def spelled_too(ids: list[int], spellings: list[list[int] | None], rng: random.Random) -> list[int]:
    """Now and then a word is spelled out, so that spellings of unknown words come to mean it."""
    if rng.random() > 0.12:
        return ids
    found: list[int] = []
    for row in ids:
        spelling = spellings[row] if row < len(spellings) and rng.random() < 0.35 else None
        found.extend(spelling or [row])
    return found


def start_values(
    tokens: Tokens, words: list[str], vectors: Array, share: Array
) -> tuple[Array, list[list[int] | None]]:
    """The words' vectors, short where common; a bucket's is the mean of its words'."""
    rng = np.random.default_rng(SEED)
    values = np.zeros((tokens.rows, DIMENSIONS), np.float32)
    values[: len(words)] = vectors * (RARE / (RARE + share[: len(words), None]))
    spellings: list[list[int] | None] = [
        tokens.spelling(w) if w.isascii() and w.isalpha() and len(w) > 3 else None for w in words
    ]
    count = np.zeros(tokens.rows)
    for row, spelling in enumerate(spellings):
        if spelling:
            np.add.at(values, spelling, vectors[row])
            np.add.at(count, spelling, 1)
    first = len(words)
    noise = training.unit(rng.normal(size=(tokens.rows - first, DIMENSIONS)).astype(np.float32))
    mean = values[first:] / np.maximum(count[first:, None], 1)
    values[first:] = 0.3 * training.unit(training.unit(mean) + noise)
    numbers = [r for r, w in enumerate(words) if w.isdigit()]
    counted = first + tokens.spelled
    values[counted:] = 0.6 * training.unit(
        vectors[numbers].mean(axis=0) + 0.7 * noise[tokens.spelled :]
    )
    return values, spellings


@dataclass
class Made:
    """What the fit starts from: texts as rows, where they should point, what belongs together."""

    words: list[str]
    pairs: dict[str, str]
    tokens: Tokens
    start: Array
    spellings: list[list[int] | None]
    texts: list[list[int]]
    targets: Array
    other: Array
    together: list[tuple[training.Bags, training.Bags, float]]


def prepare(work: Path) -> Made:
    """Fetch, choose the words, ask the teacher."""
    texts = sources.fetch(work)
    teacher = Teacher(texts / sources.TEACHER, work / "vectors")
    pairs = vocabulary.traditional(texts)
    english, chinese = corpus.english(texts), corpus.chinese(texts)
    both = sentences.parallel(PARALLEL, SEED)
    own_en, own_zh = [a for a, _ in both], [b for _, b in both]
    words = _words(texts, pairs, english)
    tokens = vocabulary.make_tokens(words, pairs)
    say(f"{len(words):,} words, {len(english):,} + {len(chinese):,} texts, {len(both):,} pairs")
    raw_en, raw_zh = teacher.vectors(english), teacher.vectors(chinese)
    space = Space(raw_en, raw_zh)
    shared = training.unit(
        _own_centre(space, teacher.vectors(own_en), "en")
        + _own_centre(space, teacher.vectors(own_zh), "zh")
    )
    lists = combined(words, COMBINED)
    raw_lists = teacher.vectors([text for _, text in lists])
    in_zh = np.array([language == "zh" for language, _ in lists])
    vectors, other = _word_vectors(teacher, space, words, tokens)
    targets = [
        space.bring(raw_en, "en"), space.bring(raw_zh, "zh"), shared, shared,
        _two(space, raw_lists, in_zh), vectors,
    ]  # fmt: skip
    everything = english + chinese + own_en + own_zh + [t for _, t in lists] + words
    share = _shares(tokens, english + chinese + own_en + own_zh)
    start, spellings = start_values(tokens, words, vectors, share)
    return Made(
        words=words,
        pairs=pairs,
        tokens=tokens,
        start=start,
        spellings=spellings,
        texts=[tokens.of(text) for text in everything],
        targets=np.concatenate(targets).astype(np.float16),
        other=other,
        together=[
            (*_bags(tokens, both), TRANSLATED),
            (*_bags(tokens, corpus.related_english(texts)), RELATED),
            (*_bags(tokens, corpus.related_chinese(texts)), RELATED),
            (*_bags(tokens, _answered()), ANSWERED),
        ],
    )


def fit(made: Made, epochs: int) -> Array:
    """The table's rows."""
    rng, plain_rng = np.random.default_rng(SEED), random.Random(SEED)
    table = training.Table(made.start, RATE, made.other)
    for epoch in range(epochs):
        table.rate = RATE * (1 - epoch / epochs) + 2e-4
        bags = training.Bags.of([spelled_too(i, made.spellings, plain_rng) for i in made.texts])
        pairings = [training.batches(len(a), PAIR_BATCH, rng) for a, _, _ in made.together]
        losses = []
        for step, which in enumerate(training.batches(len(bags), BATCH, rng)):
            some = which[bags.begins[which + 1] > bags.begins[which]]
            wanted = made.targets[some].astype(np.float32)
            losses.append(training.follow(table, bags, some, wanted, rng, likeness=1.0))
            if step % 2 == 0:
                kind = step // 2 % len(pairings)
                pairing = next(pairings[kind], None)
                if pairing is not None:
                    left, right, force = made.together[kind]
                    training.bring_together(table, left, right, pairing, rng, force=force)
        say(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")
    return table.values


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--work", type=Path, required=True, help="downloads and vectors stay here")
    asked.add_argument("--out", type=Path, default=shipped_table())
    asked.add_argument("--epochs", type=int, default=4)
    args = asked.parse_args()
    made = prepare(args.work)
    say("fitting")
    vectors = fit(made, args.epochs)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    file.write(args.out, name=NAME, words=made.words, pairs=made.pairs,
               spelled=made.tokens.spelled, counted=made.tokens.counted, vectors=vectors)  # fmt: skip
    say(f"{args.out}: {args.out.stat().st_size:,} bytes")


def _bags(tokens: Tokens, pairs: list[tuple[str, str]]) -> tuple[training.Bags, training.Bags]:
    rows = [(tokens.of(a), tokens.of(b)) for a, b in pairs]
    rows = [(a, b) for a, b in rows if a and b]
    return training.Bags.of([a for a, _ in rows]), training.Bags.of([b for _, b in rows])


def _answered() -> list[tuple[str, str]]:
    """Questions and what answers them, each in either language."""
    rng = random.Random(SEED)
    return [
        (rng.choice(question), rng.choice(answer))
        for question, answer in sentences.answered(QUESTIONS, SEED)
    ]


def _own_centre(space: Space, raw: Array, language: str) -> Array:
    """Parallel texts, each language less its own mean: the difference of the means is language."""
    return space.bring(raw, language, raw.mean(axis=0, dtype=np.float64))


def _words(texts: Path, pairs: dict[str, str], english: list[str]) -> list[str]:
    seen: Counter[str] = Counter()
    for text in english:
        seen.update(text.lower().replace(",", " ").replace(".", " ").replace(";", " ").split())
    always: list[str] = []
    for phrases in sentences.lexicon().values():
        for left, right in phrases:
            always += left.lower().split()
            always += [right] if 1 <= len(right) <= 4 and not right[0].isascii() else []
    for topic in sentences.topics():
        for left, _ in topic.said + topic.asked:
            always += [w.strip(".,?!") for w in left.lower().split() if "{" not in w]
    return vocabulary.choose(texts, pairs, always, seen)


def _word_vectors(
    teacher: Teacher, space: Space, words: list[str], tokens: Tokens
) -> tuple[Array, Array]:
    """The words' vectors, one for a word and its translation, and which row that is, or -1."""
    vectors = _two(space, teacher.vectors(words), np.array([not word.isascii() for word in words]))
    english = [r for r, w in enumerate(words) if w.isascii() and w.isalpha() and len(w) > 2]
    chinese = [r for r, w in enumerate(words) if not w.isascii() and len(w) > 1]
    other = np.full(tokens.rows, -1)
    for a, b in translations(words, vectors, np.array(english), np.array(chinese)):
        vectors[a] = vectors[b] = training.unit((vectors[a] + vectors[b])[None, :])[0]
        other[a], other[b] = b, a
    for phrases in sentences.lexicon().values():
        for left, right in phrases:
            one = tokens.of(re.sub("^(a|an|the|my) ", "", left))
            two = tokens.of(re.sub("^我", "", right))
            if len(one) == 1 == len(two):
                other[one[0]], other[two[0]] = two[0], one[0]
    return vectors, other


def _two(space: Space, raw: Array, in_zh: Array) -> Array:
    """Word-like texts of both languages, each centred by its own language's mean of this kind."""
    found = np.zeros((len(raw), DIMENSIONS), np.float32)
    for language, which in (("en", ~in_zh), ("zh", in_zh)):
        found[which] = space.bring(raw[which], language, raw[which].mean(axis=0, dtype=np.float64))
    return found


def _shares(tokens: Tokens, texts: list[str]) -> Array:
    count = np.zeros(tokens.rows)
    for text in texts:
        for row in tokens.of(text):
            count[row] += 1
    found: Array = count / count.sum()
    return found


if __name__ == "__main__":
    main()
