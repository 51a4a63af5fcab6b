"""Receipt: what a forgetting removed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What went, by number. It holds no word of what was forgotten.

    `erased` is True once the bytes are gone from the files too. While another process reads, they
    cannot be: then `erased` is False, and a job finishes the work (`job` names it).
    """

    scope: str
    messages: int = 0
    versions: int = 0
    sessions: int = 0
    terms: int = 0
    attachments: int = 0
    items: int = 0
    jobs: int = 0
    backups: int = 0
    message_ids: tuple[str, ...] = field(default=())
    erased: bool = True
    job: str | None = None
