"""People: who is spoken of in a message, beside the one who speaks; and their animals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import data_of, is_a, phrases, singular, words

_TOKEN = re.compile(r"[\w][\w’'-]*")
_NAME = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Auntie|Aunt|Uncle|Old|Little|little|Big|Father|Sister|Nana|Tía|Tio|Coach)\.? )?"
    r"(?:[A-ZÀ-ÞŠŽŁŚĆŻ][^\W\d_]*(?:['’-][A-ZÀ-Þ]?[^\W\d_s][^\W\d_]*)*|[\u4e00-\u9fff]{1,4})"
    r"(?: [A-ZÀ-Þ][^\W\d_]+(?:-[A-ZÀ-Þ]\w+)?)?"
)
_CALLED = re.compile(
    r",? (?:(?:who(?:'s|’s| is)|is|was|'s|’s)? ?(?:called|named|by the name of)|aka) (?:Mr )?|, | - | – | — |: | \(| "
)
_MINE = frozenset(["my", "our"])
_THE = frozenset(["the", "the two", "both"])
_RELATIVE = ("family", "partner", "friend", "pet")


@dataclass(slots=True, eq=False)
class Person:
    """Somebody spoken of. `relation` is as the message has it, "little brother"."""

    kind: str
    """Of family, partner, friend, pet; or "self" for the one who speaks, "other" for strangers."""
    relation: str = ""
    name: str = ""
    start: int = -1
    stop: int = -1
    possessed: bool = False
    """Stands before something that is theirs: my sister's flat."""
    mine: bool = True
    value: str = ""
    beside: bool = False
    """Named only to tell of somebody of theirs: my friend's husband."""
    oblique: bool = False
    """Only mentioned beside: according to my mother."""
    again: bool = False
    """Was spoken of before in this message."""
    sex: str = ""
    told: list[str] = field(default_factory=list)

    @property
    def about(self) -> str:
        return self.name or self.relation


@cache
def _classes() -> dict[str, tuple[str, str]]:
    """Words of relation with their kind and their head."""
    found: dict[str, tuple[str, str]] = {}
    for kind, name in (("pet", "pet"), ("friend", "friend"), ("partner", "partner"), ("family", "kin")):
        for word in words(name):
            found[word] = (kind, word)
    return found


@cache
def _not_names() -> frozenset[str]:
    """Words that begin with a capital without being anybody's name."""
    return frozenset(
        phrases(data_of("words")["month"])
        + "monday tuesday wednesday thursday friday saturday sunday i i'm i've i'd i'll god christmas easter "
        "mum mom dad and but so the a my we he she it they you if when what who no yes ok english".split()
    ) | words("nation") | words("language")


def name_at(text: str, at: int) -> re.Match[str] | None:
    """A name that stands at a place of a text."""
    found = _NAME.match(text, at)
    if not found or plain(found[0]).rstrip(".") in _not_names() or plain(found[0]).split()[0] in _not_names():
        return None
    return found


def people_in(text: str) -> list[Person]:
    """Everybody whom a text calls by a relation to the speaker, in order; animals too."""
    low = plain(text)
    tokens = list(_TOKEN.finditer(low))
    found: list[Person] = []
    past = -1
    for number, token in enumerate(tokens):
        if token.start() < past:
            continue
        person = _at(text, low, tokens, number)
        if person is not None:
            found.append(person)
            past = person.stop
    _unite(found)
    return found


def _at(text: str, low: str, tokens: list[re.Match[str]], number: int) -> Person | None:
    word = tokens[number][0]
    if word == "our" and number + 1 < len(tokens):
        named = name_at(text, tokens[number + 1].start())
        if named and re.match(r"(?:'s|’s)?(?: (?:is|was|has|just|goes|got|loves|lives|works|starts|turned|turns|will|and)\b|,)", text[named.end() :]) and not _relation(low, tokens, number + 1, 1):
            return Person("family", named[0], named[0], tokens[number].start(), named.end(), value=named[0])
    if word.startswith("我") and word[1:] in _classes():
        kind, head = _classes()[word[1:]]
        begin = tokens[number].start()
        person = Person(kind, text[begin + 1 : begin + len(word)], start=begin, stop=begin + len(word))
        _name(person, text, low, person.stop)
        person.value = text[begin + 1 : person.stop]
        return person
    if word in words("kin") and "\u4e00" <= word[0] <= "\u9fff":
        return Person("family", word, start=tokens[number].start(), stop=tokens[number].end(), value=word)
    if word in _MINE:
        return _related(text, low, tokens, number + 1, tokens[number].start(), mine=True)
    if word in _THE and tokens[number + 1 : number + 2]:
        head = tokens[number + 1][0].removesuffix("'s")
        if head in _OURS:
            return _related(text, low, tokens, number + 1, tokens[number].start(), mine=True)
        if head in ("lady", "man", "woman", "guy", "girl", "boy", "couple", "bloke", "family", "little"):
            return _next_door(text, low, tokens[number].start())
        return None
    if word in ("uncle", "aunt", "auntie", "aunty", "cousin", "grandma", "grandpa", "granny", "nana", "gran"):
        titled = name_at(text, tokens[number].start()) if text[tokens[number].start()].isupper() else None
        if titled and " " in titled[0] and (not number or tokens[number - 1][0] not in ("his", "her", "their", "your", "my")):
            person = Person("family", titled[0], titled[0], tokens[number].start(), titled.end(), value=titled[0])
            person.sex = _sex(word)
            return person
    if word.removesuffix("'s") in words("kin_bare"):
        return _bare(text, low, tokens, number)
    if word in ("a", "an", "one") or word in words("number"):
        person = _related(text, low, tokens, number + 1, tokens[number].start(), mine=False)
        owned = re.search(r"(?:have|got|'ve|had|with|and|adopted|rescued|are|is|bought|me|,)\s+(?:only |just )?$", low[: tokens[number].start()])
        return person if person and person.name and person.kind != "friend" and owned else None
    return None


