"""Reading: what a clause says of whom, and whether it says so at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import Form, is_a, one_of, small, verbs, words
from holdfast.providers.rules.english.people import Person

_TOKEN = re.compile(
    r"[^\W_]+(?=n't\b)|n't\b|'(?:m|re|ve|d|ll|s)\b|[$£€]?\w+(?:[-.&/@+]\w+)*(?:'(?!(?:s|m|re|ve|d|ll)\b)\w+)*"
)
_SHORT = {"im": ("i", "'m"), "ive": ("i", "'ve"), "ca": "can", "wo": "will", "m": "am"}
_SPEAKER = frozenset(["i", "we", "im", "ive", "i'm"])
_THIRD = frozenset(["he", "she", "they", "it", "who", "which"])
_STRANGE = frozenset(
    "you that this there everyone everybody people nobody somebody someone anyone those these what one u ya ppl".split()
)
_CROWD = frozenset("everyone everybody people nobody somebody someone most all".split())
_MODAL = frozenset("can could would will might may must should shall ought 'd 'll".split())
_TIME_FIRST = re.compile(
    r"(?:in|on|at|since|for|every|each|next|last|this|from|by|after|before|during|over|until|most|all|one|"
    r"back|as|with|come|once|some|as of|ever since|thanks to|when|whenever|like)\b[^,]{0,48}?\s"
    r"(?=(?:i|i'm|im|i've|i'll|we|we're|we've|he's|she's)(?![\w-]))"
)


@dataclass(slots=True)
class Reading:
    """A clause understood.

    `mode` is how its verb stands: present, past, perfect, doing (progressive), done (passive),
    future, can, order (an imperative, or a verb without its "I"), bare (no verb at all).
    `at` is the place in the clause where the verb begins, `rest` where what follows it begins.
    """

    clause: Clause
    who: Person | None = None
    verb: str = ""
    mode: str = "bare"
    denied: bool = False
    elided: bool = False
    mood: str = "real"
    lower: bool = False
    """The message has no capitals."""
    chain: int = 0
    """Where what helps the verb begins."""
    at: int = 0
    rest: int = 0
    head: int = 0
    thing: str = ""
    """What of theirs it is about: the birthday of "my birthday is"."""
    owned: bool = False
    adverbs: set[str] = field(default_factory=set)
    used: bool = False
    """It went into the claim of a clause before it."""
    after: Reading | None = None
    """The reading of the clause before."""
    ends: bool = False
    """It holds no longer: used to, no longer, not any more."""

    @property
    def low(self) -> str:
        return self.clause.low


@cache
def _opening() -> re.Pattern[str]:
    return re.compile(rf"(?>(?:{one_of(small('openers'))})(?![\w'-])[\s,!:.~]*)+")


class Reader:
    """Reads the clauses of one message in order, and remembers who was spoken of."""

    def __init__(self, speaker: Person, people: Sequence[Person]) -> None:
        self.speaker = speaker
        self.people = people
        self.last: Reading | None = None
        self.person: Person | None = None

    def read(self, clause: Clause) -> Reading:
        """One clause, the next in order."""
        found = Reading(clause)
        words_ = [(t[0], t.start(), t.end()) for t in _TOKEN.finditer(clause.low)]
        place = self._start(clause)
        found.head = place
        number = next((n for n, word in enumerate(words_) if word[1] >= place), len(words_))
        if number == len(words_) and number:
            number = len(words_) - 1
        number = self._subject(found, words_, number)
        if number < len(words_) or found.verb or not found.elided:
            self._predicate(found, words_, number)
        for person in self.people:
            if clause.start <= person.start < clause.stop and person.kind != "pet":
                self.person = None if person.beside else person
        self.last = found
        return found

    def _start(self, clause: Clause) -> int:
        """Past what says nothing, and past a time."""
        place = 0
        opened = _opening().match(clause.low)
        if opened and opened.end() < len(clause.low):
            place = opened.end()
        first = _TIME_FIRST.match(clause.low, place)
        return first.end() if first else place

    # who

    def _subject(self, found: Reading, tokens: list[tuple[str, int, int]], number: int) -> int:
        if number >= len(tokens):
            return number
        clause = found.clause
        word, at, _ = tokens[number]
        both = re.compile(r"[^,]{1,40}? and (?:i|me)(?= |'|$)").match(clause.low, at)
        if word in ("im", "ive"):
            found.who = self.speaker
            return number
        if word in _SPEAKER:
            found.who = self.speaker
            return number + 1
        if both and word not in _MODAL and word not in verbs():
            found.who = self.speaker
            return next((n for n, t in enumerate(tokens) if t[1] >= both.end()), len(tokens))
        if clause.joint in ("who", "who's", "whose"):
            found.who = self.person if self._just_named(clause) else None
            found.thing = "" if found.who else "?"
            return number
        if word in _THIRD:
            found.who = self._meant(word)
            found.thing = "" if found.who else "it" if word in ("it", "which") else "?"
            found.who = found.who or (self.speaker if word in ("it", "which") else None)
            return number + 1
        person = self._named(clause, at)
        if person is not None:
            return self._of_person(found, tokens, number, person)
        if word in ("my", "our"):
            return self._thing(found, tokens, number + 1, self.speaker)
        if word in ("his", "her", "their", "its"):
            owner = self._meant({"his": "he", "her": "she"}.get(word, "they"))
            return self._thing(found, tokens, number + 1, owner)
        if word in _CROWD:
            return self._other(found, tokens, number)
        if word in _STRANGE:
            found.thing, found.who = word, self.speaker
            return number + 1
        return self._no_subject(found, tokens, number)

    def _just_named(self, clause: Clause) -> bool:
        return self.person is not None and 0 <= clause.start - self.person.stop < 12

    def _meant(self, pronoun: str) -> Person | None:
        """Whom a pronoun means: the one last spoken of, if the sex fits."""
        person = self.person
        if pronoun == "it":
            return self.last.who if self.last and self.last.who and self.last.who.kind == "pet" else None
        if person is None:
            pets = [each for each in self.people if each.kind == "pet"]
            return pets[0] if pets and pronoun in ("he", "she") else None
        if pronoun in ("he", "she") and person.sex and person.sex != pronoun:
            return next((p for p in reversed(self.people) if p.sex == pronoun and p.start < person.start), None)
        if pronoun == "they" and person.sex:
            return None
        return person

    def _named(self, clause: Clause, at: int) -> Person | None:
        place = clause.start + at
        for person in self.people:
            if person.start <= place < person.stop:
                return person
        text = clause.text[at:]
        for person in self.people:
            if person.name and re.match(rf"{re.escape(person.name)}(?![\w-])", text):
                return person
        return None

    def _of_person(
        self, found: Reading, tokens: list[tuple[str, int, int]], number: int, person: Person
    ) -> int:
        clause = found.clause
        end = person.stop - clause.start
        if not (0 < end <= len(clause.low)) or end <= tokens[number][1]:
            end = tokens[number][1] + len(person.name or person.relation)
        while number < len(tokens) and tokens[number][1] < end:
            number += 1
        if number < len(tokens) and tokens[number][0] == "'s" and not self._is_is(tokens, number):
            return self._thing(found, tokens, number + 1, person)
        if number < len(tokens) and tokens[number][0] in ("from", "at", "in"):
            far = next((n for n in range(number, min(number + 5, len(tokens))) if tokens[n][0] in small("aux")), 0)
            if far:
                number = far
        found.who = person
        self.person = person if person.kind != "pet" else self.person
        return number

    def _is_is(self, tokens: list[tuple[str, int, int]], number: int) -> bool:
        """Whether an 's is short for is or has."""
        if number + 1 >= len(tokens):
            return False
        word = tokens[number + 1][0]
        form = verbs().get(word)
        if tokens[number - 1][0] in ("name", "birthday", "number", "email", "handle", "job", "dob", "address"):
            return True
        return (
            word in _AFTER_IS
            or word in small("adverbs")
            or word.isdigit()
            or bool(form and form.forms & {"g", "n"} and word not in words("hobby"))
            or any(word in words(each) for each in ("illness_word", "nation", "diet", "marital", "trait", "number"))
        )

    def _thing(
        self, found: Reading, tokens: list[tuple[str, int, int]], number: int, owner: Person | None
    ) -> int:
        """A subject that belongs to somebody: up to the first word that may be its verb."""
        found.who = owner
        start = tokens[number][1] if number < len(tokens) else 0
        place = number
        while place < min(number + 7, len(tokens)):
            word = tokens[place][0]
            if place > number and (word in small("aux") and (word != "'s" or self._is_is(tokens, place) or place >= number)):
                break
            form = verbs().get(word)
            if place > number and form and form.forms & {"s", "d"} and word not in _NOUNY:
                break
            if place > number and form and "b" in form.forms and tokens[place - 1][0].endswith("s"):
                break
            place += 1
        found.thing = found.low[start : tokens[place - 1][2]] if place > number else "?"
        found.owned = True
        if owner is None:
            found.thing = found.thing or "?"
        return place

    def _no_subject(self, found: Reading, tokens: list[tuple[str, int, int]], number: int) -> int:
        word = tokens[number][0]
        heads = verbs().get(word)
        if word in small("aux") or word in ("never", "not", "always", "just", "only", "still", "finally", "really") or word in _AUX_SHORT:
            verbal = word not in ("just", "only", "not", "'s") or self._verb_next(tokens, number)
        else:
            verbal = bool(heads) and not self._is_noun(found, tokens, number)
        if verbal and heads and heads.forms == {"g"} and _GERUND.search(found.low, tokens[number][2]):
            found.thing, found.who = "?", self.speaker
            return number + 1
        if not verbal:
            return self._other(found, tokens, number)
        found.elided = True
        last = self.last
        joined = found.clause.joint in ("and", "but", "or", ",", "then", "&", "-", "–", "—")
        if last and joined and last.clause.sentence == found.clause.sentence and last.mode != "bare":
            found.who, found.thing = last.who, last.thing and "?"
            if last.mode in ("can", "order") and heads and "b" in heads.forms:
                found.mode = last.mode
        elif last and joined and last.clause.sentence == found.clause.sentence and last.who is not None:
            found.who = last.who
        else:
            found.who = self.speaker
        return number

    def _verb_next(self, tokens: list[tuple[str, int, int]], number: int) -> bool:
        return number + 1 < len(tokens) and tokens[number + 1][0] in verbs()

    def _is_noun(self, found: Reading, tokens: list[tuple[str, int, int]], number: int) -> bool:
        word = tokens[number][0]
        following = tokens[number + 1][0] if number + 1 < len(tokens) else ""
        if word in _NOUNY and following not in _OBJECT:
            return True
        if word == "like":
            return True
        if word in words("hobby") and following not in _OBJECT:
            return True
        if following in ("is", "are", "was", "'s", "were"):
            return True
        return not following and word not in ("hate", "love")

    def _other(self, found: Reading, tokens: list[tuple[str, int, int]], number: int) -> int:
        """Some other subject, if a verb comes; else the clause has none."""
        place = number + 1
        while place < min(number + 9, len(tokens)):
            word = tokens[place][0]
            if word in small("aux") and word not in ("been", "being", "not", "n't", "m") and (word != "'s" or self._is_is(tokens, place)):
                found.thing = found.low[tokens[number][1] : tokens[place - 1][2]]
                found.who = self.speaker
                return place
            form = verbs().get(word)
            if form and form.forms & {"s"} and (word not in _PLURALS or word in ("starts", "begins", "ends")) and tokens[place - 1][0] not in _DETERMINERS:
                found.thing = found.low[tokens[number][1] : tokens[place - 1][2]]
                found.who = self.speaker
                return place
            place += 1
        found.mode = "bare"
        found.denied = tokens[number][0] in ("not", "no", "never", "hardly")
        found.chain = tokens[number][1]
        last = self.last
        near = last and last.clause.sentence == found.clause.sentence
        found.who = last.who if near and last and last.who else self.speaker
        if last and not near and self.person and last.who is self.person:
            found.who = self.person
        found.at = found.rest = tokens[number][1]
        found.elided = True
        found.verb = ""
        return len(tokens)

    # what

    def _predicate(self, found: Reading, tokens: list[tuple[str, int, int]], number: int) -> None:
        state: list[str] = []
        first = number
        while number < len(tokens):
            word, at, end = tokens[number]
            word = {"ca": "can", "wo": "will", "m": "am", "im": "'m", "ive": "'ve", "cant": "can't", "cannot": "can't"}.get(word, word)
            if number == first:
                found.at = found.chain = at
            if word in ("n't", "not", "never") or (word.endswith("n't") and word in small("aux")) or word in ("dont", "doesnt", "didnt", "isnt", "arent", "havent"):
                found.denied = True
                if word == "never":
                    found.adverbs.add(word)
                elif word not in ("n't", "not"):
                    state.append(word.replace("n't", "").replace("nt", ""))
            elif word == "no" and tokens[number + 1 : number + 2] and tokens[number + 1][0] == "longer":
                found.ends = True
                number += 1
            elif word in small("adverbs") and not (word in ("so", "all", "very", "too", "both", "once", "then", "even") and state[-1:] and state[-1] in _BE):
                found.adverbs.add(word)
            elif word in small("aux") and not self._is_main(word, tokens, number, state):
                state.append(word)
            elif word in ("going", "gonna", "about", "planning", "off") and self._to(tokens, number) and (state or word == "gonna"):
                state.append("future")
                number += 0 if word == "gonna" else 1
            elif word in ("start", "started", "starting", "begun", "begin", "began") and number + 1 < len(tokens) and (verbs().get(tokens[number + 1][0]) or Form("", frozenset())).forms == {"g"}:
                state.append("'m")
            elif word in ("got", "get", "getting", "gets") and number + 1 < len(tokens) and tokens[number + 1][0] in ("diagnosed",):
                state.append("was")
            elif word == "used" and self._to(tokens, number):
                found.ends = True
                number += 1
            else:
                break
            number += 1
        if number >= len(tokens):
            self._short(found, state, tokens)
            return
        self._main(found, state, tokens, number)

    def _to(self, tokens: list[tuple[str, int, int]], number: int) -> bool:
        return (
            number + 2 < len(tokens)
            and tokens[number + 1][0] == "to"
            and "b" in (verbs().get(tokens[number + 2][0]) or Form("", frozenset())).forms
        )

    def _is_main(self, word: str, tokens: list[tuple[str, int, int]], number: int, state: list[str]) -> bool:
        """Whether have, do or need is the verb itself and helps no other."""
        if word not in ("have", "has", "had", "'ve", "do", "does", "did"):
            return False
        step = number + 1
        while step < len(tokens) and (tokens[step][0] in small("adverbs") or tokens[step][0] in ("n't", "not", "never")):
            if tokens[step][0] in ("n't", "not", "never"):
                return False
            step += 1
        if step >= len(tokens):
            return True
        following = tokens[step][0]
        form = verbs().get(following)
        if word in ("do", "does", "did"):
            return not (form and "b" in form.forms and following not in ("sudoku",)) or following in _NOUNY and word == "do" and following in ("work", "test", "design", "research")
        if following in ("been", "got", "had", "gotten"):
            return False
        return not (form and "n" in form.forms and following not in ("set", "cut")) and not (form is None and following.endswith("ed"))

    def _short(self, found: Reading, state: list[str], tokens: list[tuple[str, int, int]]) -> None:
        """Nothing behind the auxiliary: "I am", "I can't"."""
        found.rest = len(found.low)
        if state and state[-1] in ("'m", "am", "is", "are", "was"):
            found.verb, found.mode = "be", "present"
        elif state:
            found.verb, found.mode = "do", "can" if state[0].startswith("can") else "present"

    def _main(self, found: Reading, state: list[str], tokens: list[tuple[str, int, int]], number: int) -> None:
        word, at, end = tokens[number]
        form = verbs().get(word)
        helpers = [each for each in state if each not in ("n't", "not")]
        is_be = bool(helpers) and helpers[-1] in _BE
        perfect = any(each in ("have", "has", "had", "'ve") for each in helpers) or (
            "'s" in helpers and (word in ("been", "got") or "been" in helpers or bool(form and "n" in form.forms and word not in ("called", "named", "based", "married", "scared", "retired", "booked", "obsessed")))
        )
        found.at = at
        if found.mode == "bare":
            found.mode = "present"
        if is_be and found.thing and form and form.forms & {"g"} and found.owned:
            found.verb, found.rest, found.mode = "be", at, "present"
        elif is_be and not (form and form.forms & {"g", "n"}) or not form and helpers and is_be:
            found.verb, found.rest = "be", at
            found.mode = "perfect" if perfect and "been" in helpers else "past" if helpers[-1] in ("was", "were") else "present"
        elif perfect and form and word == "got":
            found.verb, found.rest, found.mode = "have", end, "present"
        elif is_be and form and "g" in form.forms:
            found.verb, found.rest, found.mode = form.base, end, "doing"
            if helpers[-1] in ("was", "were"):
                found.mode = "was doing"
        elif form and is_be and "n" in form.forms and not perfect and form.base not in _SUFFERED:
            found.verb, found.rest = "be", at
            found.mode = "past" if helpers[-1] in ("was", "were") else "present"
        elif form and is_be and "n" in form.forms and not perfect:
            found.verb, found.rest, found.mode = form.base, end, "done"
        elif form:
            found.verb, found.rest = form.base, end
            found.mode = self._mode(found, form, helpers, perfect)
        elif word == "'ve":
            found.verb, found.rest, found.mode = "have", end, "present"
        else:
            found.verb, found.rest = word, end
            found.mode = "present" if not helpers else self._mode(found, Form(word, frozenset("b")), helpers, perfect)
        if found.verb in ("be", "have") and re.match(r"\s*no (?!longer|doubt|stranger)", found.low[found.rest :]):
            found.denied = True
        if is_be and "been" in helpers and form and "n" in form.forms:
            found.mode = "done"
        if any(each in ("would", "could", "might", "may", "should", "must", "'d", "ought", "could", "shall") for each in helpers):
            found.mode = "would"
        elif "future" in helpers or "will" in helpers or "'ll" in helpers or "wo" in helpers:
            found.mode = "future"

    def _mode(self, found: Reading, form: Form, helpers: list[str], perfect: bool) -> str:
        if any(each in ("can", "ca", "can't") for each in helpers):
            return "can"
        if perfect:
            return "perfect"
        if any(each in ("did", "'d") for each in helpers):
            return "past"
        if found.elided and found.mode in ("can", "order"):
            return found.mode
        if found.elided and form.forms == {"n"}:
            return "done"
        if "g" in form.forms and "b" not in form.forms:
            return "doing"
        if "d" in form.forms and "b" not in form.forms:
            return "past"
        if found.elided and "b" in form.forms and not helpers and "s" not in form.forms:
            return "present" if self._is_told(found, form) else "order"
        return "present"

    def _is_told(self, found: Reading, form: Form) -> bool:
        """Whether a verb that could be an order has only lost its "I"."""
        last = self.last
        if last and last.clause.sentence == found.clause.sentence and last.mode == "present" and last.who and not last.thing and not last.elided and found.clause.joint in ("and", "but", "or", ","):
            return True
        return bool(found.adverbs & {"still", "just", "also", "mostly", "usually"}) or form.base in _OWN


