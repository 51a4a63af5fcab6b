"""Stale: dated plans and passing states that are long over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from holdfast.flow.maintain.audit.dates import Named, named_dates
from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH
from holdfast.flow.maintain.audit.reading import Reading

MARGIN = timedelta(days=14)
"""So long after its day a plan is over for good: it was carried out, put off or given up."""

PASSING = timedelta(days=45)
"""So long after it was told a passing state is over, where it names no end."""

_EARLIER = timedelta(days=45)
"""A state that names a time so shortly before it was told is one of then."""


def why_stale(reading: Reading, now: datetime) -> str:
    """Why a memory is stale; empty if it is not, or if nobody knows when it was learned."""
    at = reading.at.date() if reading.at else None
    today, low = now.date(), reading.low
    if _RECURRING[reading.language].search(low):
        return ""
    planned = _PLANNED[reading.language].search(low) is not None
    lasting = _ILL[reading.language].search(low) is not None
    passing = lasting or _PASSING[reading.language].search(low) is not None
    done = not _WILLED.search(low) and _DONE[reading.language].search(low) is not None
    times = _finest(named_dates(low, at or today))
    ends = [when.ends for when in times if _counts(when, at, planned, passing, done)]
    if ends:
        last = max(ends)
        later = any(when.ends > last and when.ends + MARGIN >= today for when in times)
        if last + MARGIN < today and not later:
            return f"it was over by {last.isoformat()}"
        return ""
    if lasting and at and not times and today - at > PASSING:
        return f"a passing state of {at.isoformat()}"
    return ""


def _finest(named: Iterator[Named]) -> list[Named]:
    """The times that are named, without those that only say when another one is."""
    times = list(named)
    return [
        when
        for when in times
        if when.relative
        or not any(
            other is not when
            and not other.relative
            and when.begins <= other.begins
            and other.ends <= when.ends
            and (other.begins, other.ends) != (when.begins, when.ends)
            for other in times
        )
    ]


def _counts(when: Named, at: date | None, planned: bool, passing: bool, done: bool) -> bool:
    """Whether a time that is named bounds what the memory says."""
    if at is None:
        return planned and not when.yearless and not when.relative
    if when.relative:
        return (planned or passing or when.ahead) and (not done or passing or when.ahead)
    if when.ends < at - _EARLIER:
        return False
    if when.yearless:
        return (planned or passing) and not done
    if when.exact and when.begins > at:
        return planned or passing or not done
    return not done


_RECURRING = {
    ENGLISH: re.compile(
        r"\b(?:every|each|often|prone to|tends to|whenever|when|annual(?:ly)?|always|usually|yearly|monthly|weekly|daily|birthday|anniversary|born|since|regularly|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\b"
        r"(?!.*\b(?:will|going to|plans to|booked|deadline|appointment|until \d|this week)\b)"
    ),
    CHINESE: re.compile("每[年月周天逢次个晚]|年年|历年|一年一度|生日|纪念日|出生|一[^,。]{1,6}就|容易|常年|经常|常常|总是?|老是|动不动|体质|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]"),
}
_PLANNED = {
    ENGLISH: re.compile(
        r"\b(?:plans?|planning|planned|intends?|intending|hopes?|hoping|wants?|would like|aims?|aiming|will|shall|going to|about to|due|due to|scheduled|schedule[sd]?|booked|booking|reserved|reservation|tickets?|appointment|interview|deadline|exam|exams|flight|"
        r"starting|starts|begins|beginning|ends|ending|finishes|expires?|runs until|runs out|valid until|remind|reminder|looking forward|upcoming|by (?:the end of|easter|christmas|summer|spring|autumn|january|february|march|april|may|june|july|august|september|october|november|december)|"
        r"expects?|expecting|expected|arrives|leaves|leaving|departs|moving|travelling|flying|visiting|attending|meeting|has to|have to|needs to|must|should|preparing|prepares|training for|registered|signed up|enrolled|entered|invited|delivery|launch(?:es)?|opening|renewal|renews|"
        r"target|goal|resolution|saving (?:up )?for|operation on|surgery on|check-?up|wedding (?:is )?(?:on|in)|concert|conference|trip|holiday|tournament|race|match|festival|audition|hearing|viewing|move to|to be (?:finished|done|ready|submitted|paid)|set for|set to|"
        r"hand in|submit|hands in|considering|thinking of|proposes|candidate for|running for|applies|applying|waiting for|awaiting)\b"
    ),
    CHINESE: re.compile("计划|打算|准备|要(?!是|么|求)|将(?!军|来时)|会在|想(?:在|要|去|参加)|预计|预约|预定|预订|订了|买了.{0,6}票|提醒|截止|到期|期限|考试|面试|比赛|手术|复查|体检|开会|会议|出发|启程|航班|车票|机票|门票|报名|参加|目标|争取|希望|约了|定于|定在|安排|开业|交付|交稿|提交|上交|答辩|婚礼|演出|展览|旅行|出差|放到|为止|有效期|结束|之前(?:完成|交|办)|前(?:完成|交|办|搬|还)|开始实习|入职|报到|开学|面签|交房|搬家|值夜班|值班|培训"),
}
_PASSING = {
    ENGLISH: re.compile(
        r"\b(?:is|am|are|be|been|being|has|have|had|feels?|feeling|working|staying|living|off|away|out|on|in|with|recovering|waiting|visiting|travelling|suffering|got|caught|busy|currently|no|without|using|sleeping)\b.*\b(?:this (?:week|month|weekend|morning|afternoon|evening|fortnight|term)|today|tonight|these (?:few )?days|at the moment|right now|currently|for now|for the time being|temporarily|until|till|for (?:a|one|two|three|four|five|six|seven|eight|ten|the next|another|a few|\d+) (?:more )?(?:days?|weeks?|months?|nights?|hours?))\b"
        r"|\b(?:this (?:week|month|weekend|morning|evening)|today|tonight|these days|right now|at the moment|currently|for now|temporarily)\b.*\b(?:is|am|are|has|have|was|had|off|away|in|on|feels?|working|staying|cannot|can not)\b"
        r"|\b(?:is|am|are) (?:currently |still |now |also )?(?!being)\w+ing\b|\b(?:temporarily|in plaster|in a cast|on crutches|in a sling|in bed|house-bound|grounded|on call|on duty|on jury duty|on probation|on a diet|on antibiotics|under the weather)\b"
        r"|^\w+ing\b|\b(?:too tired|overtime|exhausted|swamped|snowed under|cramming|revising|moving house|packing|decorating|renovating)\b"
    ),
    CHINESE: re.compile("这[几两]天|本周|这周|这个?星期|这个?礼拜|这阵子|这段时间|今[天晚早]|明[天早晚]|昨[天晚]|周末要|最近|近期|眼下|暂时|目前|正在|正好在|停课|停工|停业|休假|请假|放假|住院|隔离|出差|发烧|感冒|发炎|咳嗽|拉肚子|落枕|崴了?脚|骨折|打石膏|牙疼|过敏了|嗓子(?:哑|疼|发炎|喊哑)|中暑|崴|扭伤|拄拐|打着?石膏|缝了?.针|拆线|送去修|送修|去修了|陪床|住在.{0,4}家|寄住|借住|上火|湿疹|牙龈|结膜炎|肠胃炎|阳了|确诊新冠|中考|高考|腹泻|军训|集训|封闭|加班|赶(?:稿|工|项目|论文)|备考|复习|装修中|在修|送修|维修|停水|停电|台风|暴雨|借住|寄宿|陪护|坐月子|养伤|休养|倒时差|搬家|不上工|只能喝粥|没信号|封路|放到|假期|排练|彩排|回老家|探亲|驻场|闭关|月考|期末"),
}
_DONE = {
    ENGLISH: re.compile(
        r"\b(?:was|were|had|did|moved|retired|lost|won|bought|sold|finished|completed|graduated|married|divorced|died|started|began|became|joined|left|quit|got|met|adopted|broke|passed|failed|marked|celebrated|learned|diagnosed|replaced|removed|opened|closed|published|released|founded|built|gave|took|went|came|visited|studied|worked|lived|served|ran|swam|climbed|flew|drove|made|ended|stopped|recovered|cured|returned|emigrated|settled|inherited|received|earned|promoted|hired|fired|elected|born)\b"
    ),
    CHINESE: re.compile("了(?!解|不起|断)|过(?!敏|年|节|冬|期|来|去|程)|已经?|完成|毕业|治愈|确诊|出家|再婚|结婚|出生|去世|离婚|还俗|退休|退役|成功|获得|拿到|考上|怀上|开业了|搬到|入职了|曾"),
}
_WILLED = re.compile(
    r"\b(?:wants? to|would like to|hopes? to|plans? to|planning to|intends? to|aims? to|will|going to|needs? to|has to|have to|must|due to|by (?:the end of|easter|christmas|summer|\d))\b"
    "|预[定订]|订了|买了.{0,6}票|约了|报了?名|计划|打算|准备|要(?!是|么|求)|希望|争取|提醒"
)
_ILL = {
    ENGLISH: re.compile(
        r"\b(?:has|have|got|down with|caught|suffering from|recovering from|in bed with|is ill with|came down with) (?:an? |the |his |her )?(?:\w+ ){0,2}(?:cold|flu|fever|covid|chickenpox|chicken pox|measles|mumps|shingles|pneumonia|norovirus|migraine today|concussion|rash|laryngitis|sinus infection|ear infection|stomach bug|food poisoning|sprained \w+|sore throat|cough|hangover|chest infection|tonsillitis|bronchitis|jet ?lag|sunburn|black eye|stiff neck|broken (?:leg|arm|wrist|ankle|toe|finger)|toothache)\b"
        r"|\b(?:is|am|are) (?:currently |still |now )?(?:off (?:work|sick|school)|in hospital|in the hospital|on (?:holiday|vacation|leave|a business trip|strike|crutches|secondment|sick leave|annual leave|parental leave|maternity leave|a (?:\w+ ){0,3}(?:secondment|placement|retreat|course|diet|cruise|break|tour))|away (?:at|on|in|from|until|for|this)|out of (?:town|office|the country)|in quarantine|self-isolating|isolating|jet-?lagged|snowed in|stuck (?:at|in)|house-?sitting|dog-?sitting|cat-?sitting|at (?:the garage|a (?:congress|conference|festival|retreat|wedding|funeral|trade fair)|her mother's|his mother's)|staying (?:at|with|in)|visiting|without (?:power|heating|water|internet|a kitchen))\b"
        r"|\bon a (?:\w+[- ]){1,3}(?:secondment|placement|retreat|course|diet|cruise|break|tour|trip|assignment|contract|sabbatical|exchange)\b"
        r"|\b(?:car|bike|laptop|phone|boiler|lift|washing machine|heating|kitchen|bathroom|roof|bridge|road|street|line|pool|library) (?:is|are) (?:\w+ ){0,2}(?:at the garage|being (?:repaired|fixed|renovated|painted|rebuilt|serviced)|broken|under repair|under renovation|closed (?:for|until)|out of order|in for repair|in the shop)\b"
        r"|^(?:waiting for|awaiting) (?:the |a |his |her )?(?:\w+ ){0,2}(?:results?|answer|reply|decision|delivery|parcel|call|letter|verdict|news|visa|offer|repair|plumber)\b|\bmust stay (?:home|in bed|indoors)\b"
        r"|\b(?:in plaster|in a cast|on crutches|in a sling|on jury duty|on antibiotics|under the weather|temporarily)\b"
    ),
    CHINESE: re.compile("(?:正在|还在|在)?(?:住院|隔离|坐月子|养伤|休养|军训|集训)(?!过|史|医师|部)|发烧|感冒|发炎|落枕|崴了|扭伤|打着?石膏|缝了?.针|嗓子(?:哑|疼|发炎|喊哑)|中暑|阳了|结膜炎|肠胃炎|拉肚子|停水|停电|停课|请(?:了)?(?:病)?假|送去修|送修|在修|倒时差|陪床|拄拐.{1,3}周|只能喝粥|等(?:录取|结果|通知|化验|消息|快递|面试)|在等.{0,4}(?:结果|通知|消息)|(?:腿|手|胳膊|脚)上?打着?(?:石膏|夹板|绷带)"),
}
