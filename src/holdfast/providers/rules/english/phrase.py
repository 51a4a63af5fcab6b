"""Phrase: where a value ends, and how several are told apart."""

from __future__ import annotations

import re

_CUT = re.compile(
    r"\s+(?:(?:and|but|or|&)\s+(?:i|i'm|i've|i'll|i'd|my|we|we're|he|she|it|it's|they|you|then|that's|now|so|also|not|never|yes|hopefully)\b"
    r"|(?:because|cause|cos|since|so|which|while|where|until|till|though|although|whereas|unless|if|as|than|thanks|even|"
    r"anyway|too|lately|again|myself|tbh|lol|lmao|haha|btw|please|pls|ok|right|though|anymore|forever|apparently|obviously|unfortunately|sadly|honestly|actually|already|yet|either|mostly|mainly|especially|except|instead)\b"
    r"|last (?:night|week|month|year|weekend|summer|winter|spring|autumn|christmas|\w+day)|yesterday|this (?:morning|week|month|year|weekend|summer|winter|spring|autumn|afternoon)\b|off (?:a|some|of|ebay)\b|well enough|(?:in|on|by|from|until|since) (?:(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|doing something|without\b|on my own|by myself|at \d+\b|on the weekends?|at weekends|every \w+|for (?:lunch|dinner|breakfast|christmas)"
    r"|as well|at the moment|right now|these days|nowadays|at all\b|any ?more|of course|to be honest|and (?:all that|stuff|so on|everything|counting|more)|by the way|or (?:something|whatever|so)|in case"
    r"|when\b|now\b|ever since|more than|the most\b|so much\b|a lot\b|very much\b|to death\b|to bits\b|for (?:my|his|her) sins|if you|like (?:a|you|that|crazy|mad|it)\b|every single\b"
    r"|(?:for|over|in|these|about) (?:the |about |over |nearly |almost |like |more than |just |past |last |my )*(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|many|several|a few|few|some|donkey's|the last|the past|half)?\s*(?:a |whole |solid |good |entire )*(?:years?|months?|weeks?|decades?|days?|ages|while|yrs|life)\b).*$"
)
_LIGHT = re.compile(
    r"^(?:(?:(?:a )?(?:little )?bit of(?: an?)?|a|an|the|some|any|really|very|quite|pretty|just|also|both|all|both|much|about|like|my own|actually|only)\s+)+"
)
_EDGE = " \t\n,.;:!?()[]\"“”'’*~-–—"
_SPLIT = re.compile(r"\s*,\s*(?:and |or |plus |but also )?|\s+(?:and also|and|or|&|plus|nor|as well as)\s+")
_PAIRS = re.compile(
    r"(?:fish and chips|mac and cheese|rock and roll|r and b|rhythm and blues|salt and vinegar|gin and tonic|drum and bass|dungeons and dragons|black and white|bed and breakfast|arts and crafts|track and field|research and development|painter and decorator|sweet and sour|peanut butter and jelly|bacon and eggs|cheese and onion|ham and cheese|up and|in and|on and|my \w+ and my|war and peace|pride and prejudice|cats and dogs|trinidad and tobago|bosnia and herzegovina|mum and dad|mom and dad|dribs and drabs)"
)


_TOGETHER = re.compile(r"^[^,]* (?:with|on|to|for|between|by|about)\s[^,]* (?:and|or) [^,]*$|^(?:the )?(?:challenge|combination|mix|idea|way|feeling) ")
"""Where "and" belongs to what a preposition joins."""


def trimmed(low: str, *, light: bool = False) -> tuple[int, int]:
    """From where to where a value goes in a text: without what only follows it.

    With `light` its article and the like go too.
    """
    start, stop = 0, len(low)
    cut = _CUT.search(low, 1)
    if cut:
        stop = cut.start()
    if light:
        lead = _LIGHT.match(low[:stop])
        if lead and lead.end() < stop:
            start = lead.end()
    while start < stop and low[start] in _EDGE:
        start += 1
    while stop > start and low[stop - 1] in _EDGE:
        stop -= 1
    return start, stop


def parts(low: str) -> list[tuple[int, int]]:
    """The places of the parts of a list; one if it is none."""
    if _PAIRS.search(low) or _TOGETHER.search(low):
        return [(0, len(low))]
    found, at = [], 0
    for joint in _SPLIT.finditer(low):
        if joint.start() > at:
            found.append((at, joint.start()))
        at = joint.end()
    found.append((at, len(low)))
    return [(a, b) for a, b in found if low[a:b].strip()]


def head_of(low: str) -> str:
    """A noun phrase up to its head: without what is joined by a preposition."""
    return re.split(
        r"\s+(?:at|in|of|for|with|from|on|to|who|that|which|called|named|by|near|outside|based|working|specialising|specializing|living|here|about|under|since|turned|and|or|by|through|whose|over|inside|into|around|featuring|including|having|wearing|aged|after|before|than|like|as|the way|-)\b|,|\(",
        low,
        maxsplit=1,
    )[0].strip(_EDGE)
