"""Checks: what a frame may ask of a value, by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from holdfast.providers.rules.english.lexicon import is_a, verbs, words
from holdfast.providers.rules.english.people import name_at
from holdfast.providers.rules.english.phrase import head_of
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.times import DATE

Check = Callable[[Reading, str, str], bool]
"""Of a reading, a value as it stands, and the same in small letters."""

_FIRST = re.compile(r"[\w'&-]+")
_STATE = frozenset(
    "anxious quiet calm proud jealous serious suspicious emotional tough confident insecure grumpy moody curious lazy kind funny patient private direct honest trusting sensitive awkward dry brave bold secular independent gentle reliable strict late straight leader collector planner conservative".split()
)
_AIMS = re.compile(
    r"(?:(?:be|become) (?:a|an|the|fluent|able|debt|my own|financially|a better|sober|independent)\b|become\b|learn\b|own\b|open (?:a|an|my|our)\b|write (?:a|my)|publish|start (?:a|an|my|our)\b|run (?:a|the|my)\b|live (?:in|on|by|off|abroad)|move (?:to|out|abroad|back)|buy (?:a|an|my|our)\b|climb|sail|visit|see (?:the|a)\b|travel|study|quit (?:my|smoking)|lose \d|lose (?:weight|ten|twenty|some weight)|get (?:fit|my|into|married|better at|a degree|a dog|sober|out of debt)|have (?:kids|children|my own|a family|a)\b|retire|raise|adopt|build|compete|finish|graduate|walk (?:the|across)|cycle|swim the|hike|dance at|play (?:the|in|for|at)\b|speak|read all|pay off|save|go (?:to|back to|round|around)|make (?:a film|a living|it to)|work (?:as|for|in|at)|teach|master|restore|record|perform|qualify|pass|beat|win|complete|do (?:a|my|the)\b|grow|volunteer|walk\b|set up|take (?:my|the|a)\b|meet)"
)
_LASTING = re.compile(
    r"\b(?:one day|someday|some day|eventually|dream|always|before i|by the time|life|ever since|since i was|bucket list|ambition|more than anything|in the long run|by (?:\d{4}|thirty|forty|the end)|before (?:i'm|i turn|my)|when i (?:grow up|retire)|most of all|what i (?:really )?want)\b"
)
_TRIVIAL = re.compile(
    r"\b(?:bus|train|stop|keys|wallet|tea|sleep|weight|track|interest|patience|mind|way|phone|pen|count|temper|game|match|bet|plot|signal|connection|voice|appetite|it|that|this|them|homework|dinner|lunch|breakfast|bed|shower|coffee|nap|hair|shit|cool|nerve|plot|faith|hope)\b"
)


def _capital(value: str) -> bool:
    return any(sign.isupper() or "\u4e00" <= sign <= "\u9fff" for sign in value)


def proper(reading: Reading, value: str, low: str) -> bool:
    """A name: in capitals, where the message has any."""
    if is_a(low, "trait") or is_a(low, "month"):
        return False
    if low.split()[:1] in (["the"], ["a"], ["this"], ["my"], ["one"], ["that"], ["an"], ["trouble"], ["bed"], ["love"], ["charge"], ["hospital"], ["shock"]):
        return _capital(value[4:])
    return _capital(value) or reading.lower and len(low) > 2 and not _common(low)


def _common(low: str) -> bool:
    first = low.split()[0]
    return first in words("trait") or first in verbs() or first in _PLAIN


_PLAIN = frozenset(
    "bed trouble tears love pain shock bits there here home work school town class agony charge therapy debt hospital total general fact case order person front back a an the this that my your his her it all so too not very really just such still glad sorry sure happy sad tired bored hungry starving fine ok okay good great well done back late early ready free busy off on in at out up down away gonna going about scared afraid here alone lost stuck sick ill hot cold freezing melting dying dead drunk curious confused excited nervous stressed worried nobody somebody no one new also always never used only now today".split()
)


def name(reading: Reading, value: str, low: str) -> bool:
    """Somebody's name, and nothing that only looks like one."""
    if not name_at(value, 0):
        return bool(reading.lower and reading.thing and low.isalpha() and not _common(low))
    if low in words("famous") or any(is_a(low, each) for each in ("trade", "fanciful", "nation", "illness", "diet", "trait")):
        return False
    return not low.startswith(("the ", "a ")) and len(low.split()) <= 3


