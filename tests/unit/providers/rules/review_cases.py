"""Labelled cases for the reviewer: lines, and which of them must be touched.

A line is the user's; "B:" or "乙：" before it makes it another voice's. Of MUST every line that is
named must go or be cut, and no other may; of MUST_NOT nothing may change.
"""

from __future__ import annotations

Case = tuple[tuple[str, ...], tuple[int, ...]]

MUST_EN: list[Case] = [
    # repetition
    (("I work at the harbour.", "It rained all day.", "I work at the harbour!"), (2,)),
    (("My sister lives in Lisbon", "Well, my sister lives in Lisbon."), (1,)),
    (("I have 2 dogs and a parrot.", "I have 2 dogs and a parrot"), (1,)),
    (("We sold the boat in March.", "Haha, we sold the boat in March."), (1,)),
    (("My favourite dish is lasagne.", "My favourite dish is really lasagne."), (1,)),
    (("Do you know the museum in Delft?", "B: Yes!", "Do you know the museum in Delft?"), (2,)),
    (
        (
            "I bought two blue bicycles at the big market in Utrecht for my children.",
            "I bought two blue bicycles at the market in Utrecht for my children.",
        ),
        (1,),
    ),
    # changed values
    (("I'm 26", "actually I'm 27"), (0,)),
    (("I am 41 years old.", "I turned 42"), (0,)),
    (("My son is six years old", "My son is seven now"), (0,)),
    (("I live in Bergen", "I moved to Oslo"), (0,)),
    (("I live in Bergen.", "I'm now living in Oslo."), (0,)),
    (("I moved to Oslo", "I have just moved to Tromso"), (0,)),
    (("My brother lives in Rome", "My brother moved to Turin"), (0,)),
    (("My favorite color is blue", "My favorite color is green"), (0,)),
    (("My favourite band is Wilco.", "My favourite band is now Low."), (0,)),
    (("My phone number is 555-0101", "My new phone number is 555-0199"), (0,)),
    (("My email is ann@example.org", "my email is ann@example.net now"), (0,)),
    (("My birthday is May 3", "Sorry, my birthday is May 13"), (0,)),
    (("I'm single.", "I got engaged!"), (0,)),
    (("I'm engaged", "I am married now"), (0,)),
    (("I work as a nurse", "I now work as a teacher"), (0,)),
    (("I work for Nordbank", "I no longer work for Nordbank"), (0,)),
    (("I work at the bakery", "I'm now working at the post office"), (0,)),
    (("I have two cats", "I have three cats now"), (0,)),
    (("I am 170 cm tall", "Actually, I'm 172 cm tall"), (0,)),
    (("The deadline is Friday", "The deadline is Monday"), (0,)),
    # corrections
    (("my cat is called Momo", "Actually, my cat is called Mimi"), (0,)),
    (("The meeting is at 3", "No, the meeting is at 4"), (0,)),
    (
        ("The dentist appointment is on Tuesday", "The dentist appointment was moved to Thursday"),
        (0,),
    ),
    (("My flight is at 9:30", "My flight has been rescheduled to 11:15"), (0,)),
    (("My flight goes to Tokyo", "Sorry, my flight goes to Osaka"), (0,)),
    (("I paid 40 euros", "Correction: I paid 45 euros"), (0,)),
    (("The code is 7731", "Oops, the code is 7713"), (0,)),
    # denials
    (("I like coffee", "I don't like coffee anymore"), (0,)),
    (("I drink milk", "I no longer drink milk"), (0,)),
    (("I don't eat fish", "I eat fish now"), (0,)),
    (("My sister smokes", "My sister does not smoke any more"), (0,)),
    # empty talk
    (("We fly on Sunday.", "B: ok"), (1,)),
    (("Hi!", "We fly on Sunday.", "B: haha"), (0, 2)),
    (("We fly on Sunday.", "B: Got it, thanks!"), (1,)),
    (("We fly on Sunday.", "B: 👍"), (1,)),
]

ALSO_COMPLETED_EN: list[Case] = [
    (("The meeting is at 3", "no, at 4"), (0, 1)),
    (("Dinner is at 7pm", "B: fine by me", "Sorry, 8pm"), (0, 2)),
    (("The exam is on Monday.", "It's on Tuesday, not Monday."), (0, 1)),
    (("my cat is called Momo", "Actually her name is Luna."), (0, 1)),
    (("The party is on May 3", "I meant May 4"), (0, 1)),
]
"""Corrections that name only the value: the newer line is completed."""

