"""Predicate: the verb of a clause and how it stands."""

from __future__ import annotations

import re

from holdfast.providers.rules.english.lexicon import Form, form_of, nouns, pattern, small, verbs
from holdfast.providers.rules.english.reading import Reading, Token

_SPELLED = {"ca": "can", "wo": "will", "m": "am", "im": "'m", "ive": "'ve"}
_CANNOT = frozenset(["cant", "cannot"])
_STARTS = frozenset(["start", "started", "starting", "begun", "begin", "began"])
_GETS = frozenset(["got", "get", "gets", "getting"])
_AHEAD = frozenset(["going", "gonna", "about", "planning", "off"])
_WORKS = frozenset(["work", "test", "design", "research"])
_NOTHING = Form("", frozenset())
_NO = re.compile(r"\s*no (?!longer|doubt|stranger)")


def read_predicate(found: Reading, tokens: list[Token], number: int, last: Reading | None) -> None:
    """Reads what helps the verb, then the verb."""
    helpers: list[str] = []
    if found.elided and number < len(tokens) and tokens[number].word == "be":
        found.verb, found.mode = "be", "order"  # "be a therapist"
        found.at = found.chain = tokens[number].start
        found.rest = tokens[number].stop
        return
    if number < len(tokens):
        found.at = found.chain = tokens[number].start
    while number < len(tokens):
        taken = _helper(found, tokens, number, helpers)
        if not taken:
            break
        number += taken
    if number >= len(tokens):
        _short(found, helpers)
        return
    _main(found, helpers, tokens[number], last)


def _helper(found: Reading, tokens: list[Token], number: int, helpers: list[str]) -> int:
    """How many tokens help the verb here; 0 where the verb itself begins."""
    word = _SPELLED.get(tokens[number].word, tokens[number].word)
    following = tokens[number + 1].word if number + 1 < len(tokens) else ""
    if word in small("denials") or word in _CANNOT:
        _deny(found, word, helpers)
        return 1
    if word == "no" and following == "longer":
        found.ends = True
        return 2
    if word in small("adverbs") and not (
        word in small("loud") and helpers and helpers[-1] in small("be")
    ):
        found.adverbs.add(word)
        return 1
    if word in small("aux") and not _is_main(word, tokens, number):
        helpers.append(word)
        return 1
    return _phrase(found, tokens, number, helpers)


def _phrase(found: Reading, tokens: list[Token], number: int, helpers: list[str]) -> int:
    """Verbs that help another: going to, used to, started doing, got diagnosed."""
    word = tokens[number].word
    following = tokens[number + 1].word if number + 1 < len(tokens) else ""
    if word in _AHEAD and _leads(tokens, number) and (helpers or word == "gonna"):
        helpers.append("future")
        if word == "planning":
            found.adverbs.add(word)
        return 1 if word == "gonna" else 2
    if word in ("has", "have") and following == "to" and "favo" in found.thing:
        return 2  # my favourite has to be
    if word == "used" and following == "to" and number + 2 < len(tokens):
        found.ends = True
        return 2
    if word in _STARTS and verbs().get(following, _NOTHING).forms == {"g"}:
        helpers.append("'m")
        found.adverbs.add("started")
        return 1
    if word in _GETS and following == "diagnosed":
        helpers.append("was")
        return 1
    return 0


def _deny(found: Reading, word: str, helpers: list[str]) -> None:
    found.denied = True
    if word == "never":
        found.adverbs.add(word)
    elif word in _CANNOT:
        helpers.append("can")
    elif word not in ("n't", "not"):
        helpers.append(word.replace("n't", "").replace("nt", ""))


def _leads(tokens: list[Token], number: int) -> bool:
    """Whether "to" and a verb follow."""
    if number + 2 >= len(tokens) or tokens[number + 1].word != "to":
        return False
    return "b" in verbs().get(tokens[number + 2].word, _NOTHING).forms


def _is_main(word: str, tokens: list[Token], number: int) -> bool:
    """Whether have or do is the verb itself and helps no other."""
    if word not in small("have") and word not in small("do"):
        return False
    step = number + 1
    while step < len(tokens) and tokens[step].word in small("adverbs"):
        step += 1
    if step >= len(tokens):
        return True
    following = tokens[step].word
    if following in ("n't", "not", "never"):
        return False
    form = verbs().get(following, _NOTHING)
    if word in small("do"):
        return "b" not in form.forms or (following in nouns() and following in _WORKS)
    if following in ("been", "got", "had", "gotten") or (
        form is _NOTHING and following.endswith("ed")
    ):
        return False
    return "n" not in form.forms or following in ("set", "cut")


