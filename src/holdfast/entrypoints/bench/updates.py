"""Whether the right message comes first when a thing has changed: now, before, and at a time.

A set is a file of JSON lines: {id, messages: [{id, role, content, at}], questions: [{kind, asked_at,
question, answer}]}. Every chain is a user of its own; each message is added when it was said, its
sessions are sealed and learned from, then the questions are asked.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from holdfast.domain.message import Json
from holdfast.memory import Memory


def answered(memory: Memory, path: Path) -> dict[str, tuple[int, int]]:
    """By kind of question: how often the right message came first, of how many questions."""
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for line in path.read_text("utf-8").splitlines():
        chain = json.loads(line)
        theirs = _told(memory, chain)
        for question in chain["questions"]:
            found = memory.recall(chain["id"], question["question"], k=1, now=question["asked_at"])
            first = theirs.get(found[0].sources[0]) if found else None
            asked[question["kind"]] += 1
            right[question["kind"]] += first == question["answer"]
    return {kind: (right[kind], count) for kind, count in asked.items()}


def _told(memory: Memory, chain: Json) -> dict[str, str]:
    """Add a chain, and have it learned from; the set's ids by ours."""
    user, theirs = chain["id"], {}
    for said in chain["messages"]:
        message = {"role": said["role"], "content": said["content"]}
        (id_,) = memory.add(user, [message], session=said["at"][:10], at=said["at"])
        theirs[id_] = said["id"]
    for session in memory.sessions.list(user, limit=1000):
        memory.seal(user, session.name)
    memory.admin.run_jobs()
    return theirs
