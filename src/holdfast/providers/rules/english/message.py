"""Message: from the words of a message to its claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.english.answers import answers, question_of
from holdfast.providers.rules.english.beside import told_beside
from holdfast.providers.rules.english.called import named
from holdfast.providers.rules.english.children import children_in
from holdfast.providers.rules.english.clause import Clause, clauses, plain, unquoted
from holdfast.providers.rules.english.confirmed import confirmed
from holdfast.providers.rules.english.contacts import contacts_in, kind_of
from holdfast.providers.rules.english.corrections import corrected, is_correction
from holdfast.providers.rules.english.had import also_had
from holdfast.providers.rules.english.instructions import instructions
from holdfast.providers.rules.english.introductions import are_many, introduced
from holdfast.providers.rules.english.lexicon import is_a, pattern, small
from holdfast.providers.rules.english.listing import listed
from holdfast.providers.rules.english.mood import is_jest, is_joke, moods
from holdfast.providers.rules.english.people import Person, held, people_in
from holdfast.providers.rules.english.reader import Reader
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.sayings import sayings
from holdfast.providers.rules.english.suffering import own_illnesses
from holdfast.providers.rules.english.times import birth_day, when
from holdfast.providers.rules.english.town import town_of
from holdfast.providers.rules.english.trailing import trailing
from holdfast.providers.rules.english.values import Found, claims_of

LONGEST = 4000
"""Of a longer message only the beginning is read: nobody tells of themselves at such length."""

_DANGLING = re.compile(r"(?:\s+(?:and|or|but|so|with|the|a|an|to|in|at|of|for|my|as|that))+$")
_SHORT = re.compile(r"^['’](?:m|re|s|ve|ll|d)\s+")
_DATED = frozenset(["plan", "event", "birthday"])
_PEOPLE = frozenset(["family", "pet", "friend", "partner"])
_WORDY = frozenset(["habit", "plan", "event", "goal", "like", "dislike"])
_PRONOUN_FIRST = re.compile(r"(?:oh |well |yes |yeah |no |haha |so |and |,)*(?:he|she)\b")
_CAPITAL = re.compile(r"(?!\bI\b)[A-Z]")
_YOUR = re.compile(r"\b[Yy]our\b")
_WAS = re.compile(r"\b(?:was|were|turned|had)\b")
_NEWS = frozenset(["event", "plan", "age"])
_NOT_QUITE = frozenset(["almost", "nearly", "barely", "hardly"])
_HALF_MEANT = frozenset(["basically", "practically", "technically"])


def understood(said: Said, before: Sequence[Said]) -> list[Claim]:
    """The claims of a message."""
    return Message(said, before).claims()


class Message:
    """One message being read. `before` are those that it may answer or correct."""

    def __init__(self, said: Said, before: Sequence[Said]) -> None:
        self.said, self.before = said, before
        self.text = unquoted(said.text[:LONGEST])
        self.low = plain(self.text)
        self.people = people_in(self.text)
        self.clauses = clauses(self.text, held(self.text, self.people))
        self.moods = moods(self.clauses)
        self.me = Person("self", name=said.me)
        self.readings = self._read()

    def claims(self) -> list[Claim]:
        """What it claims, each thing once."""
        if is_joke(self.low) or any(map(is_jest, self.readings)):
            return []
        made = [claim for n, r in enumerate(self.readings) for claim in self._of_reading(r, n)]
        made += self._said_otherwise()
        made += self._owned(made)
        made = self._with_answers(made)
        made = corrected(self, made)
        made += self._introductions({claim.about for claim in made})
        return _once(named(made, self.said.me) + list(self._children(made)))

    def _read(self) -> list[Reading]:
        reader = Reader(self.me, self.people, self._asked_of())
        lower = not _CAPITAL.search(self.text)
        found: list[Reading] = []
        for clause, mood in zip(self.clauses, self.moods, strict=True):
            reading = reader.read(clause)
            reading.mood, reading.lower = mood, lower
            reading.after = found[-1] if found else None
            found.append(reading)
        return found

    def _asked_of(self) -> Person | None:
        """Whom the assistant has just asked about: "And your wife, what does she do?" """
        if not self.before or self.before[-1].me != "assistant" or self.people:
            return None
        if not _PRONOUN_FIRST.match(self.low):
            return None
        asked = self.before[-1].text
        if not asked.rstrip().endswith("?"):
            return None
        told = people_in(_YOUR.sub(lambda your: "My" if your[0] == "Your" else "my", asked))
        return told[0] if len(told) == 1 and told[0].kind != "pet" else None

    def _of_reading(self, reading: Reading, number: int) -> Iterator[Claim]:
        if reading.who is None:
            reading.who, reading.thing = self.me, "?"
        if not self._may_claim(reading):
            return
        for found in claims_of(reading):
            if self._is_half(reading, found, number) or _is_far(reading, found):
                continue
            rest = [r for r in self.readings[number + 1 :] if r.follows(reading)]
            town = town_of(reading, found)
            if town:
                yield self._claim(reading, Found("home", *town))
                found = replace(found, stop=town[0] - len(" in "))
            yield self._claim(reading, found, more=trailing(found, reading, rest))
            if found.listed and found.stop >= len(reading.low) - 1:
                for each, item in listed(found, rest):
                    yield self._claim(each, item, who=reading.who)

    def _is_half(self, reading: Reading, found: Found, number: int) -> bool:
        """Whether a value ends at a comma within it: "a light, healthy snack"."""
        if found.topic not in _WORDY or found.stop < len(reading.low):
            return False
        rest = self.readings[number + 1 : number + 2]
        goes_on = rest and rest[0].follows(reading) and rest[0].mode == "bare"
        if not goes_on or rest[0].clause.joint != "," or pattern("adverbial").match(rest[0].low):
            return False
        told = reading.low[found.start : found.stop]
        if reading.verb == "prefer" and " " not in told and " " in rest[0].low:
            return True
        return pattern("half_told").search(told) is not None

    def _may_claim(self, reading: Reading) -> bool:
        """Whether a reading says something real of one person, and is no order."""
        if reading.after is None and self.before and is_correction(reading):
            return False
        if reading.verb != "be" and reading.adverbs & _NOT_QUITE:
            return False
        if reading.used or (are_many(reading.who or self.me) and reading.verb != "call"):
            return False
        if reading.adverbs & _HALF_MEANT and not pattern("by_now").search(reading.low):
            return False
        if reading.mode == "order" and reading.verb not in small("taste"):
            return False
        return reading.mood == "real" or reading.mood == reading.mode == "would"

    def _claim(
        self, reading: Reading, found: Found, who: Person | None = None, more: int = 0
    ) -> Claim:
        """A claim of what was found; `more` is where it ends, if beyond its clause."""
        clause = reading.clause
        value = self.said.text[clause.start + found.start : more or clause.start + found.stop]
        value = self._uncalled(value)
        if found.topic == "birthday":
            was = _WAS.search(clause.low) is not None
            value = birth_day(value, self.said.said_at, was=was)
        since = until = None
        if found.topic in _DATED:
            start, sentence = self._sentence(clause)
            place, begin = (found.start, found.stop), clause.start - start
            near = [(begin + a, begin + b) for a, b in (place, (0, len(clause.text)))]
            ahead = found.topic == "plan"
            since, until = when(sentence, self.said.said_at, ahead=ahead, near=near)
        about = self.me if found.mine else who or reading.who or self.me
        return Claim(
            topic=found.topic,
            sub=found.sub,
            value=_quoted(_DANGLING.sub("", _SHORT.sub("", value)).strip()),
            text=self.said.text[clause.start : clause.stop],
            sources=(self.said.id,),
            about=self.said.me if about.kind == "self" else about.about,
            since=since,
            until=until,
            ends=found.ends or reading.ends,
        )

    def _uncalled(self, value: str) -> str:
        """A value without the name of whom the speaker talks to, at its end."""
        called = {each.me for each in self.before} - {self.said.me, "", "assistant"}
        words = value.split()
        return " ".join(words[:-1]) if len(words) > 1 and words[-1] in called else value

    def _told(self, topic: str, start: int, stop: int) -> Claim:
        """A claim of the speaker that no verb bears."""
        clause = self._clause(start)
        return Claim(
            topic=topic,
            value=self.said.text[start:stop].strip(),
            text=self.said.text[clause.start : clause.stop] if clause else self.said.text,
            sources=(self.said.id,),
            about=self.said.me,
        )

    def _said_otherwise(self) -> Iterator[Claim]:
        """Sayings, instructions and contacts."""
        for topic, start, stop in sayings(self.text, self.low):
            if _may_say(topic, self._mood(start)):
                yield self._told(topic, start, stop)
        for number, start, stop in instructions(self.clauses, self.moods):
            at = self.clauses[number].start
            yield self._told("instruction", at + start, at + stop)
        for start, stop in contacts_in(self.text):
            if self._mood(start) not in ("unreal", "asked"):
                yield replace(
                    self._told("contact", start, stop), sub=kind_of(self.text[start:stop])
                )

    def _owned(self, told: Sequence[Claim]) -> Iterator[Claim]:
        """What the speaker calls theirs, "my old Land Rover", and what is told beside people."""
        for reading in self.readings:
            mine = reading.owned and reading.who is self.me and reading.mood == "real"
            kept = " " in reading.thing and not reading.thing.startswith("other ")
            if mine and kept and is_a(reading.thing, "kept") and _is_new(reading, told):
                at = reading.clause.start + reading.low.find(reading.thing)
                yield self._told("possession", at, at + len(reading.thing))
            if reading.mood == "real":
                told_already = {plain(each.value) for each in told}
                for topic, *place in also_had(reading, self.low, self._sentence_end(reading)):
                    if not any(has in self.low[slice(*place)] for has in told_already):
                        yield self._told(topic, *place)
        for start, stop in own_illnesses(self.low):
            if self._mood(start) in ("real", "would", "asked", "if"):
                yield self._told("health", start, stop)
        for person in self.people:
            mood = self._mood(person.start)
            for topic, *place in told_beside(person, self.text, self.low, mood):
                yield replace(self._told(topic, *place), about=person.about)

    def _with_answers(self, made: Sequence[Claim]) -> list[Claim]:
        """The claims with what answers a question, which tells how its words are meant."""
        if not self.before or self.before[-1].me != "assistant":
            return list(made)
        have = {claim.topic for claim in made}
        question = question_of(self.before[-1].text)
        found = [
            self._told(topic, start, stop)
            for topic, start, stop in answers(question, self.text, self.readings)
            if topic not in have or _is_within(made, topic, self.text[start:stop])
        ]
        meant = [plain(claim.value) for claim in found]
        kept = [c for c in made if not any(plain(c.value) in value for value in meant)]
        topics = {claim.topic for claim in kept + found}
        return kept + found + [each for each in confirmed(self) if each.topic not in topics]

    def _introductions(self, told: set[str]) -> Iterator[Claim]:
        for person in introduced(self.people, self.readings, told, self.low):
            made = self._told(person.kind, person.start, person.stop)
            sub = "" if person.kind == "pet" else person.relation
            yield replace(made, value=person.value, sub=sub)

    def _children(self, made: Sequence[Claim]) -> Iterator[Claim]:
        """Several who are told by name, with their ages."""
        have = " ".join(plain(claim.value) for claim in made if claim.topic == "family")
        for start, stop, found in children_in(self.text):
            if self._mood(start) != "real":
                continue
            kin = re.split(r"[^\w ]| are ", self.low[start:stop])[0]
            if not re.search(rf"\w {kin}\b", have):  # "three boys" was told
                yield self._told("family", start, stop)
            for child in found:
                if child.age:
                    yield replace(self._told("age", *child.age), about=child.name)

    def _sentence(self, clause: Clause) -> tuple[int, str]:
        """Where the sentence of a clause begins, and all of it."""
        same = [each for each in self.clauses if each.sentence == clause.sentence]
        return same[0].start, self.text[same[0].start : same[-1].stop]

    def _sentence_end(self, reading: Reading) -> int:
        return next(c.stop for c in reversed(self.clauses) if c.sentence == reading.clause.sentence)

    def _clause(self, place: int) -> Clause | None:
        return next((c for c in self.clauses if c.start <= place < c.stop), None)

    def _mood(self, place: int) -> str:
        inside = (r for r in self.readings if r.clause.start <= place < r.clause.stop)
        reading = next(inside, None)
        if reading is None:
            return "real"
        return "would" if reading.mood == "real" and reading.mode == "would" else reading.mood


def _is_new(reading: Reading, told: Sequence[Claim]) -> bool:
    """Whether nothing was claimed yet of what is somebody's."""
    same = (c for c in told if c.topic == "possession" and c.text == reading.clause.text)
    return next(same, None) is None and not any(reading.thing in plain(c.value) for c in told)