def _short(found: Reading, helpers: list[str]) -> None:
    """Nothing behind what helps: "I am", "I can't"."""
    found.rest = len(found.low)
    if helpers and helpers[-1] in ("'m", "am", "is", "are", "was"):
        found.verb, found.mode = "be", "present"
    elif helpers:
        found.verb, found.mode = "do", "can" if helpers[0].startswith("can") else "present"


def _main(found: Reading, helpers: list[str], token: Token, last: Reading | None) -> None:
    word = token.word
    form = form_of(word)
    found.at = token.start
    if found.mode == "bare":
        found.mode = "present"
    perfect = _is_perfect(word, form, helpers)
    if helpers and helpers[-1] in small("be"):
        _behind_be(found, helpers, token, form, perfect=perfect)
    elif word == "'ve" or (perfect and word == "got"):
        found.verb, found.rest, found.mode = "have", token.stop, "present"
    else:
        known = form if form.base else Form(word, frozenset("b"))
        found.verb, found.rest = known.base, token.stop
        if form.base or helpers:
            found.mode = _mode(found, known, helpers, last, perfect=perfect)
        else:
            found.mode = "present"
    if found.verb in ("be", "have") and _NO.match(found.behind):
        found.denied = True
    if any(each in small("would") for each in helpers):
        found.mode = "would"
    elif any(each in small("will") for each in helpers):
        found.mode = "future"


def _is_perfect(word: str, form: Form, helpers: list[str]) -> bool:
    if any(each in small("have") for each in helpers):
        return True
    if "'s" not in helpers:
        return False
    participle = "n" in form.forms and word not in small("stative")
    return word in ("been", "got") or "been" in helpers or participle


def _behind_be(
    found: Reading, helpers: list[str], token: Token, form: Form, *, perfect: bool
) -> None:
    """What follows a form of be: a state, or what is being done, or what was done to somebody."""
    was = helpers[-1] in ("was", "were")
    if perfect and token.word == "got":
        found.verb, found.rest, found.mode = "have", token.stop, "present"
    elif "g" in form.forms and not (found.thing and found.owned):
        found.verb, found.rest = form.base, token.stop
        found.mode = "was doing" if was else "doing"
        if "been" in helpers:
            found.adverbs.add("been")
    elif "n" in form.forms and (
        form.base in small("suffered") or _is_done(token, helpers, perfect)
    ):
        found.verb, found.rest, found.mode = form.base, token.stop, "done"
        if perfect and "been" not in helpers:
            found.mode = "perfect"
    else:
        found.verb, found.rest = "be", token.start
        found.mode = "perfect" if perfect and "been" in helpers else "past" if was else "present"


def _is_done(token: Token, helpers: list[str], perfect: bool) -> bool:
    """Whether a participle tells what was done: "been paid", and not "been divorced"."""
    return perfect and not ("been" in helpers and token.word in small("stative"))


def _mode(
    found: Reading, form: Form, helpers: list[str], last: Reading | None, *, perfect: bool
) -> str:
    if any(each.startswith("ca") for each in helpers):
        return "can"
    if perfect:
        return "perfect"
    if "did" in helpers:
        return "past"
    if found.elided and found.mode in ("can", "order"):
        return found.mode
    return _plain_mode(found, form, helpers, last)


def _plain_mode(found: Reading, form: Form, helpers: list[str], last: Reading | None) -> str:
    """How a verb stands by its own form."""
    if found.elided and form.forms == {"n"}:
        return "done"
    if "b" not in form.forms and "g" in form.forms:
        return "doing"
    if "b" not in form.forms and "d" in form.forms:
        return "past"
    if "d" in form.forms and pattern("past").search(found.low):
        return "past"  # I quit last month
    if found.elided and not helpers and "b" in form.forms and "s" not in form.forms:
        return "present" if _is_told(found, form, last) else "order"
    return "present"


def _is_told(found: Reading, form: Form, last: Reading | None) -> bool:
    """Whether a verb that could be an order has only lost its "I"."""
    if last is not None and found.follows(last) and found.clause.joint in ("and", "but", "or", ","):
        plain = last.mode == "present" and not last.thing and not last.elided
        if plain and last.who is not None:
            return True
    told = found.adverbs & {"still", "just", "also", "mostly", "usually"}
    return bool(told) or form.base in small("told")
