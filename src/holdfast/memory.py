"""Memory: one method a verb. It translates between callers and the flow, and does no work itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from holdfast.domain.context import Context
from holdfast.domain.message import DEFAULT, Json
from holdfast.domain.recall import KINDS, MESSAGE, Explanation, Recall
from holdfast.domain.receipt import Receipt
from holdfast.domain.recent import Recent
from holdfast.domain.replay import Replay, as_asked, compared
from holdfast.domain.report import ImportReport
from holdfast.domain.session import Stretch
from holdfast.errors import InvalidInput
from holdfast.flow.capture.accept import accept, checked_text
from holdfast.flow.capture.names import (
    MOST_ROWS,
    checked_name,
    checked_number,
    checked_query,
    optional_name,
)
from holdfast.flow.capture.recorder import Heard
from holdfast.flow.capture.shapes import optional_call
from holdfast.flow.capture.times import optional_end, optional_time
from holdfast.flow.maintain import forget as forgetting
from holdfast.flow.maintain.amend import amend
from holdfast.flow.window.compose import compose
from holdfast.flow.window.known import known
from holdfast.flow.window.standing import standing
from holdfast.namespaces.admin import Admin
from holdfast.namespaces.items import Items
from holdfast.namespaces.messages import Messages
from holdfast.namespaces.sessions import Sessions
from holdfast.settings import Settings, load_settings
from holdfast.text.tokens import COUNTED_BY, estimate
from holdfast.wiring import Parts, build

if TYPE_CHECKING:
    from holdfast.flow.recall.ask import Question
    from holdfast.flow.recall.trace import Trace
    from holdfast.flow.window.handover import Handover
    from holdfast.flow.window.timing import Timing
    from holdfast.namespaces.archive import Archive
    from holdfast.namespaces.buffers import Buffers
    from holdfast.namespaces.events import Events
    from holdfast.namespaces.memo import Memo
    from holdfast.namespaces.profile import Profile
    from holdfast.ports.clock import Clock
    from holdfast.ports.embedder import Embedder
    from holdfast.ports.extractor import Extractor
    from holdfast.ports.live import LiveSession
    from holdfast.ports.reranker import Reranker
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.store import Store
    from holdfast.ports.summariser import Summariser
    from holdfast.ports.unit import Unit

MOST_HITS = 1000
LARGEST_BUDGET = 10_000_000
_USUAL = (MESSAGE,)

Moment = datetime | str | float | None
"""A time as callers give it: a datetime, an ISO 8601 text, or seconds since 1970."""


class Memory(AbstractContextManager["Memory"]):
    """The memory of one space. Safe to share between threads; make one with `Memory.open`."""

    def __init__(self, parts: Parts, space: str) -> None:
        self._parts = parts
        self._space = checked_name(space, "space")

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        space: str | None = None,
        settings: Settings | None = None,
        read_only: bool = False,
        worker: bool | None = None,
        clock: Clock | None = None,
        store: Store | None = None,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        summariser: Summariser | None = None,
        reviewer: Reviewer | None = None,
        extractor: Extractor | None = None,
        count_tokens: Callable[[str], int] | None = None,
    ) -> Memory:
        """Open the memory in a file, making it if it is not there.

        `path` may be ":memory:" for one that ends with the process; None means the one in the
        settings. With `read_only` nothing is made, migrated or changed. `worker` says whether
        jobs are run in a background thread (None: as the settings say, and never when reading).
        `store` is a back-end of your own, taken in place of a file; `embedder` a model of your
        own, taken in place of the one in the settings; so is `reranker`, which looks at the best
        hits again; `summariser` and `reviewer` make the recent memo in place of rules or the model in
        the settings, and `extractor` finds claims in what is said. `count_tokens` counts a text's tokens as your model does, in place of an
        estimate.
        """
        settings = settings or load_settings()
        space = checked_name(settings.space if space is None else space, "space")
        parts = build(
            settings.db if path is None else path,
            settings,
            read_only=read_only,
            worker=worker,
            clock=clock,
            store=store,
            embedder=embedder,
            reranker=reranker,
            summariser=summariser,
            reviewer=reviewer,
            extractor=extractor,
            count_tokens=count_tokens,
        )
        return cls(parts, space)

    def in_space(self, space: str) -> Memory:
        """The same memory, bound to another space. Closing either closes both."""
        return Memory(self._parts, space)

    @property
    def space(self) -> str:
        """The space that every call of this object is about."""
        return self._space

    def add(
        self,
        user: str,
        messages: object,
        *,
        session: str = DEFAULT,
        agent: str = DEFAULT,
        at: Moment = None,
    ) -> list[str]:
        """Remember what was said, and return the messages' ids once they are safe on the disk.

        `messages` is a text, a message (``{"role", "content"}`` or LangChain's form), or a list of
        them; `at` is when it was said, for those that do not say so themselves. A message that
        brings an ``id`` is stored once, however often it is sent. If one message of a batch cannot
        be stored, none is, and the error says which.
        """
        self._parts.floor.take()
        user, now = checked_name(user, "user"), self._parts.clock.now()
        session, agent = checked_name(session, "session"), checked_name(agent, "agent")
        said = self._time(at, "time said")
        drafts = accept(messages, at=said, now=now, limits=self._parts.limits)
        heard = Heard(user, session, agent, now, drafts)
        return self._parts.store.write(self._space, self._parts.recorder.work(heard))

    def correct(self, user: str, message_id: str, text: str, *, expect: int | None = None) -> str:
        """Give a message a new version and return its id. The old version stays in its history.

        With `expect`, the version that was read, Conflict if someone else was first.
        """
        self._parts.floor.take()
        user, message_id = checked_name(user, "user"), checked_name(message_id, "message id")
        now = self._parts.clock.now()
        text = checked_text(text, self._parts.limits)
        if expect is not None:
            checked_number(expect, "version", least=1, most=MOST_ROWS)
        marker, archived = self._parts.marker, self._parts.archivist is not None
        (mark,) = marker.marks([text])

        def work(unit: Unit) -> str:
            return amend(
                unit,
                user,
                message_id,
                text,
                mark,
                now,
                marker=marker,
                archived=archived,
                expect=expect,
            )

        return self._parts.store.write(self._space, work)

    def recall(
        self,
        user: str,
        query: str,
        *,
        k: int = 10,
        agent: str | None = None,
        session: str | None = None,
        since: Moment = None,
        until: Moment = None,
        now: Moment = None,
        kinds: Collection[str] = (MESSAGE,),
    ) -> Recall:
        """What the user's memory holds on a question, best first, `k` hits at most.

        Looks across all of the user's sessions unless narrowed; `since` and `until` bound the time
        said, both ends included, and a day without a time is meant whole. An empty query gives
        what was said last. `now` is the time of asking. `kinds` are "message", "summary", "fact"
        and "event": what is no message is found by its own words, and its sources are the messages
        that it rests on.
        """
        trace = self._answer(user, query, k, agent, session, since, until, now, kinds)
        return Recall(trace.run, trace.hits)

    def context(
        self,
        user: str,
        query: str,
        *,
        budget: int | None = None,
        k: int = 50,
        agent: str | None = None,
        session: str | None = None,
        since: Moment = None,
        until: Moment = None,
        now: Moment = None,
        holding: Collection[str] = (),
    ) -> Context:
        """What to put into a prompt: standing instructions, what is known of the user, then what is
        recalled, under `budget`.

        `holding` names messages that the prompt holds already, by id or by text: they are not
        repeated. Where nothing is found, what was said last is taken. The text is fenced as data,
        runs from the oldest to the newest, and is empty if nothing fits.
        """
        budget = self._parts.context_budget if budget is None else budget
        checked_number(budget, "budget", least=0, most=LARGEST_BUDGET)
        trace = self._answer(user, query, k, agent, session, since, until, now)
        if not trace.hits and not trace.question.idle:
            trace = self._answer(user, "", k, agent, session, since, until, now)
        parts, asked_at = self._parts, trace.question.asked_at
        return compose(
            trace.hits,
            budget=budget,
            count=parts.count_tokens or estimate,
            counted_by="caller" if parts.count_tokens else COUNTED_BY,
            run=trace.run,
            standing=parts.store.read(self._space, lambda unit: standing(unit, user, asked_at)),
            known=parts.store.read(self._space, lambda unit: known(unit, user, asked_at)),
            holding=_checked_holding(holding),
        )

    def forget(
        self,
        user: str,
        *,
        message: str | None = None,
        session: str | None = None,
        agent: str | None = None,
        everything: bool = False,
        preview: bool = False,
    ) -> Receipt:
        """Forget a message, a session, all that was said to an agent, or everything of a user.

        Goes through log, versions, index and knowledge, and through the bytes of the files; the
        receipt tells what went, and whether the bytes are gone already. With `preview` nothing is
        changed, and the receipt tells what would go.
        """
        scope = forgetting.Scope(
            message=message, session=session, agent=agent, everything=everything
        )
        user, parts, now = checked_name(user, "user"), self._parts, self._parts.clock.now()
        if preview:
            return parts.store.read(self._space, lambda unit: forgetting.preview(unit, user, scope))
        receipt, job = parts.store.write(
            self._space,
            lambda unit: forgetting.forget(
                unit, user, scope, now, archived=parts.archivist is not None
            ),
        )
        parts.drop_index(self._space, user)
        receipt = forgetting.settle(parts.store, self._space, receipt, job, now, parts.erase)
        parts.worker.wake()
        return receipt

    def seal(self, user: str, session: str = DEFAULT) -> Stretch | None:
        """End a session's present stretch by hand. Sessions that are silent end by themselves."""
        return self.sessions.seal(user, session)

    def recent(self, user: str, agent: str = DEFAULT, *, until: Moment = None) -> Recent:
        """The thread of the conversation: summaries, then the last messages word for word.

        Nothing is missing from it: what is in no summary yet is there as it was said. With `until`
        it holds only what was said by then.
        """
        from holdfast.flow.condense.recent import recent

        self._parts.floor.take()
        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        usual, moment = self._parts.usual, self._end(until)
        found = self._parts.store.read(self._space, lambda unit: recent(unit, user, agent, usual))
        return found if moment is None else found.until(moment)

    def history(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        names: tuple[str, str] | None = None,
        language: str | None = None,
        until: Moment = None,
    ) -> str:
        """What `recent` holds as text, a line each: ``name | text``. See `new_dialog`.

        A text of several lines is told as it is; a further line that has a bar is indented.
        """
        from holdfast.flow.window.dialog import history, shown_as

        shown = shown_as(names, agent, user)
        return history(self.recent(user, agent, until=until), shown, _known_language(language))

    def new_dialog(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        names: tuple[str, str] | None = None,
        settings: Mapping[str, Json] | None = None,
        language: str | None = None,
        until: Moment = None,
    ) -> str:
        """The text that a new session of the agent begins with, in the language mostly spoken.

        `names` are the agent's and the user's, as they are to be shown; `settings` what is known
        of both; `language` is "zh" or "en". It waits for nothing, and may be asked for while
        messages come in.
        """
        from holdfast.flow.window.dialog import new_dialog, shown_as

        shown, language = shown_as(names, agent, user), _known_language(language)
        return new_dialog(self.recent(user, agent, until=until), shown, settings, language)

    def handover(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        open_session: Callable[[], LiveSession],
        prompt: str = "",
        names: tuple[str, str] | None = None,
        settings: Mapping[str, Json] | None = None,
        language: str | None = None,
        timing: Timing | None = None,
    ) -> Handover:
        """What replaces a live session of the agent by a fresh one while the talk goes on.

        `open_session` makes a session that is not yet warm. Each begins with `prompt` and what
        `new_dialog` gives, with these `names`, `settings` and `language`.
        """
        from holdfast.flow.condense.request import request_folding
        from holdfast.flow.window.dialog import topic
        from holdfast.flow.window.handover import Handover

        user, agent = checked_name(user, "user"), checked_name(agent, "agent")
        shown, parts = _known_language(language), self._parts

        def opening(since: datetime) -> str:
            return prompt + self.new_dialog(
                user, agent, names=names, settings=settings, language=shown, until=since
            )

        def renew() -> None:
            now = parts.clock.now()
            parts.store.write(self._space, lambda unit: request_folding(unit, user, agent, now))
            parts.worker.wake()

        return Handover(
            clock=parts.clock,
            open_session=open_session,
            opening=opening,
            renew=renew,
            topic=lambda: topic(self.recent(user, agent)),
            timing=timing,
            count_tokens=parts.count_tokens or estimate,
        )

    def explain(self, run: str | Recall | Context) -> Explanation:
        """How a recall or a context came about: stages, scores, and what was dropped and why."""
        parts = self._parts
        name = checked_name(getattr(run, "run", run), "run")
        return parts.store.read(self._space, lambda unit: parts.runs.get(unit, self._space, name))

    def replay(self, run: str | Recall | Context | Explanation) -> Replay:
        """Ask the question of a run again, as it was asked and as of then; what has changed.

        A run is remembered for a while. To keep one for good, keep its explanation.
        """
        before = run if isinstance(run, Explanation) else self.explain(run)
        return compared(before, self.recall(**as_asked(before)))

    def export(self, user: str | None = None) -> Iterator[str]:
        """The whole memory of a user (None: of everyone in the space), as lines of JSON.

        NotFound for a user who is not known: an empty export could be taken for a good one.
        """
        from holdfast.flow.maintain.export import export, only

        parts = self._parts
        if user is None:
            users = self.admin.users()
        else:
            user = checked_name(user, "user")
            users = parts.store.read(self._space, lambda unit: only(unit, user))
        return export(parts.store, self._space, users, parts.clock.now())

    def import_(
        self, stream: Iterable[str], *, progress: Callable[[int], None] | None = None
    ) -> ImportReport:
        """Take in the lines of an export. What is here already is not doubled.

        `progress` is told now and then how many lines are done.
        """
        from holdfast.flow.maintain.bring_in import bring_in
        from holdfast.flow.maintain.verify import lines_of

        parts, lines, progress = self._parts, lines_of(stream), optional_call(progress, "progress")
        return bring_in(parts.store, self._space, lines, parts.marker, parts.clock.now(), progress)

    @cached_property
    def profile(self) -> Profile:
        """What is known of the user and of others, and what was."""
        from holdfast.namespaces.profile import Profile

        return Profile(self._parts, self._space)

    @cached_property
    def events(self) -> Events:
        """What happened, session by session."""
        from holdfast.namespaces.events import Events

        return Events(self._parts, self._space)

    @cached_property
    def buffers(self) -> Buffers:
        """What is told a little at a time, and learned from together."""
        from holdfast.namespaces.buffers import Buffers

        return Buffers(self._parts, self._space)

    @cached_property
    def messages(self) -> Messages:
        """The log itself: single messages, their versions, times and attachments."""
        return Messages(self._parts, self._space)

    @cached_property
    def sessions(self) -> Sessions:
        """The conversations of a user."""
        return Sessions(self._parts, self._space)

    @cached_property
    def memo(self) -> Memo:
        """The recent memory of an agent: reviewing, editing and clearing it."""
        from holdfast.namespaces.memo import Memo

        return Memo(self._parts, self._space)

    @cached_property
    def archive(self) -> Archive:
        """Conversations as files: listing, merging, compacting and rebuilding them."""
        from holdfast.namespaces.archive import Archive

        return Archive(self._parts, self._space)

    @cached_property
    def items(self) -> Items:
        """Pieces of knowledge with their sources."""
        return Items(self._parts, self._space)

    @cached_property
    def admin(self) -> Admin:
        """Looking after the memory: users, jobs, preferences, check-up."""
        return Admin(self._parts, self._space)

    def close(self) -> None:
        """Let go of the file. What was acknowledged is safe whether or not this is called."""
        self._parts.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _answer(
        self,
        user: str,
        query: str,
        k: int,
        agent: str | None,
        session: str | None,
        since: Moment,
        until: Moment,
        now: Moment,
        kinds: Collection[str] = (MESSAGE,),
    ) -> Trace:
        user, parts = checked_name(user, "user"), self._parts
        parts.floor.take()
        question = self._ask(
            checked_query(query, parts.limits.max_message_chars),
            k=checked_number(k, "k", least=1, most=MOST_HITS),
            asked_at=self._time(now, "time of asking") or parts.clock.now(),
            agent=optional_name(agent, "agent"),
            session=optional_name(session, "session"),
            since=self._time(since, "since"),
            until=self._end(until),
            kinds=_known_kinds(kinds),
        )
        return parts.recaller.answer(self._space, user, question)

    @cached_property
    def _ask(self) -> Callable[..., Question]:
        from holdfast.flow.recall.ask import ask  # numpy, which is slow to load

        return ask

    def _time(self, value: Moment, noun: str) -> datetime | None:
        if value is None:
            return None
        return optional_time(value, self._parts.limits.time_zone, noun)

    def _end(self, until: Moment) -> datetime | None:
        return optional_end(until, self._parts.limits.time_zone, "until")


def _known_kinds(kinds: object) -> tuple[str, ...]:
    if kinds == _USUAL:
        return _USUAL
    given = [*kinds] if isinstance(kinds, Collection) and not isinstance(kinds, str) else []
    if not given or any(kind not in KINDS for kind in given):
        raise InvalidInput(f"The kinds must be some of {', '.join(KINDS)}.")
    return tuple(kind for kind in KINDS if kind in given)


def _checked_holding(holding: object) -> frozenset[str]:
    if isinstance(holding, Collection) and not isinstance(holding, (str, Mapping)):
        named = [*holding]
        if all(isinstance(each, str) for each in named):
            return frozenset(named)
    raise InvalidInput(
        "What the prompt holds already is named by ids and texts of messages.",
        remedy="Give a list of them, one for each message.",
    )


def _known_language(language: object) -> str | None:
    from holdfast.flow.window.dialog import WORDS

    if language is None or (isinstance(language, str) and language in WORDS):
        return language
    raise InvalidInput(f"The language must be one of {', '.join(WORDS)}.")
