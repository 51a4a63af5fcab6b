"""Subject: of whom a clause speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import Form, nouns, pattern, small, verbs, words
from holdfast.providers.rules.english.names import name_at
from holdfast.providers.rules.english.people import Person
from holdfast.providers.rules.english.reading import Reading, Token

_BOTH = re.compile(r"[^,]{1,40}? and (?:i|me)(?= |'|$)")
_GERUND = re.compile(
    r" (?:is|was|has been|would be|sounds|seems|feels|helps|makes|takes|can be|will be|keeps me|not only|provides|allows|gives|lets|brings|requires|means|involves|teaches|shows|can |would |has |"
    r"isn't|wasn't)\b"
)
_THING = 12
"""Of how many words a thing may be."""
_NEAR = 12
"""How far a "who" may stand behind the one it means."""
_ADJECTIVES = ("illness_word", "nation", "diet", "marital", "trait", "number")
_CALLS = frozenset(["calls", "call", "called", "says", "said"])
_LOVE_IS = frozenset(
    [
        "is",
        "was",
        "'s",
        "of",
        "for",
        "from",
        "to",
        "you",
        "that",
        "and",
        "it",
        "letter",
        "life",
        "story",
    ]
)
_WORDY = re.compile(r"[\w-]")
_OTHER = re.compile(r"\b(?:you|people|they|he|she|who|everyone)\b")
_FOR = re.compile(
    r"\b(?:for|with|to) (?=[A-ZÀ-Þ])(?!.*\b(?:for|with|to) [A-ZÀ-Þ].*\b(?:for|with|to) )"
)
_STARTS = frozenset(["starts", "begins", "ends", "plays", "runs"])
_NO_AUX = frozenset(["been", "being", "not", "n't", "m"])


class Scene:
    """Who speaks, who is spoken of, and what was read last."""

    def __init__(self, speaker: Person, people: Sequence[Person]) -> None:
        self.speaker = speaker
        self.people = people
        self.last: Reading | None = None
        self.person: Person | None = None
        self.listed: tuple[Person | None, int] = None, -1

    def saw(self, found: Reading) -> None:
        """Remembers a reading, and the last person named in it."""
        for person in self.people:
            named = found.clause.start <= person.start < found.clause.stop
            if named and person.kind != "pet":
                self.person = None if person.beside else person
        self.last = found

    def meant(self, pronoun: str) -> Person | None:
        """Whom a pronoun means: the one last spoken of, if the sex fits."""
        person = self.person or self._named_for(pronoun)
        if pronoun in ("it", "which"):
            who = self.last.who if self.last else None
            return who if who and who.kind == "pet" else None
        if person is None:
            pets = [each for each in self.people if each.kind == "pet"]
            return pets[0] if pets and pronoun in ("he", "she") else None
        if pronoun in ("he", "she") and person.sex and person.sex != pronoun:
            others = [each for each in self.people if each.start < person.start]
            return next((each for each in reversed(others) if each.sex == pronoun), None)
        return None if pronoun == "they" and person.sex else person

    def _named_for(self, pronoun: str) -> Person | None:
        """Whom something is for: "a cake for Ruben? He's four"."""
        told = self.last.clause if self.last and pronoun in ("he", "she") else None
        found = _FOR.search(told.text) if told else None
        named = name_at(told.text, found.end()) if told and found else None
        if named is None or not told or len(self.people) > 0:
            return None
        start = told.start + named.start()
        stop = told.start + named.end()
        self.person = Person(
            "friend", "", named[0], start, stop, named[0], pronoun, mine=False, theirs=True
        )
        return self.person

    def topic_of(self, found: Reading) -> Person | None:
        """Of whom a list behind a colon tells: "for my uncle Ben: 62, a carpenter, lives in Ely"."""
        if found.clause.joint == ":":
            last = self.last.clause if self.last else None
            ended = (p for p in self.people if last and p.name and p.stop == last.stop)
            self.listed = next(ended, None), found.clause.sentence
        who, sentence = self.listed
        return who if sentence == found.clause.sentence else None

    def named(self, clause: Clause, at: int) -> Person | None:
        """Who is named at a place of a clause."""
        place, text = clause.start + at, clause.text[at:]
        return next(
            (each for each in self.people if each.start <= place < each.stop), None
        ) or next(
            (
                each
                for each in self.people
                if each.name
                and text.startswith(each.name)
                and not _WORDY.match(text, len(each.name))
            ),
            None,
        )


def read_subject(found: Reading, tokens: list[Token], number: int, scene: Scene) -> int:
    """Finds the subject of a clause that begins at a token; the number of the next token."""
    if number >= len(tokens):
        return number
    word, at, _ = tokens[number]
    if found.low.endswith("someone who ", 0, at):
        found.who = scene.speaker  # as someone who works nights
        return number
    if word in small("speaker"):
        found.who = scene.speaker
        return number + (word not in ("im", "ive"))
    both = _BOTH.match(found.low, at)
    if both and word not in small("aux") and word not in verbs():
        found.who = scene.speaker
        return next((n for n, t in enumerate(tokens) if t.start >= both.end()), len(tokens))
    if word == "me" and (verb := _behind_me(found, tokens, number)):
        found.who = scene.speaker
        return verb
    if found.clause.joint == "who":
        near = scene.person and 0 <= found.clause.start - scene.person.stop < _NEAR
        found.who, found.thing = (scene.person, "") if near else (None, "?")
        return number + (word == "who")
    if word in small("third"):
        return _pronoun(found, word, number, scene)
    return _named(found, tokens, number, scene)


def _behind_me(found: Reading, tokens: list[Token], number: int) -> int:
    """The number of the verb behind "me and my sister"; 0 if it is not that."""
    if not found.low.startswith(("me and ", "me & "), tokens[number].start):
        return 0
    ahead = range(number + 2, min(number + _NEAR, len(tokens)))
    return next((n for n in ahead if _may_be_verb(tokens[n].word) or _begins(tokens, n)), 0)


def _may_be_verb(word: str) -> bool:
    form = verbs().get(word)
    return form is not None and "b" in form.forms and word not in nouns()


def read_dropped(found: Reading, scene: Scene) -> bool:
    """Whether "I am" is left out: "always late", "really into bouldering", "off to Seville"."""
    dropped = pattern("dropped_be").match(found.low, found.head)
    if dropped is None:
        return False
    found.elided = True
    _inherit(found, None, scene)
    found.verb = "be"
    found.mode = "perfect" if found.low.startswith("been ", found.head) else "present"
    found.chain = found.at = found.head
    found.rest = dropped.end()
    found.adverbs |= small("adverbs") & set(dropped[0].split())
    return True


def _pronoun(found: Reading, word: str, number: int, scene: Scene) -> int:
    found.who = scene.meant(word)
    if found.who is None:
        thing = word in ("it", "which")
        found.thing, found.who = ("it", scene.speaker) if thing else ("?", None)
    return number + 1


def _named(found: Reading, tokens: list[Token], number: int, scene: Scene) -> int:
    word = tokens[number].word
    person = scene.named(found.clause, tokens[number].start)
    if person is not None:
        return _of_person(found, tokens, number, person, scene)
    if word in ("my", "our"):
        return _thing(found, tokens, number + 1, scene.speaker)
    if word in ("his", "her", "their", "its"):
        owner = scene.meant({"his": "he", "her": "she"}.get(word, "they"))
        return _thing(found, tokens, number + 1, owner)
    if word in small("crowd"):
        return _other(found, tokens, number, scene)
    if word in small("strange") and not found.low.startswith("one of ", tokens[number].start):
        found.thing, found.who = word, scene.speaker
        return number + 1
    return _left_out(found, tokens, number, scene)


def _of_person(
    found: Reading, tokens: list[Token], number: int, person: Person, scene: Scene
) -> int:
    end = person.stop - found.clause.start
    if not tokens[number].start < end <= len(found.low):
        end = tokens[number].start + len(person.name or person.relation)
    while number < len(tokens) and tokens[number].start < end:
        number += 1
    if number < len(tokens) and tokens[number].word == "'s" and not _is_is(tokens, number):
        return _thing(found, tokens, number + 1, person)
    if number < len(tokens) and tokens[number].word in ("from", "at", "in"):
        ahead = range(number, min(number + 5, len(tokens)))
        number = next((n for n in ahead if _begins(tokens, n)), number)
    found.who = person
    if person.kind != "pet":
        scene.person = person
    last = scene.last
    if found.clause.joint == "and" and last and found.follows(last) and last.low == "me":
        found.who = scene.speaker  # me and my girlfriend moved
    return number


def _is_is(tokens: list[Token], number: int) -> bool:
    """Whether an 's is short for is or has."""
    if number + 1 >= len(tokens):
        return False
    if tokens[number - 1].word in small("named"):
        return True
    word = tokens[number + 1].word
    form = verbs().get(word)
    return (
        word in small("after_is")
        or word in small("adverbs")
        or word.isdigit()
        or bool(form and form.forms & {"g", "n"} and word not in words("hobby"))
        or any(word in words(each) for each in _ADJECTIVES)
    )


