"""Topic: what a claim is about, and how values of it live together."""

from __future__ import annotations

from dataclasses import dataclass

INSTRUCTION = "instruction"
"""The topic whose values are loaded into every context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic of knowledge about a person.

    `single` topics have one value at a time: a new one takes the place of the old. So have `each`
    ones for every sub-topic that has a name (one employer, one favourite colour). `lasting` ones do
    not change in life: two values are a dispute, unless one says that it corrects the other. A value of the topic `against` ends the same value here (like and dislike).
    `dated` ones happen at a time and are over when it has passed.
    """

    name: str
    single: bool = False
    each: bool = False
    lasting: bool = False
    dated: bool = False
    against: str = ""
    importance: float = 0.5

    def has_one(self, sub: str) -> bool:
        """Whether a new value takes the place of the old."""
        return self.single or (self.each and bool(sub))


def _table(*topics: Topic) -> dict[str, Topic]:
    return {topic.name: topic for topic in topics}


TOPICS = _table(
    Topic(name="name", single=True, importance=0.9),
    Topic(name="nickname", single=True, importance=0.9),
    Topic(name="age", single=True, importance=0.8),
    Topic(name="birthday", single=True, lasting=True, importance=0.9),
    Topic(name="gender", single=True, lasting=True, importance=0.8),
    Topic(name="origin", single=True, lasting=True, importance=0.7),
    Topic(name="home", single=True, importance=0.8),
    Topic(name="study", each=True, importance=0.7),
    Topic(name="work", each=True, importance=0.8),
    Topic(name="family", importance=0.8),
    Topic(name="friend"),
    Topic(name="partner", single=True, importance=0.9),
    Topic(name="pet"),
    Topic(name="like", each=True, against="dislike"),
    Topic(name="dislike", each=True, against="like"),
    Topic(name="health", importance=0.9),
    Topic(name="diet", importance=0.7),
    Topic(name="possession"),
    Topic(name="skill"),
    Topic(name="habit"),
    Topic(name="plan", dated=True, importance=0.6),
    Topic(name="event", dated=True, importance=0.6),
    Topic(name="goal", importance=0.7),
    Topic(name="trait"),
    Topic(name="contact", each=True),
    Topic(name=INSTRUCTION, each=True, importance=1.0),
)
"""The topics that the rules know. A profile may be configured to have others."""

NUMBERS = {name: number for number, name in enumerate(TOPICS, 1)}
"""By which stores know the topics: a new one goes to the end. Any other topic is 0."""