def _is_within(made: Sequence[Claim], topic: str, value: str) -> bool:
    """Whether all that was claimed under a topic only adds to a value: "law, second year"."""
    return all(plain(value).find(plain(c.value)) > 0 for c in made if c.topic == topic)


def _is_far(reading: Reading, found: Found) -> bool:
    """What happens to my hairdresser's cousin is no news of mine."""
    who = reading.who
    return who is not None and who.theirs and not who.name and found.topic in _NEWS


def _quoted(value: str) -> str:
    """With the sign at its end that its quotation has lost."""
    return value + '"' if value.count('"') % 2 and not value.startswith('"') else value


def _may_say(topic: str, mood: str) -> bool:
    if mood == "asked":
        return topic in ("nickname", "dislike", "like")
    return mood in ("real", "reported") or (mood == "would" and topic in ("goal", "nickname"))


def _once(made: Sequence[Claim]) -> list[Claim]:
    """Without what was said before in other words."""
    kept: list[Claim] = []
    for claim in made:
        same = next((each for each in kept if _is_same(each, claim)), None)
        half = next((each for each in kept if _is_other_half(each, claim)), None)
        if half is not None:
            both = f"{half.value}, {claim.value}"
            kept[kept.index(half)] = replace(half, value=both, text=f"{half.text}, {claim.text}")
        elif same is None:
            kept += [claim] if claim.value else []
        elif claim.topic in _PEOPLE and len(claim.value) > len(same.value):
            kept[kept.index(same)] = claim
    return kept


def _is_other_half(one: Claim, other: Claim) -> bool:
    """Half Lebanese, half Scottish."""
    origins = one.topic == other.topic == "origin" and one.about == other.about
    halves = all(plain(each.value).startswith(("half", "part", "quarter")) for each in (one, other))
    return origins and halves and not _is_same(one, other)


def _is_same(one: Claim, other: Claim) -> bool:
    if (one.about, one.topic, one.ends) != (other.about, other.topic, other.ends):
        return False
    a, b = plain(one.value), plain(other.value)
    return a in b or b in a
