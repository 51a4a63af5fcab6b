"""The English words that matter for time, each with the letter of its kind and a number."""

from __future__ import annotations

from holdfast.text.when.hours import NUMBERS
from holdfast.text.when.numbers import ENGLISH, ORDINALS

_KINDS = {
    "a": "a an",
    "f": "half",
    "d": "day days",
    "w": "week weeks",
    "e": "weekend weekends",
    "m": "month months",
    "q": "quarter quarters",
    "y": "year years",
    "l": "last previous",
    "t": "this current",
    "x": "next upcoming coming",
    "g": "ago back",
    "b": "before preceding",
    "r": "after following",
    "s": "since",
    "k": "until till by",
    "c": "between",
    "v": "from",
    "&": "and",
    "~": "to through thru",
    "o": "of",
    "i": "in during over within throughout",
    "I": "on at",
    "A": "about roughly approximately almost nearly some like",
    "R": "around circa",
    "U": "earlier",
    "u": "later",
    "X": "every each per any",
}
"""Letters: units d w e m q y h, parts of the day p, weekdays W, months M and N, seasons C, numbers n
and ordinals j, several weekdays Z; what is known already has a capital (D day, K week, L month, Y year, S anything)."""

_SURE_MONTHS = [
    "january",
    "february",
    ".",
    ".",
    ".",
    ".",
    "july",
    ".",
    "september",
    "october",
    "november",
    "december",
]
_DOUBTFUL_MONTHS = [".", ".", "march", "april", "may", "june", ".", "august", ".", ".", ".", "."]
_SHORT_MONTHS = ["jan", "feb", "mar", "apr", ".", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_SHORT_WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

_Entry = tuple[str, int]


def _numbered(kind: str, words: list[str], first: int = 1) -> dict[str, _Entry]:
    return {word: (kind, number) for number, word in enumerate(words, first) if word != "."}


WORDS: dict[str, _Entry] = (
    {word: (kind, 1) for kind, words in _KINDS.items() for word in words.split()}
    | {word: ("n", number) for word, number in ENGLISH.items()}
    | {word: ("j", number) for word, number in ORDINALS.items()}
    | {"couple": ("F", 2), "few": ("F", 3), "several": ("F", 4)}
    | _numbered("M", _SURE_MONTHS)
    | _numbered("N", _DOUBTFUL_MONTHS)
    | _numbered("N", _SHORT_MONTHS)
    | {"sept": ("N", 9)}
    | _numbered("W", _WEEKDAYS, 0)
    | _numbered("Z", [f"{day}s" for day in _WEEKDAYS], 0)
    | _numbered("w?", _SHORT_WEEKDAYS, 0)
    | {"tues": ("w?", 1), "thur": ("w?", 3), "thurs": ("w?", 3)}
    | {"early": ("P", 0), "mid": ("P", 1), "late": ("P", 2)}
    | {"start": ("Q", 0), "beginning": ("Q", 0), "middle": ("Q", 1), "end": ("Q", 2)}
    | {"spring": ("C", 0), "summer": ("C", 1), "autumn": ("C", 2), "fall": ("C", 2)}
    | {"winter": ("C", 3), "winters": ("X", 0), "past": ("l", 2), "fortnight": ("w", 2)}
    | {"fortnights": ("w", 2), "decade": ("y", 10), "decades": ("y", 10)}
    | {"hour": ("h", 60), "hours": ("h", 60), "minute": ("h", 1), "minutes": ("h", 1)}
    | {"min": ("h", 1), "mins": ("h", 1)}
    | {"morning": ("p", NUMBERS["morning"]), "afternoon": ("p", NUMBERS["afternoon"])}
    | {"evening": ("p", NUMBERS["evening"]), "night": ("p", NUMBERS["evening"])}
    | {"noon": ("p", NUMBERS["noon"]), "lunchtime": ("p", NUMBERS["noon"])}
    | {"midday": ("p", NUMBERS["noon"])}
    | _numbered(
        "z",
        [
            "twenties",
            "thirties",
            "forties",
            "fifties",
            "sixties",
            "seventies",
            "eighties",
            "nineties",
        ],
        2,
    )
    | {"tonight": ("E", NUMBERS["evening"])}
    | {"yesterday": ("D", -1), "today": ("D", 0), "tomorrow": ("D", 1)}
)

SEASONS = ("spring", "summer", "autumn", "winter")
SHORT = frozenset(word for word in _SHORT_MONTHS + _SHORT_WEEKDAYS if word != ".") | {
    "sept", "tues", "thur", "thurs",
}  # fmt: skip
"""Short forms, which need a capital: "sat" and "mar" are words of their own."""

DETERMINERS = frozenset(
    ["the", "my", "our", "his", "her", "their", "your", "that", "this", "whole"]
)
COUNTED = frozenset(
    [
        "floor",
        "grade",
        "place",
        "attempt",
        "time",
        "try",
        "row",
        "page",
        "street",
        "st",
        "avenue",
        "ave",
        "century",
        "birthday",
        "anniversary",
        "edition",
        "hole",
        "round",
        "chapter",
        "episode",
        "season",
        "generation",
        "opinion",
        "person",
        "half",
        "hand",
        "dollars",
        "words",
        "people",
        "steps",
        "miles",
        "calories",
        "euros",
        "pounds",
        "meters",
        "metres",
        "km",
        "degrees",
        "ways",
        "percent",
    ]
)
"""After a number these say that it counts something and is no date: "on the 2nd floor"."""

PHRASES: dict[str, tuple[int, int]] = {
    "the other day": (1, 10),
    "these days": (0, 14),
    "the other week": (5, 25),
    "the other night": (1, 10),
    "recently": (0, 30),
    "lately": (0, 30),
    "of late": (0, 30),
    "not long ago": (1, 45),
    "not so long ago": (1, 60),
    "a while ago": (7, 180),
    "a while back": (7, 180),
    "some time ago": (14, 365),
    "the last few days": (0, 6),
    "the past few days": (0, 6),
}
"""Vague words and the days ago they reach over."""

SAME_TIMES = ("this time", "the same time", "same time")
"""With a year, a month or a week they mean what it was then: "this time last year"."""

HOLIDAYS: dict[str, str] = {
    "christmas eve": "christmas eve",
    "xmas eve": "christmas eve",
    "christmas day": "christmas day",
    "christmas": "christmas",
    "xmas": "christmas",
    "boxing day": "boxing day",
    "new year'?s eve": "new year's eve",
    "new year'?s day": "new year's day",
    "new year'?s": "new year",
    "new year(?= |\\W|$)(?! resolution)": "new year",
    "easter weekend": "easter weekend",
    "easter monday": "easter monday",
    "easter sunday": "easter",
    "easter(?! egg| bunny)": "easter",
    "good friday": "good friday",
    "pentecost|whit sunday": "pentecost",
    "thanksgiving weekend": "thanksgiving weekend",
    "thanksgiving(?: day)?": "thanksgiving",
    "black friday": "black friday",
    "cyber monday": "cyber monday",
    "hallowe'?en": "halloween",
    "valentine'?s?'?(?: day)?": "valentine's day",
    "independence day|fourth of july|4th of july": "independence day",
    "labor day|labour day": "labor day",
    "memorial day": "memorial day",
    "martin luther king(?: jr\\.?)? day|mlk day": "martin luther king day",
    "president'?s'? day": "presidents' day",
    "columbus day": "columbus day",
    "veteran'?s'? day": "veterans day",
    "juneteenth": "juneteenth",
    "(?:st|saint)\\.? (?:patrick|paddy)'?s(?: day)?": "st patrick's day",
    "april fool'?s'?(?: day)?": "april fools' day",
    "may day": "may day",
    "earth day": "earth day",
    "(?:international )?women'?s day": "women's day",
    "mother'?s'? day": "mother's day",
    "father'?s'? day": "father's day",
    "(?:chinese|lunar) new year'?s eve": "chinese new year's eve",
    "(?:chinese|lunar) new year|spring festival": "spring festival",
    "lantern festival": "lantern festival",
    "qingming(?: festival)?|tomb.sweeping day": "qingming",
    "dragon boat(?: festival)?": "dragon boat festival",
    "qixi(?: festival)?": "qixi",
    "mid.?autumn(?: festival)?|moon festival": "mid-autumn",
    "double ninth(?: festival)?": "double ninth",
    "singles'? day|double eleven": "singles' day",
    "winter solstice": "winter solstice",
    "summer (?:holidays?|vacation|break)": "summer holidays",
    "winter (?:holidays|vacation|break)": "winter holidays",
}
"""Patterns of names (an apostrophe may be missing) and the feasts they mean, the longer first."""

FEAST_WORDS = frozenset(
    [
        "christmas",
        "xmas",
        "boxing",
        "new",
        "easter",
        "good",
        "pentecost",
        "whit",
        "thanksgiving",
        "black",
        "cyber",
        "halloween",
        "hallowe",
        "valentine",
        "valentines",
        "independence",
        "fourth",
        "labor",
        "labour",
        "memorial",
        "martin",
        "mlk",
        "president",
        "presidents",
        "columbus",
        "veteran",
        "veterans",
        "juneteenth",
        "st",
        "saint",
        "april",
        "may",
        "earth",
        "international",
        "women",
        "womens",
        "mother",
        "mothers",
        "father",
        "fathers",
        "chinese",
        "lunar",
        "spring",
        "lantern",
        "qingming",
        "tomb",
        "dragon",
        "qixi",
        "mid",
        "midautumn",
        "moon",
        "double",
        "singles",
        "winter",
        "summer",
    ]
)
"""The words with which a feast may begin."""

FIRST_WORDS = FEAST_WORDS | {phrase.split()[0] for phrase in (*PHRASES, *SAME_TIMES)}
