"""How the tests have something learned: what is said, sealed and read by an extractor that obeys."""

from __future__ import annotations

from holdfast.memory import Memory

USER = "mei"


def say(
    memory: Memory, *texts: str, session: str = "chat", agent: str = "lan", role: str = "user"
) -> list[str]:
    """Have it said, by the user unless another role is named; the ids."""
    said = [{"role": role, "content": text} for text in texts]
    return memory.add(USER, said, session=session, agent=agent)


def learn(memory: Memory, *texts: str, session: str = "chat", agent: str = "lan") -> list[str]:
    """Have it said and learned from; the ids. A stretch of one message gets another beside it."""
    ids = say(memory, *texts, session=session, agent=agent)
    if len(texts) == 1:
        say(memory, "I see.", session=session, agent=agent, role="assistant")
    memory.seal(USER, session)
    memory.admin.run_jobs()
    return ids


def values(memory: Memory, **which: object) -> list[str]:
    """What the profile says, each as its value and its standing."""
    slots = memory.profile.get(USER, **which)  # type: ignore[arg-type]
    return [f"{slot.value} {slot.standing}" for slot in slots]
