"""Questions that say nothing about when."""

from __future__ import annotations

import re

import pytest

from holdfast.text.when import windows
from holdfast.text.when.chinese_words import FEASTS, VAGUE
from holdfast.text.when.english_words import PHRASES, WORDS
from holdfast.text.when.hints import HINTS, in_chinese, in_english
from tests.unit.text.when.tables import ASKED

KINDS = ["d", "w", "e", "y", "q", "m", "h", "p", "M", "N", "W", "C", "D", "w?", "z", "E"]

ENGLISH = """
$2022 for rent
1,000 steps
1/2 cup of sugar
10.5 km
138-1234-5678
24 hours
24/7
3/4 of the cake
50% of people
9 to 5
a second opinion
a three-day trip
after work
at 5:30
before bed
by the river
call 555-123-4567
Could this may be wrong
COVID-19
days of the week
Did I fall over
Did June call
each week
every Monday
for three weeks
Friday Harbor
half of it
how long did the two-week trip take
How many days
in 1500 words
in the past
iPhone 15
late again
march on the city
may I ask something
May I ask you something
morning person
at the same time
this time
on Fridays
Mr March
my last name
my second job
my weekday routine
next one
night shift
on the 2nd floor
page 12 of 20
Python 3.11
room 2022
sat on the sofa
some of the last ones
spring to my feet
summer dress
the 5 of us
the day after my birthday
the day before
the end
the first time
the last one
the last time we met
the quarter
the sun is out
the third one
the week before my exam
this one
two of them
version 2.7.1
What did April say to me
Who is Wednesday Addams
winter coat
year of the rabbit
Did we eat at Ruby Tuesday
Who wrote for the Sunday Times
What did January Jones say
"""

CHINESE = """
24小时
3号楼
一个月
一年多
一直
一起
三周的旅行
三天打鱼两天晒网
三年级
上次见面
下次再说
中国人
今后
从来没有
他想得很周到
以前的事
几岁
初三的老师
初中同学
到家了吗
前台
前面那个人
十号线
半天没说话
半年
去了三天
后来呢
后面
周围有什么
周年纪念
周杰伦的歌
和谁一起
多少天
天天
天气怎么样
小明的日记
年级
年轻人
年龄多大
开始了吗
我们在一起多久了
我第一次见你
房间2022
日本好玩吗
早上一般吃什么
星星
春卷好吃吗
晚上睡得好吗
月亮圆不圆
月饼好吃吗
有一天
每个星期一
每周三
每天
版本2.7.1
生日前一天
电话13812345678
礼物
第二天
老周住哪里
自己
花了2022元
花了两个小时
这次是什么
那天
这个时候
此时此刻
同期
前夕
前一晚
2月30日
13月5日
2023年2月29日
99999年
"""


@pytest.mark.parametrize("words", (ENGLISH + CHINESE).strip().splitlines())
def test_a_question_without_a_time_has_no_window(words):
    assert windows(f"{words}?", ASKED) == ()
    assert windows(f"So, {words}？", ASKED) == ()


def test_the_first_look_knows_every_word_that_means_a_time():
    meaning = {word for word, (kind, _) in WORDS.items() if kind in KINDS}
    assert meaning <= HINTS


@pytest.mark.parametrize("phrase", PHRASES)
def test_the_first_look_lets_every_phrase_through(phrase):
    assert in_english(phrase)
    assert windows(phrase, ASKED) != ()


@pytest.mark.parametrize("phrase", VAGUE)
def test_the_first_look_lets_every_vague_word_through(phrase):
    assert in_chinese(phrase)


@pytest.mark.parametrize("names", FEASTS)
def test_the_first_look_lets_every_chinese_feast_through(names):
    followed = re.sub(r"\(\?=([^|)]*)[^)]*\)", r"\1", names)
    plain = re.sub(r"\(\?<?[!=][^)]*\)|[?()]|\?:|:", "", followed)
    assert [name for name in plain.split("|") if len(name) > 1 and not in_chinese(name)] == []
