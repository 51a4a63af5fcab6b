"""What a memory is, in plain Python: the model that the real ones are held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime


class Refused(Exception):
    """The model expects an error; `code` is the code of the error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Saying:
    """One message as it is given to `add`."""

    text: str
    client_id: str | None = None


@dataclass
class Kept:
    """One message of the log. `seqs` and `texts` run over its versions."""

    id: str
    session: str
    agent: str
    number: int
    said_at: datetime
    client_id: str | None
    texts: list[str]
    seqs: list[int]

    @property
    def text(self) -> str:
        return self.texts[-1]


@dataclass
class Person:
    """The memory of one user."""

    kept: dict[str, Kept] = field(default_factory=dict)
    sessions: dict[str, int] = field(default_factory=dict)
    """The last number given out in each session."""
    last_seq: int = 0

    def in_order(self, key: Callable[[Kept], object] = lambda kept: kept.seqs[-1]) -> list[Kept]:
        return sorted(self.kept.values(), key=key)  # type: ignore[arg-type]


@dataclass
class Model:
    """The memory of one space."""

    people: dict[str, Person] = field(default_factory=dict)

    def add(
        self, user: str, sayings: Sequence[Saying], session: str, agent: str, at: datetime
    ) -> Callable[[Sequence[str]], None]:
        """Check what is to be added; the function returned takes the ids that were given to it."""
        person = self.people.get(user, Person())
        sent = {
            kept.client_id: kept.texts[0]
            for kept in person.kept.values()
            if kept.session == session and kept.client_id
        }
        for saying in sayings:
            if saying.client_id:
                before = sent.setdefault(saying.client_id, saying.text)
                if before != saying.text:
                    raise Refused("conflict")

        def take(ids: Sequence[str]) -> None:
            self.people.setdefault(user, person)
            assert len(ids) == len(sayings)
            for id_, saying in zip(ids, sayings, strict=True):
                self._take(person, id_, saying, session, agent, at)

        return take

    def _take(
        self, person: Person, id_: str, saying: Saying, session: str, agent: str, at: datetime
    ) -> None:
        known = person.kept.get(id_)
        if known is not None:
            assert saying.client_id is not None
            assert known.client_id == saying.client_id
            return
        seen = {k.client_id for k in person.kept.values() if k.session == session and k.client_id}
        assert saying.client_id not in seen, "a repeated message got a new id"
        person.last_seq += 1
        person.sessions[session] = person.sessions.get(session, 0) + 1
        person.kept[id_] = Kept(
            id_,
            session,
            agent,
            person.sessions[session],
            at,
            saying.client_id,
            [saying.text],
            [person.last_seq],
        )

    def correct(self, user: str, id_: str, text: str) -> None:
        person = self.people[user]
        kept = person.kept[id_]
        if kept.text != text:
            person.last_seq += 1
            kept.texts.append(text)
            kept.seqs.append(person.last_seq)

    def within(
        self,
        user: str,
        *,
        session: str | None,
        agent: str | None,
        since: datetime | None,
        until: datetime | None,
    ) -> dict[str, Kept]:
        """The messages within the bounds, by id: all that a recall may give."""
        return {
            kept.id: kept
            for kept in self.people.get(user, Person()).kept.values()
            if session in (None, kept.session)
            and agent in (None, kept.agent)
            and (since is None or kept.said_at >= since)
            and (until is None or kept.said_at <= until)
        }

    def forget(self, user: str, scope: str, name: str) -> tuple[int, int]:
        """How many messages and versions went. Unknown users and names are Refused."""
        if user not in self.people:
            raise Refused("not_found")
        person = self.people[user]
        gone = [kept for kept in person.kept.values() if _is_meant(kept, scope, name)]
        known = scope == "everything" or (scope == "session" and name in person.sessions)
        if not gone and not known:
            raise Refused("not_found")
        for kept in gone:
            del person.kept[kept.id]
        if scope == "session":
            person.sessions.pop(name, None)
        elif scope == "agent":
            self._drop_empty(person, {kept.session for kept in gone})
        elif scope == "everything":
            del self.people[user]
        return len(gone), sum(len(kept.texts) for kept in gone)

    def _drop_empty(self, person: Person, names: Iterable[str]) -> None:
        alive = {kept.session for kept in person.kept.values()}
        for name in set(names) - alive:
            person.sessions.pop(name, None)


def _is_meant(kept: Kept, scope: str, name: str) -> bool:
    return {
        "message": kept.id == name,
        "session": kept.session == name,
        "agent": kept.agent == name,
        "everything": True,
    }[scope]
