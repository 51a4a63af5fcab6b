"""Which words get a row: English from SCOWL, Chinese from jieba, names, numbers, traditional forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from holdfast.providers.static_tokens import Tokens

ENGLISH_ROWS = 33_500
CHINESE_ROWS = 29_500
SPELLED, COUNTED = 2048, 512


def teacher_pieces(model: Path) -> dict[str, int]:
    """The teacher's own vocabulary, a piece to its rank: its words come in order of use.

    Read from the sentence-piece model inside the ONNX file, without its library: the pieces are
    the length-delimited fields numbered 1, each beginning with its text, field 1 again.
    """
    data = model.read_bytes()
    marker = data.find(b"\x0a\x0e\x0a\x05<unk>")
    start = marker if marker >= 0 else data.find(b"<unk>") - 4
    pieces: dict[str, int] = {}
    at = start
    while at < len(data) and data[at] == 0x0A:
        size, at = _varint(data, at + 1)
        entry, at = data[at : at + size], at + size
        if entry[:1] != b"\x0a":
            break
        length, begin = _varint(entry, 1)
        pieces.setdefault(entry[begin : begin + length].decode("utf-8", "replace"), len(pieces))
    return pieces


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def traditional(texts: Path) -> dict[str, str]:
    """Traditional characters to simplified ones, one to one, of the plane that people write in."""
    pairs = {}
    lines = texts / "opencc-python-reimplemented-0.1.7/opencc/dictionary/TSCharacters.txt"
    for line in lines.read_text("utf-8").splitlines():
        old, _, new = line.partition("\t")
        new = new.split(" ")[0]
        if len(old) == len(new) == 1 and max(old, new) <= "\u9fff" and old != new:
            pairs[old] = new
    return pairs


def make_tokens(words: list[str], pairs: dict[str, str]) -> Tokens:
    """The tokeniser that the embedder will have."""
    return Tokens.over(words, pairs, spelled=SPELLED, counted=COUNTED)


def choose(
    texts: Path, pairs: dict[str, str], always: list[str], seen: Mapping[str, int]
) -> list[str]:
    """The vocabulary in its final order. `always` is what our own templates speak of."""
    pieces = teacher_pieces(texts / "chat/memory/resources/use_quantized.onnx")
    if len(pieces) < 100_000:
        raise SystemExit(f"only {len(pieces)} pieces were found in the teacher")
    own = (Path(__file__).parent / "words.txt").read_text("utf-8").splitlines()
    kept = dict.fromkeys(" ".join(line for line in own if not line.startswith("#")).split())
    kept.update(dict.fromkeys(w for w in always if not w.isascii() or re.fullmatch("[a-z]+", w)))
    kept.update(dict.fromkeys(str(n) for n in [*range(101), *range(1940, 2041)]))
    kept.update(dict.fromkeys(_english(texts, pieces, seen)))
    kept.update(dict.fromkeys(_chinese(texts, pieces, pairs)))
    return list(kept)


def _english(texts: Path, pieces: dict[str, int], seen: Mapping[str, int]) -> list[str]:
    """Words the teacher has whole, in its order; then SCOWL's, by `seen` and smaller lists first.

    Of the rest, forms that the tokeniser brings back to a word by their ending are left out.
    """
    level: dict[str, int] = {}
    names: set[str] = set()
    for size, name in enumerate(["-small", "", "-large"]):
        for word in (texts / f"deb/usr/share/dict/american-english{name}").read_text().split():
            if re.fullmatch("[A-Za-z]+", word) and (len(word) > 1 or word in "aI"):
                level.setdefault(word.lower(), size)
                if word[0].isupper():
                    names.add(word.lower())
    rank: dict[str, int] = {}
    for piece, at in pieces.items():
        if re.fullmatch("\u2581[A-Za-z]+", piece):
            rank.setdefault(piece[1:].lower(), at)
    whole = sorted((w for w in rank if w in level), key=rank.__getitem__)
    named = [
        p[1:].lower()
        for p in pieces
        if re.fullmatch("\u2581[A-Z][a-z]{3,}", p) and p[1:].lower() not in level
    ]
    chosen = dict.fromkeys(whole)
    chosen.update(dict.fromkeys(named[:400]))
    stems = make_tokens(list(level), {})
    rest = [w for w in level if w not in chosen and not (level[w] == 2 and w in names)]
    rest.sort(key=lambda w: (level[w] - min(seen.get(w, 0), 3), -seen.get(w, 0), w))
    chosen.update(dict.fromkeys(w for w in rest if not _regular(w, stems)))
    return list(chosen)[:ENGLISH_ROWS]


def _regular(word: str, stems: Tokens) -> bool:
    endings = ("s", "ed", "ing", "ly", "er", "est", "ness")
    return word.endswith(endings) and stems._stem(word) not in (None, stems.words[word])


def _chinese(texts: Path, pieces: dict[str, int], pairs: dict[str, str]) -> list[str]:
    """jieba's words of 2 to 4 characters by how often they are used, and its single characters."""
    fold = str.maketrans(pairs)
    used: dict[str, int] = {}
    for line in (texts / "jieba-0.42.1/jieba/dict.txt").read_text("utf-8").splitlines():
        word, count, _kind = line.split(" ")
        word = word.translate(fold)
        if re.fullmatch("[\u3400-\u9fff]{1,4}", word):
            used[word] = used.get(word, 0) + int(count)
    common = {p.strip("\u2581").translate(fold) for p in pieces}
    for word in used.keys() & common:
        used[word] = used[word] * 4 + 200  # the teacher knows it whole: people do write it
    single = sorted((w for w in used if len(w) == 1), key=lambda w: (-used[w], w))[:6500]
    longer = sorted((w for w in used if len(w) > 1), key=lambda w: (-used[w], w))
    return single + longer[: CHINESE_ROWS - len(single)]