def loose_name(reading: Reading, value: str, low: str) -> bool:
    """What somebody wants to be called: small letters will do."""
    if low in words("famous") or low.split()[0] in ("a", "an", "the", "when", "back", "if", "at", "on", "later", "tomorrow", "crazy", "old", "mad", "names", "it", "that", "stupid", "what", "whatever", "by"):
        return False
    return len(low.split()) <= 3


def date(reading: Reading, value: str, low: str) -> bool:
    return DATE.search(low) is not None


def nation(reading: Reading, value: str, low: str) -> bool:
    return any(is_a(word.strip(","), "nation") for word in re.split(r"[\s-]", low))


def number(reading: Reading, value: str, low: str) -> bool:
    figure = re.search(r"\d+", low)
    mine = reading.who is not None and reading.who.kind == "self"
    if figure is None:
        return not mine or low.split("-")[0].split()[0] in ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
    return (5 if mine else 0) < int(figure[0]) < 103


def study(reading: Reading, value: str, low: str) -> bool:
    """A subject or a place to study at; no book, no exam."""
    if low.startswith(("for ", "hard", "all ", "every", "late", "a lot", "the ", "this", "that", "my ", "abroad")) or reading.low[reading.rest :].strip().startswith("for"):
        return False
    first = head_of(low)
    if reading.verb == "read" or reading.verb.startswith("special"):
        return bool(is_a(first, "subject"))
    return bool(is_a(first, "subject")) or bool(re.search(r" (?:at|degree|full-time|part-time)\b", f" {low} ")) and not reading.elided or (not reading.elided and len(first.split()) <= 3 and first.endswith(("ics", "ology", "ing", "ism", "istry", "phy", "law", "arts", "science", "studies", "ure")))


def school(reading: Reading, value: str, low: str) -> bool:
    return any(word in words("school_name") for word in low.split()) or (reading.verb != "attend" and _capital(value))


def work(reading: Reading, value: str, low: str) -> bool:
    return bool(is_a(head_of(low), "trade")) or _capital(value) or bool(re.search(r"\b(?:shipyard|hospital|school|office|bank|factory|library|museum|company|firm|embassy|council|restaurant|shop|bakery|clinic|lab|university|warehouse|observatory|nursery|airport)\b", low))


def trade_object(reading: Reading, value: str, low: str) -> bool:
    """Things, many of them, as they are made or mended for a living."""
    first = low.split()[0] if low else ""
    if is_a(first, "paper") or first in ("my", "the", "a", "an", "your", "some", "to", "all", "in", "on", "about", "with", "for", "up", "out", "well", "too", "so", "like", "more", "at", "off", "from"):
        return False
    head = head_of(low)
    if re.search(r"\b(?:mistakes|sense|friends|jokes|plans|lists|excuses|decisions|notes|things|errors|emails|messages|letters|poems|cookies|cakes|words|memes|typos|videos)\b", head):
        return False
    return head.endswith("s") and len(head.split()) <= 4


def fan(reading: Reading, value: str, low: str) -> bool:
    if re.search(r"\b(?:person|man|snob)\b", reading.low[reading.rest :]):
        return any(is_a(low, each) for each in ("hobby", "pet", "food", "sport"))
    return low.split()[0] not in ("not", "a", "the", "no", "health", "neat", "control", "speed", "your", "cold", "this", "that")


