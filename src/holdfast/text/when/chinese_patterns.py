"""One pattern for all Chinese words that matter for time; the earlier alternative wins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from holdfast.text.when.chinese_words import DAYS, FEASTS, MARKS, PARTS, VAGUE, YEARS
from holdfast.text.when.numbers import NUMERAL

_FIGURE = rf"\d{NUMERAL}"
_AMOUNT = f"{_FIGURE}几好数若半"
_DIGIT = "[〇零一二三四五六七八九]"

_SINGLE = rf"{_FIGURE}春夏秋冬中前后周天初末底和与跟及从自到至起间几数半这近约第~—–\-"
_PAIRS = [
    "过去年",
    "农历",
    "阴历",
    "大前后年概清约",
    "年三中初尾底末终",
    "岁末",
    "除夕",
    "元宵旦",
    "清早明晨",
    "端午",
    "重阳",
    "腊八月",
    "小年",
    "国庆",
    "劳动",
    "新年",
    "跨年",
    "双1十",
    "光棍",
    "圣诞",
    "平安",
    "感恩",
    "万圣",
    "情人",
    "复活",
    "愚人",
    "母亲",
    "父亲",
    "儿童",
    "妇女",
    "青年",
    "教师",
    "黑五色",
    "暑假",
    "寒假",
    "上一上下世个午半周季旬星月礼",
    "下一下个午半周季旬星月礼",
    "去年",
    "今一个儿周夜天季年日早星晚晨月礼",
    "昨儿夜天日早晚晨",
    "明儿夜天年日早晚晨",
    "本一个周季年星月礼",
    "来年",
    "此一个周季时星月礼",
    "星期",
    "礼拜",
    "最后近",
    "不久",
    "刚刚才",
    "早上晨",
    "晚上间",
    "夜晚里",
    "深夜",
    "凌晨",
    "傍晚",
    "黄昏",
    "午后",
    "之前后间",
    "以前后来",
    "打从",
    "差不",
    "将近",
    "那一天日",
    "当天日",
    "截止至",
    "直到",
    "左右",
    "附近",
    "开始",
    "月中初底末",
    "头一个",
    "正月",
    "好几",
    "若干",
    "同一期",
]
"""With what a word may begin: with one of the single characters, or with a pair, the first of these
characters and any that follows it here. At all other places nothing is tried."""

_N = rf"(?:\d+|[{NUMERAL}]+)"
_ALONE = rf"(?<![第{NUMERAL}\d.])"
_MIDDLE = "中(?![秋国午学心间旬文等])"
_WEEK = "(?:周|星期|礼拜)"
_WEEKDAY = (
    r"[1-6二四五六](?![\d个位人次年月])|一(?![个起直些下般样共定边路家块会百千月次人])"
    r"|三(?![个位人次年月番])|日(?![本语常记程历志用元料子出落])|天(?![津气空才])"
)
_UNIT = (
    "天|周(?!年)|星期|礼拜|(?<=个)月|(?<=[个月]半)月|(?<=个多)月|年(?![级代])|季度|小时|钟头|分钟"
)
_YEAR_FOLLOWS = "的?(?:\\d+月|[一二三四五六七八九十]+月|[春夏秋冬初底末]|[上下]半年|年[初底末]|国庆|中秋|端午|元旦|五一|圣诞|除夕|第|[一二三四]季)"


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted((word for word in words if len(word) > 1), key=len, reverse=True))


def _count(prefix: str) -> str:
    """A number before a unit, as exact as it may be: 三, 十来, 三四, 好几, 半, 一年多."""
    return (
        rf"(?P<{prefix}n>{_N}|好?几|数|若干|半)(?P<{prefix}more>[来多余几])?个?(?:多|半)?"
        rf"(?P<{prefix}unit>{_UNIT}|(?<!月\d)(?<!月\d\d)日(?=之?以?[前后]))(?P<{prefix}rest>[多半])?"
    )


def _firsts(words: Iterable[str]) -> str:
    return "".join(dict.fromkeys(word[0] for word in words))


ALTERNATIVES: dict[str, tuple[str, str]] = {
    "lunardate": (
        "大正春过年农阴腊一二三四五六七八九冬十",
        (
            r"(?:大年|正月|春节|过年|(?<![去今明前后\d])年)(?=初[一二三四五六七八九十])"
            r"(?P<ld0>初(?:十|[一二三四五六七八九]))(?!月)"
            r"|(?:农历|阴历)?(?P<lm>[正腊]|(?<=历)[一二三四五六七八九冬]|(?<=历)十[一二]?)月"
            r"(?P<ld>初[一二三四五六七八九十]|十[一二三四五六七八九]?|廿[一二三四五六七八九]?"
            r"|二十[一二三四五六七八九]?|三十)?"
        ),
    ),
    "feast": (
        "春过农大年除元清端七中重腊小冬国十劳五新跨双光圣平感万情复愚母父六儿三妇四青教黑暑寒上下岁第一二1234夏秋",
        (
            rf"(?P<name>{'|'.join(FEASTS)})(?P<break>小长假|长假|假期|放假|黄金周|假)?"
            r"(?:期间|那几天|那段时间)?"
        ),
    ),
    "decade": (
        f"{_FIGURE}上",
        (
            r"(?P<century>上个?世纪|二十世纪|20世纪)?(?P<tens>\d{3}0|\d0|[一二三四五六七八九]十)年代"
            r"(?P<decadepart>初期?|早期|中期|中叶|末期?|后期)?"
        ),
    ),
    "year": (
        _FIGURE + _firsts(YEARS),
        (
            rf"(?P<yearname>{_any(YEARS)})"
            rf"|(?<!\d)(?P<yearnumber>\d{{4}}|{_DIGIT}{{4}}|(?:\d{{2}}|{_DIGIT}{{2}})(?=年{_YEAR_FOLLOWS})"
            rf"|[〇零九八]{_DIGIT}(?=年(?!前)))年(?![代级款版制薪])"
        ),
    ),
    "dayword": (_firsts(DAYS), rf"(?P<dayname>{_any(DAYS)})"),
    "daypart": ("今昨明前", r"(?P<dayof>[今昨明]|前(?=晚))(?P<partof>[早晨晚夜])(?:上|间|里)?"),
    "rolling": ("过最近这", rf"(?:过去|最近|近|这)的?{_count('r')}(?:里|内|以来|来|间)?"),
    "vague": (_firsts(VAGUE), _any(VAGUE)),
    "justnow": ("刚", "刚才|刚刚"),
    "relweekday": (
        "上这本下",
        rf"(?<![早晚以马一])(?P<relweek>上{{1,3}}|这|本|下{{1,2}})一?个?{_WEEK}(?P<relday>{_WEEKDAY})",
    ),
    "relative": (
        "上这本今此下",
        (
            r"(?<![早晚以马一])(?P<rel>上{1,3}|这|本|今|此|下{1,2})一?个?"
            r"(?P<relunit>周末|周(?![到围边期年全密折转旋公杰润])|星期|礼拜|月(?![球亮饼光台经薪票子])|季度)"
        ),
    ),
    "wday": ("周星礼", rf"(?<![每各老小大])(?<!每个){_WEEK}(?P<weekday>{_WEEKDAY})"),
    "away": (
        f"{_AMOUNT}大约差将",
        rf"(?P<about>大概|大约|差不多|将近|约)?{_ALONE}{_count('a')}(?:左右)?[之以]?(?P<way>[前后])(?![面边])",
    ),
    "eve": ("前", "前(?:一个?[晚夜]|[夜夕])"),
    "beside": (
        "前后",
        rf"(?P<side>[前后])的?(?P<bn>{_N}|几|半)个?(?P<bunit>天|周(?!年)|星期|礼拜|(?<=个)月|年(?!级))",
    ),
    "lasting": (_AMOUNT, rf"{_ALONE}{_count('l')}"),
    "twomonths": (
        "一二三四五六七八九",
        rf"{_ALONE}(?P<m1>[一二三四五六七八九])(?P<m2>[二三四五六七八九十])月(?:份|之间|间)?",
    ),
    "month": (
        _FIGURE,
        (
            rf"(?<!个){_ALONE}(?P<monthnumber>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?"
            r"(?![球亮饼光台经薪票子])"
        ),
    ),
    "date": (
        _FIGURE,
        (
            rf"{_ALONE}(?P<daynumber>\d{{1,2}}|[{NUMERAL}]{{1,3}})"
            r"(?:号(?![楼线房门店机桌车位院馆厅码口球铺座舱选])|日(?![游内间本语元程子常记]))"
            rf"|(?<=月)(?P<dayafter>\d{{1,2}}|[{NUMERAL}]{{1,3}})"
            rf"(?![\d{NUMERAL}个天周年月人次点:/.%星礼小分岁起直些下般样共定边路家块会份场节本部])"
        ),
    ),
    "monthpart": ("上中下月", rf"[上中下]旬|[上下]半月|月(?:初|{_MIDDLE}|底|末)"),
    "edge": (
        "初中底末",
        rf"(?<=[月年份])(?:初(?![一二三四五六七八九十中级])|{_MIDDLE}|底(?![下线])|末(?!班))",
    ),
    "order": ("第最头", rf"第(?P<nth>{_N})个?|最后一?个?|头一?个"),
    "unit": ("周星礼天", rf"(?<!每)(?<!每个)周末|(?<=[{NUMERAL}\d个])(?:周(?!年)|星期|礼拜|天)"),
    "part": (_firsts(PARTS), _any(PARTS)),
    "mark": ("前左上附之以后至到起开和与跟及从自打大约差将那当这截直同此间~—–-", "|".join(MARKS)),
}
"""The kinds of words, each with the characters that it may begin with, and its pattern."""


@lru_cache(maxsize=1)
def pattern() -> re.Pattern[str]:
    """Compiled at the first use: most processes ask, and many import without asking."""
    first = _SINGLE + "".join(pair[0] for pair in _PAIRS)
    pairs = "|".join(f"{pair[0]}[{pair[1:]}]" for pair in _PAIRS)
    kinds = "|".join(
        f"(?=[{starts}])(?P<{name}>{written})" for name, (starts, written) in ALTERNATIVES.items()
    )
    return re.compile(f"(?=[{first}])(?=[{_SINGLE}]|{pairs})(?:{kinds})")
