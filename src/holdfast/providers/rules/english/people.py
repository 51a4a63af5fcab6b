"""People: who is spoken of in a message, beside the one who speaks; and their animals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from holdfast.providers.rules.english.clause import plain
from holdfast.providers.rules.english.lexicon import is_a, kinds_of, pattern, singular, small, words
from holdfast.providers.rules.english.names import name_at, name_before, name_behind

_TOKEN = re.compile(r"[\w][\w’'-]*")
_KINDS = {"pet": "pet", "friend": "friend", "partner": "partner", "kin": "family"}
_AGED = re.compile(r"(?:\d{1,2}|[a-z]+)[- ](?:year|yr|month)[- ]olds?(?:'s)?")
_ENDS = re.compile(r"[.!?;,]|$")
_OF_AGE = re.compile(
    r"(?<![\w-])([A-ZÀ-Þ][^\W\d_]+)(?:'s|’s| is| was| turns| just turned) (?=\d{1,2}(?:[,.!?;)]|$| and\b| now\b| months| weeks| years))"
)
_SUBJECT = re.compile(
    r"(?:^|[.!?:,;] |\band |\bbut )((?!The |My |Our |And |But |So |If |When |What )[A-ZÀ-Þ][^\W\d_]+(?: [A-ZÀ-Þ][^\W\d_]+)?)"
    r"(?=(?:'s|’s)? (?:is|has|won't|won’t|doesn't|doesn’t|can't|can’t|hates?|loves?|likes?|eats?|allergic|vegan|vegetarian|lives?|works?|plays?|studies|turned|turns|wants)\b)"
)
"""A name that begins a clause, with what it does."""
_NAMED_SO = re.compile(r",? ?(?:is|'s|’s|who is|who's|who’s) (?:called|named) ")
_BREAK = re.compile(r"[.!?;:]")
_FAR = re.compile(r" (?:from|since|at|in|of) ")
_THINGS = frozenset(
    ["food", "consumed", "subject", "illness", "job_word", "vehicle", "famous", "instrument", "sport", "hobby", "medicine"]
)  # fmt: skip
"""Classes of words that are nobody's name: coffee is my best friend."""
_SEVERAL = ("boys", "girls", "sons", "daughters", "kids", "children", "brothers", "sisters")
_PAIR = 2
_LEAD = 40
"""How far words that say nothing may reach before somebody."""
_ADJECTIVES = 4
_GOES_ON = re.compile(
    r"[,)]+ (?:just |also |still |now |only |really |always |never )*"
    r"(?:is|was|has|had|are|were|will|can|can't|doesn't|isn't|won't|got|gets|lives?|works?|loves?|"
    r"hates?|likes?|does|did|moved|keeps?|wants?|turned|turns|[a-z]+ed)\b"
)


@dataclass(slots=True, eq=False)
class Person:
    """Somebody spoken of. `relation` is as the message has it, "little brother"."""

    kind: str
    """Of family, partner, friend, pet; or "self" for the one who speaks."""
    relation: str = ""
    name: str = ""
    start: int = -1
    stop: int = -1
    value: str = ""
    """Relation and name as they stand."""
    sex: str = ""
    mine: bool = True
    possessed: bool = False
    """Stands before something that is theirs: my sister's flat."""
    beside: bool = False
    """Named only to tell of somebody of theirs: my friend's husband."""
    oblique: bool = False
    """Mentioned by the way: according to my mother."""
    again: bool = False
    """Was spoken of before in this message."""
    theirs: bool = False
    """Of somebody else's: my sister's boyfriend. The speaker has nobody by this."""

    @property
    def about(self) -> str:
        """How claims call them."""
        return self.name or self.relation


class _Text(NamedTuple):
    """A message and its words."""

    text: str
    low: str
    tokens: list[re.Match[str]]

    def word(self, number: int) -> str:
        return self.tokens[number][0] if number < len(self.tokens) else ""


def people_in(text: str) -> list[Person]:
    """Everybody whom a text calls by a relation to the speaker, in order; animals too."""
    low = plain(text)
    source = _Text(text, low, list(_TOKEN.finditer(low)))
    found: list[Person] = []
    past = -1
    for number, token in enumerate(source.tokens):
        begins = token.start() >= past and _may_begin(source, token)
        person = _at(source, number) if begins else None
        if person is not None:
            found.append(_of_theirs(source, person) or person)
            person = found[-1]
            past = person.stop
    found += _of_age(text, found)
    found += _of_group(source, found)
    found.sort(key=lambda person: person.start)
    _unite(found)
    return found