def taste(reading: Reading, value: str, low: str) -> bool:
    """Something that one may like for good: no "this", no "to know", no one's self."""
    if reading.verb == "do" and re.match(r"\s*(?:a|an|the|my|much|well|enough|any)\b", reading.low[reading.rest :]):
        return False
    if not low or any(low == each or low.startswith(each + " ") for each in words("passing")):
        return low.startswith(("people who", "it when people", "people that"))
    if re.match(r"(?:colou?rs?|way|idea|ideas|vibe|vibes|look|looks|texture|textures|design|details?|pic|picture|photo|painting|smile|energy|enthusiasm|view|views|shot|style|outfit|dress|shirt|piece|message|spirit|feeling|atmosphere|passion|creativity|theme|sound|thought|concept|result|cover|name|song|track|lighting|balance|contrast|red|blue)\b", low) and re.search(r"\b(?:the|that|this|love theme)\b", reading.low):
        return False
    if re.search(r"\b(?:today|tonight|this morning|right now|for me to|you to|if you|your|yours|you)\b", reading.low):
        return False
    if low.startswith("to ") or low.startswith("being "):
        return reading.verb in ("love", "like", "hate", "prefer") and not re.match(r"to (?:know|see|ask|hear|say|think|be|admit|get|have|try|find|talk|discuss|understand|do|use|make|start|add|change|buy|order|book|go|set|keep|focus|give)\b", low)
    return True


def allergic(reading: Reading, value: str, low: str) -> bool:
    return not re.search(r"\b(?:mondays?|mornings?|work|effort|people|bullshit|stupid|stupidity|nonsense|exercise|commitment|fun|housework|meetings|the gym|small talk|maths|responsibility|bad \w+|your|you|this|that)\b", low)


def body(reading: Reading, value: str, low: str) -> bool:
    return any(word in words("body") for word in re.findall(r"[a-z]+", low)[:3])


def food(reading: Reading, value: str, low: str) -> bool:
    return any(is_a(head_of(each.strip()), "food") for each in re.split(r",| and | or ", low))


def language(reading: Reading, value: str, low: str) -> bool:
    first = _FIRST.match(low)
    return bool(first) and first[0] in words("language")


def skill(reading: Reading, value: str, low: str) -> bool:
    rest = reading.low[reading.rest :].strip()
    if reading.verb in ("do", "make", "run", "tell", "hold", "name", "eat", "walk", "throw", "catch", "fix", "build", "read", "write", "drive", "lay", "sign"):
        return False
    return not re.match(r"(?:it|that|this|them|you|there|anything|something|for|to|myself|up|on|in|at|tomorrow|over|home|back)\b", rest)


def planned(reading: Reading, value: str, low: str) -> bool:
    rest = reading.low[reading.rest :].strip()
    if reading.verb in ("sign", "register", "enter"):
        return bool(re.match(r"(?:us |myself |me )?(?:up )?(?:for|to)\b|a\b|the\b", rest)) and not re.match(r"(?:the|a) (?:contract|lease|form|petition)", rest)
    return bool(re.match(r"(?:a|an|the|our|my|us|two|flights|tickets|in)\b", rest))


def goal(reading: Reading, value: str, low: str) -> bool:
    """A lasting wish, not a wish to know or to sleep."""
    if re.search(r"\b(?:it|this|that|you|your)$|\b(?:your|you)\b", low):
        return False
    if reading.verb in ("dream", "aim", "long", "yearn"):
        return not low.startswith(("that", "i ", "about"))
    return bool(_AIMS.match(low)) and (reading.verb == "hope" or reading.mode != "present" or bool(_LASTING.search(reading.low)) or bool(re.match(r"(?:be|become|learn|own|open|publish|have my own|live|retire)\b", low)))


