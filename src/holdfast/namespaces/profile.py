"""Profile: what is known of a user and of those the user speaks of, and what was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from holdfast.domain.claim import USER, Claim
from holdfast.domain.message import DEFAULT, Json
from holdfast.domain.moments import NEVER, from_micros
from holdfast.domain.scheme import Section
from holdfast.domain.slot import Slot, Standing
from holdfast.errors import InvalidInput, NotFound
from holdfast.flow.capture.accept import checked_text
from holdfast.flow.capture.names import checked_name, optional_name
from holdfast.flow.capture.shapes import checked_mapping, name_or_empty
from holdfast.flow.capture.times import optional_time, said_time
from holdfast.flow.extract.cards import Card, card_of, keep_card, learned_since, settings_for
from holdfast.flow.extract.claims import item_by_hand, told_in, told_of
from holdfast.flow.extract.fold import fold_claims, slot_of
from holdfast.flow.extract.layout import laid_out
from holdfast.flow.extract.meaning import meaning_of
from holdfast.flow.extract.people import names_of
from holdfast.flow.extract.refold import refold
from holdfast.flow.extract.scheme import LANGUAGES
from holdfast.flow.extract.slots import instructs, slot_in, slots_of
from holdfast.flow.extract.written import SCHEME, read_scheme, scheme_of
from holdfast.flow.window.dialog import shown_as
from holdfast.namespaces.rows import SpaceRows
from holdfast.ports.unit import Unit
from holdfast.text.tokens import estimate

Moment = datetime | str | float | None


class Profile(SpaceRows):
    """Slots: a topic, a value, when it held, and the messages that said so."""

    def get(
        self,
        user: str,
        *,
        about: str | None = USER,
        topic: str | None = None,
        as_of: Moment = None,
        known_at: Moment = None,
        past: bool = False,
    ) -> list[Slot]:
        """What holds, by topic; of the user, of somebody else, or (`about` None) of everybody.

        `as_of` asks what held at a time, as far as is known today; `known_at` what was known then.
        With `past`, what holds no longer comes too. Disputed values come side by side.
        """
        user, topic = checked_name(user, "user"), optional_name(topic, "topic")
        about = optional_name(about, "about")
        moment = self._moment(as_of, "as_of")
        found = self._slots(user, self._moment(known_at, "known_at"))
        whose = None if about is None else names_of(about, found)
        meant = [slot for slot in found if _is_meant(slot, whose, topic)]
        if moment is not None:
            meant = [slot for slot in meant if _held(slot, moment)]
        elif not past:
            present = self._moment(known_at, "known_at") or self._now()
            meant = [slot for slot in meant if _holds(slot, present)]
        return sorted(
            meant,
            key=lambda slot: (slot.about != USER, slot.about, slot.topic, slot.sub, *_age(slot)),
        )

    def history(
        self, user: str, topic: str, *, sub: str | None = None, about: str = USER
    ) -> list[Slot]:
        """Every value that a topic has had, the first one first; corrected and disputed ones too."""
        topic, sub = (
            checked_name(topic, "topic"),
            None if sub is None else name_or_empty(sub, "sub-topic"),
        )
        slots = self.get(user, about=about, topic=topic, past=True)
        meant = [slot for slot in slots if sub is None or meaning_of(slot.sub) == meaning_of(sub)]
        return sorted(meant, key=_age)

    def disputes(self, user: str) -> list[list[Slot]]:
        """What cannot be settled without the user: for each topic the values that stand against
        each other. `settle` says which is right."""
        sides: dict[tuple[str, str, str], list[Slot]] = {}
        for slot in self.get(user, about=None):
            if slot.standing is Standing.DISPUTED:
                sides.setdefault((slot.about, slot.topic, slot.sub), []).append(slot)
        return list(sides.values())

    def settle(self, user: str, slot_id: str) -> Slot:
        """Say that this value is right. The others never held; the change is the user's own word."""
        return self._by_hand(user, slot_id, corrects=True)

    def set(
        self,
        user: str,
        topic: str,
        value: str,
        *,
        sub: str = "",
        about: str = USER,
        at: Moment = None,
    ) -> Slot:
        """Say by hand what holds from now on. Where a topic has one value, it takes its place.

        `at` is when that was said, where it was said and known elsewhere before: what was said
        later than that stands.
        """
        topic, about = checked_name(topic, "topic"), checked_name(about, "about")
        value, sub = self._value(value), name_or_empty(sub, "sub-topic")
        claim = Claim(
            topic=topic, value=value, text=value, sources=(), sub=sub, about=about, confidence=1.0
        )
        said = None if at is None else said_time(at, self._parts.limits.time_zone, self._now())
        return self._store.write(
            self._space, lambda unit: self._claim(unit, checked_name(user, "user"), claim, at=said)
        )

    def correct(self, user: str, slot_id: str, value: str) -> Slot:
        """Say by hand that a value is wrong, and which is right. The wrong one never held.

        Only what holds can be corrected; InvalidInput for what does not.
        """
        return self._by_hand(user, slot_id, value=self._value(value), corrects=True)

    def remove(self, user: str, slot_id: str) -> Slot:
        """Say by hand that a value holds no longer. One that does not already stays as it is.

        It stays in the history; what was said of it stays in the log until it is forgotten.
        """
        return self._by_hand(user, slot_id, ends=True)

    def sections(self, user: str, *, about: str = USER, as_of: Moment = None) -> list[Section]:
        """The profile as the space's scheme lays it out: topics, sub-topics, and short contents."""
        slots = self.get(user, about=about, as_of=as_of)
        scheme = self._store.read(self._space, scheme_of)
        return laid_out(slots, scheme, self._parts.count_tokens or estimate)

    def settings(
        self,
        user: str,
        agent: str = DEFAULT,
        *,
        names: tuple[str, str] | None = None,
        language: str = "zh",
    ) -> dict[str, dict[str, Json]]:
        """What is set for a character and for the user, by their `names`: cards over what is learned.

        What was learned before the moment in the preference `settings_since` is left out.
        """
        agent, shown = checked_name(agent, "agent"), shown_as(names, agent, user)
        if language not in LANGUAGES:
            raise InvalidInput(f"The language must be one of {', '.join(LANGUAGES)}.")
        held = self.get(user)
        slots = self._store.read(self._space, lambda unit: learned_since(unit, held))
        card = self._store.read(self._space, lambda unit: card_of(unit, agent))
        count = self._parts.count_tokens or estimate
        return settings_for(slots, card, shown, language, count)

    def set_card(
        self,
        agent: str,
        *,
        about_agent: Mapping[str, Json] | None = None,
        about_user: Mapping[str, Json] | None = None,
    ) -> None:
        """Set the card of a character: what holds of it and of its user, whatever is said."""
        agent = checked_name(agent, "agent")
        card = Card(_side(about_agent), _side(about_user))
        self._store.write(self._space, lambda unit: keep_card(unit, agent, card))

    def scheme(self) -> str:
        """How profiles of the space are laid out, in YAML; empty where nothing is said."""
        found = self._store.read(self._space, lambda unit: unit.preferences.get(SCHEME))
        return str(found.value) if found is not None else ""

    def set_scheme(self, text: str) -> None:
        """Lay profiles out otherwise from now on; an empty text means as usual.

        YAML with `language`, `profile_strict_mode`, `profile_validate_mode`,
        `overwrite_user_profiles`, `additional_user_profiles`, `event_theme_requirement` and
        `event_tags`. What cannot be used is refused, and the scheme before it stays.
        """
        read_scheme(checked_text(text, self._parts.limits, "The scheme"))

        def work(unit: Unit) -> None:
            found = unit.preferences.get(SCHEME)
            unit.preferences.put(SCHEME, text, expect=found.revision if found else 0)

        self._store.write(self._space, work)

    def switch(self, user: str, slot_id: str, on: bool) -> Slot:
        """Load a standing instruction into contexts, or do not, without forgetting it."""
        if not isinstance(on, bool):
            raise InvalidInput("A switch is on or off: say True or False.")
        return self._by_hand(user, slot_id, on=on)

    def _by_hand(
        self,
        user: str,
        slot_id: str,
        *,
        value: str = "",
        corrects: bool = False,
        ends: bool = False,
        on: bool | None = None,
    ) -> Slot:
        """A claim of the user's own about a slot that is there."""
        user, slot_id = checked_name(user, "user"), checked_name(slot_id, "slot")

        def work(unit: Unit) -> Slot:
            slot = next((each for each in slots_of(unit, user) if each.id == slot_id), None)
            if slot is None:
                raise NotFound(f"{user!r} has no slot {slot_id!r}.")
            _see_that_it_can_be(slot, corrects=bool(value), switched=on is not None)
            if ends and slot.dropped_at is not None:
                return slot
            claim = Claim(
                topic=slot.topic,
                value=value or slot.value,
                text=value or slot.text,
                sources=slot.sources,
                sub=slot.sub,
                about=slot.about,
                was=slot.value if value else "",
                since=slot.since if value else None,  # the wrong one never held
                corrects=corrects,
                ends=ends,
                confidence=1.0,
            )
            return self._claim(unit, user, claim, on)

        return self._store.write(self._space, work)

    def _claim(
        self,
        unit: Unit,
        user: str,
        claim: Claim,
        on: bool | None = None,
        at: datetime | None = None,
    ) -> Slot:
        """Write the claim down, fold it in, and answer with the slot that it speaks of."""
        if unit.users.stamp(user) is None:
            unit.users.advance(user, 0)
        told = told_of(unit, user)
        nth = 1 + max((each.nth for each in told if each.by_hand), default=0)
        made = item_by_hand(claim, user, at or self._now(), nth=nth, on=on)
        item = unit.items.put(made, expect=0)
        refold(unit, user)
        one = told_in(item)
        slot = one and slot_of([*told, one], one)
        if slot is None:
            raise NotFound(f"{user!r} has nothing that this is said of any more.")
        (kept,) = unit.items.get(user, [slot.id])
        return slot_in(kept)

    def _value(self, given: str) -> str:
        value = checked_text(given, self._parts.limits).strip()
        if not value:
            raise InvalidInput("A value is needed.", remedy="To end one, use profile.remove.")
        return value

    def _slots(self, user: str, known_at: datetime | None = None) -> list[Slot]:
        def query(unit: Unit) -> list[Slot]:
            if known_at is None:
                return slots_of(unit, user)
            return fold_claims(told for told in told_of(unit, user) if told.known_from <= known_at)

        return self._store.read(self._space, query)

    def _moment(self, given: Moment, what: str) -> datetime | None:
        return optional_time(given, self._parts.limits.time_zone, what)