_GERUND = re.compile(r" (?:is|was|has been|would be|sounds|seems|feels|helps|makes|takes|can be|will be|keeps me|isn't|wasn't)\b")
_BE = frozenset(["am", "'m", "is", "'s", "are", "'re", "was", "were", "be", "been", "being", "isn't", "aren't", "wasn't", "weren't", "is", "are"])
_SUFFERED = frozenset(
    "bear raise bring call name diagnose base locate moor book schedule promote lay make put settle station set plan take move adopt".split()
)
"""Verbs whose participles say what happened to somebody, not how somebody is."""
_OWN = frozenset("have live work study speak own miss suffer need teach drive".split())
"""Verbs that nobody orders an assistant to do."""
_AUX_SHORT = frozenset(["ca", "wo", "do", "did", "don't", "can't"])
_AFTER_IS = frozenset(
    "home a an the not just been on in at from got my our one from into called named about off so too very always never still only really super quite pretty also coming going due allergic full back away here there gone dead pregnant deaf blind married single an actual obsessed scared afraid moving starting getting ex half like such turning turned half-deaf sick ill obsessed vegan".split()
)
_OBJECT = frozenset(
    "a an the my our in at on for to as with it them this that every up out off by from into around along about you your me all some any most no".split()
)
_DETERMINERS = frozenset("a an the my our his her their this these those some two three four of in at on for with and".split())


@cache
def _nouny() -> frozenset[str]:
    from holdfast.providers.rules.english.lexicon import data_of

    bases = data_of("verbs")["nouns"].split()
    return frozenset(bases) | frozenset(f"{base}s" for base in bases)


class _Lazy:
    def __contains__(self, word: object) -> bool:
        return word in _nouny()


_NOUNY = _Lazy()
_PLURALS = _Lazy()