def goal_work(reading: Reading, value: str, low: str) -> bool:
    if reading.verb == "try" or re.match(r"(?:still |really |just |desperately )?trying", reading.low[reading.rest :].strip()):
        return bool(re.match(r"(?:lose|learn|get (?:pregnant|fit|into|better|sober|healthy)|quit|save|become|conceive|eat|drink|cut down|improve my|give up|stop|run|qualify|read)\b", low))
    if reading.verb == "save" and re.match(r"(?:\s*up)?\s*for (?:a|an|my|our|the)\b", reading.low[reading.rest :]) or low == "baby":
        return True
    return bool(_AIMS.match(low)) or bool(re.match(r"(?:a|an|my|our|the) (?:\w+ ){0,2}(?:house|flat|car|deposit|marathon|half marathon|triathlon|ironman|wedding|trip|down payment|mortgage|degree|licence|license|promotion|black belt|bike|camper|boat|farm|land)\b", low))


def trait(reading: Reading, value: str, low: str) -> bool:
    if re.match(r"(?:colou?rs?|way|idea|ideas|vibe|vibes|look|looks|texture|textures|design|details?|pic|picture|photo|painting|smile|energy|enthusiasm|view|views|shot|style|outfit|dress|shirt|piece|message|spirit|feeling|atmosphere|passion|creativity|theme|sound|thought|concept|result|cover|name|song|track|lighting|balance|contrast|red|blue)\b", low) and re.search(r"\b(?:the|that|this|love theme)\b", reading.low):
        return False
    if re.search(r"\b(?:today|tonight|now|right now|about|lately|this|at the moment|of you|of (?:him|her|them|myself)|to be|that|when|feeling)\b", reading.low[reading.rest :]):
        return False
    if is_a(low, "gender") or low in ("private", "kind", "kind of"):
        return False
    last = low.split()[-1]
    lead = reading.low[reading.rest :]
    return not (last in _STATE and not reading.adverbs & {"always", "naturally", "generally"} and not re.match(r"(?:a |an |by nature|painfully|incredibly|ridiculously|annoyingly|notoriously|famously|hopelessly)", lead))


def possess(reading: Reading, value: str, low: str) -> bool:
    head = head_of(low)
    rest = reading.low[reading.rest :].strip()
    if is_a(head, "consumed") or is_a(head, "food") or is_a(head, "pet"):
        return False
    if reading.verb == "treat":
        return rest.startswith("myself to")
    if reading.verb == "order" and reading.mode == "present":
        return False
    return bool(re.match(r"(?:myself |ourselves |me )?(?:a|an|the|my|our|two|three|four|another|his|her|\d+|some)\b", rest)) and len(head) > 2


def worth(reading: Reading, value: str, low: str) -> bool:
    rest = " ".join(reading.low[reading.rest :].split()[:3])
    return not _TRIVIAL.search(rest)


def one(reading: Reading, value: str, low: str) -> bool:
    """One person is one nurse."""
    head = head_of(low)
    many = head.endswith("s") and not head.endswith(("ss", "boss")) and head.split()[-1] not in words("trade")
    return not many or (reading.low[reading.head :].startswith("we") and reading.mode != "bare")


def workplace(reading: Reading, value: str, low: str) -> bool:
    """Where or as what somebody works: not when, not on what."""
    if re.match(r"with (?!(?:kids|children|animals|horses|dogs|young|disabled|elderly|refugees|people|wood|metal|glass|clay|students|adults|victims|offenders|computers|data|plants|cattle))", low):
        return False
    rest = re.sub(r"^(?:as|at|for|in|with)\s+(?:a |an |the )?", "", low)
    return not re.match(r"(?:my|this|that|it|your|it|the (?:morning|evening|moment|weekend|same)|general|\d|between|some|these|those|him|her|them|you|me|progress|ages|years|hours|free|\w+ (?:years|months|hours|weeks))\b", rest)


def spoken(reading: Reading, value: str, low: str) -> bool:
    return not (reading.mode == "doing" and reading.elided)


