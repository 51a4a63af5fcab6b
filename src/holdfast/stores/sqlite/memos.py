"""Memos."""

from __future__ import annotations

from dataclasses import replace

from holdfast.domain.memo import Memo
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort, from_json, to_json


class SqliteMemos(SpacePort):
    """See `ports.memos.Memos`."""

    sql = "memos"
    __slots__ = ()

    def get(self, user: str, agent: str) -> Memo | None:
        row = self._row("get", user=user, agent=agent)
        return _memo(row) if row else None

    def put(self, memo: Memo, *, expect: int) -> Memo:
        values = {
            "user": memo.user,
            "agent": memo.agent,
            "folded_to": memo.folded_to,
            "cleared_to": memo.cleared_to,
            "hidden": to_json(dict(memo.hidden)),
            "reworded": to_json({id_: list(how) for id_, how in memo.reworded.items()}),
        }
        changed = (
            self._change("update", **values, expect=expect)
            if expect
            else self._change("insert", **values)
        )
        if not changed:
            raise Conflict(f"The memo of {memo.agent!r} is not at revision {expect} any more.")
        return replace(memo, revision=expect + 1)

    def of(self, user: str) -> list[Memo]:
        return [_memo(row) for row in self._rows("of", user=user)]

    def remove(self, user: str, agents: list[str]) -> int:
        return self._change_each("remove", ((user, agent) for agent in agents))


@reading
def _memo(row: Row) -> Memo:
    user, agent, folded_to, cleared_to, hidden, reworded, revision = row
    return Memo(
        user=user,
        agent=agent,
        folded_to=folded_to,
        cleared_to=cleared_to,
        hidden=from_json(hidden),
        reworded={id_: (by, text) for id_, (by, text) in from_json(reworded).items()},
        revision=revision,
    )
