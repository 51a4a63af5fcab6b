"""Times: words of time in a clause, and when they are."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from holdfast.text.when import windows

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|tues|wed|thu|thur|thurs|fri|sat"
_MONTH = r"(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)"
_COUNT = r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple of|a few|few)"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
FUTURE = re.compile(
    rf"\b(?:tomorrow|day after tomorrow|next (?:\w+ )?(?:week|month|year|{_DAY}|{_MONTH}|may|{_SEASON}|term|semester|weekend)|(?:on|this|by|until|from|come|before|after|till) (?:the )?(?:{_DAY}|\d+(?:st|nd|rd|th)|weekend)\b"
    rf"|(?:in|this|by|until|come|from|late|early|mid|end of|for|of|before|around) (?:late |early |mid[- ])?(?:{_MONTH}|may)\b|(?:in|this|next|over the|come|for the|by|before) (?:the )?{_SEASON}\b|in {_COUNT} (?:days?|weeks?|months?|years?)\b|in a fortnight|this (?:weekend|summer|winter|autumn|spring|fall|christmas|easter|afternoon|evening)|(?:for|at|over|before|after) (?:christmas|easter|new year|thanksgiving|diwali|eid|ramadan|hanukkah)|{_MONTH} \d+(?:st|nd|rd|th)?|\d+(?:st|nd|rd|th)? (?:of )?(?:{_MONTH}|may)|may \d+(?:st|nd|rd|th)?|the \d+(?:st|nd|rd|th)\b"
    r"|(?:a )?(?:week|fortnight|month) (?:today|tomorrow|from now|on \w+)|at (?:half (?:past )?\w+|\d+(?::\d\d| ?(?:am|pm)))\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|in (?:20[2-9]\d)|end of the (?:year|month|week)|later this (?:year|month|week)|end of \w+|weekend after next|soon|{})\b".replace("{}", "in the new year|this (?:year|month)")
)
PAST = re.compile(
    rf"\b(?:yesterday|last (?:night|week|month|year|weekend|{_DAY}|{_MONTH}|may|{_SEASON}|christmas|easter)|this morning|{_COUNT} (?:days?|weeks?|months?|years?|decades?) ago|years ago|ages ago|in (?:19|20)\d\d|in the (?:\w+ )?(?:{_SEASON}|seventies|eighties|nineties|sixties|\d0s)|on (?:{_DAY})|in (?:{_MONTH}|may)|back in|earlier this (?:year|month|week)|the other day|at the weekend|over the weekend|this (?:year|month|{_SEASON}))\b"
)
_WEEKDAYS = rf"(?:{_DAY})s?"
OFTEN = re.compile(
    rf"\b(?:every (?:single |other |second )?(?:day|morning|evening|night|afternoon|week|weekend|weekday|month|year|summer|winter|spring|autumn|fall|lunchtime|{_DAY}|hour|time|christmas|easter|few \w+|payday|lunch|\w+ (?:days|weeks|months|hours))|each (?:day|morning|evening|night|week|month|year|{_DAY})|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:at|on) (?:the )?weekends?|on weekdays|weekday (?:mornings|evenings)|daily|weekly|monthly|nightly|(?:once|twice|thrice|(?:\d+|two|three|four|five|six|seven) (?:times|days|nights|mornings|evenings)) (?:a|per|every|each) (?:day|week|month|year)|most (?:nights|mornings|days|evenings|weekends|weeks|{_WEEKDAYS}|afternoons)|before bed|first thing (?:in the morning)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings|evenings|nights|afternoons)|all year round|one day a week|a day a week|in bed every|day in day out|without fail|the first \w+ of every|after work|before work|before breakfast|(?:saturday|sunday) market)\b"
)
DATE = re.compile(
    rf"(?:{_MONTH}|may|tomorrow|today|{_DAY}|\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}[/.-]\d{{1,2}}|christmas|new year|halloween|valentine|boxing day|leap day|april fool|st patrick|eve\b|first|second|third|same day|next week|(?:19|20)\d\d|{_SEASON}|thanksgiving|yesterday|weekend)"
)


def when(text: str, at: datetime, *, ahead: bool) -> tuple[datetime | None, datetime | None]:
    """The time that a text tells, as from when to when; nothing where it tells none."""
    found = windows(f"will {text}" if ahead else text, at)
    exact = [window for window in found if window.exact] or list(found)
    if not exact:
        return None, None
    first = exact[0]
    begins, ends = first.begins, first.ends
    if not ahead or ends > at or re.search(r"\d{4}", first.phrase):
        return begins, ends
    if re.search(r"day\b|weekend", first.phrase.lower()):
        while ends <= at:
            begins, ends = begins + timedelta(days=7), ends + timedelta(days=7)
        return begins, ends
    try:
        while ends <= at:
            begins, ends = begins.replace(year=begins.year + 1), ends.replace(year=ends.year + 1)
    except ValueError:
        return None, None
    return begins, ends
