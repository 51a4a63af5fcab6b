"""Claims as items: how they are kept, and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from holdfast.domain.claim import USER, Claim
from holdfast.domain.ids import new_id
from holdfast.domain.item import Item, ItemKind, ItemSelection
from holdfast.domain.message import DEFAULT, Json, Message, Trust
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.topic import TOPICS, Topic
from holdfast.flow.extract.fold import Told
from holdfast.ports.unit import Unit

HAND = "hand"
"""Who made what was made by hand."""

_NEVER = from_micros(NEVER)
_ALL = 1 << 62
_TRUSTED = frozenset([Trust.USER])


def item_of(
    claim: Claim,
    user: str,
    message: Message,
    place: int,
    stretch: int,
    by: str,
    now: datetime,
    *,
    nth: int = 0,
    speaker: str = "",
) -> Item:
    """A claim made in a message, its `nth` one, fit to be stored; `speaker` if not the user's."""
    return _item(
        claim,
        user,
        by=by,
        said_at=message.said_at,
        now=now,
        place=place,
        more={"nth": nth, "speaker": speaker},
        agent=message.agent,
        session=message.session,
        stretch=stretch,
    )


def item_by_hand(
    claim: Claim, user: str, now: datetime, *, nth: int = 0, on: bool | None = None
) -> Item:
    """A claim that the user makes outside of any conversation, the `nth` one.

    Its sources are the messages whose words it repeats; what the user has typed has none.
    """
    item = _item(claim, user, by=HAND, said_at=now, now=now, more={"nth": nth})
    switched: dict[str, Json] = {} if on is None else {"on": on}
    return replace(item, attributes={**item.attributes, **switched})


def _item(
    claim: Claim,
    user: str,
    *,
    by: str,
    said_at: datetime,
    now: datetime,
    more: Mapping[str, Json],
    place: int = 0,
    agent: str = DEFAULT,
    session: str = "",
    stretch: int = 0,
) -> Item:
    return Item(
        id=new_id(),
        user=user,
        kind=ItemKind.FACT,
        text=claim.text,
        attributes=_attributes(claim, by, more),
        importance=TOPICS.get(claim.topic, Topic(name="")).importance,
        confidence=claim.confidence,
        trust=Trust.USER,
        valid_from=said_at,
        valid_to=_NEVER,
        known_from=now,
        superseded_at=_NEVER,
        expires_at=_NEVER,
        sources=claim.sources,
        agent=agent,
        session=session,
        stretch=stretch,
        place=place,
    )


def told_in(item: Item) -> Told | None:
    """The claim that an item keeps; None for a fact that was put there by other means.

    What nobody but a document, a tool or an assistant stands behind is no claim either.
    """
    kept = item.attributes
    if item.trust not in _TRUSTED or not (kept.get("topic") and kept.get("value")):
        return None
    by_hand = kept.get("by") == HAND
    claim = Claim(
        topic=str(kept["topic"]),
        value=str(kept["value"]),
        text=item.text,
        sources=() if by_hand and kept.get("was") else item.sources,  # those said the old value
        sub=str(kept.get("sub", "")),
        about=str(kept.get("about", USER)),
        since=_moment(kept.get("since")),
        until=_moment(kept.get("until")),
        was=str(kept.get("was", "")),
        ends=bool(kept.get("ends")),
        corrects=bool(kept.get("corrects")),
        confidence=item.confidence,
    )
    return Told(
        claim,
        said_at=item.valid_from,
        known_from=item.known_from,
        place=item.place,
        by_hand=by_hand,
        nth=int(kept.get("nth", 0)),
        on=kept.get("on"),
        speaker=str(kept.get("speaker", "")),
    )


def told_of(unit: Unit, user: str) -> list[Told]:
    """All that was ever claimed and still has its source."""
    items = unit.items.select(user, ItemSelection(kind=ItemKind.FACT), limit=_ALL)
    return [told for item in items if (told := told_in(item)) is not None]


def _attributes(claim: Claim, by: str, more: Mapping[str, Json]) -> Mapping[str, Json]:
    """Only what is said: a claim has few of these."""
    rest: dict[str, Json] = {
        "sub": claim.sub,
        "about": "" if claim.about == USER else claim.about,
        "since": claim.since and claim.since.isoformat(),
        "until": claim.until and claim.until.isoformat(),
        "was": claim.was,
        "ends": claim.ends,
        "corrects": claim.corrects,
        **more,
    }
    kept = {name: value for name, value in rest.items() if value}
    return {"topic": claim.topic, "value": claim.value, "by": by, **kept}


def _moment(written: Json) -> datetime | None:
    return datetime.fromisoformat(written) if isinstance(written, str) else None
