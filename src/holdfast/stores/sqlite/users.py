"""Users and their stamps."""

from __future__ import annotations

from holdfast.domain.moments import from_micros
from holdfast.domain.user import Amount, Remembered, Stamp
from holdfast.stores.sqlite.failures import reading
from holdfast.stores.sqlite.port import Row, SpacePort


class SqliteUsers(SpacePort):
    """See `ports.users.Users`."""

    sql = "users"
    __slots__ = ()

    def advance(self, user: str, count: int) -> Stamp:
        return _stamp(self._only("advance", user, count))

    def stamp(self, user: str | None) -> Stamp | None:
        if user is None:
            return _stamp(tuple(map(int, self._row("stamp_of_all") or (0, 0, 0))))
        row = self._maybe("stamp", user)
        return _stamp(row) if row else None

    def renew(self, user: str) -> None:
        self._change("renew", user=user)

    def remark(self, user: str) -> None:
        self._change("remark", user=user)

    def names(self, *, after: str = "", limit: int = 1000) -> list[str]:
        return [name for (name,) in self._rows("names", after=after, limit=limit)]

    def remembered(self, *, after: str = "", limit: int = 1000) -> list[Remembered]:
        return [_remembered(row) for row in self._rows("remembered", after=after, limit=limit)]

    def amount(self, user: str, *, session: str | None = None, agent: str | None = None) -> Amount:
        if agent is None:
            return _amount(self._only("amount", user, session))
        return _amount(self._only("amount_of_agent", user, agent, session))

    def remove(self, user: str) -> None:
        self._change("remove", user=user)


@reading
def _stamp(row: Row) -> Stamp:
    epoch, last_seq, marked = row
    if not type(epoch) is type(last_seq) is type(marked) is int:
        raise TypeError("a user's counters are missing")
    return Stamp(epoch, last_seq, marked)


@reading
def _amount(row: Row) -> Amount:
    return Amount(*map(int, row))


@reading
def _remembered(row: Row) -> Remembered:
    user, messages, sessions, last_at = row
    return Remembered(user, messages, sessions, None if last_at is None else from_micros(last_at))
