"""The Chinese words that matter for time, in simplified characters."""

from __future__ import annotations

from holdfast.text.when.hours import NUMBERS

_TRADITIONAL = (
    "週周號号兩两個个這这禮礼後后裡里間间節节過过聖圣誕诞國国慶庆陽阳臘腊舊旧歲岁當当從从內内點点幾几來来餘余"
    "數数剛刚學学農农曆历歷历萬万復复兒儿婦妇親亲師师勞劳動动雙双時时陣阵頭头與与淩凌開开團团長长連连終终"
    "級级龍龙隻只紀纪約约將将總总傍傍贰二叁三陸陆員员場场現现爲为為为對对離离還还麽么"
)
FOLD = str.maketrans(
    dict(zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True))
    | {chr(0xFF10 + n): str(n) for n in range(10)}
    | dict(zip("－／：．～＇　，", "-/:.~' ,", strict=True))
)
"""One character for one, so that every place in the question stays where it is."""

FEASTS: dict[str, str] = {
    "春节|过年(?![级龄糕])|农历新年": "spring festival",
    "大年三十|年三十|除夕夜?|大年夜": "chinese new year's eve",
    "元宵节?": "lantern festival",
    "清明(?!上河)节?": "qingming",
    "端午节?": "dragon boat festival",
    "七夕节?": "qixi",
    "中元节?": "ghost festival",
    "中秋节?": "mid-autumn",
    "重阳节?": "double ninth",
    "腊八节?": "laba",
    "小年夜?(?![轻纪级])": "little new year",
    "冬至": "winter solstice",
    "(?<![王李张刘陈赵孙周吴])国庆节?|十一(?=假期|长假|黄金周)": "national day",
    "(?:五一)?劳动节|(?<![\\d一二三四五六七八九十零])五一(?![\\d一二三四五六七八九十百千点个月号日天年路])": "labour holiday",
    "元旦节?": "new year's day",
    "新年": "new year",
    "跨年夜?(?![级度龄])": "new year's eve",
    "双十一|双11": "singles' day",
    "双十二|双12": "double twelve",
    "光棍节": "singles' day",
    "圣诞夜|平安夜": "christmas eve",
    "圣诞节?(?!老人|树|帽)": "christmas",
    "感恩节": "thanksgiving",
    "万圣(?:节前夜|节|夜)": "halloween",
    "情人节": "valentine's day",
    "复活节": "easter",
    "愚人节": "april fools' day",
    "母亲节": "mother's day",
    "父亲节": "father's day",
    "(?:六一)?儿童节|六一(?=节|那|当)节?": "children's day",
    "(?:三八)?妇女节|三八节": "women's day",
    "(?:五四)?青年节": "youth day",
    "教师节": "teachers' day",
    "黑色星期五|黑五": "black friday",
    "暑假": "summer holidays",
    "寒假": "winter holidays",
    "上半年": "first half of the year",
    "下半年": "second half of the year",
    "年初(?![一二三四五六七八九十])": "start of the year",
    "年中(?![秋国午学心间旬文])": "middle of the year",
    "年底|年末|岁末|年尾|年终(?!奖|总结|考)": "end of the year",
    "(?:春天|春季)": "spring",
    "(?:夏天|夏季)": "summer",
    "(?:秋天|秋季)": "autumn",
    "(?:冬天|冬季)": "winter",
    "(?<=[年的])春(?![节天季游卷晚联运秋])": "spring",
    "(?<=[年的])夏(?![天季令])": "summer",
    "(?<=[年的])秋(?![天季千游裤刀])": "autumn",
    "(?<=[年的])冬(?![天季至瓜奥])": "winter",
    "第?[一1]季度": "quarter 1",
    "第?[二2]季度": "quarter 2",
    "第?[三3]季度": "quarter 3",
    "第?[四4]季度": "quarter 4",
}
"""Patterns of names, and the feasts or times of the year they mean."""

HOLIDAY_OF = {
    "qingming": "qingming holiday",
    "dragon boat festival": "dragon boat holiday",
    "mid-autumn": "mid-autumn holiday",
}
"""Feasts whose holiday is longer than the day."""

LOOSE_SEASONS = frozenset(["spring", "summer", "autumn", "winter", "new year"])

DAYS = {
    "今天": 0, "今日": 0, "今儿个": 0, "今儿": 0, "昨天": -1, "昨日": -1, "昨儿个": -1, "昨儿": -1,
    "前天": -2, "前日": -2, "大前天": -3, "大前日": -3, "明天": 1, "明日": 1, "明儿": 1, "后天": 2,
    "后日": 2, "大后天": 3, "今": 0, "昨": -1, "明": 1, "前": -2, "后": 2,
}  # fmt: skip

YEARS = {"今年": 0, "本年": 0, "去年": -1, "上一年": -1, "前年": -2, "大前年": -3, "明年": 1,
         "来年": 1, "后年": 2, "下一年": 1}  # fmt: skip

STEPS = {"上上上": -3, "上上": -2, "上": -1, "这": 0, "本": 0, "今": 0, "此": 0, "下": 1, "下下": 2}

UNITS = {
    "天": "d", "周": "w", "星期": "w", "礼拜": "w", "月": "m", "年": "y", "季度": "q", "周末": "e",
    "小时": "h", "钟头": "h", "分钟": "h", "日": "d",
}  # fmt: skip

PARTS = {
    "一大早": "morning", "大清早": "morning", "早上": "morning", "早晨": "morning",
    "清晨": "morning", "清早": "morning", "上午": "morning", "早": "morning", "晨": "morning",
    "中午": "noon", "下午": "afternoon", "午后": "afternoon", "傍晚": "dusk", "黄昏": "dusk",
    "晚上": "evening", "晚间": "evening", "夜晚": "evening", "夜里": "evening", "晚": "evening",
    "夜": "evening", "半夜": "deep night", "深夜": "deep night", "凌晨": "small hours",
}  # fmt: skip
PART_NUMBERS = {word: NUMBERS[name] for word, name in PARTS.items()}

VAGUE: dict[str, tuple[int, int]] = {
    "最近": (0, 30), "近来": (0, 30), "近期": (0, 30), "近日": (0, 14), "这阵子": (0, 30),
    "这段时间": (0, 30), "这段日子": (0, 30), "前阵子": (5, 75), "前一阵子": (5, 75),
    "前一阵": (5, 75), "前段时间": (5, 90), "前一段时间": (5, 90), "前些天": (2, 14),
    "前些日子": (3, 45), "这几天": (0, 5), "这两天": (0, 2),
    "这些天": (0, 10), "不久前": (1, 45), "前不久": (1, 45),
}  # fmt: skip
"""Vague words and the days ago they reach over."""

MARKS: dict[str, str] = {
    "前后|左右|上下|附近": ")",
    "之间|(?<=月)间": "|",
    "之前|以前|前(?![面边台任途方景提往夫妻女男后])": "<",
    "之后|以后|后(?![面边来悔背院台勤门续果代辈])": ">",
    "以来|至今|到现在|到今天|起(?![来床飞身])|开始": "^",
    "到|至|[-~—–]": "~",
    "和|与|跟|及": "&",
    "自从|从|自(?![己行动然])|打从": "v",
    "大概|大约|约莫|差不多|将近": "R",
    "那天|当天|当日|那一天|那日|这天": "O",
    "截至|截止|直到": "k",
    "(?:这个?|同一)时[候间]|这会儿|此时|同期": "=",
}
"""Words that put times together, each with the letter of its kind."""
