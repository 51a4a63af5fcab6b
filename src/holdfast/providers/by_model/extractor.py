"""Claims by a model."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from hashlib import sha256
from itertools import islice
from typing import Any

from holdfast.domain.claim import Claim
from holdfast.domain.message import Json
from holdfast.domain.topic import TOPICS
from holdfast.ports.extractor import Brief, Extraction, Extractor, Gist, Said, Sense
from holdfast.ports.models import Model
from holdfast.providers.by_model.asking import Role
from holdfast.providers.by_model.bearing import Others
from holdfast.providers.by_model.briefing import brief_in, subs_in
from holdfast.providers.by_model.claims import Claims, claims_of
from holdfast.providers.by_model.noticing import Noticing, others_in
from holdfast.providers.by_model.prompting import wording
from holdfast.providers.by_model.reading import fields_in
from holdfast.providers.by_model.stretch import Part, stretch_of, transcript
from holdfast.providers.by_model.usage import Usage
from holdfast.text.language import language_of

_TEXT: Mapping[str, Json] = {"type": "string"}
_TEXTS: Mapping[str, Json] = {"type": "array", "items": dict(_TEXT)}
_LISTS = ("gists", "emotions", "intents", "keywords", "times", "places")
_FIELDS = ("claims", *_LISTS, "tags")
_SPARE_TOKENS = 1_024
_TOKENS_A_LINE = 128
_MOST_TOKENS = 6_144
_MOST_CLAIMS = 256
"""So many are looked at; no talk of this length has so much to tell."""


class ModelExtractor(Extractor):
    """Asks a model once, or up to three times about a long stretch. Threads may share one.

    Each claim is looked at by itself: its value must stand in lines of a person that were not read
    before. A stretch of which an answer cannot be read, or none of the claims can be trusted, is a
    failure. Of what is too long to be read, `by` says so. `topics` are the names of those to look
    for.
    """

    most = 100_000
    """How many messages it takes at once: a stretch is one talk, however long it is."""

    def __init__(self, model: Model, topics: Collection[str] = tuple(TOPICS)) -> None:
        self._role = Role(model, "extract")
        self._topics = tuple(topics)
        self._schema = _schema(self._topics)
        self._known_for = self._topics
        self._brief = Brief()

    def __repr__(self) -> str:
        return f"ModelExtractor({self._role!r})"

    @property
    def identity(self) -> str:
        if self._known_for == tuple(TOPICS):
            return self._role.identity
        named = sha256("\0".join(self._known_for).encode()).hexdigest()[:8]
        return f"{self._role.identity}+{named}"

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""
        return self._role.usage

    def briefed(self, brief: Brief) -> ModelExtractor:
        """One that asks the same model, for what the brief wants as well."""
        made = copy(self)
        own = [topic.name for topic in brief.topics]
        made._brief, made._topics = brief, tuple(dict.fromkeys((*self._topics, *own)))
        made._schema = _schema(made._topics)
        return made

    def extract(self, said: Sequence[Said]) -> Extraction:
        stretch = stretch_of(said)
        others = others_in(stretch, said)
        found = _Found()
        for part in stretch.parts:
            error = self._read(part, others, found)
            if error:
                untrusted = self.identity if found.unreadable else ""
                return Extraction(
                    error=error, by=self.identity, untrusted=untrusted, tokens_out=found.tokens
                )
        if found.proposed and not found.claims and not found.gists:
            error = self._role.distrust("none of its claims can be trusted")
            return Extraction(
                error=error,
                by=self.identity,
                untrusted=self.identity,
                tokens_out=found.tokens,
            )
        unread = f" ({len(stretch.left)} not read)" if stretch.left else ""
        return found.extraction(by=self.identity + unread)

    def _read(self, part: Part, others: Others, found: _Found) -> str:
        """Add what a part holds to what was found; the error if the model fails."""
        language = language_of(line.text for line in part.sources)
        instructions = wording("extract", language).replace("{topics}", ", ".join(self._topics))
        instructions += brief_in(self._brief, language)
        most = min(_SPARE_TOKENS + _TOKENS_A_LINE * len(part.sources), _MOST_TOKENS)
        reply = self._role.ask(instructions, transcript(part), self._schema, most)
        found.tokens += reply.tokens_out
        if reply.error:
            return reply.error
        fields = fields_in(reply.text, _FIELDS)
        if fields is None:
            found.unreadable = True
            return self._role.distrust("it has no list of claims")
        claims = Claims(part.sources, self._topics, instructions, subs_in(self._brief))
        for item in islice(claims_of(fields.get("claims", [])), _MOST_CLAIMS):
            found.proposed += 1
            claims.propose(item)
        noticing = Noticing([*part.before, *part.lines], others, instructions)
        found.add(part, claims.accepted, noticing, fields)
        return ""


class _Found:
    """What the parts of a stretch hold, put together."""

    def __init__(self) -> None:
        self.proposed = 0
        self.unreadable = False
        self.tokens = 0
        self.claims: list[Claim] = []
        self.gists: list[Gist] = []
        self._senses: list[Sense] = []
        self._tags: list[tuple[str, str]] = []

    def add(
        self,
        part: Part,
        claims: Sequence[Claim],
        noticing: Noticing,
        fields: dict[str, list[Any]],
    ) -> None:
        """Add a part's. A gist rests on all that was new in it: the model does not say on what."""
        self.claims += claims
        below = tuple(dict.fromkeys(line.said.id for line in part.sources))
        self.gists += [Gist(text, below) for text in noticing.gists(fields.get("gists", []))]
        self._senses.append(noticing.sense(fields))
        self._tags += noticing.tags(fields.get("tags", []))

    def extraction(self, by: str) -> Extraction:
        """All of it, what was noticed twice once."""
        columns = zip(*self._senses, strict=True)
        merged = (dict.fromkeys(word for words in column for word in words) for column in columns)
        return Extraction(
            claims=tuple(self.claims),
            gists=tuple(dict.fromkeys(self.gists)),
            sense=Sense(*map(tuple, merged)),
            tags=tuple(dict.fromkeys(self._tags)),
            by=by,
            tokens_out=self.tokens,
        )


def _schema(topics: Sequence[str]) -> Mapping[str, Json]:
    claim = _object(
        lines={"type": "array", "items": {"type": "integer"}},
        topic={"type": "string", "enum": list(topics)},
        sub=dict(_TEXT),
        about=dict(_TEXT),
        value=dict(_TEXT),
        text=dict(_TEXT),
        since=dict(_TEXT),
        until=dict(_TEXT),
        was=dict(_TEXT),
        ends={"type": "boolean"},
        corrects={"type": "boolean"},
        confidence={"type": "number"},
    )
    tag = _object(name=dict(_TEXT), value=dict(_TEXT))
    lists: dict[str, Json] = {name: dict(_TEXTS) for name in _LISTS}
    return _object(
        claims={"type": "array", "items": claim}, **lists, tags={"type": "array", "items": tag}
    )


def _object(**properties: Json) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
