"""Subjects: whom a clause is about, and where its predicate begins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from holdfast.providers.rules.chinese.lexicon import one_of, words
from holdfast.providers.rules.chinese.people import Person
from holdfast.providers.rules.chinese.strangers import ATTRIBUTE, introduced, public

ME, THEY, YOU, OMITTED, PERSON, SOMEBODY = "me", "they", "you", "omitted", "person", "somebody"

_FIRST = re.compile(
    r"(?:我们?|咱们?)(?:和|跟|同|与)[^，在是]{1,6}?(?:都|俩都?|两人都?|两个都?)(?=[^，])|(?:老头子我|老太婆我|[老小][\u4e00-\u9fff]我(?=今年|是|在|也|就)|老汉我|老汉(?=今年|是|我)|老朽|老身|小弟我|小妹我|老妈子我|打工人我|我们|我|咱们|咱|俺们|俺|本人|在下|鄙人|老子|老娘|本姑娘|本宝宝|偶(?![尔像然遇])|i(?![a-z人]))(?:夫妻俩|两口子|俩(?!孩子|娃|儿子|闺女|女儿|崽)|一家[三四五六]口|一家人?(?!医|公|店|小|大)|全家|姐妹俩|兄弟俩|姐弟俩|这个人|这人|自己|本人|个人|一个人|家里?(?=[有养一两仨俩三是开住]|准备|打算|计划|最近|今年|去年|明年|刚|现在|要|就|也)|呢|啊|嘛)?"
)
_SINCE = re.compile(
    r"(?:自从|从|打)?[^，我你他她]{1,9}?(?:之前|以前|之后|以后|前|后|的时候|那会儿?|那年|那阵子?|那段时间|期间)(?=我|咱|俺)"
)
"""A time told by what happened at it, before the subject: 退下来之前我."""

_SECOND = re.compile(r"你们?|您")
_THIRD = re.compile(
    r"(?:其(?=生日|年龄|性格|身高|体重|爱好|老家|职业|工作|电话|手机|邮箱|微信|学历|专业|家乡|名字)|他们|她们|他|她|它)(?:们|自己|现在)?"
)
_EXPERT = r"(?:医生|大夫|体检报告?|检查报告?|报告|拍片|化验单?|诊断书?|中医|核磁|ct|b超)(?:上)?(?:说|显示|提示|查出来?|讲|给我?开了|开了|让我?|叫我|建议我?|要求我|不让我)(?:是)?"
"""Whose word on the speaker's health counts as the speaker's own."""

_ADDRESSED = r"(?:老师|医生|大夫|姐妹们?|兄弟们?|大哥|大姐|姐|哥|哥们儿?|老板|师傅|同学|小姐姐|各位|朋友们?)(?=我(?!们?家))"
"""Whom one speaks to before one speaks of oneself."""

_CALLED_TO = re.compile(
    r"(?:老师|医生|大夫|姐妹们?|兄弟们?|大哥|大姐|哥们儿?|老板|师傅|同学|小姐姐|各位|朋友们?|亲|宝)"
    r"(?=帮我|帮忙|帮帮|求|救|请|快|给我|你|跟你)"
)
_PLACE_OF = re.compile(
    r"(?:他们)?(?:里|中间|当中|班上|班里|学校|公司|单位|家里?(?!是|在)|幼儿园|老师|班主任|同学|朋友|宿舍|厂里|店里|老家|微信|朋友圈|名)"
)
"""What makes a person a mere place or owner."""

_HAVING = re.compile(r"(?:我|咱|家里|我家)?(?:还|就|只)?有(?:一)?[个位](?=[^，]{1,6})")
_SOMEBODY = re.compile(
    r"一个(?!人|月|星期|礼拜|小时|季度|半|大男人|大老爷|大姑娘|女生|男生|弱女子)(?=[^，]{2,}$)|另一个|(?:我们?|咱们?)?(?:隔壁|楼上|楼下|对门|邻居家?|别人家)(?:的|家的?|那家的?)?(?:小孩|孩子|娃|大爷|大妈|老太太|老头|小伙|姑娘|夫妻|小夫妻|情侣|大叔|大哥|大姐|那家)|有的人?|对方|人家|有人|别人|大家|人们|(?:(?:[^，我]{1,10}的|那个|这个|有个|那位|几个|一群|一帮)(?:[^，我的是]{0,4}?))(?:小姑娘|姑娘|小伙子?|大爷|大妈|大叔|大姐|大哥|阿姨|老太太|老头子?|老大爷|男生|女生|男孩|女孩|小孩|孩子们?|新人|实习生|主播|博主|楼主|主角|嘉宾|明星|演员|歌手|作者|网红|店员|服务员|客服|师傅|小哥|学霸|大佬|哥们|姐们|家伙|女的|男的|人)(?=是|在|今年|才|都|叫|说|讲|有|得|会|喜欢|特别|天天|每天|也|刚|昨|住|养|买|又|当|做|自己|去|已经)|老人家?|客人|学生们?|同学们|(?:女生|男生)(?=.)|家里人|小朋友|网友|粉丝|店家|商家|家里老人|村里人|周围人|身边人"
)
"""Others who cannot be told by name."""

_NUMBER = r"[0-9零〇一二两三四五六七八九十百几半]+"


_PRONOUNS = ((ME, _FIRST), (YOU, _SECOND), (THEY, _THIRD), (SOMEBODY, _SOMEBODY))


@dataclass(frozen=True, slots=True)
class Head:
    """How a clause begins. Places are in the clause."""

    kind: str
    """ME, YOU, THEY for a pronoun, PERSON for somebody named, SOMEBODY for others, OMITTED."""
    person: Person | None
    rest: int
    """Behind the subject."""
    core: int
    """Behind the words that say when and how much, too: where the predicate begins."""
    lead: tuple[int, int] = (0, 0)
    """The words before the subject, if any: 周末 of 周末我一般睡懒觉."""


@cache
def _opener() -> re.Pattern[str]:
    long = one_of(word for word in words("opener") if len(word) > 1)
    short = "".join(word for word in words("opener") if len(word) == 1)
    return re.compile(
        rf"(?:{_EXPERT}|{_ADDRESSED}|(?:{long}|[呃嗯哦噢唉诶欸哎嗐](?!呀)|[{short}](?=[，,\s我你他她咱俺]))[啊呀嘛吧哈呢，,\s]*)+"
    )


@cache
def _lead() -> re.Pattern[str]:
    """Times, adverbs and the like, as many as there are."""
    clock = rf"(?:[早晚]上|上午|下午|凌晨|中午|傍晚)?{_NUMBER}点半?(?:{_NUMBER}分)?"
    span = rf"(?:从|自|打|自从)?(?:(?:上上|下下|上|下|这|本)?个?(?:周|星期|礼拜)[一二三四五六日天末]|[前这头]{_NUMBER}年|{_NUMBER}(?:多|来|几)?(?:年|个?月|天|周|个星期|个礼拜|号|日)(?:份|底|初|上旬|中旬|下旬|前|后|来|里|末|中|{_NUMBER}[号日]?)?(?:起|开始|以来|之后)?|{one_of(words('time'))})(?:上旬|中旬|下旬|底|初)?(?:起|开始|以来|之后|后|前|以后|那天|那会儿|的时候|时)?"
    day = "(?:(?:下|这|本)个?月|大年|正月|腊月)?初[一二三四五六七八九十]"
    return re.compile(rf"(?:{clock}|{day}|{span}|{one_of(words('adverb'))}|[ 、：:])+")


def head_of(plain: str, people: list[Person], text: str = "") -> Head:
    """How a clause begins: its subject, and the places behind it."""
    people = [*people, *introduced(plain, text or plain, people)]
    begin = _skip(_opener(), plain, 0)
    place = _skip(_SINCE, plain, begin)
    for _ in range(3):
        found = _subject(plain, place, people)
        if found is not None:
            kind, person, rest = found
            return Head(kind, person, rest, _core(plain, rest), (begin, place))
        after = _skip(_SINCE, plain, _skip(_lead(), plain, place))
        if after == place:
            break
        place = after
    return Head(OMITTED, None, begin, _core(plain, begin))


_WITH = re.compile(
    r"(?:(?:跟|和|与|同)(?:我的?)?[^，在是的]{1,5}?(?:(?:一起|一块儿?|俩|两个人?)?(?=合租|租|住|搬到|搬去|定居|养了|开了|合伙|[弄搞整盘]了)|(?<!一起)(?<!一块)(?=在(?![^，]*(?:认识|相识|遇|见面|吃|吵|聊|碰))))"
    r"|(?:带|陪|领)着?(?:我的?)?[^，在是的了]{1,5}?(?:一起|一块儿?)?(?=在|住|搬到|搬来|搬去|定居|租))"
)
"""Company, before what is done in it."""


def _core(plain: str, place: int) -> int:
    core = _skip(_lead(), plain, place)
    core = _skip(_WITH, plain, core)
    return core if core < len(plain) else place


def _skip(pattern: re.Pattern[str], plain: str, place: int) -> int:
    match = pattern.match(plain, place)
    return match.end() if match else place


_HOUSE = re.compile(r"(?:他们|她们)?(?:一家人?|全家|两口子|夫妻俩|小两口)(?=[在住搬都移去])")
"""With those who live with somebody: my aunt's family."""

