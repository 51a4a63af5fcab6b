"""Brief: what a space's scheme asks for that is not looked for anyway."""

from __future__ import annotations

from dataclasses import replace

from holdfast.domain.scheme import Scheme, SchemeTopic
from holdfast.flow.extract.layout import is_usual
from holdfast.ports.extractor import Brief


def brief_of(scheme: Scheme) -> Brief:
    """The topics and sub-topics that are the scheme's own, its theme and its tags.

    What is found under a name of ours is left out, whatever the scheme calls it: the layout shows
    it there, and what is known of such a topic (that there is one at a time) holds for it.
    """
    own = (_own(topic, scheme.language) for topic in scheme.topics)
    return Brief(topics=tuple(filter(None, own)), theme=scheme.event_theme, tags=scheme.tags)


def _own(topic: SchemeTopic, language: str) -> SchemeTopic | None:
    subs = tuple(sub for sub in topic.subs if not is_usual(sub.name, language))
    if subs or (topic.open and not is_usual(topic.name, language)):
        return replace(topic, subs=subs)
    return None
