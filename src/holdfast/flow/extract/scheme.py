"""Reading a scheme: the layout of profiles, as people write it down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.domain.message import Json
from holdfast.domain.scheme import Scheme, SchemeTopic, SubTopic, Tag
from holdfast.errors import InvalidInput

LANGUAGES = ("en", "zh")
LONGEST = 65_535
"""Characters of a written scheme."""


def scheme_from(data: Json, usual: Mapping[str, tuple[SchemeTopic, ...]]) -> Scheme:
    """The scheme that a mapping describes; InvalidInput says what is wrong with it.

    `usual` are the topics of each language. `overwrite_user_profiles` take their place,
    `additional_user_profiles` come beside them. A topic that names no sub-topics is open to any. Names that nobody knows are passed over.
    """
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        raise _wrong("it must be a mapping of names to values")
    language = data.get("language", "en")
    if language not in LANGUAGES:
        raise _wrong(f"language must be one of {', '.join(LANGUAGES)}")
    overwriting = _topics(data, "overwrite_user_profiles")
    topics = overwriting or usual[language]
    return Scheme(
        language=language,
        strict=_flag(data, "profile_strict_mode", usual=False),
        validate=_flag(data, "profile_validate_mode", usual=True),
        topics=_joined([*topics, *_topics(data, "additional_user_profiles")]),
        event_theme=str(data.get("event_theme_requirement") or ""),
        tags=tuple(_tag(each) for each in _rows(data, "event_tags")),
    )


def unified(name: str) -> str:
    """One form for a name, however it is written: small letters, no spaces."""
    return "_".join(name.strip().lower().split())


def _topics(data: Mapping[str, Json], name: str) -> tuple[SchemeTopic, ...]:
    return tuple(_topic(each, name) for each in _rows(data, name))


def _topic(row: Json, where: str) -> SchemeTopic:
    if not isinstance(row, Mapping) or not isinstance(row.get("topic"), str) or not row["topic"]:
        raise _wrong(f"each of {where} needs a topic")
    subs = tuple(_sub(each, where) for each in _rows(row, "sub_topics"))
    return SchemeTopic(
        name=unified(row["topic"]),
        description=str(row.get("description") or ""),
        subs=subs,
        open=not subs,
    )


def _sub(row: Json, where: str) -> SubTopic:
    if isinstance(row, str) and row.strip():
        return SubTopic(name=unified(row))
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str) or not row["name"]:
        raise _wrong(f"each of the sub_topics in {where} needs a name")
    return SubTopic(
        name=unified(row["name"]),
        description=str(row.get("description") or ""),
        update_description=str(row.get("update_description") or ""),
        validate_value=row.get("validate_value"),
    )


def _tag(row: Json) -> Tag:
    if isinstance(row, str) and row.strip():
        return Tag(name=row.strip())
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str) or not row["name"]:
        raise _wrong("each of event_tags needs a name")
    return Tag(name=row["name"].strip(), description=str(row.get("description") or ""))


def _joined(topics: Iterable[SchemeTopic]) -> tuple[SchemeTopic, ...]:
    """Topics of one name are one."""
    by_name: dict[str, SchemeTopic] = {}
    for topic in topics:
        known = by_name.get(topic.name)
        if known is None:
            by_name[topic.name] = topic
            continue
        subs = {sub.name: sub for sub in (*known.subs, *topic.subs)}
        by_name[topic.name] = SchemeTopic(
            name=topic.name,
            description=topic.description or known.description,
            subs=tuple(subs.values()),
            open=known.open or topic.open,
        )
    return tuple(by_name.values())


def _rows(data: Mapping[str, Json], name: str) -> list[Json]:
    rows = data.get(name)
    if rows is None:
        return []
    if not isinstance(rows, list):
        raise _wrong(f"{name} must be a list")
    return rows


def _flag(data: Mapping[str, Json], name: str, *, usual: bool) -> bool:
    value = data.get(name, usual)
    if not isinstance(value, bool):
        raise _wrong(f"{name} must be true or false")
    return value


def _wrong(why: str) -> InvalidInput:
    return InvalidInput(f"The profile's scheme cannot be used: {why}.")