_AGAIN = re.compile(r"(?:[他她它]们?|这个?人|那个?人)(?:呢|嘛|啊)?(?![的说讲告问们])")
"""A subject named and taken up again: my husband, he ..."""


def _subject(plain: str, place: int, people: list[Person]) -> tuple[str, Person | None, int] | None:
    """What stands here, if it is a subject."""
    having = _HAVING.match(plain, place)
    if (called := _CALLED_TO.match(plain, place)) and called.end() > place:
        place = called.end()
    person = _standing(plain, place, people) or (
        _standing(plain, having.end(), people) if having else None
    )
    if person is not None:
        end = person.end + plain.startswith("的", person.end)
        end = _skip(_HOUSE, plain, end)
        again = _AGAIN.match(plain, end)
        return PERSON, person, again.end() if again else end
    among = _AMONG.match(plain, place)
    if among:
        return SOMEBODY, None, among.end()
    for kind, pattern in _PRONOUNS:
        match = pattern.match(plain, place)
        if match and not _is_theirs(plain, place, people):
            end = match.end()
            return kind, None, end + (kind == ME and ATTRIBUTE.match(plain, end) is not None)
    if theirs := _is_theirs(plain, place, people):
        return SOMEBODY, None, theirs
    known = public().match(plain, place)
    if known and not plain.startswith("的", known.end()) and known.end() < len(plain):
        return SOMEBODY, None, known.end()
    return None