def _age(slot: Slot) -> tuple[object, ...]:
    """The first one first; of those that began together, the one that ended first."""
    ended = slot.dropped_at or from_micros(NEVER)
    return slot.since, ended, slot.by_hand, slot.place, slot.last_said


def _is_meant(slot: Slot, whose: set[str] | None, topic: str | None) -> bool:
    return (whose is None or meaning_of(slot.about) in whose) and topic in (None, slot.topic)


def _side(fields: object) -> Mapping[str, Json]:
    return {} if fields is None else checked_mapping(fields, "side of a card")


def _see_that_it_can_be(slot: Slot, *, corrects: bool, switched: bool) -> None:
    if corrects and slot.dropped_at is not None:
        raise InvalidInput(
            "It holds no longer, so there is nothing to correct.",
            remedy="Say what holds with profile.set, or correct the message that said it.",
        )
    if switched and (not instructs(slot) or slot.dropped_at is not None):
        raise NotFound(f"There is no standing instruction {slot.id!r}.")


def _holds(slot: Slot, now: datetime) -> bool:
    """Whether it is believed and not over: what is planned holds until it has happened."""
    return slot.dropped_at is None and (slot.until is None or slot.until > now)


def _held(slot: Slot, moment: datetime) -> bool:
    believed = slot.standing is not Standing.WRONG
    return believed and slot.since <= moment and (slot.until is None or moment < slot.until)
