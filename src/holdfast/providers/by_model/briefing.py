"""Briefing: telling a model what is asked for besides the usual."""

from __future__ import annotations

from holdfast.domain.scheme import SchemeTopic, SubTopic, Tag
from holdfast.ports.extractor import Brief
from holdfast.providers.by_model.prompting import one_line, wording

_LONGEST = 500
"""So much of a description is told."""


def brief_in(brief: Brief, language: str) -> str:
    """The brief in words, to stand behind the instructions; empty if it asks for nothing.

    Of its lines those are told whose place has something to be filled with.
    """
    given = {
        "{topics}": "; ".join(map(_topic, brief.topics)),
        "{theme}": _cut(brief.theme),
        "{tags}": ", ".join(map(_tag, brief.tags)),
    }
    told = [
        line.replace(place, words)
        for line in wording("brief", language).splitlines()
        for place, words in given.items()
        if words and place in line
    ]
    return "\n\n" + "\n".join(told) if told else ""


def subs_in(brief: Brief) -> frozenset[str]:
    """The names of the sub-topics that it asks for, as they are told."""
    return frozenset(_in_words(sub.name) for topic in brief.topics for sub in topic.subs)


def _in_words(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


def _topic(topic: SchemeTopic) -> str:
    name = _described(topic.name, topic.description)
    subs = ", ".join(map(_sub, topic.subs))
    return f"{name}: {subs}" if subs else name


def _sub(sub: SubTopic) -> str:
    return _described(_in_words(sub.name), sub.description, sub.update_description)


def _tag(tag: Tag) -> str:
    return _described(tag.name, tag.description)


def _described(name: str, *descriptions: str) -> str:
    """A name, and in brackets what is said of it."""
    said = "; ".join(filter(None, map(_cut, descriptions)))
    return f"{name} ({said})" if said else name


def _cut(text: str) -> str:
    return one_line(text)[:_LONGEST]
