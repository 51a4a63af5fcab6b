"""Checks: what a value of a topic may be, beyond the form in which it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from holdfast.providers.rules.chinese.lexicon import any_of, classes_in, one_of, words
from holdfast.providers.rules.chinese.scene import Scene
from holdfast.providers.rules.chinese.values import is_full_name, is_name, is_place

Check = Callable[[str, Scene], bool]
"""Whether a value, as it is matched, may stand for what was said in a clause."""

_DENIAL = re.compile(
    r"不是|没(?:有(?!空)|(?!事|空|课|完))|不会|不想|不要|不用|不再|(?<![特分区个性])别|未|无(?!糖)|不(?=[是在会能算像打])|哪|非|甭|木有|再也不|戒了?$|免得|以防|防止|预防|避免|怕得|担心|容易得|小心|谁"
)
_OVER = re.compile(r"以前|之前|曾经?|过去|从前|当年|小时候|年轻|原来|那时|那会儿|后生")
_PASSING = re.compile(
    r"今天(?!起|开始)|今晚|今早|今儿|刚才|这会儿?|待会儿?|等会儿?|等下|^一会儿?|此刻|今日|今夜|中午|眼下|马上就?"
)
_HABITS = re.compile(
    r"开会|加班|meeting|爆肝|值夜班|挤|被|骂|催|累|烦|困|emo|做梦|盯着|叫我|问|念叨|吵|失败|喊"
)
_HOBBY = frozenset(["sport", "art", "instrument", "animal", "language"])
_ANYBODY = re.compile(
    r"^(?:你|您|他|她|它|我|他们|她们|这|那|这个|那个|这样|那样|这种|那种|什么|自己|人家|别人|他们|这里|那里|这句|这话|这歌|这首|上班|吃|去|看|玩|的|了|上|起来|死)$"
)


def denied(scene: Scene, start: int) -> bool:
    """Whether what stands at a place of a clause is denied just before it."""
    return (
        _DENIAL.search(
            scene.clause.plain,
            max(scene.head.rest if scene.head.rest <= start else 0, start - 6),
            start,
        )
        is not None
    )


def _any(_value: str, _scene: Scene) -> bool:
    return True


def _place(value: str, scene: Scene, strict: bool = False) -> bool:
    del scene
    return is_place(value, strict)


def _known_place(value: str, scene: Scene) -> bool:
    return _place(value, scene, strict=True)


def _whereabouts(value: str, scene: Scene) -> bool:
    """Where somebody is said to be, and nothing else: it must be a place that one lives in."""
    return not value.endswith(("里", "上", "中", "站", "机场", "油田")) and _place(
        value, scene, strict=True
    )


def _maybe_place(value: str, scene: Scene) -> bool:
    return (
        len(value) == 1
        or value.startswith("half")
        or _place(value, scene, strict=True)
        or value in ("abc", "bbc", "混血", "华裔")
    )


def _called(value: str, _scene: Scene) -> bool:
    return is_name(value)


def _full_name(value: str, _scene: Scene) -> bool:
    return is_full_name(value)


def _nick(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if not is_name(value) or re.search(
        r"(?:别|不要|不许|不准|不用|别再|甭)(?:再|老)?(?:叫|喊|称呼)", plain
    ):
        return False
    quoted = plain[plain.find(value) - 1 : plain.find(value)] in '“「"'
    return quoted or not re.search(
        r"出去|起床|回去|过来|早点|帮|吃饭|名字|去$|来$|这么|那么|做|什么|外卖", value
    )


def _aged(value: str, scene: Scene) -> bool:
    del value
    if scene.mine and not scene.explicit and "animal" in classes_in(scene.sentence):
        return False
    return not re.search(r"那年|以前|之前|当年|小时候|那时|年前", scene.clause.plain)


def _age(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if value.endswith("个月"):
        return not scene.mine
    if _OVER.search(plain) or "那年" in plain:
        return False
    if "今年" in plain:
        return True
    return (
        re.fullmatch(rf"{value}(?:了|啦|的人了?|岁的人了?)?", plain[scene.head.core :]) is not None
        and len(value) >= 2
        and value not in ("十一", "一百")
    )


@cache
def _study_words() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{one_of(words('school') + words('grade') + words('subject'))})|学|系|专业|书|研|博|硕|考|课|校|幼儿园|毕业|雅思|托福|cpa|法考|教资"
    )


def _study(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if _OVER.search(plain, 0, scene.head.core) and not re.search(r"本科|毕业", plain):
        return False
    if "从小学" in plain or "instrument" in classes_in(value):
        return False
    if "就" in value or re.match(r"想|没|不|要|准备(?!考)|打算|准备去|准备报|希望", value):
        return False
    return (
        bool(_study_words().search(value))
        and not re.search(
            r"放学|带小班|带大班|带[一二三四五六两]|要上|接孩子|家长|老师$|教|同学$|的时候|如何|辅导",
            plain,
        )
        and not denied(scene, scene.head.core)
    )


@cache
def _trade_end() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{one_of(words('trade') + words('employer') + words('livelihood') + words('shop'))})"
    )


_NO_WORK = re.compile(
    r"^(?:饭|菜|家务|作业|梦|什么|啥|人|主|自己|好|事|准备|朋友|伴郎|伴娘|志愿|义工|了|真|家里|妈|爸|东西|的)$|吃的|喝的|用的|玩的|这么|怎么|那么|别人|噩梦|傻子|恶人|[你他她]|有人|出来|好吃|下来|做梦|开车|开心|学来|学的$|送的|买的|写的$|考的|画的$|拍的$"
)


def _work(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if _NO_WORK.search(value) or _PASSING.search(plain):
        return False
    if re.search(
        r"[画拍写做开教卖取得]了(?![0-9一二两三四五六七八九十几快]|个|家|间|一[个家间])|时候|比赛|课上|活动|晚上|过程",
        value,
    ):
        return False
    return not denied(scene, max(scene.head.core, plain.find(value)))


def _partner(value: str, scene: Scene) -> bool:
    if re.search(r"工作|床|手机|枕头|被子|沙发|代码|电脑|游戏|学习", value):
        return False
    return not re.search(
        r"谁说|别人|他们|听说|参加|喝喜酒|份子钱|催|逼|问我|婚礼", scene.clause.plain
    )


def _pet(value: str, scene: Scene) -> bool:
    if re.match(r"遛|撸|喂|逗|看", value):
        return False
    return not re.search(
        r"吃|肉|汤|火锅|视频|咖|表情|片|图|邻居|楼下|朋友|别人|公园|路上|想|打算|准备|不|没|像|马上|马路|鱼片|牛肉|烤|炖|买菜|云养|手机",
        scene.clause.plain[: scene.clause.plain.find(value) + len(value) + 2],
    ) and bool(any_of("words", "animal").search(value))


_NO_HEALTH = re.compile(
    r"帕金森似的|似的|跟[^，]{1,6}一样|传染|讲座|科普|文章|治|医|预防|专家|病人|患者家属|熬成|得了吧|不得|药店"
)


def _health(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    place = plain.find(value)
    if (
        _NO_HEALTH.search(plain)
        or denied(scene, place)
        or re.search(r"没(?:有|得|啥|事)?|不是|不至于|无大碍", value)
    ):
        return False
    if value.startswith("对") and re.match(rf"对(?:{one_of(words('mock'))})", value):
        return False
    return not re.match(r"^(?:治|看|怕|防|查)", value)


def _diet(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if "沾地" in plain:
        return False
    if _PASSING.search(plain) or re.search(
        r"[你他她]|几天|两天|没胃口|饿|别人|吃亏|不吃饭|不吃早|吃了没|不喝了|吃完", plain
    ):
        return (
            scene.mine is False
            and not _PASSING.search(plain)
            and not re.search(r"你|几天|胃口", plain)
        )
    return not re.search(
        r"不是|没有|如果|不(?:吃素|吃斋)|(?:要|想|打算|准备|开始)(?:戒|吃素)", plain
    )


def _dislike(value: str, scene: Scene) -> bool:
    if _OVER.search(scene.clause.plain, 0, scene.head.core + 1):
        return False
    return (
        not _ANYBODY.match(value)
        and (len(value) > 1 or value in "蛇狗猫虫鬼黑水鸟鼠血针")
        and not re.search(
            r"^(?:死|你|他|她|麻烦|打扰|影响|不|我|是|得|了|吗|心|躁|恼|自己|上火)|过敏", value
        )
        and not re.search(
            r"恐怕|哪怕|生怕|可怕|不怕|(?<!特)别怕|麻烦|烦死|烦恼|没怕|不讨厌|不烦|不恨|恨不得|悔恨|怀恨|怕麻烦|今天|怕你|怕他|怕她|怕我",
            scene.clause.plain,
        )
    )


def _like(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if _ANYBODY.match(value) or re.match(
        r"^(?:你|他|她|我|的(?!是)|吗|上你|谁|上他|上她|跟你|和你|你的|这样|那样|这种|那种|不|了|了$|一个人|错|意|情|人$|心|车|面子|吵|哭|理|国|护|好|惜|抚|慕|死|恨|答|谁|对象|笑|发|生|说|咋|来不来|怎)",
        value,
    ):
        return False
    place = plain.find(value)
    return not denied(scene, place) and not re.search(
        r"不(?:太|怎么|是很|是特别)?(?:喜欢|爱)|没那么|想(?:吃|喝|看)|不再喜欢|以前|小时候|谁不|你喜欢|您喜欢",
        plain[: place + 1],
    )


def _skill(value: str, scene: Scene) -> bool:
    place = scene.clause.plain.find(value)
    if "国语言" in value or value.endswith("就好"):
        return False
    return not denied(scene, place) and not re.search(
        r"一定|今年|不(?:太|怎么)?会|想学|要学|在学|开始学|学不|教我|不能|能不|机会|社会|开会|聚会|晚会|都会|约会|一会|才会|就会|会不|将会|会被|会让|拉肚|只能",
        scene.clause.plain[: place + 2],
    )


def _habit(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if (
        (not scene.mine or "天天" in plain)
        and not classes_in(plain) & _HOBBY
        and not re.search(r"烟|酒|公园|喝茶|下棋|早起|教堂|庙|拜佛", plain)
    ):
        return False
    return (
        not _HABITS.search(plain)
        and not _PASSING.search(plain)
        and not _OVER.search(plain)
        and not re.search(
            r"没有?(?!空)|不(?!吃|喝|看|接|睡|熬|带|玩|发|用|出门)|想|希望|(?<!特)别|你|最近|要么",
            value,
        )
    )


def _goal(value: str, scene: Scene) -> bool:
    return (
        len(value) >= 2
        and not _PASSING.search(scene.sentence)
        and not re.search(r"^(?:你|他|她|不|没|大家|明天|今天|别)|你", value)
        and not re.search(r"不想|没想|(?<!特)别|不敢|想想|想了", scene.clause.plain)
    )


_NO_PLAN = re.compile(
    r"不打算|没打算|不准备|没准备|不计划|不想|没有|取消|不去|不用|别|提醒|本来|推荐|建议|攻略|天气|帮我|放假$|以前|去年|昨天|上周|上个月|之前|过了|了没|要不|听说|据说|你"
)
_FUTURE = re.compile(
    r"明天|后天|明晚|明早|明年|下|周|月|年底|年尾|暑假|寒假|过|国庆|五一|十一|元旦|中秋|端午|清明|圣诞|号|开学|要|预产|准备|打算|计划|定|约|订|决定"
)


def _plan(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if re.search(r"抢到", plain) and not _FUTURE.search(plain):
        return False
    if not scene.mine and not scene.explicit:
        return False
    return (
        not _NO_PLAN.search(plain)
        and len(value) >= 3
        and not re.search(r"准备好|准备了|今天|今晚|刚|打算盘|决定性|已经决定不", plain)
    )


def _future(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if _NO_PLAN.search(plain) or len(value) < 2 or re.search(r"被|生日$|抢到|救命", plain):
        return False
    if re.search(r"(?<![这下本])周末", plain) and not re.search(
        r"要|打算|准备|约|计划|这个?周末|下个?周末", plain
    ):
        return False
    if re.search(
        r"(?:上个|上周|上月|上星期|上礼拜|去年|前年|昨|今天|今早|刚|每|都(?=在|会|去|要)|那年|过了|考完|完了|曾|终于|总算|已经|回来|是不是)",
        plain,
    ):
        return False
    return not re.search(r"(?<![要会])了(?!解)[^，]{0,6}$", plain) or bool(
        re.search(r"约了|订了|报了|请了|定了|要[^，]+了$|就[^，]{1,8}了$", plain)
    )


def _event(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if not re.search(
        r"了|过|完|到|下来|回来|毕业|出|刚|终于|总算|去年|前年|年前|上个?[月周]", plain
    ) or re.search(
        r"今天(?!满|拿|生|领)|今早|今晚|刚才|中午|每|要是|别|你|不(?!小心)|没(?!了)|想|要(?!命)|打算|准备|一般|经常|总是|快|会(?!考)|看见|电视|追剧|如何|新闻|一集|视频|动画|小说",
        plain,
    ):
        return False
    if not scene.mine and not classes_in(plain) & {"event"}:
        return False
    if _TRIVIAL.search(plain) and not classes_in(plain) & {"event"}:
        return False
    return len(value) >= 2 and not re.search(r"的[^，了]{2,6}$", plain)


_TRIVIAL = re.compile(
    r"吃|喝|睡|看了|看完|聊|买菜|下雨|下雪|加班|开会|忘|说|问|哭|笑|觉得|感觉|发现|听|看到|梦|熬夜|失眠|玩|刷|等了|排队|堵|迟到|洗|打扫|收拾|做饭|逛|想|爱|喜欢|快递|外卖|天气|冷|热|累|困|烦|感冒|咳|发烧|放假|放了|来了个|叫了|给我|电梯|停电|已经|差不多|习惯|出的|一直"
)


def _possession(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    return (
        not denied(scene, plain.find(value))
        and not _PASSING.search(plain)
        and not re.search(
            r"想|要买|打算|准备|[你他她]|菜$|奶茶|咖啡|早餐|午饭|水果|外卖|票|蛋糕|饭|面$|题|课|问题|朋友|人$|儿子|女儿|孩子|猫|狗|包子|西瓜|药|梦|会员|彩票|如何|教训|通知|消息|邮件|短信|快递|照片|图片|灯|乐队|[^，]团$|公司|店$|机会|毛病|习惯",
            plain[: plain.find(value) + len(value)],
        )
    )


def _trait(value: str, scene: Scene) -> bool:
    plain = scene.clause.plain
    if _PASSING.search(plain) or re.search(
        r"[你]|不是(?:很|特别|什么)?|有点?懒得|懒得|传统(?!的人)|不(?:太|怎么)?$|不算|最近|为什么",
        plain[: plain.find(value) + len(value)],
    ):
        return False
    if value in (
        "懒",
        "宅",
        "倔",
        "怂",
        "轴",
        "犟",
        "传统",
        "独立",
        "敏感",
        "谨慎",
        "理性",
        "感性",
        "随缘",
        "拖延",
        "节俭",
        "躺平",
        "迷信",
        "古板",
        "洒脱",
    ):
        return bool(re.search(rf"(?:比较|很|特别|挺|有点|超|是个|偏|^){value}(?:$|的人|人)", plain))
    if re.match(r"(?:这人|这个人)?(?:没|不|就|是|有|真|也|都|一)", value):
        return False
    return (
        not denied(scene, plain.find(value))
        and (len(value) > 1 or value in words("trait"))
        and value != "嘛"
    )


CHECKS: dict[str, Check] = {
    "": _any,
    "place": _place,
    "place!": _known_place,
    "place?": _maybe_place,
    "whereabouts": _whereabouts,
    "name": _called,
    "nick": _nick,
    "fullname": _full_name,
    "age": _age,
    "aged": _aged,
    "study": _study,
    "work": _work,
    "partner": _partner,
    "pet": _pet,
    "health": _health,
    "diet": _diet,
    "dislike": _dislike,
    "like": _like,
    "skill": _skill,
    "skill?": lambda value, scene: not denied(scene, scene.clause.plain.find(value)),
    "habit": _habit,
    "goal": _goal,
    "plan": _plan,
    "future": _future,
    "event": _event,
    "possession": _possession,
    "trait": _trait,
}
"""By the name that frames call it by."""
