"""Readings: what the audit goes by when it compares two memories."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from holdfast.domain.audit import Entry
from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, Cue, attributes, matters
from holdfast.flow.maintain.audit.subject import Subject, person, subject_of
from holdfast.text.fold import plain
from holdfast.text.fold import simple as simplified

LONGEST = 600
"""Of a longer memory only the beginning is compared."""


class Stand(NamedTuple):
    """A side that a text takes, on whose part, and with which words."""

    matter: str
    side: str
    who: str
    words: str
    value: str = ""


class Reading:
    """One memory, and what it says."""

    def __init__(self, entry: Entry, names: frozenset[str]) -> None:
        self.entry = entry
        self.text = normal(entry.text[:LONGEST])
        self.low = self.text.lower()
        self.language = CHINESE if _HAN.search(self.text) else ENGLISH
        self.subject: Subject = subject_of(self.text, names)

    @property
    def at(self) -> datetime | None:
        """When it was learned."""
        return self.entry.at

    @cached_property
    def over(self) -> bool:
        """Whether it tells of what was, and is no more."""
        return _OVER[self.language].search(self.low) is not None

    @cached_property
    def changes(self) -> bool:
        """Whether it says that something is otherwise than before."""
        return _CHANGED[self.language].search(self.low) is not None

    @cached_property
    def limited(self) -> bool:
        """Whether it holds at some times, in some cases or places only."""
        return _LIMITED[self.language].search(self.low) is not None

    @cached_property
    def adds(self) -> bool:
        """Whether it says that it comes to something else: also, another, either."""
        return _ADDED[self.language].search(self.low) is not None

    @cached_property
    def ahead(self) -> bool:
        """Whether it names a year that was still to come when it was learned."""
        year = self.at.year if self.at else 9999
        return any(int(found) > year for found in _YEARS.findall(self.low))

    @cached_property
    def refuses(self) -> bool:
        """Whether it says of something that it is not, or not wanted."""
        return _REFUSED[self.language].search(self.low) is not None

    @cached_property
    def supposed(self) -> bool:
        """Whether it only supposes something."""
        return _SUPPOSED[self.language].search(self.low) is not None

    @cached_property
    def stands(self) -> list[Stand]:
        """The sides that it takes."""
        found = []
        for matter in matters(self.language):
            for side, cues in matter.sides:
                hit = self._hit(cues)
                if hit is None:
                    continue
                if matter.owner and self.subject.chained:
                    break
                who = self.subject.owner if matter.owner else self.subject.keeper
                value = person(hit.groupdict().get("v") or "")
                found.append(Stand(matter.name, side, who, hit[0].strip(" ,;."), value))
                break
        return found

    @cached_property
    def values(self) -> list[Stand]:
        """The attributes whose values it names."""
        found = []
        for name, cues in attributes(self.language):
            for cue in cues:
                hit = cue.find(self.text) or cue.find(self.text[:1].lower() + self.text[1:])
                if hit is None:
                    continue
                groups = hit.groupdict()
                value = next((v for k, v in groups.items() if k != "k" and v), "")
                key = f"{name}:{(groups.get('k') or '').lower()}"
                if value:
                    found.append(Stand(key, "", self.subject.who, hit[0].strip(), value))
                break
        return found

    def _hit(self, cues: tuple[Cue, ...]) -> re.Match[str] | None:
        for cue in cues:
            hit = cue.find(self.low)
            if hit and (cue.denies or not denied(self.low, hit.start(), self.language)):
                return hit
        return None


def normal(text: str) -> str:
    """One spelling: simple characters, plain signs, contractions written out, single blanks."""
    text = simplified(plain(text)).translate(_SIGNS)
    text = _NOT.sub(lambda found: _STEMS.get(found[1].lower(), found[1]) + " not", text)
    text = _CAN_NOT.sub("cannot", _IS.sub(r"\1 is", text))
    return _BLANKS.sub(" ", _OTHERS.sub(lambda found: _ENDINGS[found[1].lower()], text)).strip()


def denied(low: str, start: int, language: str) -> bool:
    """Whether a denial stands closely before a place in the same clause."""
    if language == CHINESE:
        return _NO_CHINESE.search(low[max(0, start - 4) : start]) is not None
    before = _CLAUSE.split(low[:start])[-1].split()[-4:]
    return any(word.strip("'\"(") in _NO_ENGLISH for word in before)


_HAN = re.compile("[\u4e00-\u9fff]")
_SIGNS = str.maketrans("，。；：！？（）“”‘’", ",。;:!?()\"\"''")
_NOT = re.compile(r"\b(\w+)n't\b", re.IGNORECASE)
_STEMS = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_IS = re.compile(r"\b(he|she|it|that|there|who|what|here)'s\b", re.IGNORECASE)
_CAN_NOT = re.compile(r"\bcan not\b", re.IGNORECASE)
_OTHERS = re.compile(r"'(m|re|ve|ll|d)\b", re.IGNORECASE)
_ENDINGS = {"m": " am", "re": " are", "ve": " have", "ll": " will", "d": " would"}
_YEARS = re.compile(r"(?<!\d)20\d\d(?!\d)")
_BLANKS = re.compile(r"\s+")
_CLAUSE = re.compile(r"[,;.!?:]| but | and | because | so ")
_NO_ENGLISH = frozenset("no not never without none neither nor nobody cannot hardly stopped quit hates hated dislikes avoids".split())
_NO_CHINESE = re.compile("不(?![仅光但止])|没(?!事)|未|别(?!人)|戒|拒")
_OVER = {
    ENGLISH: re.compile(
        r"\b(?:used to|former|formerly|previously|ex-\w+|back then|at the time|as a (?:child|boy|girl|teenager|student|young \w+)|in (?:his|her|their|my) (?:youth|twenties|thirties|teens|childhood)|"
        r"when (?:he|she|they|i) (?:was|were) (?:young|little|a|at|in|small)|years ago|long ago|until (?:19|20)\d\d|till (?:19|20)\d\d|(?:from|between) (?:19|20)\d\d (?:to|and)|had been|was once|once (?:was|had|lived|owned|worked|played)|"
        r"(?:lived|worked|smoked|drank|played|taught|served|studied) (?:\w+ ){0,6}(?:for \w+ years|in (?:19|20)\d\d|until|before|while))\b"
    ),
    CHINESE: re.compile("以前|曾经?|过去|小时候|年轻时|原先|原来|从前|当年|那时候?|早年|年前(?!没|不)|之前|前夫|前妻|一度|上大学时|读书时|到(?:19|20)\\d\\d年(?:为止)?"),
}
_CHANGED = {
    ENGLISH: re.compile(
        r"\b(?:no longer|any ?more|now|nowadays|these days|moved (?:\w+ )?(?:from|to|out|in|into|back|away)|switched|changed|replaced|instead of|gave up|given up|quit|stopped|has started|started (?:a|\w+ing)|began|took up|taken up|has taken|since (?:\w+ )?(?:19|20)\d\d|"
        r"as of|converted|left (?:the|his|her|their|\w+) (?:job|company|council|firm|school|in|for)|resigned|retired (?:from|in)|got (?:divorced|rid)|divorced in|sold|corrected|correction|turns out|actually|from now on|new (?:job|flat|house|car|phone|boss)|"
        r"transferred|promoted|recently|finally|became|become|grown out|outgrew|after all|back to|again since|in (?:january|february|march|april|may|june|july|august|september|october|november|december) (?:19|20)\d\d)\b"
    ),
    CHINESE: re.compile("不再|改[成为用吃喝到名]|换[成了到]|现在|如今|目前|搬[到去家进离]|转[到行为岗学]|跳槽|离职|辞[职了]|戒了|开始|后来|已经不|还俗|退役|卖了|更正|纠正|其实是|[从自].{2,8}起|(?:19|20)\\d\\d年.{0,6}(?:改|换|搬|转|离|结|生|考|辞|退|出|还|调)|最近|新[买换搬租]|康复|治愈|第.次"),
}
_LIMITED = {
    ENGLISH: re.compile(
        r"\b(?:except|apart from|other than|unless|only (?:on|when|at|during|in|if|after)|during (?:lent|ramadan|term|the week|advent|passover)|at weekends|on (?:week(?:days|ends)|special occasions|fridays|holidays|fast days)|in (?:lent|summer|winter|spring|autumn)|"
        r"from (?:january|february|march|april|may|june|july|august|september|october|november|december) to|when (?:travelling|abroad|visiting|on holiday|away|stressed|ill)|once a year|dry january|(?:weekdays|weekends) only|sometimes|occasionally|as a rule|on paper|"
        r"in (?:his|her|their|a|the) (?:novel|book|game|play|dream|story|film|sitcom|role)|as a joke|jokes? that|pretends?|on stage|in character)\b"
    ),
    CHINESE: re.compile("婚前|婚后|上半年|下半年|工作日|初一|(?<![一二三四五六七八九])十五(?=吃|斋|上香|[,。]|$)|除了|除非|只在|只有.{0,8}才|周末才|逢年过节|斋月|(?:\\d|[一二三四五六七八九十])+月到|出差时|偶尔|有时候?|平日.{0,6}周末|旺季|淡季|冬天.{0,8}夏天|小说里|游戏里|戏里|开玩笑|玩笑|外号|绰号|梦见|写的是"),
}
_ADDED = {
    ENGLISH: re.compile(r"\b(?:also|too|as well|either|another|besides|second (?:job|home|car|phone)|other|both|likewise|in addition)\b"),
    CHINESE: re.compile("^[^,。]{0,6}也(?!许)|^[^,。]{0,6}还(?!款|花|清|债|贷|俗|没|在|是)|另一|另外|又.{1,6}又|都是|同样|兼职|副业|第二"),
}
_SUPPOSED = {
    ENGLISH: re.compile(r"\b(?:seems?|probably|likely|perhaps|maybe|might|may be|may want|may prefer|could be|would enjoy|suspect|appears to|i think|possibly|presumably|i guess)\b"),
    CHINESE: re.compile("似乎|可能|也许|或许|大概|推断|推测|应该是|看起来|说不定|估计|猜"),
}
_REFUSED = {
    ENGLISH: re.compile(
        r"\b(?:no|not|never|none|without|nobody|nothing|cannot|neither|nor|lost|lacks?|lacking|leaves? (?:\w+ ){0,2}out|left out|avoids?|refuses?|allergic|allergy|hates?|dislikes?|loathes?|detests?|banned|forbidden|stopped|quit|gave up|fails?|unable|afraid|scared|terrified|phobia|fear|free|instead of|rather than|deaf|blind|\w+less|un\w+ed|intolerant)\b"
    ),
    CHINESE: re.compile("不|没|无(?!人机|线|锡)|未|别(?!墅|人|名|处)|莫|勿|忌|戒|怕|恐|讨厌|过敏|拒|免|禁|失|聋|盲|丢|缺|反感|嫌"),
}