_AMONG = re.compile(
    r"(?:我们?|咱们?)[^，有我]{1,6}(?:里|上|班|公司|单位|小区|楼|村|学校|部门|店|厂|组|宿舍)有(?:一?[个位](?![^，]{0,6}习惯)|人|两个|几个)(?![^，]{0,4}(?:梦想|愿望|目标|毛病))"
    r"|(?:我们|咱们?|我)(?:公司|单位|部门|班|组|村|小区|楼|店|厂|学校|宿舍|科室|隔壁)[^，我你]{0,6}?"
    r"(?:小伙子?|小姑娘|姑娘|大爷|大妈|大姐|大哥|阿姨|保安|保洁|前台|老头|老太太|男生|女生|帅哥|美女|学霸|新人)(?=[^，]{2})"
)
"""One of many who are near the speaker: in our house there is one who ..."""

_THINGS = re.compile(
    r"的(?!时候|话|影响|建议|要求|支持|帮助|鼓励|陪伴|照顾)(?![^，]*(?:是我|我[也就都还]?[是爱喜会在有想]))[^，我]{1,6}"
)


def _is_theirs(plain: str, place: int, people: list[Person]) -> int:
    """Where the words for something of somebody else's end, if those are the subject: 表妹的狗."""
    for person in people:
        if person.start == place and person.kind != "pet":
            match = _THINGS.match(plain, person.end)
            if match and not ATTRIBUTE.match(plain, person.end):
                return person.end + 1
    return 0


def _standing(plain: str, place: int, people: list[Person]) -> Person | None:
    """The person named here: the last one of a chain (my neighbour's son), but no mere owner."""
    found: Person | None = None
    for person in people:
        if person.start == place or (
            found is not None and person.of and person.start == found.end + 1
        ):
            found = person
    if found is not None and _PLACE_OF.match(plain, found.end):
        return None
    if found is None or (
        plain.startswith("的", found.end) and not ATTRIBUTE.match(plain, found.end)
    ):
        return None
    return found
