"""An app in which one person chats with several friends, each with a memory of their talks.

Run it: ``python examples/friends_chat.py``. It needs nothing but Holdfast: no model, no network. The
friends answer with fixed words; what is shown is what they would know when they answer.

- A talk is *passive*: nothing is learned while it goes on. It ends after half an hour of silence, when
  a new one is begun, or by hand, and only then becomes memories.
- What is known of the user is shared between friends; what happened is each friend's own.
- A message that belongs to the talk before takes that one up again, and what was made of its end is
  taken back until it ends anew.
- A friend looks things up with a tool before answering, and what was found goes into the prompt.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from holdfast import Memory
from holdfast.domain.session import Session, SessionState
from holdfast.testing.clock import FrozenClock

MINUTE, HOUR = 60, 3600
ROUNDS = 3
"""How often a friend may look something up before answering."""

RELATED = 0.2
"""With so much in common, in words and in meaning, a message belongs to what was said before."""

SOON = 2 * HOUR
"""Within this time a message that leans on another, as "And if not?" does, leans on the last talk."""

LEANS = re.compile(
    r"(?:and|but|so|then|also|because|he|she|it|they|what about)\b|[他她它]|那(?!么)|所以|但|可是|然后|还有|要是",
    re.IGNORECASE,
)


@dataclass
class Chat:
    """One user's chats. `clock` is the app's; a real one would leave it out."""

    memory: Memory
    user: str
    clock: FrozenClock
    prompts: list[list[dict[str, Any]]] = field(default_factory=list)
    """What a model would have been sent, turn by turn."""

    def say(self, friend: str, text: str, answer: str) -> str:
        """The user says something to a friend, who answers; the session it went into."""
        session = self._session(friend, text)
        self.prompts.append(self._prompt(friend, text))
        self.memory.add(
            self.user,
            [
                {"role": "user", "content": text},
                {"role": "assistant", "speaker": friend, "content": answer},
            ],
            session=session,
            agent=friend,
        )
        return session

    def begin(self, friend: str) -> str:
        """Begin a new talk by hand. The one before ends; one that is still empty is used."""
        return self.memory.sessions.open(self.user, agent=friend).name

    def end(self, friend: str) -> None:
        """End the present talk by hand."""
        for session in self.memory.sessions.list(self.user, agent=friend, limit=1):
            self.memory.seal(self.user, session.name)

    def wait(self, seconds: float) -> None:
        """Time passes. A server looks every minute for talks that have gone silent; so do we."""
        self.clock.advance(seconds)
        self.memory.admin.run_jobs()

    def memories(self, friend: str) -> list[str]:
        """What a friend remembers of talks that have ended."""
        events = self.memory.events.list(self.user, agent=friend)
        return [gist.text for event in events for gist in event.gists]

    def _session(self, friend: str, text: str) -> str:
        """The talk that a message belongs to: the present one, the one before, or a new one."""
        latest = self.memory.sessions.list(self.user, agent=friend, limit=1)
        if not latest:
            return self.begin(friend)
        (session,) = latest
        if session.state is SessionState.ACTIVE:
            silent = (self.clock.now() - session.last_at).total_seconds()
            return session.name if silent < 30 * MINUTE else self.begin(friend)
        if self.goes_on(friend, session, text):
            self.memory.sessions.reopen(self.user, session.name)
            return session.name
        return self.begin(friend)

    def goes_on(self, friend: str, session: Session, text: str) -> str:
        """Why a message goes on with a talk that has ended; nothing where it begins another.

        A wrong yes takes back memories that are made again later; a wrong no leaves two talks where
        one would do. When a thing was said counts for nothing here: all of it was said just now.
        """
        found = self.memory.recall(self.user, text, agent=friend, session=session.name, k=5)
        alike = [
            hit.scores.get("text", 0.0) + hit.scores.get("meaning", 0.0)
            for hit in found
            if hit.role == "user"
        ]
        if alike and max(alike) >= RELATED:
            return f"it speaks of the same ({max(alike):.2f})"
        since = (self.clock.now() - session.last_at).total_seconds()
        if since < SOON and LEANS.match(text):
            return "it leans on what was said just before"
        return ""

    def _prompt(self, friend: str, text: str) -> list[dict[str, Any]]:
        """What a model is sent: who it is, what is known, what was looked up, and the message."""
        known = self.memory.profile.sections(self.user)
        about = "; ".join(f"{each.topic}/{each.sub}: {each.content}" for each in known)
        system = {"role": "system", "content": f"You are {friend}. The user: {about}"}
        return [system, *self._looked_up(friend, text), {"role": "user", "content": text}]

    def _looked_up(self, friend: str, text: str) -> list[dict[str, Any]]:
        """The calls of the tool `recall_memory`, and what each gave: best first, nothing twice.

        A model would choose its questions; here they are the message and its last words.
        """
        questions = list(dict.fromkeys([text, " ".join(text.split()[-3:])]))[:ROUNDS]
        found: dict[str, float] = {}
        for question in questions:
            for hit in self.memory.recall(self.user, question, agent=friend, k=5):
                line = f"{hit.said_at:%Y-%m-%d} {hit.speaker or hit.role}: {hit.text}"
                found[line] = max(hit.score, found.get(line, 0.0))
        lines = sorted(found, key=lambda line: -found[line])[:5]
        call = {"type": "function_call", "name": "recall_memory", "call_id": "1"}
        return [
            {**call, "arguments": json.dumps({"queries": questions}, ensure_ascii=False)},
            {"type": "function_call_output", "call_id": "1", "output": "\n".join(lines)},
        ]


def main() -> None:
    """Two friends, three days, two languages."""
    clock = FrozenClock()
    with Memory.open(":memory:", worker=False, clock=clock) as memory:
        chat = Chat(memory, "mei", clock)
        first = chat.say("Anna", "I live in Chengdu, and yesterday I bought a red bike.", "Nice!")
        chat.say("小八", "我养了一只叫豆豆的猫。", "它可爱吗？")
        print(f"While they talk nobody has learned anything: {chat.memories('Anna')}")
        chat.wait(31 * MINUTE)
        print(f"After half an hour of silence Anna remembers: {chat.memories('Anna')}")
        print(f"小八 remembers: {chat.memories('小八')}")
        again = chat.say("Anna", "The red bike I bought has a flat tyre.", "Oh no.")
        print(f"The same talk goes on: {again == first}; taken back: {chat.memories('Anna')}")
        chat.end("Anna")
        chat.wait(MINUTE)
        print(f"Ended by hand, Anna remembers: {chat.memories('Anna')}")
        other = chat.say("Anna", "Which film shall we watch tonight?", "A comedy!")
        print(f"Something else is another talk: {other != first}")
        chat.say("小八", "你还记得我的猫叫什么吗？", "当然，豆豆！")
        for each in chat.prompts[-1]:
            print("  ", json.dumps(each, ensure_ascii=False))


if __name__ == "__main__":
    main()
