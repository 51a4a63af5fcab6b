"""Memos."""

from __future__ import annotations

from dataclasses import replace

from holdfast.domain.memo import Memo
from holdfast.domain.message import DEFAULT
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

    def unfolded(
        self, user: str, agent: str, *, after: int, before: int, limit: int
    ) -> list[tuple[int, str]]:
        index, where = "messages_in_order", ""
        if agent != DEFAULT:
            index, where = "messages_of_agent", "AND agent <> 'default'"
        sql = self._queries["unfolded"].format(index=index, where=where)
        values = {"space": self._space, "user": user, "agent": agent, "limit": limit}
        rows = self._fetched(sql, values | {"after": after, "before": before})
        return [(seq, id_) for seq, id_ in rows]

    def count_unfolded(self, user: str, agent: str) -> int:
        ((count,),) = self._rows("count_unfolded", user=user, agent=agent)
        return max(0, int(count))

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
