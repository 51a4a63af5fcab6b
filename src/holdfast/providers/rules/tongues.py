"""Tongues: the parts of a message that is said half in English, half in Chinese.

Each language has rules of its own, which make nothing of the other. Clauses that stand whole in one
of them are read by its rules; a message with words of the other in its clauses is in one language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.text.language import CHINESE, ENGLISH, chinese_share

_CLAUSE = re.compile(
    r"[^,，;；.!?。！？\n]*?"
    r"(?:[,，;；.!?。！？\n]+\s*|\s(?:and|but|also|so)\s+(?=[我咱])|(?<=[\u4e00-\u9fff])\s+(?=I['’ ])|$)"
)
_JOINT = re.compile(r"\s(?:and|but|also|so)\s+$")
_WHOLE = re.compile(
    r"\b(?:I|[Ii]['’]?m|I['’](?:ve|d|ll)|[Mm]y|[Ww]e|[Oo]ur)\b"
    r"|^\W*(?:[Pp]lease|[Aa]lways|[Nn]ever|[Ff]rom now on|[Dd]on['’]t|[Cc]all me)\b"
)
_WHOLE_CHINESE = re.compile("[我咱]|^\\s*(?:请|以后|别|不要)")
_FEWEST = 3
"""A clause has so many words, or characters, at least."""

_ABOUT_WORDS = re.compile(
    r"翻译|意思|怎么说|怎么读|英[文语]|中文|汉语|单词|语法|[这那]句|句子|作文|润色|歌词|台词|[“”\"「『]|[：:]"
    r"|\btranslat|\bmean(?:s|ing)?\b|\bin (?:chinese|english|mandarin)\b|\bhow (?:do|would) (?:you|i) say"
    r"|[说问讲道写唱喊][,，]?\s*[A-Za-z]|\b(?:sa(?:id|ys?)|told|asked|wrote|texted)\b[^.!?\n]*[\u4e00-\u9fff]"
    r"|\bsentence|\bgrammar|\bproofread|\bphrase|\blyrics",
    re.IGNORECASE,
)
"""Somebody speaks of the words, or hands on another's."""


def parts_of(text: str) -> list[tuple[str, str]]:
    """What a message says in each language, with that language; one part where it is not so mixed.

    >>> parts_of("I live in Leeds, 我在医院上班。")
    [('en', 'I live in Leeds, '), ('zh', '我在医院上班。')]
    >>> parts_of("我喜欢 Taylor Swift, Ed Sheeran 和周杰伦")
    []
    """
    if text.isascii() or not _WHOLE.search(text) or _ABOUT_WORDS.search(text):
        return []
    said: dict[str, str] = {}
    for language, clause in _clauses(text):
        said[language] = said.get(language, "") + clause
    return list(said.items()) if len(said) > 1 else []


def _clauses(text: str) -> Iterator[tuple[str, str]]:
    """Each clause with its language; what is no whole clause belongs to the one before it."""
    language, waiting = "", ""
    for found in _CLAUSE.finditer(text):
        named = _language(found[0])
        if not named and not language:
            waiting += found[0]
            continue
        language = named or language
        yield language, waiting + _JOINT.sub(", ", found[0])
        waiting = ""


def _language(clause: str) -> str:
    """The language that a clause stands whole in, if it does."""
    share = chinese_share([clause])
    if share == 0 and len(clause.split()) >= _FEWEST and _WHOLE.search(clause):
        return ENGLISH
    whole = share > 0.5 and len(clause.strip()) >= _FEWEST and _WHOLE_CHINESE.search(clause)
    return CHINESE if whole else ""