def _of_age(text: str, found: list[Person]) -> list[Person]:
    """Noor is 11, Idris is 8: two who are told with their age are people, whoever they are."""
    told = [each for each in _OF_AGE.finditer(text) if name_at(text, each.start())]
    if len(told) < _PAIR:
        return []
    return [
        Person("friend", "", each[1], each.start(), each.end(1), each[1], mine=False, theirs=True)
        for each in told
        if not any(person.start <= each.start() < person.stop for person in found)
    ]


def _of_group(source: _Text, found: list[Person]) -> list[Person]:
    """Our guests: Li Na is vegetarian and Tom won't eat mushrooms."""
    group = pattern("group").search(source.low)
    if group is None:
        return []
    known = [(person.start, person.stop) for person in found]
    return [
        Person("friend", "", name[0], name.start(), name.end(), name[0], mine=False, theirs=True)
        for told in _SUBJECT.finditer(source.text, group.end())
        if (name := name_at(source.text, told.start(1)))
        and name.end() == told.end(1)
        and not any(a <= name.start() < b for a, b in known)
    ]


def held(text: str, people: list[Person]) -> Iterator[tuple[int, int]]:
    """Where a comma belongs to somebody: "my twin, Anselm, is"."""
    for person in people:
        if person.name or person.value not in ("", person.relation):
            yield person.start, person.stop + bool(_GOES_ON.match(text, person.stop))


@cache
def _relations() -> dict[str, str]:
    """Words of relation with the kind that they tell."""
    return {word: kind for name, kind in _KINDS.items() for word in words(name)}


@cache
def _first() -> frozenset[str]:
    """Words with which somebody may be called."""
    told = {"my", "our", "the", "this", "both", "a", "an", "uncle", "aunt", "aunty", "cousin"}
    return words("kin_bare") | words("number") | small("unowned_first") | told


def _may_begin(source: _Text, token: re.Match[str]) -> bool:
    """Whether anybody may be called at a word: most words can be passed by."""
    sign = source.text[token.start()]
    return sign.isupper() or sign >= "\u4e00" or token[0].removesuffix("'s") in _first()


def _at(source: _Text, number: int) -> Person | None:
    """Whoever is first called at a word."""
    word = source.word(number)
    if word in ("my", "our"):
        named = _our_name(source, number) if word == "our" else None
        return named or _related(source, number, mine=True)
    if word in ("the", "this", "both", "a") and (seen := _seen(source, number)):
        return seen
    if word in ("the", "both"):
        ours = source.word(number + 1).removesuffix("'s") in small("ours")
        if ours or source.low.endswith(("me and ", "me & "), 0, source.tokens[number].start()):
            return _related(source, number, mine=True)
        return _next_door(source, number)
    if word[0] >= "\u4e00":
        return _chinese(source, number)
    if word.removesuffix("'s") in words("kin_bare") or word in ("uncle", "aunt", "aunty", "cousin"):
        return _titled(source, number) or _bare(source, number)
    return _called(source, number) or _had(source, number) or _unowned(source, number)


def _unowned(source: _Text, number: int) -> Person | None:
    """Wife's Polish; best mate Kwame is coming: at the beginning, with its "my" left out."""
    if source.word(number).removesuffix("'s") not in small("unowned_first"):
        return None
    begin = source.tokens[number].start()
    if not pattern("unowned").match(source.low, begin):
        return None
    lead = source.low[max(0, begin - _LEAD) : begin].rstrip()
    if not (lead == "" or lead[-1] in ".!?\n" or pattern("before_unowned").search(lead)):
        return None
    person = _related(source, number - 1, mine=True)
    if person is None or person.relation.endswith("s"):
        return None
    person.start = begin
    first = person.relation[:1].lower()  # its capital is the sentence's
    person.relation = first + person.relation[1:]
    person.value = first + person.value[1:]
    known = person.name or pattern("unowned_does").match(source.low, person.stop)
    return person if known else None


def _had(source: _Text, number: int) -> Person | None:
    """I have a brother called Tom; we got a cat."""
    word = source.word(number)
    if word not in ("a", "an") and word not in words("number"):
        return None
    begin = source.tokens[number].start()
    had = pattern("had_one").search(source.low[max(0, begin - _LEAD) : begin])
    person = _related(source, number, mine=False) if had else None
    if not had or person is None or person.kind == "friend":
        return None
    got = person.kind == "pet" and word in ("a", "an") and had[0][0].isalpha()
    return person if person.name or (got and not had[0].startswith(("and", "me"))) else None


def _of_theirs(source: _Text, person: Person) -> Person | None:
    """My sister's boyfriend Tom: of him it speaks, and not of her."""
    if not person.beside:
        return None
    number = next(n for n, t in enumerate(source.tokens) if t.end() > person.stop - 1)
    other = _related(source, number, mine=False)
    if other is None:
        return None
    other.start, other.theirs, other.oblique = person.start, True, True
    other.relation = source.text[person.stop - len(person.relation) : other.stop]
    if other.name:
        other.relation = other.relation.split(f" {other.name}")[0]
    other.value = other.relation
    return other