_OURS = frozenset(
    "kids children wife husband hubby missus twins dog cat puppy kitten grandkids grandchildren in-laws dogs cats".split()
)
_DOOR = re.compile(
    r"the (?:old |little |young |elderly )?(?:lady|man|woman|guy|girl|boy|couple|bloke|family|one) (?:next door|upstairs|downstairs|across the road|across the street|opposite|from work|at work)"
)


def _next_door(text: str, low: str, begin: int) -> Person | None:
    found = _DOOR.match(low, begin)
    if not found:
        return None
    person = Person("friend", text[begin + 4 : found.end()], start=begin, stop=found.end())
    person.sex = "she" if re.search("lady|woman|girl", found[0]) else "he" if re.search("man|guy|boy|bloke", found[0]) else ""
    _name(person, text, low, found.end())
    person.value = text[begin + 4 : person.stop].rstrip(" ,'’")
    return person


def _bare(text: str, low: str, tokens: list[re.Match[str]], number: int) -> Person | None:
    """Mum, Grandpa: with nobody's name before it, mine."""
    token = tokens[number]
    word = token[0].removesuffix("'s")
    lead = low[: token.start()].rstrip(" \"'")
    before = tokens[number - 1][0] if number and lead[-1:].isalnum() else ""
    if before and not (text[token.start()].isupper() and before in _BEFORE_MUM):
        return None
    behind = low[token.start() + len(word) :]
    if not before and not re.match(
        r"(?:'s|s)? (?:is|was|has|had|and i|and dad|and mum|a|an|the|got|gets|just|still|always|never|lives?|works?|used|died|passed|turned|turns|[a-z]+s|[a-z]+ed|on|in|at|from|not|been|says)\b|'s ",
        behind,
    ):
        return None
    kind = "partner" if word in ("hubby", "missus") else "family"
    person = Person(kind, text[token.start() : token.start() + len(word)], start=token.start())
    person.possessed = token[0].endswith("'s")
    person.stop = token.start() + len(word)
    person.value = person.relation
    person.sex = _sex(word)
    person.oblique = before in ("lost", "than", "of", "like", "miss", "love")
    return person


_BEFORE_MUM = frozenset("lost for to with and from visit visiting see call told tell of about than by love miss help miss get gave took met".split())


def _related(
    text: str, low: str, tokens: list[re.Match[str]], place: int, begin: int, *, mine: bool
) -> Person | None:
    first = place
    while place < min(first + 4, len(tokens)):
        if place > first and re.search(r"[.!?;:]", low[tokens[place - 1].end() : tokens[place].start()]):
            return None
        for count in (3, 2, 1):
            found = _relation(low, tokens, place, count)
            if found and count == 1 and tokens[place][0] in words("before_kin") and _relation(low, tokens, place + 1, 1):
                break  # a kid sister is a sister
            if found:
                return _person(text, low, tokens, first, place + count - 1, begin, found, mine)
        word = tokens[place][0]
        if word not in words("before_kin") and not word.endswith(("-year-old", "-month-old")) and word not in words("number") and not word.isdigit():
            return None
        place += 1
    return None


def _relation(low: str, tokens: list[re.Match[str]], place: int, count: int) -> tuple[str, str] | None:
    if place + count > len(tokens):
        return None
    phrase = low[tokens[place].start() : tokens[place + count - 1].end()]
    for end in ("'s", "'", ""):
        if end and not phrase.endswith(end):
            continue
        for each in singular(phrase.removesuffix(end) if end else phrase):
            if each in _classes():
                return _classes()[each]
    return None


