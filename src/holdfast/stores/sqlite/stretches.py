"""Stretches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.domain.moments import from_micros, to_micros
from holdfast.domain.session import Ending, SessionState, Stretch
from holdfast.errors import Conflict
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteStretches(SpacePort):
    """See `ports.stretches.Stretches`."""

    sql = "stretches"
    __slots__ = ()

    def get(self, user: str, session: str, number: int) -> Stretch | None:
        row = self._row("get", user=user, session=session, number=number)
        return _stretch(row) if row else None

    def of(self, user: str, session: str) -> list[Stretch]:
        return [_stretch(row) for row in self._rows("of", user=user, session=session)]

    def put(self, stretch: Stretch, *, expect: int) -> Stretch:
        values = {
            "user": stretch.user,
            "session": stretch.session,
            "number": stretch.number,
            "id": stretch.id,
            "agent": stretch.agent,
            "state": str(stretch.state),
            "ending": str(stretch.ending),
            "first": stretch.first,
            "last": stretch.last,
            "first_seq": stretch.first_seq,
            "last_seq": stretch.last_seq,
            "began_at": to_micros(stretch.began_at),
            "last_at": to_micros(stretch.last_at),
            "ended_at": to_micros(stretch.ended_at),
            "error": stretch.error,
        }
        changed = (
            self._change("update", **values, expect=expect)
            if expect
            else self._change("insert", **values)
        )
        if not changed:
            what = f"Stretch {stretch.number} of {stretch.session!r}"
            raise Conflict(f"{what} is not at revision {expect} any more.")
        return replace(stretch, revision=expect + 1)

    def unsettled(self, user: str | None = None, *, limit: int = 1000) -> list[Stretch]:
        return [_stretch(row) for row in self._rows("unsettled", user=user, limit=limit)]

    def remove(self, user: str, sessions: Sequence[str], *, number: int | None = None) -> int:
        return self._change_each("remove", ((user, session, number) for session in sessions))


@reading
def _stretch(row: Row) -> Stretch:
    (user, session, number, id_, agent, state, ending, first, last, first_seq, last_seq, began_at,
     last_at, ended_at, error, revision) = row  # fmt: skip
    return Stretch(
        user=user,
        session=session,
        number=number,
        id=id_,
        agent=agent,
        state=SessionState(state),
        ending=Ending(ending),
        first=first,
        last=last,
        first_seq=first_seq,
        last_seq=last_seq,
        began_at=from_micros(began_at),
        last_at=from_micros(last_at),
        ended_at=from_micros(ended_at),
        error=error,
        revision=revision,
    )