def ahead(reading: Reading, value: str, low: str) -> bool:
    """Something that will be done: no mood, no promise to the one spoken to."""
    if reading.verb in ("feel", "look", "wait", "think", "wonder", "enjoy", "try", "struggle", "love", "be", "hope", "need", "want", "talk", "say", "tell", "let", "know", "show", "send", "keep", "update", "check", "ask", "see-no"):
        return False
    return not re.search(r"\b(?:you|your|it|that|this one)\b", reading.low)


def fragment(reading: Reading, value: str, low: str) -> bool:
    """What a fragment must be, to stand for "I am": no apposition, nobody called."""
    if reading.mode != "bare":
        return True
    if re.match(r"(?:the|this|that|these|those|his|her|their|your|any|some|every|another|what|which)\b", reading.low[reading.head :]):
        return False
    if is_a(head_of(low), "nation") and " and " in low:
        return False
    if re.match(r"(?:from|a close|a friend|friend|on|in|at|with|by|for|to|about|since|until|after|before|both|once|like|many|few|several|most|all|zero|no|gonna|as if|between)\b", reading.low[reading.head :]):
        return False
    if re.search(r"\b(?:school|uni|university|college|kindergarten|nursery|reception)\b", low) and not re.match(r"(?:[\w'-]+ ){0,1}(?:school|uni|university|college|kindergarten|nursery|reception|sixth|grad|med|law|art|high|middle|boarding)\b", low):
        return False
    return len(reading.low.split()) <= 9 and not re.search(r"\b(?:going|doing|getting|gone)\b", reading.low)


def own_gender(reading: Reading, value: str, low: str) -> bool:
    if reading.mode != "bare":
        return True
    last = reading.after
    follows = last is not None and last.clause.sentence == reading.clause.sentence and last.verb == "be"
    return reading.who is not None and reading.who.kind == "self" and (follows or len(reading.low[reading.head :].split()) > 1) and fragment(reading, value, low)


def learned(reading: Reading, value: str, low: str) -> bool:
    return not re.match(r"(?:walk|sleep|live|love|cope|accept|deal|be|say|let|trust|keep|ignore|appreciate|not|stop|enjoy|expect|ask|read|never|always|hate|manage|wait|take)\b", low)


def appointment(reading: Reading, value: str, low: str) -> bool:
    return bool(is_a(head_of(low), "appointment"))


def greeting(reading: Reading, value: str, low: str) -> bool:
    return reading.thing != "it" or (reading.clause.sentence <= 1 and bool(re.match(r"(?:hi|hey|hello|hiya|yo|morning|good \w+|oh hi)\b", reading.low)))


def home(reading: Reading, value: str, low: str) -> bool:
    """A place to live in: no state of mind, nobody's walls."""
    return not re.match(r"(?:your|denial|hope|fear|the past|the moment|my (?:head|own|dreams)|peace|sin|hell|chaos|dread|terror|harmony|a (?:dream|bubble|world|simulation|cave)|this|that|it|hospital|the (?:hospital|library|office|gym|lab|now))\b", low) and reading.verb not in ("basically",)


def named(reading: Reading, value: str, low: str) -> bool:
    """The subject itself is a name."""
    at = reading.low.find(reading.thing)
    return _capital(reading.clause.text[at : at + 1])


CHECKS: dict[str, Check] = {
    "proper": proper,
    "name": name,
    "loose_name": loose_name,
    "isdate": date,
    "nation": nation,
    "number": number,
    "study": study,
    "school": school,
    "work": work,
    "trade_object": trade_object,
    "fan": fan,
    "taste": taste,
    "allergic": allergic,
    "body": body,
    "food": food,
    "language": language,
    "skill": skill,
    "planned": planned,
    "goal": goal,
    "goal_work": goal_work,
    "trait": trait,
    "possess": possess,
    "worth": worth,
    "appointment": appointment,
    "greeting": greeting,
    "home": home,
    "named": named,
    "fragment": fragment,
    "workplace": workplace,
    "one": one,
    "spoken": spoken,
    "ahead": ahead,
    "own_gender": own_gender,
    "learned": learned,
}