def _person(
    text: str,
    low: str,
    tokens: list[re.Match[str]],
    first: int,
    last: int,
    begin: int,
    found: tuple[str, str],
    mine: bool,
) -> Person | None:
    kind, head = found
    end = tokens[last].end()
    spoken = low[tokens[first].start() : end]
    possessed = spoken.endswith(("'s", "s'", "'"))
    stop = end - (2 if spoken.endswith("'s") else 1 if spoken.endswith("'") else 0)
    person = Person(kind, text[tokens[first].start() : stop], start=begin, stop=stop, mine=mine)
    person.possessed = possessed
    person.sex = _sex(head)
    if not possessed:
        _name(person, text, low, stop)
    elif kind in ("friend", "family", "pet", "partner"):
        person.possessed = True
    if possessed and last + 1 < len(tokens):
        person.beside = _relation(low, tokens, last + 1, 1) is not None or _relation(low, tokens, last + 1, 2) is not None
    follow = low[person.stop : person.stop + 2]
    if follow in ("'s", "s'") and person.name:
        person.possessed = True
    start = tokens[first].start() if mine else begin
    person.value = text[start : person.stop].rstrip(" ,'’")
    _lead(person, text, low, begin)
    beside = re.search(r"(?:^|\b)(via|according to|than|like|as|of|in with|out to|lost|back with|at|to|with|for|from)\s+$", low[:begin])
    many = plain(person.relation).endswith(("parents", "in-laws", "folks"))
    person.oblique = bool(beside) and (many or beside[1] in ("via", "according to", "than", "like", "as", "of", "out to", "lost"))
    return person


def _name(person: Person, text: str, low: str, at: int) -> None:
    """The name behind a relation, if one is told."""
    far = re.match(r" (?:from|at|since|in|of) (?:[a-z0-9-]+ ){0,3}[a-z0-9]+(?=, [A-ZÀ-Þ])", text[at:])
    at += far.end() if far else 0
    joint = _CALLED.match(text, at)
    if not joint:
        return
    found = name_at(text, joint.end())
    if not found or (person.kind == "family" and plain(person.relation).endswith(("boys", "girls", "sons", "daughters", "kids", "children", "brothers", "sisters"))):
        return
    sign = joint[0].strip()
    if sign == "," and not re.match(r"\s*(?:[,.!?;:()]|$|who\b|and\b|is\b|was\b|'s\b|’s\b|has\b|-|–|—)", text[found.end() :]):
        return
    if sign == "," and is_a(plain(found[0]), "trade"):
        return
    if sign in ("-", "–", "—", ":") and not re.match(r"\s*(?:[,.!?;:()–—-]|$|is\b)", text[found.end() :]):
        return
    person.name = re.sub(r"^(?:little|Little|Old|Big) ", "", found[0])
    person.stop = found.end() + (text[found.end() : found.end() + 1] == ")")
    more = re.match(r"(?:, [A-ZÀ-Þ][\w'-]+)* (?:and|&) [A-ZÀ-Þ][\w'-]+(?=[.,!?;)]|$)", text[found.end() :])
    if more and person.relation.endswith("s") and person.kind == "pet":
        person.stop = found.end() + more.end()


def _lead(person: Person, text: str, low: str, begin: int) -> None:
    """A name that stands before it: Priya, my lab partner."""
    if person.name or not person.mine:
        return
    lead = re.search(r"([^\W\d_][\w’'-]*(?: [A-ZÀ-Þ][\w’'-]*)?)(?:, | \(| - | — | – | is | was |'s |’s )$", text[:begin])
    if not lead:
        return
    found = name_at(text, lead.start(1))
    verb = lead[0][len(lead[1]) :].strip()
    if found and found.end() == lead.end(1):
        title = re.search(r"(?:Mr|Mrs|Ms|Dr|Miss)\.? $", text[: lead.start(1)])
        start = title.start() if title else lead.start(1)
        if start > 0 and verb == "," and re.search(r"\bin $|\bat $|, $", text[:start]):
            return
        person.name = text[start : lead.end(1)]
        person.start = start
        person.value = text[start : person.stop] if verb in (",", "(", "-") else person.relation


def _sex(head: str) -> str:
    for each in singular(head):
        if each in words("she"):
            return "she"
        if each in words("he"):
            return "he"
    return ""


def _unite(found: list[Person]) -> None:
    """Marks those who were spoken of before, and lets them have the name that was told."""
    seen: dict[str, Person] = {}
    for person in found:
        key = f"{person.kind} {plain(person.relation)}"
        earlier = seen.get(key) or (seen.get(f"name {person.name}") if person.name else None)
        if earlier is not None and (not person.name or not earlier.name or person.name == earlier.name):
            person.again = True
            person.name = person.name or earlier.name
            earlier.name = earlier.name or person.name
        else:
            seen[key] = person
        if person.name:
            seen[f"name {person.name}"] = person


def held(text: str, people: list[Person]) -> Iterator[tuple[int, int]]:
    """Where a comma belongs to somebody: "my twin, Anselm, is"."""
    for person in people:
        if person.name:
            yield person.start, person.stop + bool(_GOES_ON.match(text, person.stop))


_GOES_ON = re.compile(r"[,)]+ (?:just |also |still |now |only |really |always |never )*(?:is|was|has|had|are|were|will|can|can't|doesn't|isn't|won't|got|gets|lives?|works?|loves?|hates?|likes?|does|did|moved|keeps?|wants?|turned|turns|[a-z]+ed)\b")
