"""Message: from the words of a message to its claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.english.answers import answers, question_of
from holdfast.providers.rules.english.clause import Clause, clauses, plain, unquoted
from holdfast.providers.rules.english.contacts import contacts_in
from holdfast.providers.rules.english.corrections import corrections, is_correction
from holdfast.providers.rules.english.frames import Found, claims_of
from holdfast.providers.rules.english.instructions import instructions
from holdfast.providers.rules.english.lexicon import is_a, words
from holdfast.providers.rules.english.mood import is_joke, moods
from holdfast.providers.rules.english.people import Person, held, name_at, people_in
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reader import Reader
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.sayings import sayings
from holdfast.providers.rules.english.times import when

LONGEST = 4000
"""Of a longer message only the beginning is read: nobody tells of themselves at such length."""


def understood(said: Said, before: Sequence[Said]) -> list[Claim]:
    """The claims of a message, in the order of their words."""
    return Message(said, before).claims()


class Message:
    """One message being read."""

    def __init__(self, said: Said, before: Sequence[Said]) -> None:
        self.said, self.before = said, before
        self.text = unquoted(said.text[:LONGEST])
        self.low = plain(self.text)
        self.lower = not re.search(r"[A-Z]", re.sub(r"\bI\b", "", self.text))
        self.me = Person("self", name=said.me)
        self.people = people_in(self.text)
        self.clauses = clauses(self.text, held(self.text, self.people))
        self.found: list[tuple[Person, Found, Reading]] = []

    def claims(self) -> list[Claim]:
        if is_joke(self.text):
            return []
        kinds = moods(self.clauses)
        reader = Reader(self.me, self.people)
        self.readings = []
        for clause, mood in zip(self.clauses, kinds, strict=True):
            reading = reader.read(clause)
            reading.mood, reading.lower = mood, self.lower
            self.readings.append(reading)
        if any(_is_fanciful(reading) for reading in self.readings):
            return []
        made: list[Claim] = []
        for number, reading in enumerate(self.readings):
            made += self._of_reading(reading, number)
        made += self._sayings(made)
        made += self._asked_of_assistant(kinds)
        made += self._owned()
        made += self._contacts()
        made += self._answers(made)
        made += corrections(self, made)
        made += self._introductions(made)
        return _once(self._named(made))

    def _of_reading(self, reading: Reading, number: int) -> Iterator[Claim]:
        if reading.who is None:
            reading.who, reading.thing = self.me, "?"
        if number == 0 and reading.mode == "bare" and self.before and is_correction(reading.low):
            return
        if reading.used or not _may_claim(reading) or _is_many(reading.who):
            return
        if reading.adverbs & {"basically", "practically", "technically"}:
            return
        if reading.mode == "order" and reading.verb not in _OWN:
            return
        reading.after = self.readings[number - 1] if number else None
        for found in claims_of(reading):
            cut = _place_behind(reading, found) if found.topic == "work" else None
            if cut:
                found = Found("work", found.start, cut[0] - 4, found.sub)
                yield self._claim(reading, Found("home", *cut))
            yield self._claim(reading, found)
            if found.listed and found.stop >= len(reading.low) - 1:
                yield from self._listed(reading, found, number)

    def _named(self, made: Sequence[Claim]) -> list[Claim]:
        """With the name of whoever was first called by a relation only."""
        names = {c.about: c.value for c in made if c.topic == "name" and c.about != self.said.me}
        return [replace(c, about=names[c.about]) if c.about in names and c.topic != "name" else c for c in made]

    def _listed(self, reading: Reading, found: Found, number: int) -> Iterator[Claim]:
        """What follows as more of the same: "I hate mornings, alarm clocks, and birds"."""
        run: list[Reading] = []
        last = None
        for each in self.readings[number + 1 :]:
            near = each.clause.sentence == reading.clause.sentence
            if not near or each.clause.joint not in (",", "and", "or", "&"):
                break
            if each.mode != "bare":
                last = each if re.match(r"(?:and|or) (?!i\b|i'|we\b|my\b|it|the\b|he\b|she\b|they\b|you)", each.low) else None
                break
            run.append(each)
        if last is None and not any(re.search(r"(?:^| )(?:and|or|&|plus) ", each.low) or each.clause.joint in ("and", "or", "&") for each in run):
            return
        if found.topic in ("pet", "family") and run and all(_are_names(each) for each in run):
            yield from self._names(reading, found, run)
            return
        for each in run:
            lead = re.match(r"(?:and|or|&|plus|also|even)\s+", each.low)
            start = lead.end() if lead else 0
            if _ADVERBIAL.match(each.low[start:]):
                continue
            for x, y in parts(each.low[start:]):
                yield from self._item(each, found, start + x, start + y, reading.who)
            each.used = True

    def _item(self, each: Reading, found: Found, start: int, stop: int, who: Person | None) -> Iterator[Claim]:
        a, b = trimmed(each.low[start:stop], light=True)
        if len(each.low[start + a : start + b].split()) > 6:
            b = a + len(head_of(each.low[start + a : start + b]))
        if b - a and len(each.low[start + a : start + b].split()) <= 5:
            yield self._claim(each, Found(found.topic, start + a, start + b, found.sub), who=who)

    def _names(self, reading: Reading, found: Found, run: Sequence[Reading]) -> Iterator[Claim]:
        """The names of several: "three boys, Mateus, Davi and Caio"."""
        for each in run:
            for x, y in parts(each.low):
                if name := name_at(each.clause.text, x + (4 if each.low[x:].startswith("and ") else 0)):
                    yield self._claim(each, Found(found.topic, name.start(), name.end(), found.sub), who=reading.who)
                del y
            each.used = True

    def _claim(self, reading: Reading, found: Found, who: Person | None = None) -> Claim:
        clause = reading.clause
        value = self.said.text[clause.start + found.start : clause.start + found.stop]
        value = _DANGLING.sub("", _SHORT.sub("", value))
        since = until = None
        if found.topic in ("plan", "event", "birthday"):
            since, until = when(self._sentence(clause), self.said.said_at, ahead=found.topic == "plan")
        return Claim(
            topic=found.topic,
            sub=found.sub,
            value=value.strip(),
            text=self.said.text[clause.start : clause.stop],
            sources=(self.said.id,),
            about=self._about((self.me if found.mine else None) or who or reading.who),
            since=since,
            until=until,
            ends=found.ends or reading.ends,
        )

    def _about(self, who: Person | None) -> str:
        if who is None or who.kind == "self":
            return self.said.me
        return who.about

    def _sentence(self, clause: Clause) -> str:
        same = [each for each in self.clauses if each.sentence == clause.sentence]
        return self.text[same[0].start : same[-1].stop]

    def _told(self, topic: str, start: int, stop: int, **more: str) -> Claim:
        return Claim(
            topic=topic,
            value=self.said.text[start:stop].strip(),
            text=self._text(start),
            sources=(self.said.id,),
            about=self.said.me,
            **more,  # type: ignore[arg-type]
        )

    def _asked_of_assistant(self, kinds: Sequence[str]) -> Iterator[Claim]:
        for number, start, stop in instructions(self.clauses, kinds):
            at = self.clauses[number].start
            yield self._told("instruction", at + start, at + stop)

    def _sayings(self, made: Sequence[Claim]) -> Iterator[Claim]:
        for topic, start, stop in sayings(self.text, self.low, self.lower):
            mood = self._mood(start)
            if mood in ("real", "reported") or mood == "would" and topic in ("goal", "nickname") or topic in ("nickname", "dislike", "like") and mood == "asked":
                yield self._told(topic, start, stop)

    def _owned(self) -> Iterator[Claim]:
        """What the speaker calls theirs: my old Land Rover; and where their people are from."""
        for reading in self.readings:
            if reading.owned and reading.who is self.me and reading.mood == "real" and is_a(reading.thing, "kept"):
                at = reading.clause.start + reading.low.find(reading.thing)
                yield self._told("possession", at, at + len(reading.thing))
        for person in self.people:
            home = re.match(r" from ([A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?= (?:is|was|has|who|just|can|keeps)\b|,)", self.text[person.stop :])
            if home and self._mood(person.start) == "real":
                start = person.stop + home.start(1)
                yield replace(self._told("origin", start, start + len(home[1])), about=person.about)

    def _contacts(self) -> Iterator[Claim]:
        for start, stop in contacts_in(self.text):
            if self._mood(start) not in ("unreal", "asked"):
                yield self._told("contact", start, stop)

    def _answers(self, made: Sequence[Claim]) -> Iterator[Claim]:
        if not self.before or self.before[-1].me != "assistant":
            return
        question = question_of(self.before[-1].text)
        have = {claim.topic for claim in made}
        for topic, start, stop in answers(question, self.text, self.clauses, self.readings):
            if topic not in have:
                yield self._told(topic, start, stop)

    # people

    def _introductions(self, made: Sequence[Claim]) -> Iterator[Claim]:
        abouts = {claim.about for claim in made}
        for person in self.people:
            if person.again or not person.mine and not person.name:
                continue
            mood = self._mood(person.start)
            if not _is_introduced(person, mood, abouts) or self._is_theirs(person):
                continue
            yield Claim(
                topic=person.kind,
                sub=person.relation if person.kind != "pet" else "",
                value=person.value,
                text=self._text(person.start),
                sources=(self.said.id,),
                about=self.said.me,
            )

    def _is_theirs(self, person: Person) -> bool:
        """The kids of somebody else who is spoken of."""
        if not self.low.startswith("the ", person.start):
            return False
        for reading in self.readings:
            if reading.clause.start <= person.start < reading.clause.stop:
                return reading.who not in (self.me, person) or reading.denied
        return False

    def _mood(self, place: int) -> str:
        for clause, reading in zip(self.clauses, self.readings, strict=True):
            if clause.start <= place < clause.stop:
                return reading.mood
        return "real"

    def _text(self, place: int) -> str:
        for clause in self.clauses:
            if clause.start <= place < clause.stop:
                return self.said.text[clause.start : clause.stop]
        return self.said.text


_DANGLING = re.compile(r"(?:\s+(?:and|or|but|so|with|the|a|an|to|in|at|of|for|my|as|that))+$")
_SHORT = re.compile(r"^['’](?:m|re|s|ve|ll|d)\s+")
_OWN = frozenset("love hate like prefer adore loathe despise detest dislike call want wanna need hope fancy".split())
"""Verbs without their "I" that nobody is ordered to do."""
_ADVERBIAL = re.compile(
    r"(?:the (?:\w+er|more|less)|for|since|like|at|in|on|by|with|from|to|as|honestly|rain|ever|always|never|all|really|especially|mostly|again|you|if|when|which|that|this|so|not|no|yes|please|preferably|basically|literally|lol|anyway|even)\b"
)


def _is_many(who: Person) -> bool:
    """The kids, my parents: what holds for them is no fact of one of them."""
    return not who.name and who.kind != "self" and bool(re.search(r"(?:s|children|folks|people)$", plain(who.relation))) and not plain(who.relation).endswith(("ss", "missus"))


def _are_names(reading: Reading) -> bool:
    """Nothing but names: Miso and Tofu."""
    return bool(re.fullmatch(r"(?:and )?(?:little )?[A-ZÀ-Þ][\w'-]+(?: and (?:little )?[A-ZÀ-Þ][\w'-]+)?", reading.clause.text))


def _is_fanciful(reading: Reading) -> bool:
    """I am Dracula: nothing that is said with it is meant."""
    if reading.who is None or reading.who.kind != "self" or reading.verb != "be" or reading.thing:
        return False
    rest = re.sub(r"^(?:a|an|the|just|humble|actually|obviously|secretly|basically)\b ?", "", reading.low[reading.rest :].strip())
    head = head_of(re.sub(r"^(?:a|an|the|just|humble|rightful|secret|actual) ", "", rest))
    return not reading.denied and (head in words("famous") or bool(is_a(head, "famous")) or head.split()[-1:] in (["billionaire"], ["wizard"], ["vampire"], ["alien"], ["superhero"], ["queen"], ["king"], ["emperor"], ["god"], ["dragon"], ["potato"], ["robot"], ["unicorn"], ["mermaid"]))


def _place_behind(reading: Reading, found: Found) -> tuple[int, int] | None:
    """The town of "a nurse in Leeds"."""
    match = re.search(r" in (?=[A-ZÀ-Þ])", reading.clause.text[found.start : found.stop])
    if match is None or reading.verb not in ("be", "") or reading.mode == "past":
        return None
    head = reading.low[found.start : found.start + match.start()]
    if re.search(r"\b(?:at|of|for|with|from|to)\b", head) or not is_a(head, "trade"):
        return None
    return found.start + match.end(), found.stop


def _may_claim(reading: Reading) -> bool:
    if reading.mood == "real":
        return True
    return reading.mood == "would" and reading.mode == "would"


def _is_introduced(person: Person, mood: str, abouts: set[str]) -> bool:
    """Whether it is worth noting that the speaker has somebody."""
    if mood == "unreal":
        return False
    mood = "real" if mood in ("reported", "would") else mood
    if person.name or person.about in abouts:
        return True
    if person.kind == "friend" or mood != "real":
        return False
    if person.possessed and person.kind == "family" or person.oblique:
        return False
    return person.kind != "family" or not is_a(plain(person.relation), "kin_weak")


def _once(made: Sequence[Claim]) -> list[Claim]:
    """Without what was said before in other words."""
    kept: list[Claim] = []
    for claim in made:
        same = [
            each
            for each in kept
            if each.about == claim.about
            and each.topic == claim.topic
            and (plain(claim.value) in plain(each.value) or plain(each.value) in plain(claim.value))
        ]
        if same and claim.topic in ("family", "pet", "friend", "partner") and len(claim.value) > len(same[0].value):
            kept[kept.index(same[0])] = claim
        elif not same and claim.value:
            kept.append(claim)
    return kept
