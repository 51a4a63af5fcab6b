"""Topic: what a claim is about, and how values of it live together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic of knowledge about a person.

    `single` topics have one value at a time for each sub-topic: a new one takes the place of the
    old. `lasting` ones do not change in life: two values are a dispute, unless one says that it
    corrects the other. A value of the topic `against` ends the same value here (like and dislike).
    `dated` ones happen at a time and are over when it has passed.
    """

    name: str
    single: bool = False
    lasting: bool = False
    dated: bool = False
    against: str = ""


def _table(*topics: Topic) -> dict[str, Topic]:
    return {topic.name: topic for topic in topics}


TOPICS = _table(
    Topic(name="name", single=True),
    Topic(name="nickname", single=True),
    Topic(name="age", single=True),
    Topic(name="birthday", single=True, lasting=True),
    Topic(name="gender", single=True, lasting=True),
    Topic(name="origin", single=True, lasting=True),
    Topic(name="home", single=True),
    Topic(name="study", single=True),
    Topic(name="work", single=True),
    Topic(name="family"),
    Topic(name="friend"),
    Topic(name="partner", single=True),
    Topic(name="pet"),
    Topic(name="like", against="dislike"),
    Topic(name="dislike", against="like"),
    Topic(name="health"),
    Topic(name="diet"),
    Topic(name="possession"),
    Topic(name="skill"),
    Topic(name="habit"),
    Topic(name="plan", dated=True),
    Topic(name="event", dated=True),
    Topic(name="goal"),
    Topic(name="trait"),
    Topic(name="contact", single=True),
    Topic(name="instruction"),
)
"""The topics that the rules know. A profile may be configured to have others."""
