"""What is said: messages in English, Chinese and both, the same in every run."""

from __future__ import annotations

import random

SHORTEST, LONGEST = 40, 200


def _words(text: str) -> list[str]:
    return text.split()


_PEOPLE = _words("Lily Omar Grandma Jonas Mei Priya Tomas Rosa Hiro Nadia Felix Wanda")
_PLACES = _words("Chengdu Lisbon Hangzhou Oslo Nairobi Kyoto Leeds Quito Shanghai Bergen Porto")
_THINGS = _words("cat bicycle piano passport garden tooth thesis kitchen flat violin camera boat")
_DAYS = _words("Monday Tuesday yesterday tonight Thursday March June winter weekend autumn")
_人 = _words("莉莉 奥马尔 外婆 小林 阿梅 普丽娅 老王 表姐 弟弟 娜嘉 同事 邻居")
_地 = _words("成都 里斯本 杭州 奥斯陆 内罗毕 京都 利兹 上海 西安 厦门 大理 昆明")
_物 = _words("猫 自行车 钢琴 护照 花园 牙齿 论文 厨房 公寓 小提琴 相机 船")
_时 = _words("周一 昨天 今晚 周四 三月 六月 冬天 周末 秋天 明年")

_ENGLISH = (
    "{0} moved to {1} last {3} and is still looking for a {2}.",
    "I promised {0} to bring the {2} back from {1} by {3}.",
    "Please remind me on {3} that the {2} needs {4} euros of repairs.",
    "We talked about {1} again; {0} thinks the {2} was worth {4}.",
    "My {2} broke on {3}, so {0} lent me one with number {4}.",
    "No, not {1}: {0} said it twice, and I wrote it down as item {4}.",
)
_CHINESE = (
    "{0}{3}搬到了{1}，现在还在找一个{2}。",
    "我答应{0}，{3}之前把{2}从{1}带回来。",
    "{3}记得提醒我，{2}要修，大概{4}块钱。",
    "我们又聊到{1}了，{0}觉得那个{2}值{4}。",
    "我的{2}{3}坏了，{0}借给我一个，编号{4}。",
    "不是{1}，{0}说过两遍，我记成了第{4}条。",
)

QUESTIONS = (
    "Where did Lily move to?",
    "Which violin was broken in winter?",
    "我答应外婆什么时候把护照带回来？",
    "reminder about the passport",
    "成都的公寓",
    "number 4711",
    "What did Omar say about 京都 and the camera?",
    "弟弟的钢琴",
)
"""Questions of the kind that the texts answer: common words, rare ones, either language, both."""


def messages(count: int, seed: int = 1) -> list[str]:
    """So many texts of 40 to 200 characters: a third English, a third Chinese, a third mixed."""
    chance = random.Random(seed)
    return [_message(chance) for _ in range(count)]


def _message(chance: random.Random) -> str:
    sentences = chance.choice(((_english,), (_chinese,), (_english, _chinese)))
    length = chance.randint(SHORTEST, LONGEST)
    text = ""
    while len(text) < length:
        text += chance.choice(sentences)(chance) + " "
    return text[:length]


def _english(chance: random.Random) -> str:
    words = (chance.choice(each) for each in (_PEOPLE, _PLACES, _THINGS, _DAYS))
    return chance.choice(_ENGLISH).format(*words, chance.randint(1, 9999))


def _chinese(chance: random.Random) -> str:
    words = (chance.choice(each) for each in (_人, _地, _物, _时))
    return chance.choice(_CHINESE).format(*words, chance.randint(1, 9999))