MUST_NOT_EN: list[tuple[str, ...]] = [
    # two people
    ("I live in Bergen", "B: I moved to Oslo"),
    ("I'm 26", "B: I'm 27"),
    ("I like coffee", "B: I don't like coffee"),
    ("My favourite colour is blue", "B: My favourite colour is red"),
    ("I like tea", "B: I like tea"),
    ("My brother is 30 years old", "My sister is 32 years old"),
    ("My brother lives in Rome", "My sister moved to Turin"),
    ("Anna moved to Rome", "Peter moved to Turin"),
    ("My cat is called Momo", "My dog is called Rex"),
    # questions, ifs, hearsay, quotes
    ("I live in Bergen", "Should I move to Oslo? I moved to Oslo in my mind?"),
    ("I'm 26", "Am I 27?"),
    ("I live in Bergen", "If I moved to Oslo, I'd ski more."),
    ("I like coffee", "Maybe I don't like coffee"),
    ("I'm single", "I wish I was married"),
    ("I'm single", 'My mother said "I\'m married"'),
    ("I live in Bergen", "She said I live in Oslo now"),
    ("I'm 26", "In the game I'm 27"),
    # the past, and the time to come
    ("I live in Bergen", "I used to live in Oslo"),
    ("I live in Bergen", "I lived in Oslo when I was a child"),
    ("I'm 26", "I was 27 in my passport"),
    ("I don't like coffee", "I used to like coffee"),
    ("I live in Bergen", "Next year I will live in Oslo"),
    ("I work as a nurse", "I will work as a teacher next year"),
    # lists
    ("I like blue", "I also like red"),
    ("I like blue", "I like red"),
    ("I like blue", "Actually I like red too"),
    ("I speak French", "I speak Dutch"),
    ("I work as a nurse", "I work as a tutor"),
    ("My cat is called Momo", "My cat is called Mimi"),
    ("I have two cats", "I have three meetings"),
    ("I visited Rome", "I visited Turin"),
    # one says more
    ("I live in Bergen", "I live in a small flat"),
    ("I now live in Bergen", "I now live in Bergen near the harbour"),
    ("My email is ann@example.org", "My number is 555-0101"),
    # other words
    ("I like red apples", "I don't like green apples"),
    ("I like red", "I don't like red shoes"),
    ("The meeting is at 3", "The dinner is at 4"),
    ("The meeting on Monday is at 3", "The meeting on Friday was moved to 4"),
    ("There were 3 of us at the meeting", "B: Was it 5 o'clock?", "no, at 4"),
    ("Tom likes Anna", "Anna likes Tom"),
    ("I saw my doctor", "She saw my doctor"),
    ("I can swim", "I can't swim in the sea today"),
    ("I paid 40 euros for the shoes", "I paid 45 euros for the bag"),
    ("I am not 26", "I am not 27"),
    # short words that mean something else each time
    ("I agree.", "The plan is to leave at six.", "I agree."),
    ("B: Do you have a dog?", "Yes", "B: Do you have a cat?", "No"),
    ("B: Shall we meet on Sunday?", "ok"),
    ("That sounds great!", "B: I got the job.", "That sounds great!"),
    ("She called him.", "B: And then the other one?", "She called him."),
    ("Thanks, I moved to Oslo",),
]

MUST_ZH: list[Case] = [
    # 重复
    (("我在港口上班。", "今天下了一天雨。", "我在港口上班！"), (2,)),
    (("我妹妹住在大理", "其实嘛，我妹妹住在大理。"), (1,)),
    (("我养了两只狗和一只鹦鹉", "我养了两只狗和一只鹦鹉。"), (1,)),
    (("我三月份把船卖了。", "哈哈，我三月份把船卖了"), (1,)),
    (("我最喜欢的菜是宫保鸡丁", "我最喜欢的菜是宫保鸡丁啊"), (1,)),
    (
        (
            "我在上海市图书馆借了三本关于园艺的书",
            "乙：不错",
            "我在上海市圖書館借了三本關於園藝的書",
        ),
        (1, 2),
    ),
    (("您知道苏州博物馆几点关门吗？", "乙：五点。", "您知道苏州博物馆几点关门吗？"), (2,)),
    # 变了
    (("我26岁", "其实我27岁"), (0,)),
    (("我今年四十一岁。", "我42岁了"), (0,)),
    (("我儿子六岁", "我儿子现在七岁了"), (0,)),
    (("我住在大连", "我搬到沈阳了"), (0,)),
    (("我住在大连。", "我现在住在沈阳。"), (0,)),
    (("我搬到沈阳了", "我刚搬到长春"), (0,)),
    (("我哥哥住在西安", "我哥哥搬去兰州了"), (0,)),
    (("我最喜欢的颜色是蓝色", "我最喜欢的颜色是绿色"), (0,)),
    (("我最喜欢的乐队是五月天", "我现在最喜欢的乐队是草东"), (0,)),
    (("我的手机号是13900001111", "我的新手机号是13900002222"), (0,)),
    (("我的邮箱是a@example.org", "我的邮箱现在是b@example.net"), (0,)),
    (("我的生日是5月3日", "不好意思，我的生日是5月13日"), (0,)),
    (("我单身", "我结婚了"), (0,)),
    (("我身高170厘米", "我身高172厘米"), (0,)),
    (("我在银行工作", "我现在在学校工作"), (0,)),
    (("我的工作是护士", "我现在的工作是老师"), (0,)),
    (("我有两只猫", "我现在有三只猫"), (0,)),
    (("报名的截止日期是周五", "报名的截止日期是下周一"), (0,)),
    (("我的学历是本科", "我的学历现在是硕士了"), (0,)),
    # 更正
    (("我的猫叫咪咪", "说错了，我的猫叫毛毛"), (0,)),
    (("会议三点开始", "会议改到四点了"), (0,)),
    (("牙医约在周二", "牙医改到周四了"), (0,)),
    (("航班是九点半", "航班推迟到十一点了"), (0,)),
    (("我花了40块", "不对，我花了45块"), (0,)),
    (("密码是7731", "打错了，密码是7713"), (0,)),
    (("会议在周三", "会议不是周三，是周四"), (0,)),
    (("我是老师", "我不是老师，是医生"), (0,)),
    (("我喜欢蓝色", "我现在喜欢红色了，不喜欢蓝色"), (0,)),
    # 否定
    (("我喝咖啡", "我不喝咖啡了"), (0,)),
    (("我吃辣", "我再也不吃辣了"), (0,)),
    (("我不吃鱼", "我现在吃鱼了"), (0,)),
    (("我姐姐抽烟", "我姐姐不抽烟了"), (0,)),
    # 空话
    (("我们周日飞。", "乙：好的"), (1,)),
    (("你好！", "我们周日飞。", "乙：哈哈"), (0, 2)),
    (("我们周日飞。", "乙：嗯嗯，知道了"), (1,)),
]

