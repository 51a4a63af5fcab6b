"""What messages in Chinese claim, sentence by sentence. None of these is from a labelled set."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.claim import USER, Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese import claims_in

AT = datetime(2024, 5, 1, 10, tzinfo=UTC)


def said(text: str, me: str = USER) -> Said:
    return Said(id="m1", text=text, me=me, said_at=AT)


def told(text: str, *before: Said, me: str = USER) -> list[str]:
    return [f"{c.about}/{c.topic}: {c.value}" for c in claims_in(said(text, me), before)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我叫陈思远，思考的思，远方的远", ["user/name: 陈思远"]),
        ("大家好，我是小岚", ["user/name: 小岚"]),
        ("我的名字叫方晓", ["user/name: 方晓"]),
        ("晚饭后我都会去河边走走", ["user/habit: 晚饭后我都会去河边走走"]),
        ("我平时坐轻轨上班", ["user/habit: 平时坐轻轨上班"]),
        ("小赵的手机号是13900001111", ["小赵/contact: 13900001111"]),
        ("我以前在报社当编辑，现在卖花", ["user/work: 以前在报社当编辑", "user/work: 卖花"]),
        ("我姑姑一家在珠海", ["姑姑/home: 珠海", "user/family: 姑姑"]),
        ("高中毕业就出来打工了", ["user/study: 高中毕业"]),
        ("我有胃炎和鼻炎", ["user/health: 胃炎和鼻炎"]),
        ("我們還沒離婚呢", []),
        ("我没有在国企", []),
        ("我是新疆人", ["user/origin: 新疆"]),
        ("我在合肥读的大学", ["user/study: 在合肥读的大学"]),
        ("大家都叫我老陈", ["user/nickname: 老陈"]),
        ("三十一了", ["user/age: 三十一"]),
        ("我的生日是1998年11月3日", ["user/birthday: 1998年11月3日"]),
        ("本人性别男", ["user/gender: 男"]),
        ("我是土生土长的北京人", ["user/origin: 北京"]),
        ("我上个月搬到了杭州余杭区", ["user/home: 杭州余杭区"]),
        ("我家小孩上初二，成绩中等", ["小孩/study: 初二", "user/family: 小孩"]),
        ("我在医院药房上班，三班倒", ["user/work: 医院药房"]),
        ("我是湖南人，在广东打工", ["user/origin: 湖南", "user/home: 广东"]),
        ("我离婚三年了，一个人带着女儿过", ["user/partner: 离婚三年", "user/family: 女儿"]),
        ("我的猫叫汤圆，是只布偶", ["user/pet: 猫叫汤圆，是只布偶"]),
        ("我最喜欢的颜色是墨绿色", ["user/like: 墨绿色"]),
        ("我受不了别人迟到", ["user/dislike: 别人迟到"]),
        ("胃不好，不能吃辣", ["user/health: 胃不好", "user/health: 不能吃辣"]),
        ("我不吃牛羊肉，闻着就反胃", ["user/diet: 不吃牛羊肉"]),
        ("我开一辆白色的比亚迪秦", ["user/possession: 一辆白色的比亚迪秦"]),
        ("我会弹吉他，还会一点架子鼓", ["user/skill: 吉他", "user/skill: 架子鼓"]),
        ("我每周一三五去健身房", ["user/habit: 每周一三五去健身房"]),
        ("下周五我要去医院做胃镜", ["user/plan: 要去医院做胃镜"]),
        ("前几天把手机弄丢了", ["user/event: 前几天把手机弄丢"]),
        ("我的梦想是当一名导演", ["user/goal: 当一名导演"]),
        ("我脾气比较急，容易上火", ["user/trait: 脾气比较急"]),
        ("我手机号是13812345678，微信同号", ["user/contact: 13812345678"]),
        ("回答的时候尽量简短一点", ["user/instruction: 回答的时候尽量简短一点"]),
        ("我的岗位是数据标注", ["user/work: 数据标注"]),
        ("我开了十年出租", ["user/work: 开了十年出租"]),
        ("我养多肉养了快五年", ["user/like: 养多肉"]),
        ("我跟室友合租在徐家汇", ["user/home: 徐家汇"]),
        ("我会说四川话和一点点法语", ["user/skill: 四川话和一点点法语"]),
        ("我喜欢的歌手是陈奕迅", ["user/like: 陈奕迅"]),
        ("每天五点起来练拳，风雨无阻", ["user/habit: 每天五点起来练拳"]),
        ("每年清明都回福建老家扫墓", ["user/origin: 福建", "user/habit: 每年清明都回福建老家扫墓"]),
    ],
)
def test_every_topic_is_found_in_the_words_of_the_message(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "你喜欢什么颜色",
        "我才不喜欢他呢",
        "谁说我是上海人",
        "我没养猫，那是邻居家的",
        "如果我有一百万，我就环游世界",
        "要是我会飞就好了",
        "我可能要去广州出差",
        "到时候提醒我一下",
        "没人叫我小名了",
        "我梦见自己中了彩票",
        "我怀疑自己得了抑郁症",
        "新闻里说有个人养了一百只猫",
        "我同学说她爸是医生",
        "帮我把这段话翻译成英文：我叫王明，今年20岁",
        "“我是一名教师”这句话用英语怎么说",
        "今天好累啊，不想动",
        "我想喝奶茶",
        "我做了个梦",
        "我叫了个外卖",
        "准备下班",
        "我对上班过敏，开玩笑的",
        "日志 2024-05-01 10:00:00 我住在北京",
        "网上看到一条：本人29，985硕士，求脱单",
        "领导的女儿考上了北大",
        "有个客户对花生过敏，点餐要注意啥",
        "我弟弟？我没有弟弟",
        "决定以后再也不用了",
    ],
)
def test_what_is_asked_denied_supposed_quoted_or_passing_is_no_claim(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "我妹妹叫林小雨，在武汉上大学，学会计的",
            ["user/family: 妹妹叫林小雨", "林小雨/home: 武汉", "林小雨/study: 上大学，学会计"],
        ),
        (
            "李婷婷是我的表妹，其生日是4月16日",
            ["user/family: 李婷婷是我的表妹", "李婷婷/birthday: 4月16日"],
        ),
        ("我闺蜜思琪是护士", ["思琪/work: 护士", "user/friend: 闺蜜思琪"]),
        ("隔壁工位的小罗吃素", ["小罗/diet: 吃素"]),
        ("给闺女买了双鞋，五岁半，长得快", ["user/family: 闺女", "闺女/age: 五岁半"]),
        ("我孙女在美国出生，叫Emily", ["Emily/origin: 美国", "user/family: Emily"]),
        ("跟女朋友异地三年了，她在西安", ["user/partner: 女朋友", "女朋友/home: 西安"]),
        ("这位是我老板，姓王", ["老板/name: 姓王"]),
        ("那是我爸，今年六十岁", ["爸/age: 六十岁"]),
        ("这是我老公，我们住在杭州", ["user/partner: 老公", "user/home: 杭州"]),
        ("我妈有糖尿病，要打胰岛素", ["妈/health: 糖尿病", "妈/health: 胰岛素"]),
        ("同事大刘下周去非洲，我送了他一箱老干妈", ["大刘/plan: 去非洲", "user/friend: 同事大刘"]),
    ],
)
def test_what_is_told_of_others_is_about_them(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我最近在看《活着》", ["user/like: 《活着》"]),  # a title is a value
        ("刷到一篇《我，三十岁，裸辞了》", []),  # and what stands in one is nobody's word
        ("我买了辆二手车，一辆五菱", ["user/possession: 二手车，一辆五菱"]),
        ("我爷爷去年走了", ["爷爷/event: 去年走了"]),
        ("我喜欢摄影，因为能出去走走", ["user/like: 摄影"]),
        ("我会讲两种话，英语和法语", ["user/skill: 两种话，英语和法语"]),
    ],
)
def test_a_value_ends_where_the_fact_ends(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("请记住我儿子对鸡蛋过敏", ["儿子/health: 对鸡蛋过敏", "user/family: 儿子"]),
        ("我妻子最喜欢的花是百合", ["妻子/like: 百合", "user/partner: 妻子"]),
        ("Kevin和表姐去看电影了", []),  # his cousin
        ("替朋友问一下，我二十八了还没对象正常吗", []),
        ("听起来你很累，又希望能早点回家", []),
        ("有个大爷，七十多岁，离异", []),
        ("大哥帮我看看，我在无锡做钳工", ["user/home: 无锡", "user/work: 钳工"]),
        ("室友的兔子怕打雷", []),
        ("我老公他是养蜂的", ["老公/work: 养蜂", "user/partner: 老公"]),
        ("我二姨会剪纸", ["二姨/skill: 剪纸", "user/family: 二姨"]),
        ("我们班有个女生会吹唢呐", []),
        ("我有男朋友了，是个木匠", ["user/partner: 有男朋友", "男朋友/work: 木匠"]),
        ("我姐在日本，孩子都上小学了", ["姐/home: 日本", "user/family: 姐"]),
        ("毕业之后我在无锡当钳工", ["user/home: 无锡", "user/work: 钳工"]),
        ("我带着女儿住在无锡", ["user/home: 无锡", "user/family: 女儿"]),
        ("我和我老公都是青岛人", ["user/origin: 青岛", "user/partner: 老公"]),
        (
            "我打电话13800001111，找不到就打我老婆的，13900002222",
            ["user/contact: 13800001111", "user/partner: 老婆", "老婆/contact: 13900002222"],
        ),
    ],
)
def test_whose_it_is(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("下个月在昆明开个面馆", ["user/plan: 在昆明开个面馆"]),
        ("我想报北航，学飞行器", ["user/goal: 报北航"]),
        ("明天高铁", []),  # a time is no plan
        ("我怕迟到", []),  # nor a worry a fear
        ("我怕打雷", ["user/trait: 怕打雷"]),
    ],
)
def test_what_is_to_come_is_no_state(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_what_was_is_over() -> None:
    (was,) = claims_in(said("我以前在腾讯上班"), [])
    assert (was.topic, was.value, was.ends) == ("work", "以前在腾讯", True)


def test_an_answer_that_names_somebody_is_about_them() -> None:
    asked = Said(id="m0", text="弟弟今年多大啦？", me="assistant", said_at=AT)
    assert told("十六，叫子轩", asked) == ["子轩/age: 十六", "user/family: 子轩"]


def test_traditional_and_cantonese_keep_their_spelling() -> None:
    assert told("我喺荃灣住咗三年") == ["user/home: 荃灣"]
    assert told("我對芒果過敏") == ["user/health: 對芒果過敏"]
    assert told("我是素食主义者") == ["user/diet: 素食主义"]  # 食 means to eat in Cantonese alone


def test_spaces_between_the_scripts_do_not_matter_and_are_kept() -> None:
    (claim,) = claims_in(said("我 major 是 applied math"), [])
    assert (claim.topic, claim.value) == ("study", "applied math")


def test_somebody_else_who_speaks_speaks_of_themselves() -> None:
    assert told("我住在大连", me="阿豪") == ["阿豪/home: 大连"]


def test_a_claim_names_its_source_and_its_clause() -> None:
    (claim,) = claims_in(said("嗯，我住在大连，挺好的"), [])
    assert claim == Claim(topic="home", value="大连", text="我住在大连", sources=("m1",))


def test_times_are_resolved_against_the_moment() -> None:
    (plan,) = claims_in(said("周六约了牙医"), [])
    assert plan.since == datetime(2024, 5, 4, tzinfo=UTC)
    (event,) = claims_in(said("去年十月我奶奶去世了"), [])
    assert event.since == datetime(2023, 10, 1, tzinfo=UTC)


def test_what_holds_no_longer_ends() -> None:
    left, new = claims_in(said("我不在腾讯了，上个月跳槽去了阿里"), [])
    assert (left.value, left.ends) == ("腾讯", True)
    assert (new.value, new.ends) == ("阿里", False)


@pytest.mark.parametrize(
    ("text", "sub"),
    [
        ("我最喜欢的颜色是墨绿色", "颜色"),
        ("我在医院药房上班", "employer"),
        ("我是中学体育老师", "position"),
        ("我今年大四", "grade"),
        ("我毕业于武汉大学", "school"),
        ("我专业是国际关系", "major"),
        ("我邮箱是abc@example.com", "mail"),
        ("我妹妹在上海", "妹妹"),
    ],
)
def test_a_sub_topic_is_told_where_each_has_one_value(text: str, sub: str) -> None:
    assert sub in [claim.sub for claim in claims_in(said(text), [])]


@pytest.mark.parametrize(
    "text",
    [
        "我是船长，你是船上的鹦鹉",
        "帮我写一篇小说，主角住在无锡，养了只猫",
        "楼主说自己三十二岁，离异",
        "刘德华六十多了还这么能跑",
        "等我退休了，我就天天去下棋",
        "属马的和属羊的合不合",
        "翻译：我爱喝茶",
        "麻辣烫一碗要三十多",
        "业主群里有人找狗",
        "大学城新开了家面包店",
        "我今年三岁零三百个月",
        "我老家是火星的",
        "训练之后记得拉伸",
    ],
)
def test_what_is_no_fact_of_the_speaker(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我爱喝茶，尤其是普洱", ["user/like: 喝茶", "user/like: 普洱"]),
        ("我不是学金融的，是统计", ["user/study: 统计"]),
        ("我今年二十九，哦不，三十了", ["user/age: 三十"]),
        ("组过乐队，在酒吧驻唱过一年", ["user/event: 组过乐队，在酒吧驻唱过一年"]),
        ("主业会计，副业写小说", ["user/work: 会计", "user/work: 写小说"]),
    ],
)
def test_what_goes_on_with_what_was_said(text: str, expected: list[str]) -> None:
    assert told(text) == expected
