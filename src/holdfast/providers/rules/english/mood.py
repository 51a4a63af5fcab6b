"""Mood: whether a clause is asserted of the real world, decided before any frame is tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from holdfast.providers.rules.english.clause import Clause, plain
from holdfast.providers.rules.english.lexicon import any_of, data_of, one_of, phrases, small

_WHO = re.compile(
    r"(?:and |but |so |or |also |then |ok |okay |anyway |well |hey |please |pls |oh |right |now |btw |lol |hi |hello )*"
    r"(?:(?:who|what|where|when|why|how|which|whose)(?:'s|'re|s)?\b(?! (?:i|i'm|im|i've|you|you're|we|he|she|they|it|my|a|an)\b)(?!ever)"
    r"|(?:do|does|did|is|are|was|were|am|can|could|would|will|should|shall|have|has|had|may|might|isn't|aren't|don't|doesn't|didn't|can't|couldn't|wouldn't|won't|shouldn't|haven't|hasn't)\s+"
    r"(?:i|you|we|he|she|it|they|the|my|your|there|this|that|these|those|people|anyone|anybody|someone|everyone|u|a|an|our|his|her|both|all|most|some)\b|(?:do|does|did|are|can|could|should|would|will) \w+s\b"
    r"|any (?:tips|ideas|recommendations|recs|advice|suggestions|chance|clever|thoughts|good|decent|books?|films?|way|more|of)\b|anyone |anybody |ever |know any |got any |is it |wonder(?:ing)? (?:if|what|how|why|whether)|should i|could i|can i|may i|help me|tell me|give me|show me|find me|recommend|suggest|explain|list |write me|draft|what about|how about)"
)
_STRONG = re.compile(r"(?:i|we|my|he|she|they|i'm|it's|there's)\b")
_GOES = re.compile(r"\b(?:goes|reads|begins|starts)(?=$|,| i\b| i'| \"| “| like i)")
_REMEMBER = re.compile(r"(?:please |pls |and )?(?:can|could|will|would) you (?:please |pls |just )?(?:remember|note|note down|keep in mind|bear in mind|write down|save|make a note)\b")
_PAST_IF = re.compile(r"(?:had i|were i|should i)\b")
_REPORTER = re.compile(r"(?:i|we)\b")


@cache
def _from() -> re.Pattern[str]:
    lead = r"(?:ok |okay |so |right |well |hey |please |pls |now |and |but |can you |could you |would you |will you |just |i want you to |i need you to |let's |lets )*"
    return re.compile(rf"{lead}(?:{one_of(small('unreal_from'))})(?![\w'-])")


@cache
def _inside() -> re.Pattern[str]:
    told = frozenset(
        each
        for each in phrases(data_of("grammar")["unreal_from"])
        if each.startswith(("in a", "in my", "my ", "the ch", "thought", "hypoth", "writing", "i dream", "had a", "for the sake", "roleplay", "role"))
    )
    return re.compile(rf"(?<![\w'-])(?:{one_of(told)})(?![\w'-])")


@cache
def _joke() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{one_of(small('joke'))})(?![\w'])")


def is_joke(text: str) -> bool:
    """Whether a message is said in jest as a whole."""
    return _joke().search(plain(text)) is not None


def moods(clauses: Sequence[Clause]) -> list[str]:
    """For each clause "real", "asked" or "unreal"."""
    found: list[str] = []
    unreal = False
    sentence, scope, asked = -1, "", False
    supposed = _supposed(clauses)
    for clause in clauses:
        if clause.sentence != sentence:
            sentence, scope, asked = clause.sentence, "", False
        low = clause.low
        if clause.sentence in supposed:
            found.append("unreal")
            continue
        unreal = unreal or bool(_from().match(low)) or bool(_inside().search(low))
        if unreal:
            found.append("unreal")
            continue
        if _WHO.match(low) and not _exclaims(clause) and not (clause.joint in ("and", "but", ",", "who") and re.match(r"(?:has|is|was|does|did|had|have|can|will|who|which|where|whose|when)\b", low) and not _question_follows(clauses, clause)):
            asked = True
        if _REMEMBER.match(low) or scope == "remember":
            asked, scope = False, "remember"
            found.append("real")
            continue
        if asked or (clause.ends.startswith("?") and not _tells(clause)):
            found.append("asked")
            continue
        if _is_reported(clause):
            scope = "reported"
            found.append("reported")
            continue
        if scope == "reported" and clause.joint in ("that", ",", ":", "and", "because", "like"):
            found.append("unreal")
            continue
        if clause.joint == "that" and found and re.search(r"\b(?:not|isn't|wasn't|n't)\b", clauses[len(found) - 1].low):
            found.append("unreal")
            continue
        if clause.joint in ("if", "unless", "than", "like") or low.startswith(("if ", "unless ", "whether ", "had i ", "as if ", "wish ")):
            scope = "if" if low.startswith("if ") and not found_real(found) else scope
            found.append("if")
            continue
        if any_of("unreal").search(low):
            found.append("would")
            continue
        found.append("real")
    return found


def _supposed(clauses: Sequence[Clause]) -> set[int]:
    """Sentences that say what would be if something were."""
    clauses = [c for c in clauses if not re.match(r"if (?:you'd|you would|you could|you don't mind|you wouldn't mind|possible|it's)\b", c.low)]
    condition = {c.sentence for c in clauses if c.low.startswith(("if ", "were i", "had i", "and if ", "but if ")) or c.joint == "if"}
    would = {c.sentence for c in clauses if re.search(r"\b(?:i|we|you|he|she|they|it|that)'d\b|\bwould\b|\bwouldn't\b", c.low)}
    return condition & would


def found_real(found: Sequence[str]) -> bool:
    return bool(found) and found[-1] == "real"


def _question_follows(clauses: Sequence[Clause], clause: Clause) -> bool:
    return any(c.sentence == clause.sentence and c.ends.startswith("?") for c in clauses)


def _exclaims(clause: Clause) -> bool:
    return clause.ends.startswith("!") and clause.low.startswith(("what a", "how "))


def _tells(clause: Clause) -> bool:
    """A statement with a question mark behind its last clause, "right?"."""
    return False


def _is_reported(clause: Clause) -> bool:
    """Somebody else says so; or it is read, sung, told."""
    cue = any_of("reported").search(clause.low) or _GOES.search(clause.low)
    if not cue:
        return False
    lead = clause.low[: cue.start()]
    return not re.search(r"(?:^|\W)(?:i|we|i've|i'd)(?:'ve|'d)? (?:\w+ )?$", lead) and not re.match(r"(?:as i|like i|i)\b", clause.low) and bool(lead.strip())