def _seen(source: _Text, number: int) -> Person | None:
    """The man I'm seeing, Callum."""
    begin = source.tokens[number].start()
    found = pattern("seen").match(source.low, begin)
    if found is None:
        return None
    stop = found.end()
    person = Person("partner", source.text[begin:stop], start=begin, stop=stop)
    person.sex = _sex(found[1])
    _name(person, source.text)
    person.value = person.name or person.relation
    return person


def _called(source: _Text, number: int) -> Person | None:
    """Duke the old basset hound; Nadia from choir; Priya, the girl who sits opposite."""
    start = source.tokens[number].start()
    named = name_at(source.text, start) if source.text[start].isupper() else None
    if named is None or " " in named[0]:
        return None
    hound = pattern("name_the").match(source.low, named.end())
    if hound and is_a(hound["v"], "pet"):
        value = source.text[start : hound.end()]
        return Person("pet", hound["v"], named[0], start, hound.end(), value)
    known = pattern("known_from").match(source.low, named.end())
    if known is None:
        return None
    told = "," not in known[0] and " who " not in known[0]
    value = source.text[start : known.end() if told else named.end()]
    sex = next((each for word in known[0].split() if (each := _sex(word))), "")
    return Person("friend", "", named[0], start, known.end(), value, sex)


def _our_name(source: _Text, number: int) -> Person | None:
    """Our Lottie is a child of the house."""
    if number + 1 >= len(source.tokens) or _relation(source, number + 1, 1):
        return None
    named = name_at(source.text, source.tokens[number + 1].start())
    if named is None or not pattern("our_name").match(source.text, named.end()):
        return None
    start = source.tokens[number].start()
    return Person("family", named[0], named[0], start, named.end(), named[0])


def _chinese(source: _Text, number: int) -> Person | None:
    """A Chinese word among English ones: 我老公 Derek."""
    token = source.tokens[number]
    word = token[0].removeprefix("我")
    kind = _relations().get(word)
    if kind is None or (kind != "family" and word == token[0]):
        return None
    begin = token.end() - len(word)
    person = Person(kind, word, start=token.start(), stop=token.end())
    _name(person, source.text)
    person.value = source.text[begin : person.stop]
    return person


def _titled(source: _Text, number: int) -> Person | None:
    """Uncle Des."""
    start = source.tokens[number].start()
    named = name_at(source.text, start) if source.text[start].isupper() else None
    before = source.word(number - 1) if number else ""
    if named is None or " " not in named[0] or before in ("his", "her", "their", "your", "my"):
        return None
    sex = _sex(source.word(number))
    return Person("family", named[0], named[0], start, named.end(), named[0], sex)


def _next_door(source: _Text, number: int) -> Person | None:
    begin = source.tokens[number].start()
    found = pattern("next_door").match(source.low, begin)
    if found is None:
        return None
    first = begin + len("the ")
    person = Person("friend", source.text[first : found.end()], start=begin, stop=found.end())
    person.sex = next((each for word in found[0].split() if (each := _sex(word))), "")
    _name(person, source.text)
    person.value = source.text[first : person.stop]
    return person


def _bare(source: _Text, number: int) -> Person | None:
    """Mum, Grandpa: with nobody's name before it, mine."""
    token = source.tokens[number]
    word, start = token[0].removesuffix("'s"), token.start()
    near = source.low[:start].rstrip(" \"'")[-1:].isalnum()
    before = source.word(number - 1) if number and near else ""
    called = source.text[start].isupper() or _ENDS.match(source.low, start + len(word))
    joined = before in small("before_clause")
    if before and not joined and not (called and before in small("before_mum")):
        return None
    stop = start + len(word)
    if (joined or not before) and not pattern("mum_does").match(source.low, stop):
        return None
    kind = "partner" if word in ("hubby", "missus") else "family"
    name = source.text[start:stop]
    person = Person(kind, name, start=start, stop=stop, value=name, sex=_sex(word))
    person.possessed = token[0] != word
    person.oblique = before in ("lost", "than", "of", "like", "miss", "love")
    return person


def _related(source: _Text, number: int, *, mine: bool) -> Person | None:
    """A relation behind "my", with what adjectives it has."""
    first = number + 1
    for place in range(first, min(first + _ADJECTIVES, len(source.tokens))):
        gap = source.low[source.tokens[max(place - 1, 0)].end() : source.tokens[place].start()]
        if place > first and _BREAK.search(gap):
            return None
        for count in (3, 2, 1):
            kind = _relation(source, place, count)
            if kind and not (count == 1 and _is_adjective(source, place)):
                return _person(source, number, place + count - 1, kind, mine=mine)
        if not _may_precede(source.word(place)):
            return None
    return None


