"""Instructions: how the assistant should always behave, as the user asks it to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from holdfast.providers.rules.english.clause import Clause
from holdfast.providers.rules.english.lexicon import data_of

_POLITE = (
    r"(?:(?:ok|okay|so|oh|and|also|but|btw|hey|please|pls|plz|kindly|just|then|yes|could you|can you|could u|can u|would you|will you|would you mind|"
    r"i'd like you to|i would like you to|i'd love you to|i want you to|i need you to|i'd prefer (?:it if )?you|i'd rather you|i'd appreciate it if you|you can|you should|you must|"
    r"feel free to|try to|make sure (?:to|you)|be sure to|remember to|in future|from now on|going forward|for future reference|by default|in general|for good|one rule|house rule|rule|two rules|"
    r"if you could|if you would|it'd be great if you could|my one request|one request|request|one thing|also please)(?![\w'-])[\s,:]*)*"
)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    data = data_of("instructions")
    acts = "|".join(sorted(data["acts"].split(), key=len, reverse=True))
    lasting = "|".join(each.strip() for each in data["lasting"].split("|"))
    return {
        "lead": re.compile(_POLITE),
        "always": re.compile(rf"(?:always|never|only|only ever) (?:{acts})\b(?! (?:i|we|he|she|up|in to)\b)"),
        "refrain": re.compile(rf"(?:(?:don't|dont|do not|never|not to|not|no need to) (?:ever |keep |always )?(?:{acts})|stop (?:\w+ing)|quit \w+ing|avoid \w+ing|(?:drop|skip|cut|cut out|lose|enough with|lay off|go easy on|easy on|spare me) (?:the|all the) (?:\w+ )?(?:emojis?|exclamation|exclamations|small talk|jargon|formalities|flattery|disclaimers?|bullet|bullets|pleasantries|apologies|emoji|caps|lectures?|pep talk|motivational|intro|preamble|waffle|sir|honorifics|puns|hashtags|smileys|compliments|act|sugar))\b"),
        "act": re.compile(rf"(?:{acts})\b"),
        "lasting": re.compile(rf"\b(?:{lasting})\b"),
        "condition": re.compile(r"(?:when|whenever|if|every time|each time|any time|anytime|before|after) (?:i|you|we|my)\b"),
        "form": re.compile(data["forms"]),
    }


def instructions(clauses: Sequence[Clause], moods: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The places of what is asked of the assistant for good: number of the clause, from, to."""
    table = _patterns()
    for number, clause in enumerate(clauses):
        if moods[number] in ("unreal", "reported"):
            continue
        low = clause.low
        lead = table["lead"].match(low)
        at = lead.end() if lead else 0
        polite = bool(lead and re.search(r"could|can|would|like you|want you|need you|please|pls|prefer you|rather you|appreciate", lead[0]))
        rest = low[at:]
        if "@" in rest:
            continue
        if moods[number] == "asked" and not polite or re.match(r"(?:call|address) me\b", rest):
            continue
        if table["always"].match(rest) or (table["refrain"].match(rest) and _is_lasting(rest, table)):
            yield number, at, _end(low, at)
        elif table["act"].match(rest) and (table["lasting"].search(rest) or re.search(r"from now on|in future|going forward|always|by default", lead[0] if lead else "")):
            yield number, at, _end(low, at)
        elif table["act"].match(rest) and number and table["condition"].match(clauses[number - 1].low) and clauses[number - 1].sentence == clause.sentence and re.match(r"when|whenever|every|each|any", clauses[number - 1].low):
            yield number - 1, 0, clause.stop - clauses[number - 1].start
        elif table["condition"].match(rest) and re.match(r"(?:when|whenever|every|each|any)", rest) and _THEN.search(rest):
            yield number, at, len(low)
        elif table["form"].match(rest):
            yield number, at, _end(low, at)


_THEN = re.compile(r" (?:please )?(?:give me|tell me|answer|reply|use|be|keep|ask me|don't|remind me|show me|stick to|assume|round|always|never|i mean)\b")


def _is_lasting(rest: str, table: dict[str, re.Pattern[str]]) -> bool:
    """"Don't laugh" is for now; "don't suggest meat" is for good."""
    return not re.match(r"(?:don't|dont|do not|never|stop|not) (?:laugh|worry|judge|mind|panic|forget|get me wrong|ask me why|ask how|ask why|tell anyone|tell my|start|say that|go|let|be|give up|stop|give in|make|know|crying|laughing|it|that|thinking of me)\b", rest) and not re.search(r"\b(?:yet|for now|right now|today|tonight|this time|tomorrow)\b", rest)


def _end(low: str, at: int) -> int:
    cut = re.search(r"\s+(?:because|cos|cuz|so that|and i\b|thanks|thank you|please|pls|ok)\b.*$|,? from now on$", low[at:])
    return at + cut.start() if cut else len(low)
