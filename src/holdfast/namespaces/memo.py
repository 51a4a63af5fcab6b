"""Memo: the recent memory of an agent, kept in order."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.domain.item import Item
from holdfast.domain.message import DEFAULT
from holdfast.domain.preference import REVIEW
from holdfast.domain.recent import Recent
from holdfast.domain.session import Ending
from holdfast.errors import Conflict
from holdfast.flow.capture import record, stretches
from holdfast.flow.capture.accept import accept, checked_text
from holdfast.flow.capture.names import checked_limit, checked_name
from holdfast.flow.capture.shapes import checked_pairs, checked_row
from holdfast.flow.condense import by_hand
from holdfast.flow.condense.edited import Edits, Turn, edits
from holdfast.flow.condense.recent import recent
from holdfast.flow.condense.request import request_folding
from holdfast.flow.condense.review import Review, hide, reviews, undo
from holdfast.flow.maintain.amend import amend
from holdfast.flow.maintain.preferring import prefer
from holdfast.flow.maintain.reindex import request_rest
from holdfast.flow.usual import review_of
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit


class Memo(SpaceRows):
    """Reviewing, editing and clearing what `memory.recent` shows. The log is never changed."""

    def review(self, user: str, agent: str = DEFAULT) -> Item | None:
        """Have the memo reviewed now; the note of what was changed and why, or None."""
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        review = Review(self._parts.reviewer, self._parts.usual)
        return review.review(self._store, self._space, user, agent, self._now())

    def reviews(self, user: str, agent: str = DEFAULT, *, limit: int = 50) -> Sequence[Item]:
        """What reviews have changed, the newest first."""
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        limit = checked_limit(limit)
        return self._store.read(self._space, lambda unit: reviews(unit, user, agent, limit))

    def undo(self, user: str, review_id: str) -> Item:
        """Put back what a review changed, where nobody has changed it since."""
        user, review_id = checked_name(user, "user"), checked_name(review_id, "review")
        now = self._now()
        undone = self._store.write(self._space, lambda unit: undo(unit, user, review_id, now))
        self._parts.worker.wake()
        return undone

    def reviewing(self) -> bool:
        """Whether memos of this space are reviewed when a session is sealed."""
        usual = self._parts.usual
        return self._store.read(self._space, lambda unit: review_of(unit, usual))

    def set_reviewing(self, on: bool) -> None:
        """Switch that on or off, until it is switched again."""
        self._store.write(self._space, lambda unit: prefer(unit, REVIEW.name, on))

    def hide(
        self, user: str, message_ids: Sequence[str], *, agent: str = DEFAULT, reason: str = ""
    ) -> Item | None:
        """Take messages out of the memo (not out of the log); the note, which can be undone."""
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        ids = [checked_name(id_, "message id") for id_ in checked_row(message_ids, "message ids")]
        reason = checked_text(reason, self._parts.limits, "The reason")

        def work(unit: Unit) -> Item | None:
            seen = recent(unit, user, agent, self._parts.usual)
            return hide(unit, seen, ids, reason, self._now())

        return self._store.write(self._space, work)

    def edit(
        self,
        user: str,
        line_id: str,
        text: str,
        *,
        agent: str = DEFAULT,
        fingerprint: str | None = None,
    ) -> Recent:
        """Change a line: a message gets a new version, a summary another text. The memo then.

        With `fingerprint`, only if the memo still is what it was when that was shown: otherwise
        Conflict.
        """
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        line_id, text = checked_name(line_id, "line"), checked_text(text, self._parts.limits)
        marker, archived = self._parts.marker, self._parts.archivist is not None
        now = self._now()
        (mark,) = marker.marks([text])

        def work(unit: Unit) -> Recent:
            seen = recent(unit, user, agent, self._parts.usual)
            if fingerprint is not None and fingerprint != seen.fingerprint:
                raise Conflict("The memo has changed meanwhile.", remedy="Look at it again.")
            if any(message.id == line_id for message in seen.messages):
                amend(unit, user, line_id, text, mark, now, marker=marker, archived=archived)
            else:
                by_hand.reword(unit, user, line_id, text, now)
            return recent(unit, user, agent, self._parts.usual)

        return self._store.write(self._space, work)

    def save(
        self,
        user: str,
        turns: Sequence[tuple[str, str]],
        *,
        memo: str | None = None,
        agent: str = DEFAULT,
        session: str = DEFAULT,
        fingerprint: str | None = None,
    ) -> Recent:
        """Make the memo read as it came back from an editor, all of it or nothing. The memo then.

        `turns` are roles and texts, in order; `memo` what the summaries are to say (None: what
        they say now). Turns that read otherwise get a new version, those that are missing are
        hidden, and new ones at the end are added to `session`. With `fingerprint`, only if the
        memo still is what it was when that was shown: otherwise Conflict.
        """
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        session, limits = checked_name(session, "session"), self._parts.limits
        pairs = checked_pairs(turns, "turns")
        wanted = [Turn(checked_name(r, "role"), checked_text(t, limits)) for r, t in pairs]
        memo = None if memo is None else checked_text(memo, limits)
        usual, saved = self._parts.usual, None
        while saved is None:
            seen = self._store.read(self._space, lambda unit: recent(unit, user, agent, usual))
            if fingerprint is not None and fingerprint != seen.fingerprint:
                raise Conflict("The memo has changed meanwhile.", remedy="Look at it again.")
            saved = self._saved(seen, edits(seen, memo, wanted), session)
        self._parts.worker.wake()
        return saved

    def _saved(self, seen: Recent, changes: Edits, session: str) -> Recent | None:
        """The memo with the edits made; None if it was not what they were worked out from."""
        parts, now = self._parts, self._now()
        marks = parts.marker.marks([text for _, text in changes.messages])
        said = [{"role": turn.plain_role, "content": turn.text} for turn in changes.added]
        drafts = accept(said, at=None, now=now, limits=parts.limits) if said else []
        added = record.marked(drafts, parts.marker)

        def work(unit: Unit) -> Recent | None:
            user, agent = seen.user, seen.agent
            if recent(unit, user, agent, parts.usual).fingerprint != seen.fingerprint:
                return None
            hide(unit, seen, changes.hidden, "", now)
            archived = parts.archivist is not None
            for (message, text), mark in zip(changes.messages, marks, strict=True):
                amend(
                    unit, user, message.id, text, mark, now, marker=parts.marker, archived=archived
                )
            for item, text in changes.summaries:
                by_hand.reword(unit, user, item.id, text, now)
            if added:
                record.record(
                    unit, user, added, session=session, agent=agent, now=now, usual=parts.usual
                )
                request_rest(unit, parts.marker, user, [each.mark for each in added], now)
            return recent(unit, user, agent, parts.usual)

        return self._store.write(self._space, work)

    def fold(self, user: str, agent: str = DEFAULT) -> None:
        """Have what has left the window folded into summaries by the next worker, not later."""
        user, agent, now = checked_name(user, "user"), checked_name(agent, "agent"), self._now()
        self._store.write(self._space, lambda unit: request_folding(unit, user, agent, now))
        self._parts.worker.wake()

    def clear(self, user: str, agent: str = DEFAULT) -> None:
        """Begin afresh: seal what is open, and show nothing of what was said until now.

        The log, the archives and recall keep it all.
        """
        user, agent, now = checked_name(user, "user"), checked_name(agent, "agent"), self._now()

        def work(unit: Unit) -> None:
            stretches.end_with(unit, user, agent, Ending.CLEARED, now)
            by_hand.clear(unit, user, agent)

        self._store.write(self._space, work)
        self._parts.worker.wake()