def _is_adjective(source: _Text, place: int) -> bool:
    """A kid sister is a sister."""
    word = source.word(place)
    return word in words("before_kin") and bool(_relation(source, place + 1, 1))


def _may_precede(word: str) -> bool:
    aged = word.endswith(("-year-old", "-month-old")) or word.isdigit()
    if word in words("nation") or word in words("trait"):
        return True  # a Jewish mother-in-law
    return aged or word in words("before_kin") or word in words("number")


def _relation(source: _Text, place: int, count: int) -> str:
    """The kind of relation that some words tell; empty if none."""
    if place + count > len(source.tokens):
        return ""
    phrase = source.low[source.tokens[place].start() : source.tokens[place + count - 1].end()]
    if _AGED.fullmatch(phrase):
        if not pattern("aged_end").match(source.low, source.tokens[place + count - 1].end()):
            return ""  # a ten year old laptop
        return "family" if not _relation(source, place + count, 1) else ""
    if source.word(place + count) in small("no_kin_before"):
        return ""
    stems = [phrase.removesuffix(end) for end in ("'s", "'") if phrase.endswith(end)]
    found = (_relations().get(each, "") for stem in [*stems, phrase] for each in singular(stem))
    return next(filter(None, found), "")


def _person(source: _Text, number: int, last: int, kind: str, *, mine: bool) -> Person:
    first = source.tokens[number + 1].start()
    begin = min(first, source.tokens[number].start()) if number >= 0 else first
    spoken = source.low[first : source.tokens[last].end()]
    plain_end = spoken.removesuffix("'s").removesuffix("'")
    stop = first + len(plain_end)
    person = Person(kind, source.text[first:stop], start=begin, stop=stop, mine=mine)
    person.possessed = plain_end != spoken
    person.sex = _sex(plain_end) or _sex(plain_end.split()[-1])
    if person.possessed:
        person.beside = any(_relation(source, last + 1, count) for count in (1, 2))
    else:
        _name(person, source.text)
        follows = source.low.startswith(("'s", "s'"), person.stop)
        person.possessed = bool(person.name) and follows
    person.value = source.text[first if mine else begin : person.stop].rstrip(" ,'’")
    if person.name and _NAMED_SO.match(person.value, stop - first):
        person.value = f"{person.relation} {person.name}"  # my therapist is called Anna
    if person.name and _FAR.match(person.value, stop - first):
        person.value = f"{person.relation} {person.name}"  # my best friend since school, Ann
    if mine and not person.name and not person.possessed:
        _name_before(person, source.text)
    person.oblique = _is_oblique(person, source.low[:begin])
    return person


def _is_oblique(person: Person, lead: str) -> bool:
    beside = pattern("beside").search(lead)
    if beside is None:
        return False
    many = plain(person.relation).endswith(("parents", "in-laws", "folks"))
    return many or pattern("only_beside").match(beside[1]) is not None


def _name(person: Person, text: str) -> None:
    """The name behind a relation, if one is told."""
    if person.kind == "family" and plain(person.relation).endswith(_SEVERAL):
        names = name_behind(text, person.stop, several=True)
        if names and " and " in text[person.stop : names[1]]:
            person.stop = names[1]
        return
    several = person.kind == "pet" and person.relation.endswith("s")
    found = name_behind(text, person.stop, several=several)
    if found and not is_a(plain(found[0]), "trade"):
        person.name, person.stop = found


def _name_before(person: Person, text: str) -> None:
    begin = person.start
    found = name_before(text, person.start) or _name_of_pronoun(person, text)
    if found and (found[2] or not kinds_of(plain(found[0])) & _THINGS):
        person.name, person.start, apposed = found
        told = f"{person.relation} {person.name}"  # Anna is my sister
        person.value = text[person.start : person.stop] if apposed else told
        if found[1] == begin:
            person.value = person.name


def _name_of_pronoun(person: Person, text: str) -> tuple[str, int, bool] | None:
    """The one name that was said before "he's been my closest friend"."""
    is_he = pattern("he_is_my").search(plain(text[: person.start]))
    if is_he is None:
        return None
    tokens = list(_TOKEN.finditer(text, 0, is_he.start()))
    said = [
        found[0]
        for before, token in pairwise(tokens)
        if before[0].lower() not in small("determiners") and (found := name_at(text, token.start()))
    ]
    return (said[0], person.start, False) if len(set(said)) == 1 else None


def _sex(relation: str) -> str:
    for each in singular(relation):
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
        if earlier and (not person.name or earlier.name in ("", person.name)):
            person.again = True
            person.name = person.name or earlier.name
            earlier.name = earlier.name or person.name
        else:
            seen[key] = person
        if person.name:
            seen[f"name {person.name}"] = person
