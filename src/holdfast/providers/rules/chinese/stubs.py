"""Stubs: what says little by itself, and nothing beside something fuller of the same matter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from holdfast.providers.rules.chinese.finding import Finding
from holdfast.providers.rules.chinese.lexicon import classes_in

_WHEN = r"(?:[^，]{0,6}[0-9一二三四五六七八九十廿]+[号日点]半?|明天|后天|下周.?|下个?月[^，]{0,4})"

_STUBS: Mapping[str, re.Pattern[str]] = {
    "plan": re.compile(
        rf"{_WHEN}?(?:就|要|得|才|再|的?票|必须)*(?:出发|动身|启程|走|飞|搬|回来?|返程|到|开始)"
    ),
    "event": re.compile(
        r"(?:刚|终于|已经|都|最近|今年|去年)*(?:确诊|查出来?|毕业|手术|录取|搞定|脱单)"
    ),
    "habit": re.compile(r"(?:风雨无阻|雷打不动|打了[^，]{1,4}年|坚持[^，]{1,5}年多?)"),
    "health": re.compile(
        r"(?:胃|肠胃|身体|睡眠|皮肤|心脏|肝|肾|腰|眼睛|嗓子|视力|听力|颈椎|膝盖|血糖|血压)"
        r"(?:一直|从小|都|也|向来|就|又|有点|偏)*(?:不太好|不好|很?差|不行|有问题|高)"
        r"|(?:吃|喝|碰|闻)[^，]{1,8}(?:肿|痒|疹子|拉肚子|吐|难受|疼|痛)"
        r"|(?:少|别|多)[吃喝碰]?[^，]{1,6}|一(?:到|换)[^，]{1,5}[就都老].+"
    ),
    "work": re.compile(
        r"在?(?:天天|这周|一直|经常)*(?:三班倒|两班倒|上夜班|值夜班|摆摊|打工|上班|搬砖|创业|实习)"
    ),
    "age": re.compile(r"[0-9零〇六七八九一五]{2}后"),
    "diet": re.compile(r"(?:所以)?(?:从来|从|一口都?|都|也|完全)*不(?:吃|喝|碰|沾)"),
}
"""Values that point to something told beside them, by topic."""

_BESIDE: Mapping[str, frozenset[str]] = {
    "plan": frozenset(["plan"]),
    "event": frozenset(["event", "health", "study", "work", "plan", "partner"]),
    "habit": frozenset(["habit"]),
    "health": frozenset(["health"]),
    "work": frozenset(["work"]),
    "age": frozenset(["age", "birthday"]),
    "diet": frozenset(["diet", "health", "dislike"]),
}


def without_stubs(found: Sequence[Finding]) -> list[Finding]:
    """The findings without those that another one of the same person says better."""
    stubs = [each for each in found if _is_stub(each)]
    full = [each for each in found if each not in stubs]
    return [
        each
        for each in found
        if each not in stubs or not any(_covers(other, each) for other in full)
    ]


def _covers(other: Finding, stub: Finding) -> bool:
    if other.about != stub.about or other.topic not in _BESIDE[stub.topic]:
        return False
    if stub.topic != "health" or _ADVICE.match(stub.plain):
        return True
    return "illness" in classes_in(other.plain) or "过敏" in other.plain


_ADVICE = re.compile(r"[少别多]")


def _is_stub(finding: Finding) -> bool:
    form = _STUBS.get(finding.topic)
    return form is not None and not finding.corrects and form.fullmatch(finding.plain) is not None