def _thing(found: Reading, tokens: list[Token], number: int, owner: Person | None) -> int:
    """A subject that belongs to somebody: up to the first word that may be its verb."""
    found.who, found.owned = owner, True
    place = number + 1
    while place < min(number + _THING, len(tokens)) and not _begins(tokens, place):
        place += 1
    place = min(place, len(tokens))
    known = number < len(tokens)
    found.thing = found.low[tokens[number].start : tokens[place - 1].stop] if known else "?"
    return place


def _begins(tokens: list[Token], place: int) -> bool:
    """Whether the verb of a thing begins here."""
    word = tokens[place].word
    form = verbs().get(word)
    if word in small("aux"):
        return True
    if form is None:
        return False
    noun = word in nouns() and word not in _STARTS
    return (bool(form.forms & {"s", "d"}) and not noun) or (
        "b" in form.forms and tokens[place - 1].word.endswith("s")
    )


def _left_out(found: Reading, tokens: list[Token], number: int, scene: Scene) -> int:
    """A verb without its subject; or some other subject."""
    word = tokens[number].word
    form = verbs().get(word)
    if word in small("aux") or word in small("leading"):
        following = tokens[number + 1].word if number + 1 < len(tokens) else ""
        follows = following in verbs() and following not in words("marital")
        verbal = follows or (
            word not in small("leading_weak") and following not in words("marital")
        )
    else:
        verbal = bool(form) and not _is_noun(tokens, number)
        last = scene.last
        other = last is not None and found.follows(last) and last.who not in (None, scene.speaker)
        verbal = verbal or (other and word in small("does"))  # he's four and loves diggers
    if not verbal:
        return _other(found, tokens, number, scene)
    verb = _GERUND.search(found.low, tokens[number].stop) if form and form.forms == {"g"} else None
    if verb and " and " not in found.low[tokens[number].stop : verb.start()]:
        found.thing, found.who = "?", scene.speaker
        return number + 1
    found.elided = True
    _inherit(found, form, scene)
    return number