ALSO_COMPLETED_ZH: list[Case] = [
    (("会议是三点", "不是三点，是四点"), (0, 1)),
    (("会议是三点", "不对，四点"), (0, 1)),
    (("我的猫叫Momo", "其实它叫小黑"), (0, 1)),
    (("考试在周一", "说错了，周二"), (0, 1)),
    (("聚会是5月3日", "不对，是5月4日"), (0, 1)),
]

MUST_NOT_ZH: list[tuple[str, ...]] = [
    # 两个人
    ("我住在大连", "乙：我搬到沈阳了"),
    ("我26岁", "乙：我27岁"),
    ("我喝咖啡", "乙：我不喝咖啡"),
    ("我最喜欢的颜色是蓝色", "乙：我最喜欢的颜色是红色"),
    ("我喜欢喝茶", "乙：我喜欢喝茶"),
    ("我哥哥今年30岁", "我姐姐今年32岁"),
    ("我哥哥住在西安", "我姐姐搬到兰州了"),
    ("小明搬到西安了", "小红搬到兰州了"),
    ("我的猫叫咪咪", "我的狗叫旺财"),
    ("我是老师", "他不是老师，是医生"),
    # 疑问、假设、转述
    ("我住在大连", "我是不是该搬到沈阳？"),
    ("我26岁", "你觉得我27岁吗？"),
    ("我住在大连", "如果我搬到沈阳，就能滑雪了"),
    ("我喝咖啡", "也许我不喝咖啡"),
    ("我单身", "妈妈说“我结婚了”"),
    ("我住在大连", "他说我现在住在沈阳"),
    ("我26岁", "游戏里我27岁"),
    ("我单身", "我梦见我结婚了"),
    # 过去与将来
    ("我住在大连", "我以前住在沈阳"),
    ("我住在大连", "小时候我住在沈阳"),
    ("我不喝咖啡", "我以前喝咖啡"),
    ("我住在大连", "我打算搬到沈阳"),
    ("我26岁", "明年我27岁"),
    ("我在银行工作", "我曾经在学校工作"),
    # 并列
    ("我喜欢蓝色", "我也喜欢红色"),
    ("我喜欢蓝色", "我还喜欢红色"),
    ("我喜欢蓝色", "我喜欢红色"),
    ("我喜欢蓝色", "其实我也喜欢红色"),
    ("我会说法语", "我会说荷兰语"),
    ("我的猫叫咪咪", "我的猫叫毛毛"),
    ("我有两只猫", "我有三个会"),
    ("我去过西安", "我去过兰州"),
    ("我在银行工作", "我在学校工作"),
    # 说得更细
    ("我住在北京", "我住在朝阳区"),
    ("我现在住在大连", "我现在住在大连市中心"),
    ("我的邮箱是a@example.org", "我的电话是13900001111"),
    # 别的话
    ("我喜欢红苹果", "我不喜欢青苹果"),
    ("我喜欢红色", "我不喜欢红色的鞋"),
    ("会议是三点", "晚饭是四点"),
    ("周一的会议是三点", "周五的会议改到四点"),
    ("我们三个人", "乙：是五点吗？", "不对，四点"),
    ("小明喜欢小红", "小红喜欢小明"),
    ("我看了医生", "她看了医生"),
    ("我吃辣", "我今天不吃辣"),
    ("鞋子花了40块", "包花了45块"),
    ("我不是不想去", "我不想去"),
    # 每次意思不同的短话
    ("我同意。", "计划是六点出发。", "我同意。"),
    ("乙：你有狗吗？", "有", "乙：你有猫吗？", "没有"),
    ("乙：周日见面好吗？", "好的"),
    ("太好了！我被录取了", "乙：我也是"),
    ("他给她打电话了。", "乙：后来呢？", "他给她打电话了。"),
    ("对了，我搬到沈阳了",),
]
