"""With rules: a model does it if it can; if not, the rules do, and the next time it is asked again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from holdfast.ports.extractor import Brief, Extraction, Extractor, Said
from holdfast.ports.reviewer import Review, Reviewer
from holdfast.ports.summariser import Line, Summariser, Summary
from holdfast.providers.by_model.extractor import ModelExtractor
from holdfast.providers.by_model.reviewer import ModelReviewer
from holdfast.providers.by_model.stretch import stretch_of
from holdfast.providers.by_model.summariser import ModelSummariser
from holdfast.providers.by_model.usage import Usage


class Health:
    """Whether a model is worth asking: the last answer was good, or was not some time ago.

    `ready` says whether its server may be asked at all just now.
    """

    __slots__ = ("_clock", "_failed_at", "_ready", "_rest", "trouble")

    def __init__(
        self,
        ready: Callable[[], bool] = lambda: True,
        rest_seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ready = ready
        self._rest = rest_seconds
        self._clock = clock
        self._failed_at: float | None = None
        self.trouble = ""

    @property
    def well(self) -> bool:
        """True as well before the first answer."""
        failed = self._failed_at
        return self._ready() and (failed is None or self._clock() - failed >= self._rest)

    def note(self, error: str) -> None:
        """How the last call went; an empty error is a good answer."""
        self._failed_at = self._clock() if error else None
        self.trouble = error


Maker = TypeVar("Maker", bound=ModelSummariser | ModelReviewer | ModelExtractor)
Rules = TypeVar("Rules", bound=Summariser | Reviewer | Extractor)
Made = TypeVar("Made", Summary, Review, Extraction)


class _WithRules(Generic[Maker, Rules]):
    """A model and the rules that stand in for it.

    A server that has failed too often is not waited for: its client says no at once, and the rules
    do it. The identity is the model's; `by` of what was made tells who made it.
    """

    def __init__(self, first: Maker, rules: Rules, health: Health | None = None) -> None:
        self._first = first
        self._rules = rules
        self._health = health or Health()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._first!r}, {self._rules.identity})"

    @property
    def identity(self) -> str:
        """The model's."""
        return self._first.identity

    @property
    def well(self) -> bool:
        """Whether the model answers, or may do so again."""
        return self._health.well

    @property
    def trouble(self) -> str:
        """What went wrong the last time; empty if nothing did."""
        return self._health.trouble

    @property
    def usage(self) -> Usage:
        """What the model has cost so far."""
        return self._first.usage

    def _either(self, made: Made, instead: Callable[[], Made]) -> Made:
        """What the model made, or what the rules make where it failed."""
        self._health.note(made.error)
        if not made.error:
            return made
        other = instead()
        error = f"{made.error} {other.error}" if other.error else ""
        return other._replace(error=error, by=self._rules.identity)


class SummariserWithRules(_WithRules[ModelSummariser, Summariser], Summariser):
    """A model's summaries, and provisional ones by the rules where it fails."""

    def summarise(self, lines: Sequence[Line], *, limit: int) -> Summary:
        if limit < 1 or not any(line.text.strip() for line in lines):
            return self._rules.summarise(lines, limit=limit)  # no model is needed for nothing

        def instead() -> Summary:
            return self._rules.summarise(lines, limit=limit)._replace(provisional=True)

        return self._either(self._first.summarise(lines, limit=limit), instead)


class ReviewerWithRules(_WithRules[ModelReviewer, Reviewer], Reviewer):
    """A model's reviews, and those of the rules where it fails."""

    def review(self, lines: Sequence[Line]) -> Review:
        return self._either(self._first.review(lines), lambda: self._rules.review(lines))


class ExtractorWithRules(_WithRules[ModelExtractor, Extractor], Extractor):
    """A model's claims, and provisional ones by the rules where it fails.

    What is too long for the model is left to the rules for good; `by` then names both.
    """

    most = ModelExtractor.most

    def briefed(self, brief: Brief) -> ExtractorWithRules:
        """The model that goes by a brief, with the same rules and the same health."""
        return ExtractorWithRules(self._first.briefed(brief), self._rules, self._health)

    def extract(self, said: Sequence[Said]) -> Extraction:
        stretch = stretch_of(said)
        if not stretch.parts:  # no model is needed for nothing
            return self._rules.extract(said)

        tried = self._first.extract(said)

        def instead() -> Extraction:
            rules = self._rules.extract(said)
            return rules._replace(
                provisional=True, untrusted=tried.untrusted, tokens_out=tried.tokens_out
            )

        made = self._either(tried, instead)
        if made.error or made.provisional or not stretch.left:
            return made
        left = {each.id for each in stretch.left}
        rest = self._rules.extract(
            [replace(each, known=each.known or each.id not in left) for each in said]
        )
        return made._replace(
            claims=(*rest.claims, *made.claims),
            gists=(*rest.gists, *made.gists),
            by=f"{self.identity}, and {self._rules.identity} for {len(left)} that it did not read",
        )
