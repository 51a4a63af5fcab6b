"""Names: what a text calls people and places, as far as a text shows it.

English shows names by capitals, but not at the beginning of a sentence. Chinese does not show them
at all; there the dictionary tells. Both err now and then: what is held back for it is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from holdfast.text import stops
from holdfast.text.scripts import HAN

_LATIN = re.compile(r"[A-Za-z][A-Za-z\u00c0-\u024f]*(?:[-'’][A-Za-z\u00c0-\u024f]+)*")
_BEGINS = re.compile(r"(?:^|[.!?。！？:：;；\"“”‘「『《(（\n-])\s*$")
_NEAR = 8
"""How far before a word the beginning of a sentence is looked for."""
_OF_PEOPLE = re.compile(
    r"\s+(?:said|says|told|tells|asked|asks|likes?d?|loves?d?|hates?d?|wants?|wanted|lives?d?|"
    r"works?|worked|feels?|felt|thinks?|thought|hopes?d?|prefers?|preferred|enjoys?|enjoyed|agreed|"
    r"agrees|promised|promises|mentioned|mentions|went|moved|bought|met|plans|planned|suggested)\b"
)
_POSSESSIVE = re.compile(r"['’]s$")
_TOLD_BY_ROLE = frozenset(["i", "ai", "user", "users", "assistant", "speaker", "system"])
_HAN = re.compile(f"[{HAN}]{{2,}}")
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈"
    "姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔汤"
    "小老阿"
)
_NO_NAMES = """
阳光明媚 金黄 小雨 小雪 小心 小时 小吃 老师 老板 高兴 于是 任何 马上 周末 白天 罗列 池塘 巴士 万一 方便 石头
小米 江山 高山 高原 白云 林荫 汪洋 黄金 钟情 夏天 小康 小巧
"""
_ORDINARY = frozenset(_NO_NAMES.split())
_FAMILIAR = re.compile("[小老阿][王李张刘陈杨赵吴周徐孙朱胡郭何林郑梁谢宋唐许韩]")


def names(text: str) -> Iterator[str]:
    """The names that a text uses, those of Latin letters first."""
    yield from _latin(text)
    if _HAN.search(text):
        yield from _chinese(text)


def words(text: str) -> set[str]:
    """The words of Latin letters in a text, as `parts` gives them: what a name is looked up in."""
    return {part for match in _LATIN.finditer(text) for part in parts(match[0])}


def parts(name: str) -> list[str]:
    """The words of a name, without case and without a possessive: Mei's, Jean-Luc."""
    return [part for part in re.split("[-'’]", _POSSESSIVE.sub("", name).lower()) if part]


def _latin(text: str) -> Iterator[str]:
    for match in _LATIN.finditer(text):
        word = _POSSESSIVE.sub("", match[0])
        plain = re.sub("['’]", "", match[0].lower())
        if not any(map(str.isupper, word)) or plain in _TOLD_BY_ROLE:
            continue
        if plain in stops.english() and not (word.isupper() and len(word) > 1):
            continue
        # A capital inside a word is a name wherever it stands: iPhone, NASA.
        inner = any(map(str.isupper, word[1:]))
        if (
            inner
            or not _BEGINS.search(text, max(match.start() - _NEAR, 0), match.start())
            or word != match[0]
            or _OF_PEOPLE.match(text, match.end())
        ):
            yield word


def _chinese(text: str) -> Iterator[str]:
    """Names of people and places; those that the dictionary cut in two are put together."""
    yield from _FAMILIAR.findall(text)
    name, before = "", ""
    for word, kind in [*_tagged()(text), ("", "")]:
        if kind[:2] == "nr" and _HAN.match(word + word):
            name += word if name or len(word) > 1 else before[-1:] + word
        else:
            if name and _is_name(name, alone=name == before):
                yield name
            name = ""
            if kind == "ns" and len(word) > 1 and word not in _ORDINARY:
                yield word
        before = word


def _is_name(name: str, alone: bool) -> bool:
    """Most begin with a surname. Of other words that the dictionary takes for names, only a long
    one that it knows as a whole is likely to be one: Seattle is, sunshine is not.
    """
    if len(name) < 2 or name in _ORDINARY:
        return False
    return name[0] in _SURNAMES or (alone and len(name) > 2)


@cache
def _tagged() -> Callable[[str], list[tuple[str, str]]]:
    import rjieba

    tag: Callable[[str], list[tuple[str, str]]] = rjieba.tag
    return tag