def _inherit(found: Reading, form: Form | None, scene: Scene) -> None:
    """The subject of the clause before, where the sentence goes on."""
    last = scene.last
    found.who = scene.topic_of(found) or scene.speaker
    if found.who is not scene.speaker:
        return
    if found.clause.joint == ")" and form is not None and form.forms == {"s"}:
        found.who, found.thing = scene.person, "" if scene.person else "?"
        return  # my daughter (she's 15) wants to fly
    if last is None or not found.follows(last) or found.clause.joint not in small("joined"):
        return
    if last.mode == "bare":
        found.who = last.who or scene.speaker
        return
    found.who, found.thing = last.who, last.thing and "?"
    if form is not None and form.base == "bear":
        found.thing = ""  # "my name is Ann, born in May"
    if last.mine and _OTHER.search(last.behind):
        found.thing = "?"  # "I love how you paint and teach people"
    if found.who is scene.speaker and form is not None and form.forms == {"s"}:
        found.thing = "?"
    if last.mode in ("can", "order") and form and "b" in form.forms:
        found.mode = last.mode


def _is_noun(tokens: list[Token], number: int) -> bool:
    """Whether a word that may be a verb is a thing where it stands."""
    word = tokens[number].word
    following = tokens[number + 1].word if number + 1 < len(tokens) else ""
    if word == "love" and following:
        return following in _LOVE_IS
    if word == "like" or following in ("is", "are", "was", "'s", "were"):
        return True
    if following == "school" or any(following in words(each) for each in ("trade", "gender")):
        return True  # a retired plumber
    if (word in nouns() or word in words("hobby")) and following not in small("object"):
        return True
    return not following and word not in ("hate", "love")


def _other(found: Reading, tokens: list[Token], number: int, scene: Scene) -> int:
    """Some other subject, if a verb comes; else the clause has none."""
    crowd = tokens[number].word in small("crowd")
    for place in range(number + 1, min(number + 9, len(tokens))):
        if _starts(tokens, place) or (crowd and tokens[place].word in _CALLS):
            found.thing = found.low[tokens[number].start : tokens[place - 1].stop]
            found.who = scene.speaker
            return place
    return _bare(found, tokens[number], scene, len(tokens))


def _starts(tokens: list[Token], place: int) -> bool:
    """Whether a verb begins here, of a subject that is nobody's."""
    word = tokens[place].word
    if word in small("aux") and word not in _NO_AUX:
        return word != "'s" or _is_is(tokens, place)
    form = verbs().get(word)
    follows = tokens[place + 1].word if place + 1 < len(tokens) else ""
    if form and form.forms & {"b", "d"} and follows in ("me", "my"):
        return True  # Tbilisi stole my heart; heights scare me
    if form is None or "s" not in form.forms:
        return False
    noun = word in nouns() and word not in _STARTS
    return not noun and tokens[place - 1].word not in small("determiners")


def _bare(found: Reading, first: Token, scene: Scene, end: int) -> int:
    """No verb at all: it goes on about the one spoken of, or else about the speaker."""
    last = scene.last
    found.who = scene.topic_of(found) or scene.speaker
    if found.who is not scene.speaker:
        pass
    elif last is not None and found.follows(last):
        found.who = last.who or scene.speaker
        if last.who is None:
            found.thing = "?"  # he's from Maine (a former cameraman)
    elif last is not None and scene.person is not None and last.who is scene.person:
        found.who = scene.person
    found.mode, found.elided = "bare", True
    found.denied = first.word in ("not", "no", "never", "hardly")
    found.chain = found.at = found.rest = first.start
    return end
