"""People: whom the user speaks of, by their names and by what they are to the user."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from holdfast.domain.claim import USER, Claim
from holdfast.domain.slot import Slot
from holdfast.flow.extract.meaning import meaning_of, spellings

if TYPE_CHECKING:
    from holdfast.flow.extract.fold import Told

RELATED = frozenset(["family", "friend", "partner"])
"""Topics whose values introduce people."""

_CALLED = re.compile(r"^(?:名?叫(?:做|作)?|called|named|is)\s*")

_INTRODUCED = re.compile(
    r"(?P<who>[^\s,，叫]{1,8}?)的?(?:名字|大名|小名|全名)?(?:名叫|叫做|叫作|叫)(?P<name>[^\s,，]{1,8})"
    r"|(?P<name2>[^\s,，是]{1,8})(?:就?是|，)(?:我|咱)们?(?:家)?的?(?P<who2>[^\s,，]{1,8})"
    r"|(?:my |our )?(?P<who3>[^,]{1,40}?)(?:['’]s name is|(?: is|, who is|,)? (?:called|named)) (?P<name3>[^,]{1,40})"
    r"|(?P<name4>[^,]{1,40}?)(?:,| is|['’]s) (?:my|our) (?P<who4>[^,]{1,40})",
    re.IGNORECASE,
)


class People(NamedTuple):
    """Those who are spoken of: whom the user's relations mean, and who is known by name."""

    names: Mapping[str, str]
    """How somebody is called, by what the user's words for them mean: "sister" is Lily, if only Lily
    is, and "mum" is "mom", if that was said first."""
    known: frozenset[str]

    @classmethod
    def in_(cls, order: Sequence[Told]) -> People:
        said: dict[str, str] = {}
        for each in order:
            if each.claim.about != USER and not each.speaker:
                said.setdefault(meaning_of(each.claim.about), each.claim.about)
        introduced = called(each.claim for each in order)
        named = {name for names in introduced.values() for name in names}
        known = named | {meaning_of(each.speaker) for each in order if each.speaker}
        one = {what: names for what, names in introduced.items() if len(names) == 1}
        alone = {what: name for what, names in one.items() for name in names.values()}
        return cls({**said, **alone}, frozenset(known))

    def meant(self, each: Told) -> str:
        """Whom a claim is about. Another speaker's "sister" is not the user's."""
        about = each.claim.about
        if not each.speaker:
            return self.names.get(meaning_of(about), about)
        if meaning_of(about) in self.known:
            return about
        return f"{each.speaker}'s {about}" if about.isascii() else f"{each.speaker}的{about}"


def called(those: Iterable[Claim | Slot]) -> dict[str, dict[str, str]]:
    """By what people are to the user: the names by which they were introduced, by their meaning."""
    found: dict[str, dict[str, str]] = {}
    for each in those:
        introduces = each.topic in RELATED and each.about == USER and each.sub
        if introduces and (name := _without(each.value, each.sub)):
            found.setdefault(meaning_of(each.sub), {}).setdefault(meaning_of(name), name)
    return found


def names_of(about: str, slots: Iterable[Slot]) -> set[str]:
    """What the names of somebody mean: as is asked, and the name of the only one who is that."""
    asked = meaning_of(about)
    names = called(slots).get(asked, {})
    return {asked, *names} if len(names) == 1 else {asked}


@lru_cache(maxsize=10_000)
def plainly(value: str) -> str:
    """What somebody is, then the name, where a value is an introduction.

    >>> plainly("Tom, my boss"), plainly("赵雅琳是我的上司"), plainly("sister Lily")
    ('boss Tom', '上司赵雅琳', 'sister Lily')
    """
    found = _INTRODUCED.fullmatch(value.strip())
    if found is None:
        return value
    told = {key.rstrip("234"): words for key, words in found.groupdict().items() if words}
    gap = " " if value.isascii() else ""
    return f"{told['who']}{gap}{told['name']}"


def _without(value: str, relation: str) -> str:
    """The name alone: "sister Lily" is Lily, "sister" alone is nobody's name."""
    value = plain = plainly(value)
    for word in sorted({relation, *spellings(meaning_of(relation))}, key=len, reverse=True):
        plain = plain.replace(word, "") if word in value else plain
    plain = _CALLED.sub("", plain.strip(" ,，、的"))
    return plain if meaning_of(plain) != meaning_of(relation) else ""
