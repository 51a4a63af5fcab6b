#!/usr/bin/env python3
"""Writes across-languages.jsonl and in-time.jsonl (fixed seed, standard library only), then checks them.

    python3 make_sets.py          write both files and check them
    python3 make_sets.py --check  write nothing; fail if the files differ from what would be written

Written without sight of the product's code. Conventions: README.md.
"""

import json
import random
import re
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEED = 20250611


def pick(rng, template):
    """Replace each {a|b|c} by one of its choices."""
    return re.sub(r"\{([^{}]*)\}", lambda m: rng.choice(m.group(1).split("|")), template)


# ---------------------------------------------------------------------------
# Filler: small talk on the same topics, other people and other details.
# topic -> (what the user says, what the assistant answers)
# ---------------------------------------------------------------------------

ZH_BANK = {
    "pets": (
        [
            "{同事|邻居|表哥|发小|楼上阿姨}家的{金毛|柯基|边牧|泰迪|拉布拉多}{又把拖鞋咬烂了|最近胖得像个球|学会自己开门了|一见生人就躲|把门框啃了个缺口}。",
            "{小区里|公司楼下|便利店门口|学校后门}那只{三花|橘猫|黑猫|狸花}{又生了一窝小猫|见人就蹭|被好心人领养了|天天蹲在快递柜上}。",
            "{室友|闺蜜|师兄|隔壁桌的同事}养了{一缸孔雀鱼|两只仓鼠|一只守宫|一对虎皮鹦鹉|一只荷兰猪}，{天天拍视频发群里|说比谈恋爱省心|每天下班第一件事就是喂食|还专门给它们记日记}。",
            "帮{朋友|表姐|隔壁老李|邻居}遛了{一下午|两天|一个星期}的狗，{累得腰酸背痛|反而把我自己遛瘦了|它居然都认识我了|被拽着跑了三条街}。",
            "{宠物店|网上|超市}的{猫粮|狗粮|猫砂|冻干}{又涨价了|最近在打折|断货好几天了}，{朋友让我帮忙拼单|群里的人都在囤|邻居急得到处问}。",
            "{我姑|我婶|我表叔|我干妈}说养{狗|猫|鸟|鱼}{太费钱|跟养孩子一样|能治孤独|最磨性子}，{我觉得也有道理|听得我直想笑|说完自己又买了一只}。",
            "今天在{宠物医院|公园|地铁口|停车场}看见{一只瘸腿的小狗|一只特别大的阿拉斯加|有人抱着一只羊驼|一窝刚满月的小狗}，{忍不住多看了几眼|拍了好几张照片|围了一大圈人}。",
            "{朋友圈|业主群|同学群}里有人{找狗|送猫|送兔子|求助怎么给猫剪指甲}，{聊了一百多条|大家都特别热心|结果吵起来了|我就默默围观}。",
        ],
        [
            "{小家伙|毛孩子|这小东西}{真是有意思|太有个性了|听着就可爱}，{有照片吗|多大了呀|平时谁在照顾}？",
            "{养宠物|照顾小动物}{确实费心|就是这样}，{不过它们给的陪伴也是真的|习惯了就好|慢慢就摸清脾气了}。",
            "{哈哈|哎呀|噗}，{主人看见了肯定又气又笑|这画面我能想象|动物有时候比人还机灵}。",
            "{要是它不太对劲|如果一直这样|下次再遇到}，{可以问问兽医|带点零食哄哄|先别急着凶它}。",
        ],
    ),
    "family": (
        [
            "{我表哥|我堂妹|我小姨|我舅舅|我大伯}{最近在装修房子|刚换了新工作|打算搬去成都|报了个老年大学|迷上了短视频}，{家里人都在议论|每天给我发语音|忙得脚不沾地|群里天天汇报进度}。",
            "{表姐|堂嫂|二姨|小姑}家的{孩子|双胞胎|老二|小孙子}{会走路了|上幼儿园了|长了第一颗牙|会背唐诗了|学会骑车了}，{全家高兴坏了|视频看了十几遍|红包已经准备好了}。",
            "家族群里{三叔|大姑|表舅|四姨}又在发{养生文章|早安图片|拼单链接|老照片}，{没人敢不回|我装作没看见|我爸第一个点赞}。",
            "{周末|晚上|吃饭的时候}{我爸|我妈|公公|婆婆}又念叨{让我多穿点|买菜要去早市|别老点外卖|换个大点的房子}，{我左耳进右耳出|只好点头|我们差点拌嘴}。",
            "{表弟|堂哥|小舅子|远房表妹}{要订婚了|考上了研究生|去当兵了|在老家盖了新房}，{我得准备个红包|他爸逢人就说|全村都知道了|我妈让我学着点}。",
            "{姑父|姨夫|大舅|二伯}{酒量不行还爱劝酒|又跟人下棋下急眼了|喜欢讲以前当知青的事|学会了网购就停不下来}，{大家都拿他没办法|小辈们听得津津有味|姑妈们直翻白眼}。",
            "{姥爷|奶奶|爷爷|太姥姥}{过生日|住的那条街|的老房子|以前种的那棵石榴树}，{亲戚们最近老提起|我小时候印象特别深|家里有好多照片|我妈一说就停不下来}。",
        ],
        [
            "{一大家子|这样的亲戚}{热热闹闹的|听着就亲切|每家好像都有}，{你平时跟他们来往多吗|你怎么看|你怎么回的}？",
            "{长辈|家里人}{表达关心的方式就是这样|有时候就图个热闹|嘴上说说而已}，{别太往心里去|你听着就好|也挺难得的}。",
            "{替他们高兴|真不错|恭喜恭喜}，{有空多聚聚|回头记得带句祝福|你也跟着沾点喜气}。",
            "{家里的事|亲戚之间}{急不来|说不清对错|多点耐心}，{慢慢来吧|有事随时跟我说|你先顾好自己}。",
        ],
    ),
    "jobs": (
        [
            "{隔壁组|市场部|技术部|人事部|采购部}{又在招人|来了个实习生|换了新领导|走了两个老员工}，{听说待遇不错|气氛怪怪的|大家都在猜怎么回事|午饭时全在聊这个}。",
            "{客户|甲方|合作方|供应商}{临时改需求|又拖了付款|把会议改到了晚上|要求重做方案}，{同事们都快疯了|项目经理脸都绿了|我们只能照办|群里一片哀嚎}。",
            "{小刘|老郑|阿凯|孟姐|小杜}{今天迟到了|升职了|请了一周假|被领导表扬了|把咖啡洒在键盘上了}，{办公室里笑成一片|回来还得补材料|晚上说要请客|大家都挺意外}。",
            "公司{食堂换了承包商|打卡机坏了|空调又罢工了|发了新的工牌|厕所在装修}，{怨声载道|倒也新鲜|行政说下周解决|大家各想各的办法}。",
            "{朋友|学长|前同事|高中同学}{创业|做自由职业|跑去做主播|转行做设计|考进了国企}之后{整个人都变了|说再也不想回去|头发白了一半|天天喊累但很快乐}。",
            "这周{报表|合同|培训材料|投标文件}{改了四五遍|总算交上去了|又被打回来|分给我们三个人写}，{眼睛都花了|晚上得好好歇歇|希望别再出岔子}。",
            "{地铁上|茶水间|电梯里|停车场}碰到{总监|前台小姑娘|保安大叔|以前的同事}，{聊了几句行业行情|说最近公司不太平|互相吐槽了一下天气|尴尬地笑了笑}。",
        ],
        [
            "{职场|办公室}里{这种事真不少|就是人来人往|难免有磕碰}，{你那边受影响吗|你怎么想|你手头的活还好吗}？",
            "{辛苦了|不容易|真够折腾的}，{先喝口水缓一缓|今晚早点休息|把要紧的排在前面就好}。",
            "{可以先|不妨|建议}{把来龙去脉记下来|跟负责的人确认一遍|留个邮件凭据}，{免得之后说不清|心里也踏实|以后好对账}。",
            "{听起来|看样子}{大家压力都不小|最近变动挺多|节奏有点乱}，{过了这阵应该会好|别一个人扛|照顾好自己}。",
        ],
    ),
    "travel": (
        [
            "{朋友|同事|我姐|表妹}刚从{西安|重庆|桂林|哈尔滨|泉州|大同}回来，说{人多得走不动|小吃特别好吃|酒店比图片差远了|当地人特别热情}。",
            "{去年|前年|大学那会儿|刚工作那年}我去过{黄山|凤凰|洛阳|青海湖|普陀山}，{印象最深的是云海|吃坏了肚子|拍了上千张照片|一路都在下雨|在路上认识了两个朋友}。",
            "{高铁票|机票|民宿|景区门票}{又涨价了|抢了半天没抢到|居然半价|可以免费退改了}，{朋友劝我早点下手|只好再看看|群里都在晒单}。",
            "听{邻居|导游|出租车师傅|同学}说{贵州的瀑布|新疆的独库公路|长白山的温泉|福建的土楼|甘南的草原}{特别值得去|现在人少|一定要自驾|最好秋天去}。",
            "收拾行李的时候{发现拉杆箱轮子坏了|找不到转换插头|多塞了三双鞋|才想起来没带防晒}，{每次都这样|只好现买|被家里人笑话}。",
            "{室友|表哥|部门同事|老同学}在{曼谷|首尔|巴黎|悉尼|伊斯坦布尔}{丢了护照|被人坑了一顿饭|迷路走了两个小时|碰到了明星|赶上了罢工}，{回来讲了一晚上|发了条超长的朋友圈|说下次还去}。",
            "{坐大巴|坐绿皮火车|自驾|跟团}{虽然慢|虽然累|其实挺自在}，{但是一路的风景不错|就是厕所难找|旁边的大叔一直打电话|中途还能下来走走}。",
        ],
        [
            "{听着就想去|这一路真精彩|好羡慕}，{那边天气怎么样|有什么推荐吃的吗|你最想去哪一站}？",
            "{出门在外|旅行}{总会有点小意外|最怕赶时间|心态最重要}，{回头想想都是故事|慢慢走就好|提前做点功课就好}。",
            "{订票|订住宿|排行程}{可以早点看|记得看退改规则|别排得太满}，{淡季会便宜不少|省得临时抓瞎|留半天发呆也不错}。",
            "{下次|以后}{要不要我帮你列个清单|记得带个充电宝|可以试试错峰出行}，{会省心很多|人少景美|也不用手忙脚乱}。",
        ],
    ),
    "food": (
        [
            "{楼下|公司附近|地铁口|大学城}新开了家{烤肉店|湘菜馆|螺蛳粉店|日料店|烘焙店}，{排队排到马路上|味道一般|老板特别会聊天|开业打六折}。",
            "{室友|我姐|婆婆|对象}做的{糖醋排骨|酸菜鱼|番茄炒蛋|麻婆豆腐|葱油饼}{咸得要命|真是一绝|差点把厨房点了|比饭店的还香}，{大家都吃光了|我偷偷多盛了一碗|以后还是点外卖吧}。",
            "{早上|中午|晚上}吃了{豆浆油条|一碗馄饨|煎饼果子|麻辣香锅|盖浇饭}，{撑得不想动|没吃饱又加了个蛋|老板多给了我一勺肉|有点油}。",
            "{同事|邻居|老家亲戚|客户}送了一{箱|大袋}{橙子|樱桃|猕猴桃|冬枣|柿子}，{吃都吃不完|甜得很|分给楼上楼下了|放了两天就软了}。",
            "学着做{提拉米苏|蛋挞|包子|凉皮|寿司}，{第一次就翻车|居然像模像样|面粉撒了一地|家里人给面子全吃了}。",
            "{朋友|表弟|健身教练|同桌}最近{只吃沙拉|戒了奶茶|天天喝蛋白粉|不吃晚饭|迷上了咖啡}，{看得我直摇头|瘦了五斤|还劝我一起|坚持了三天就破功}。",
            "{外卖|食堂|路边摊|夜市}的{烤冷面|肠粉|炸鸡|酸辣粉|臭豆腐}{分量越来越少|今天特别好吃|等了一个小时|辣得我直冒汗}。",
        ],
        [
            "{光听着就饿了|好香的样子|馋到我了}，{下次也替我尝一口|配点什么喝的|是你自己想吃的吗}？",
            "{做菜|下厨}{就是多试几次|火候最关键|别怕失败}，{慢慢就有手感了|第一次能吃就算成功|下回少放点盐}。",
            "{记得|别忘了}{多喝点水|搭点蔬菜|细嚼慢咽}，{肠胃会舒服些|吃得香也要吃得好|别撑着了}。",
            "{这家店|这种口味|这个搭配}{听起来不错|我记下了|挺特别的}，{回头可以带朋友去|下次换个做法试试|有空再来一次}。",
        ],
    ),
    "health": (
        [
            "{同事|邻居阿姨|我大伯|表姐}{体检查出脂肪肝|最近老咳嗽|犯了鼻炎|扭了脚|得了带状疱疹}，{在家歇了一个星期|医生让忌口|到处问偏方|现在好多了}。",
            "{最近|这几天}{换季|降温|雾霾|空调吹多了}，{办公室里一半人在打喷嚏|药店的口罩都卖光了|群里都在问喝什么茶|大家都蔫蔫的}。",
            "{朋友|室友|表妹|学姐}{开始练瑜伽|报了游泳班|每天走一万步|请了私教|跟着视频跳操}，{说整个人都轻了|坚持了不到一周|天天打卡发圈|第二天下不了床}。",
            "去{社区医院|药店|中医馆|牙科}{排了好久的队|拿了点感冒药|问了问医保的事|陪朋友看病}，{医生特别耐心|人比菜场还多|花了一上午|出来天都黑了}。",
            "{姑妈|公公|姨夫|二舅}{血糖有点高|要做白内障手术|腿脚不太灵便|老是忘记吃药}，{家里人轮流照顾|给他买了个药盒|医生让多走动|大家都挺担心}。",
            "{眼睛|脖子|手腕|嗓子}有点{酸|不舒服|发干}，{大概是看屏幕太久|喝了点热水好些了|可能是累的|贴了片膏药}。",
            "{新闻里|公众号上|体检中心的人}说{要少吃腌制的东西|久坐伤腰|每天晒太阳有好处|喝水要小口喝}，{我爸马上转发到群里|我打算试试|听听就算了}。",
        ],
        [
            "{身体要紧|健康第一}，{要是还不舒服就去看看医生|别硬撑|该休息就休息}。",
            "{这个季节|现在这天气}{确实容易这样|早晚温差大}，{注意保暖|多喝温水|开窗通通风}。",
            "{运动|养身体}{贵在坚持|要循序渐进|别一下子太猛}，{哪怕每天一点点也好|先从散步开始|身体会告诉你的}。",
            "{希望|愿}{早点好起来|他们都平平安安|别再反复了}，{有什么变化跟我说|记得按时复查|你自己也要当心}。",
        ],
    ),
    "hobbies": (
        [
            "{同事|邻居大爷|表哥|网友}最近迷上了{木雕|飞盘|滑板|集邮|拼乐高|养多肉}，{家里堆得下不去脚|见人就安利|周末都找不到人|还开了个账号}。",
            "{学姐|发小|朋友|小姑}{报了国画班|在学架子鼓|去跳广场舞|参加了话剧社|加入了观鸟小组}，{学得有模有样|说比上班有意思|拉我一起去|第一节课就想退钱}。",
            "周末{看了两集老剧|拼了一半拼图|把旧游戏机翻出来玩|听了一下午的相声|折了一堆纸鹤}，{特别解压|时间一下子就没了|眼睛都酸了|好久没这么放松}。",
            "{公园里|广场上|桥底下|文化馆}有人{放风筝|抖空竹|拉手风琴|下象棋|写地书}，{围观的人真不少|看得我也手痒|水平真高|冷风里站了半小时}。",
            "{室友|同桌|表弟|邻居家孩子}{打游戏打到凌晨|追星追到外地|收集了一抽屉卡片|攒钱买了个镜头}，{劝都劝不住|看着也挺开心|他妈气得不行|我有点理解}。",
            "最近在{听|看|追}一个讲{历史|悬疑|航海|昆虫|老建筑}的{节目|系列}，{讲得特别细|睡前必来一集|推荐给好几个朋友了|更新太慢}。",
            "{毛线|颜料|鱼线|宣纸|胶卷}{又涨价了|用完了得补货|买错型号了}，{玩这个真费钱|店家说可以换|只好先停一停}。",
        ],
        [
            "{有个爱好|能沉下心做点喜欢的事}{真好|很难得|特别治愈}，{你玩多久了|最喜欢哪个部分|有没有一起的伙伴}？",
            "{入门|刚开始}{都会手忙脚乱|别买太贵的装备|先玩着就好}，{兴趣最重要|慢慢就上手了|享受过程嘛}。",
            "{下次|有空}{拍给我看看|跟我讲讲成果|也可以换个花样}，{我挺好奇的|说不定有惊喜|肯定很有意思}。",
            "{高手在民间|真会玩|有意思}，{这样的周末才叫周末|看着就热闹|生活就是要有点乐子}。",
        ],
    ),
    "study": (
        [
            "{表弟|侄女|邻居家孩子|表妹}{期末考试|英语四级|奥数比赛|钢琴考级|驾校科目二}{没过|考得不错|紧张得睡不着|临时抱佛脚}，{家里气氛很微妙|我送了个小礼物|他妈在群里发了好几条}。",
            "{室友|同门|学弟|同学}{在准备雅思|天天泡自习室|换了导师|选课没抢到|把电脑里的资料全丢了}，{看着都替他累|压力挺大的|晚上拉我去散步|最后也解决了}。",
            "今天{网课|讲座|选修课|培训}讲的是{统计|经济史|心理学|急救知识|园林设计}，{老师讲得真好|听得昏昏欲睡|笔记记了六页|旁边的人一直在聊天}。",
            "{同事|朋友|我姐|表哥}在{考教师证|学编程|背法语单词|考注册会计师|自学剪辑}，{每天五点起床|学了三年了|快放弃了|说越学越上头}。",
            "{学校|自习室|教学楼|实验室}{空调坏了|新装了咖啡机|晚上十点就关门|又停电了}，{大家怨声载道|只好换地方|倒是清净}。",
            "买了{两本|三本|一套}{习题集|词汇书|教材|字帖}，{翻了几页就落灰了|质量不错|发现和室友买重了|打算这个月看完}。",
            "{老师|辅导员|班长|教务}在群里通知{改考试时间|交作业|填表格|补课}，{没人回复|大家炸锅了|我差点错过|刷屏刷得看不见}。",
        ],
        [
            "{学习|备考}{这种事急不来|讲究节奏|最怕焦虑}，{拆成小目标会好些|你已经很努力了|休息也是计划的一部分}。",
            "{听着挺有收获|这门课有意思|内容不少}，{要不要我帮你理一理重点|哪部分最难|你打算怎么复习}？",
            "{加油|别灰心|没关系}，{下一次会更顺|过程比分数重要|慢慢来}。",
            "{可以|不如}{每天固定一个小时|跟同学结个伴|先做几道旧题}，{效率会高一些|容易坚持|心里也有底}。",
        ],
    ),
    "purchases": (
        [
            "{室友|我妈|同事|表姐}买的{空气炸锅|吹风机|扫地机|电饭煲|按摩仪}{用了两次就闲置了|特别好用|颜色发错了|噪音太大}，{正在跟客服扯皮|准备挂二手|劝我也买一个}。",
            "{快递|包裹|外地寄来的东西}{放错柜子了|被雨淋湿了|三天没动静|送到别人家去了}，{打了好几个电话|好在没坏|还是邻居帮忙拿的}。",
            "{双肩包|运动鞋|保温杯|台灯|雨伞}{坏了|旧了|找不到了}，{看中一个一百多的|挑花了眼|想等打折再买|朋友推荐了个牌子}。",
            "{直播间|商场|夜市|批发市场}里{毛衣|床单|杯子|零食}{便宜得离谱|买一送一|看着好摸着差}，{差点没忍住|朋友抢了三件|最后空手回来了}。",
            "{同事|邻居|表哥|小学同学}{换了新车|买了个平板|入手了一块手表|买了台投影仪}，{天天炫耀|说是分期的|让大家去他家看|后悔得不行}。",
            "这个月{水电费|话费|打车费|零食钱}{又超了|比上个月少|吓我一跳}，{得省着点花|记账记了也没用|我对象说我大手大脚}。",
            "{网上|超市|菜店}的{纸巾|大米|洗衣液|鸡蛋}{搞活动|限购|涨了两块}，{我妈让我囤点|跑去一看没货了|排队的全是大爷大妈}。",
        ],
        [
            "{买东西|购物}{有时候就是冲动|还是要看需求|货比三家准没错}，{先放购物车冷静两天|小票留好|别急着下单}。",
            "{售后|客服}{那边怎么说|回你了吗}？{实在不行就申请退换|拍照留个证据|态度好点催一催}。",
            "{性价比|质量|实用}{才是关键|最要紧}，{用得上就值|好看也算一种用处|便宜不一定省钱}。",
            "{下次|以后}{可以等大促|不妨先看评价|找朋友借来试试}，{能省不少|免得踩坑|心里有数}。",
        ],
    ),
    "plans": (
        [
            "{同事|室友|表哥|发小}{打算明年买房|想去考潜水证|计划骑车环岛|准备开网店|想回老家种地}，{说了好几年了|这次好像是认真的|问我要不要入伙|他爸妈不同意}。",
            "{周末|下周|这个月底|放假}{想把衣柜收拾了|打算去看个展|约了人吃火锅|准备大扫除|想睡到自然醒}，{不知道能不能成|但愿别下雨|希望别被工作打断}。",
            "{朋友|邻居|学长|前同事}的{婚礼|新店开业|搬家|满月酒|同学会}{改期了|定在郊区|请了好多人|从简了}，{我还没想好送什么|得提前请假|好久没见大家了}。",
            "今年想{多看几本书|少喝点奶茶|学会自由泳|每周走一次亲戚|把英语捡起来}，{目前进度为零|已经坚持了半个月|写在便签上贴冰箱了|说出来怕打脸}。",
            "{我姐|表妹|闺蜜|弟妹}{在看幼儿园|在挑婚纱|想给家里换窗帘|打算办健身卡}，{拉着我参谋|挑得头都大了|预算一加再加|看了十几家}。",
            "{物业|社区|学校|单位}{组织踏青|要办跳蚤市场|搞消防演习|组织义诊}，{报名的人不多|我还在犹豫|邻居早早就去占位了}。",
        ],
        [
            "{计划|安排}{听起来不错|挺充实|很有盼头}，{第一步打算怎么做|需要我到时候提醒你吗|有什么要准备的}？",
            "{不着急|慢慢来|先迈出一小步}，{变化总是有的|留点余地|能做多少是多少}。",
            "{到时候|等定下来}{跟我说一声|记得看看天气|提前一天再确认下}，{我帮你记着|免得白跑|也好有个准备}。",
            "{想做就去做|有想法是好事|支持}，{大不了再调整|说不定有意外收获|过程也挺有意思}。",
        ],
    ),
    "feelings": (
        [
            "今天{天气阴沉沉的|一路绿灯|地铁上有人让座|听到一首老歌|收到一张明信片}，{心情莫名不错|有点提不起劲|突然有点想家|感觉日子还行}。",
            "{朋友|同事|室友|表妹}{失恋了|跟家里吵架了|工作不顺心|考试没考好}，{我陪着坐了很久|不知道怎么安慰|请她喝了杯热的|听她说到半夜}。",
            "有时候觉得{大家都在往前跑|时间过得太快|城市太大了|周围的人都很厉害}，{就我在原地|也没什么不好|想想又释然了|睡一觉就忘了}。",
            "{昨天|刚才|下班路上}{跟陌生人聊了几句|看到一对老夫妻牵手|被小朋友喊了声叔叔|在便利店发了会儿呆}，{心里暖暖的|愣了好一会儿|忽然很想找人说话}。",
            "{开会|聚餐|坐车|排队}的时候{有点烦躁|脑子放空|莫名想笑|觉得很累}，{大概是最近事情多|深呼吸了几下|也没跟谁说|过一会儿就好了}。",
            "{邻居|朋友|学妹|表嫂}说{她羡慕我自由|我变得爱笑了|我太爱操心|我说话太直}，{我想了一晚上|不知道该不该当真|我笑了笑没接话}。",
        ],
        [
            "{我在听|谢谢你告诉我|嗯，我懂}，{想多说一点吗|这样的时候不少见|你现在感觉怎么样}？",
            "{情绪|这种感觉}{来了就让它待一会儿|没有对错|很正常}，{不用急着赶走它|你已经做得很好|给自己一点时间}。",
            "{抱抱你|辛苦啦|真好}，{今天对自己好一点|晚上泡个脚早点睡|记得吃点喜欢的}。",
            "{有你这样的人在身边|愿意陪着别人}{已经很温暖了|是很难得的事}，{你自己也要被照顾到|别忘了你也会累}。",
        ],
    ),
}

ZH_NEUTRAL = [
    "嗯，{我听着呢|记住了|明白了}，{然后呢|你慢慢说|还有别的吗}？",
    "{原来是这样|这样啊|是嘛}，{你当时怎么想的|后来怎么样了|我还是头一回听你说}。",
    "{好的|收到|嗯嗯}，{我记下了|有后续跟我说|回头再聊这个}。",
    "{哎|嗯|哦}，{这事换谁都会有感触|生活真是什么都有|听你说话挺有意思的}。",
    "{谢谢你跟我分享|你愿意说我就愿意听|我能想象那个画面}，{继续说吧|今天还发生了什么|你先喝口水}。",
    "{这个我头一次听说|真没想到|有点意外}，{要不要再讲细一点|换我可能也会这样|你心里怎么看}？",
    "{让我想想|嗯，有道理|好，懂了}，{这件事先放我这儿|咱们慢慢聊|不着急}。",
]

EN_BANK = {
    "pets": (
        [
            "{My neighbor's|My coworker's|My cousin's|My landlord's|My best friend's} {spaniel|terrier|husky|poodle|greyhound} {ate a whole stick of butter|learned to open the gate|is scared of umbrellas|has gotten really chubby|barked through the whole barbecue}.",
            "{The stray|The bookshop|The pub|The old lady's} cat on {our street|the corner|Mill Lane} {had kittens again|follows everyone home|sleeps in the recycling box|got adopted, finally}.",
            "{My roommate|A guy at work|My sister-in-law|My old classmate} keeps {guinea pigs|a gecko|two ferrets|a tank of guppies|budgies} and {talks about nothing else|sends me videos daily|wants me to feed them in August|swears they know her voice}.",
            "Walked {a friend's|the neighbor's|my cousin's} dog {for an hour|all weekend|twice this week} and {my arm is still sore|it rolled in something awful|I've met everyone in the park now|it pulled me into a hedge}.",
            "{Cat litter|Dog food|Hay for rabbits|Bird seed} is {so expensive now|on sale at the big store|sold out everywhere}, {my friend asked me to split an order|people at work keep complaining|the neighbors are sharing a delivery}.",
            "Saw {a three-legged dog|an enormous Saint Bernard|someone with a pet goat|a basket of puppies} {at the station|in the park|outside the bakery}, {it made my day|there was a crowd around it|I took far too many pictures}.",
            "{My aunt|My boss|Our postman|My flatmate's mum} says {dogs|cats|rabbits|chickens} are {more work than kids|the cure for loneliness|far too expensive|smarter than most people}, and {maybe that's true|then went and got another one|I just nodded}.",
        ],
        [
            "{Aw|Ha|Oh my}, {that's a real character|I can picture it|animals are something else}. {How old is it|Any photos|Who looks after it}?",
            "{Pets|Animals} {do keep you on your toes|have a mind of their own}, {but the company is worth it|and they know it too|you get used to it}.",
            "{Maybe|Perhaps} {a chew toy would help|a vet could have a look|a bit more exercise would do it}, {if it keeps happening|just in case|it's worth a try}.",
            "{That must have been funny|What a sight|Sounds lively}, {I hope nobody got hurt|give it a scratch from me|tell me if it happens again}.",
        ],
    ),
    "family": (
        [
            "{My cousin|My aunt|My uncle|My brother-in-law|My stepsister} is {redoing the kitchen|moving to Leeds|starting a new job|learning to dance|obsessed with crosswords} and {the whole family has opinions|sends me updates hourly|hasn't slept in days|it's all we talk about}.",
            "{My niece|My cousin's girl|My goddaughter|My stepsister's youngest} {took her first steps|started school|lost a tooth|learned to ride a bike|sang in a play}, {everyone cried|I've watched the clip ten times|there was cake}.",
            "The family group chat is full of {weather warnings|blurry photos|jokes from my uncle|recipes nobody makes|arguments about the barbecue}, {I muted it|my dad replies to every one|nobody dares to leave}.",
            "{Mom|Dad|My mother-in-law|My father-in-law} keeps telling me to {wear a warmer coat|get a bigger place|stop ordering takeout|come over more}, {I just nod|we nearly had a row|it's sweet, really}.",
            "{My cousin|My half-brother|My uncle's son|A distant cousin} {got engaged|joined the navy|passed the bar exam|is building a house}, {so I need to find a present|and the whole town knows|and Mom is hinting at me}.",
            "{Great-uncle Bob|Aunt Carol|Uncle Pete|Cousin Jo} {told the goat story again|argued about the rules of cards|fell asleep at the table|brought a mystery casserole}, {we all pretended not to notice|the kids loved it|it's tradition by now}.",
            "Found {old photos|a box of slides|some school reports|a cassette} at {my aunt's|my parents'|my uncle's} place, {everybody had terrible hair|we laughed for an hour|nobody remembers half the people}.",
        ],
        [
            "{Families|Relatives} {are like that|always have a story|keep life interesting}. {Are you close to them|What did you say|How do you feel about it}?",
            "{That's lovely|How sweet|Good for them}, {pass on my congratulations|moments like that are worth keeping|I bet everyone was proud}.",
            "{They probably|I think they} {mean well|just want to see more of you|worry in their own way}, {even if it comes out sideways|so don't take it to heart|it'll pass}.",
            "{It's never simple with family|Everyone has an opinion|These things take time}, {look after yourself first|I'm here if you want to vent|one visit at a time}.",
        ],
    ),
    "jobs": (
        [
            "{Marketing|The design team|Accounts|HR|The second floor} {is hiring again|got a new intern|lost two people|has a new boss}, {the mood is odd|everyone is guessing why|it's all anyone talked about at lunch}.",
            "{The client|Our supplier|The agency|The auditor} {changed the brief again|hasn't paid yet|moved the call to the evening|wants the whole thing redone}, {people are losing it|we'll just have to cope|our manager went pale}.",
            "{Priya|Tom|Marcus|Helen|Old Frank} {was late again|spilled tea on the printer|took a week off|won employee of the month|brought doughnuts}, {the office was in stitches|nobody expected that|it made a dull day better}.",
            "The {canteen|printer|air conditioning|badge system|elevator} at work {is broken again|got replaced|smells strange}, {there's a petition|facilities say next week|we've all found workarounds}.",
            "{A friend|My ex-colleague|My cousin|An old classmate} went {freelance|into teaching|to work on a farm|to a startup|into insurance} and {has never been happier|already regrets it|looks ten years older|keeps telling me to do the same}.",
            "The {budget sheet|contract|training deck|tender} {went through five rounds|finally went out|bounced back again|got split between three of us}, {my eyes hurt|fingers crossed|I don't want to see it ever again}.",
            "Ran into {the head of sales|our old receptionist|the security guard|a former teammate} {in the lift|at the station|in the car park|by the coffee stand}, {we moaned about the weather|there are rumors of a merger|it was a bit awkward}.",
        ],
        [
            "{Offices|Workplaces} {are never boring|run on gossip|do that}. {Does it affect you|How is your own workload|What do you make of it}?",
            "{That sounds tiring|What a week|Not easy}, {take a proper break tonight|do the urgent bits first|don't carry it all alone}.",
            "{It may help to|I'd} {put it in writing|check with whoever owns it|keep a short log}, {so nobody can argue later|for your own peace of mind|just to be safe}.",
            "{Sounds like|Seems} {everyone is stretched|there's a lot of change|the pace is a bit wild}, {it should calm down soon|hang in there|be kind to yourself}.",
        ],
    ),
    "travel": (
        [
            "{A friend|My coworker|My cousin|My neighbor} just got back from {Prague|Naples|Oslo|Cork|Marrakesh|Seville} and says {it was packed|the food was amazing|the hotel was nothing like the pictures|everyone was so friendly}.",
            "{Years ago|In college|Before the kids|On my gap year} I went to {Wales|Crete|Bruges|the Azores|Quebec}, {it rained the whole time|I got terribly sunburned|I still dream about the bread|I met two lifelong friends there}.",
            "{Train tickets|Flights|Cottages|Ferry fares} {went up again|are half price for once|sold out in minutes}, {so we're waiting|my friend says book now|everyone at work is annoyed}.",
            "{A taxi driver|My hairdresser|A guide|My dentist} told me {Sardinia|Galicia|Slovenia|the Norfolk coast|Tasmania} {is best in autumn|needs a car|is still quiet|has gotten touristy}.",
            "Packing again and {the suitcase wheel came off|I can't find the adapter|I've packed four pairs of shoes|forgot the sunscreen}, {happens every time|someone is laughing at me|I'll buy one there}.",
            "{My flatmate|My brother-in-law|A colleague|My old boss} {lost a passport|got overcharged for coffee|walked the wrong way for two hours|sat next to a celebrity} in {Rome|Bangkok|Athens|Chicago|Istanbul}, {we heard about it all evening|wrote a furious review|would go again tomorrow}.",
            "{The night bus|The slow train|A road trip|A package tour} {is tiring|is not glamorous|takes forever}, but {you see more|the views were great|you meet people|nobody has to drive home}.",
        ],
        [
            "{Sounds wonderful|What a trip|I'm a bit jealous}. {How was the weather|Any food tips|Where would you go next}?",
            "{Travel|Being on the road} {always has a hiccup or two|is mostly waiting|teaches patience}, {and it makes a good story later|so leave some slack|slow is fine}.",
            "{When you book|Before you pay}, {check the refund rules|look at midweek dates|read the recent reviews}, {it can save a lot|you'll thank yourself|just in case}.",
            "{Want me to|Shall I} {draft a packing list|look for quieter dates|sketch a rough route}? {No rush|Only if it helps|It takes a minute}.",
        ],
    ),
    "food": (
        [
            "A new {noodle bar|bakery|taco place|curry house|diner} opened {downstairs|near the office|by the station|next to the gym}, {the queue goes round the block|it's only okay|the owner talks a lot|first week is half price}.",
            "{My flatmate|My partner|My cousin|My mother-in-law} made {meatballs|fried rice|a pie|chili|a stew} and {it was far too salty|it was outstanding|nearly set off the alarm|we had it three days in a row}.",
            "Had {porridge|a bagel|soup|leftover noodles|a club sandwich} for {breakfast|lunch|supper}, {I'm still hungry|could barely move after|it was exactly right|a bit greasy}.",
            "{A coworker|The neighbor|My uncle|A client} gave us a {box|bag|crate} of {pears|plums|apricots|oranges|figs}, {we can't finish them|they're so sweet|half went soft in a day|I shared them around}.",
            "Tried making {tiramisu|bagels|sushi|flatbread|custard tarts}, {flour everywhere|it almost looked right|total disaster|the others were polite about it}.",
            "{My friend|My cousin|A guy at the gym|My deskmate} {only eats salad now|gave up coffee|lives on protein shakes|skips supper}, {lasted three days|lost a few pounds|wants me to join|it's all they talk about}.",
            "The {noodle box|burger|burrito|kebab|fried rice} from {the van|the canteen|the place on the corner|the late-night stand} {gets smaller each month|took an hour|hit the spot today|was far too spicy}.",
        ],
        [
            "{Now I'm hungry|That sounds tasty|Yum}, {what did you drink with it|would you go again|save me a bite}?",
            "{Cooking|Baking} {is mostly practice|is trial and error|takes nerve}, {the second go is always better|edible counts as a win|a little less salt next time}.",
            "{Remember to|Do} {drink some water|have some greens too|eat slowly}, {your stomach will be grateful|balance and all that|that helps}.",
            "{That place|That combination|That dish} {sounds interesting|is noted|is new to me}, {take a friend next time|I'd try it with lemon|worth another visit}.",
        ],
    ),
    "health": (
        [
            "{A coworker|My neighbor|My uncle|My cousin} {sprained a wrist|has had a cough for weeks|got shingles|threw his back out|has hay fever} and {stayed home all week|is asking everyone for remedies|is much better now|can't have dairy for a while}.",
            "With {the cold snap|all this pollen|the dry air|the heating on}, {half the office is sneezing|the pharmacy ran out of lozenges|everyone looks worn out|people swap tea recipes}.",
            "{My friend|My flatmate|My aunt|My old teammate} {started yoga|joined a spin class|does ten thousand steps|hired a trainer|follows workout videos}, {says it changed everything|lasted a week|posts about it constantly|couldn't walk the next day}.",
            "Went to {the pharmacy|the walk-in clinic|the optician|the blood bank} {with a friend|for some cold tablets|to ask about insurance|to pick up a prescription}, {the line was endless|the staff were so kind|it took all morning}.",
            "{My father-in-law|My great-aunt|My uncle|The old man next door} {has high sugar|needs a hip operation|keeps forgetting his pills|is waiting for a scan}, {we take turns visiting|got him a pill box|everyone is worried}.",
            "My {shoulder|neck|wrist|throat} {feels off|is a bit sore}, {too much screen probably|hot water helped|I put a cream on it|it's just tiredness}.",
            "{The news|A podcast|The leaflet} says {sitting is terrible|we should eat less salt|sunlight is good|naps are healthy}, {Dad shared it at once|I might try|I've heard that before}.",
        ],
        [
            "{Health comes first|Take it easy}, {see someone if it goes on|don't push through it|rest when you need to}.",
            "{This time of year|This weather} {is hard on everyone|does that}, {stay warm|drink plenty|keep a window open}.",
            "{Exercise|Getting fit} {is about habit|works best in small steps|should feel good}, {even ten minutes counts|a walk is a start|listen to your body}.",
            "{I hope|Fingers crossed} {it clears up soon|they recover well|it was a one-off}, {tell me how it goes|keep an eye on it|and look after yourself}.",
        ],
    ),
    "hobbies": (
        [
            "{A coworker|The man upstairs|My cousin|A friend online} is into {wood carving|frisbee golf|stamps|model trains|succulents} now, {the house is full of it|tells everyone about it|never free at weekends|even has a channel}.",
            "{My friend|My old classmate|My aunt|My deskmate} {joined a drama club|is learning the drums|took up watercolors|goes birdwatching|started line dancing}, {and is surprisingly good|says it beats work|wants me to come along|quit after one lesson}.",
            "This weekend I {did half a jigsaw|dug out an old console|listened to comedy records|folded paper cranes|watched two old westerns}, {so relaxing|the hours just went|my eyes are tired|hadn't done that in ages}.",
            "People were {flying kites|playing boules|juggling|playing the accordion|drawing with chalk} {in the park|on the square|under the bridge|by the fountain}, {made me want to join|there was quite a crowd|they were really good}.",
            "{My flatmate|My cousin|The kid next door|My nephew} {games until dawn|collects cards|saved up for a lens|follows a band across the country}, {there's no stopping it|it's sweet to see|the parents are furious}.",
            "I'm {following|hooked on|halfway through} a series about {shipwrecks|insects|old railways|detectives|castles}, {very detailed|one episode before bed|told three friends already|it updates too slowly}.",
            "{Yarn|Paint|Film|Canvas|Modeling clay} {is pricey these days|ran out again|came in the wrong size}, {hobbies aren't cheap|the shop will swap it|so I'm taking a break}.",
        ],
        [
            "{It's good|It's rare|It's lovely} to {have something like that|switch off properly|make things}. {How long have you been at it|What's the best bit|Anyone to do it with}?",
            "{At the start|In the beginning} {everyone fumbles|cheap gear is fine|just play around}, {it's the fun that counts|you'll get the feel|no pressure}.",
            "{Next time|If you can}, {show me a picture|tell me how it turns out|try a variation}, {I'm curious|it could surprise you|sounds fun}.",
            "{Now that's a weekend|What a hobby|People are amazing}, {life needs a bit of that|I can see the appeal|no harm in it}.",
        ],
    ),
    "study": (
        [
            "{My cousin|My niece|The neighbor's kid|My godson} {flunked algebra|aced the spelling bee|is nervous about finals|crammed all night}, {the house is tense|I sent a card|the parents told everyone}.",
            "{My roommate|A classmate|My labmate|My friend} {lives in the study hall|changed advisors|lost all the files on her laptop|couldn't get into the class}, {it's a lot of pressure|I feel for her|it worked out in the end}.",
            "Today's {lecture|webinar|workshop|seminar} was on {statistics|economic history|first aid|garden design|psychology}, {really well done|I nearly nodded off|six pages of notes|the guy next to me kept chatting}.",
            "{A colleague|My friend|My cousin|My boss} is {training as a teacher|teaching himself to code|memorizing French verbs|doing an accounting course}, {up at five every day|three years in|about to give up|says it's addictive}.",
            "The {reading room|lab|campus café|lecture hall} {lost power again|has no heating|closes at nine now|got new chairs}, {everybody's grumbling|we had to move|at least it's quiet}.",
            "Bought {two|three|a stack of} {workbooks|textbooks|flash card sets|grammar guides}, {they're collecting dust|pretty good so far|one is a duplicate}.",
            "The {teacher|course office|tutor|class rep} emailed about {a new deadline|make-up classes|a form to fill in|the room change}, {nobody answered|chaos in the chat|I nearly missed it}.",
        ],
        [
            "{Studying|Exam season} {is a long game|has its own rhythm|makes everyone anxious}, {small goals help|rest is part of the plan|you're doing fine}.",
            "{Sounds useful|That's an interesting subject|A lot to take in}. {Which part is hardest|Want a summary|How will you revise}?",
            "{Keep going|Don't lose heart|No worries}, {the next one will be easier|it's the learning that counts|bit by bit}.",
            "{You could|Why not} {set aside an hour a day|pair up with someone|start with old papers}, {it sticks better|it's easier to keep up|just to warm up}.",
        ],
    ),
    "purchases": (
        [
            "The {air fryer|hair dryer|rice cooker|vacuum|toaster} {my roommate|my mom|a coworker|my cousin} bought {broke in a week|is brilliant|came in the wrong color|is never used}, {there's an argument with support|it's going online secondhand|now I want one}.",
            "{A parcel|My order|The delivery} {went to the wrong house|got soaked|hasn't moved in three days|arrived half empty}, {I made four phone calls|nothing broke luckily|the neighbor saved it}.",
            "My {backpack|umbrella|thermos|desk lamp|raincoat} is {worn out|missing|falling apart}, {I can't choose a new one|waiting for a sale|a friend named a good brand}.",
            "{The outlet|The night market|The live stream|The charity shop} had {sweaters|bedsheets|mugs|board games} {for next to nothing|two for one|that looked better than they felt}, {I nearly gave in|my friend got three|came home with nothing}.",
            "{A colleague|The neighbor|My cousin|An old school friend} {got a new car|bought a tablet|has a fancy watch|got a projector}, {won't stop showing off|it's all on credit|already regrets it|invited us all over}.",
            "{The electric bill|My phone bill|Taxi money|My snack spending} this month {was a shock|went over again|is lower for once}, {time to be careful|budgeting apps don't work on me|I got teased about it}.",
            "{Coffee|Rice|Detergent|Butter} {was on offer|is rationed|went up again} at {the supermarket|the corner shop|the warehouse store}, {mom told me to stock up|all gone when I arrived|the line was all pensioners}.",
        ],
        [
            "{Shopping|Buying things} {is half impulse|needs a clear head|is never simple}, {leave it in the cart two days|keep the receipt|compare a bit first}.",
            "What did {the store|support|the seller} say? {Ask for a refund if need be|Take photos as proof|A polite nudge can work}.",
            "{Value|Quality|Usefulness} {matters most|is the thing}, {if you use it it's worth it|pretty counts too|cheap isn't always cheaper}.",
            "{Next time|In future} {wait for the sales|read the reviews|borrow one first}, {it saves money|fewer surprises|then you'll know}.",
        ],
    ),
    "plans": (
        [
            "{A colleague|My roommate|My cousin|My old friend} wants to {buy a flat next year|learn to dive|cycle round the coast|open an online shop|move to the country}, {we've heard it for years|this time it's serious|asked me to chip in|the parents are against it}.",
            "{This weekend|Next week|At the end of the month|On my day off} I want to {sort the wardrobe|see an exhibition|have a big clean|sleep in|try the new sauna}, {no idea if it'll happen|hope it stays dry|if work lets me}.",
            "{A friend's|My neighbor's|My ex-colleague's|My cousin's} {housewarming|shop opening|reunion|christening|leaving party} {got moved|is out in the country|has a huge guest list|will be small}, {I've no present yet|need to book time off|it's been ages since I saw them}.",
            "This year I want to {read more|drink less soda|learn front crawl|write to people|brush up my Spanish}, {progress so far is zero|two weeks and counting|it's on the fridge door|don't hold me to it}.",
            "{My sister-in-law|My cousin|My friend|My neighbor} is {choosing a nursery|picking curtains|looking at gyms|shopping for a wedding dress}, {dragging me along|the budget keeps growing|we've seen a dozen}.",
            "The {council|school|building|company} is organizing a {picnic|flea market|fire drill|clean-up day}, {hardly anyone signed up|I'm in two minds|the neighbors already claimed a spot}.",
        ],
        [
            "{That plan|That} {sounds good|has promise|is something to look forward to}. {What's the first step|Shall I remind you|Anything to prepare}?",
            "{No rush|Slowly does it|One small step}, {things shift anyway|leave some room|whatever you manage is fine}.",
            "{Once it's fixed|When you know more}, {tell me|check the forecast|confirm the day before}, {I'll keep it in mind|to save a wasted trip|then you're set}.",
            "{Go for it|Good idea|I'm all for it}, {you can always adjust|you may be surprised|half the fun is planning}.",
        ],
    ),
    "feelings": (
        [
            "Today {the sky was grey|I hit every green light|somebody gave me a seat|I heard an old song|a postcard came}, {and I felt oddly happy|I had no energy|I got homesick|life felt okay}.",
            "{A friend|A coworker|My roommate|My cousin} {went through a breakup|fought with her parents|is miserable at work|got bad results}, {I sat with her a long time|I didn't know what to say|bought her something hot|we talked past midnight}.",
            "Sometimes it feels like {everyone is running ahead|time goes too fast|the city is too big|people are so accomplished}, {and I'm standing still|but it passes|then I sleep and forget it|maybe that's fine}.",
            "{On the way home|Just now|At the bus stop|In the shop} I {chatted with a stranger|saw an old couple holding hands|stared into space a while|got a smile from a toddler}, {it warmed me up|suddenly wanted to talk to someone|felt lighter after}.",
            "In {the meeting|the queue|the car|the waiting room} I felt {restless|blank|like laughing|so tired}, {too much going on|took some deep breaths|didn't mention it|it went away}.",
            "{My neighbor|A friend|My cousin|An old teacher} says {I worry too much|I laugh more lately|I'm too blunt|I'm easy to talk to}, {I thought about it all night|not sure it's true|I just smiled}.",
        ],
        [
            "{I'm listening|Thanks for telling me|I get that}. {Want to say more|How are you now|Does it happen often}?",
            "{Feelings|Moods} {come and go|are not right or wrong|need a bit of room}, {no need to chase them off|you're doing well|give it time}.",
            "{Be gentle with yourself|That's a lot|How nice}, {an early night might help|have something you like|you earned a quiet evening}.",
            "{Being there for someone|Showing up} {is no small thing|means a lot}, {and you need looking after too|just don't run yourself dry}.",
        ],
    ),
}

EN_NEUTRAL = [
    "{I see|Got it|Right}, {go on|tell me more|and then}?",
    "{Oh|Well|Hm}, {I hadn't heard that one|that says a lot|I can imagine}. {How did it leave you|What happened next|And now}?",
    "{Noted|Okay|Understood}, {I'll remember that|keep me posted|we can come back to it}.",
    "{Thanks for sharing|I'm glad you told me|That stays with a person}, {take your time|what else is going on|no hurry}.",
    "{Life is full of surprises|Anybody would have a reaction to that|It's always something}, {I'm all ears|carry on|do tell}.",
    "{That's new to me|I wouldn't have guessed|A bit of a surprise}, {want to say more|I might have done the same|what's your own view}?",
    "{Let me think|Fair enough|Makes sense}, {leave it with me|we can take it slowly|no need to rush}.",
]


# ---------------------------------------------------------------------------
# Set 1. (topic, said, asked, [near misses said by or about somebody else])
# A text that begins with "A:" is said by the assistant, after the "U:" line before it.
# ---------------------------------------------------------------------------

ZH_SAID = [
    ("pets", "我家那只布偶猫前两天从阳台跳下去，把后腿摔骨折了，现在打着石膏。",
     "How did my cat end up getting hurt?",
     ["邻居家的小猫爬树下不来，最后是消防员抱下来的。", "我姑姑家的老猫肾不太好，每天都要喂药。"]),
    ("pets", "刚给新来的小乌龟起了名字，叫“闪电”，反正它走得慢，图个反差。",
     "What ironic name did I pick for the slow little creature I just brought home?",
     ["楼下奶茶店的狗叫“年糕”，胖得走不动。", "同事给仓鼠起名叫“老板”，每天喂老板吃瓜子。"]),
    ("pets", "我家狗一听见吹风机的声音就躲到床底下，怎么哄都不出来。",
     "Which household appliance is my dog terrified of?",
     ["表妹的狗怕打雷，一到雨天就发抖。", "以前小区有只狗特别讨厌扫地机器人，见了就叫。"]),
    ("family", "我外婆年轻的时候在纺织厂上夜班，耳朵就是那时候被机器吵坏的。",
     "Why is my grandmother hard of hearing?",
     ["我爷爷以前是跑长途货车的，腰一直不好。", "大姨的眼睛做完白内障手术，看东西清楚多了。"]),
    ("family", "我弟终于跟家里摊牌了，他不打算回来接手爸爸的五金店。",
     "What did my younger brother finally tell our parents about the family business?",
     ["表哥把家里的早餐店盘出去了，准备去送外卖。", "堂姐跟家里吵了一架，因为不想考公务员。"]),
    ("family", "我爸妈当年是在火车上认识的，我妈没座，我爸把位子让给了她。",
     "How did my parents first meet?",
     ["舅舅和舅妈是相亲认识的，见了三次面就订了婚。", "我同桌的爸妈是大学同学，毕业就领证了。"]),
    ("family", "我女儿坚持要把床搬到书房去，说那里离星星近。",
     "Why does my daughter insist on sleeping in a different room?",
     ["外甥女最近非要穿着雨鞋睡觉。", "外甥把卧室的墙画满了恐龙。"]),
    ("jobs", "老板让我下个季度去带客服那边的团队，说白了就是救火。",
     "Which team am I being sent to lead next quarter?",
     ["隔壁组的小陈被调去市场部了，走得挺突然。", "我们原来的财务主管跳槽了，位子一直空着。"]),
    ("jobs", "我把辞职信写好存在草稿箱里快一个月了，一直没敢发出去。",
     "Have I actually handed in my notice, or am I still sitting on it?",
     ["大学室友裸辞了，第二天就飞去云南躺平。", "同事小吴把转岗申请交上去了，第二天就批了。"]),
    ("jobs", "面试官最后问我能不能接受常驻工地，我犹豫了一下，估计就是这儿扣的分。",
     "At what point do I think I blew the interview?",
     ["朋友面试迟到了半小时，居然还是被录取了。", "表弟面试的时候把公司名字说错了，尴尬死了。"]),
    ("jobs", "我们部门的年会节目定了，我得反串演白娘子。",
     "What part do I have to play at the company's annual party?",
     ["同事在年会上抽中了一台洗碗机。", "市场部的年会节目是合唱，练了两周还跑调。"]),
    ("travel", "在敦煌骑骆驼的时候帽子被风刮跑了，追都追不上。",
     "What did I lose while riding through the desert?",
     ["朋友在大理租电动车，钥匙掉进湖里了。", "我妈在内蒙古骑马，下来之后腿软得走不了路。"]),
    ("travel", "我们坐的那班渡轮因为大雾停航，只好在码头边的小旅馆凑合了一宿。",
     "Why did we get stuck overnight by the harbor?",
     ["去三亚的航班晚点，在机场坐到凌晨。", "高铁因为暴雨停在半路，乘务员给大家发了面包。"]),
    ("travel", "想来想去，蜜月还是选了冰岛，主要是她想看极光。",
     "Where are we going on our honeymoon and what's the reason?",
     ["同事的蜜月去了马尔代夫，晒得像块炭。", "朋友两口子结婚十周年去了土耳其坐热气球。"]),
    ("food", "我对芒果过敏，吃一口嘴唇就肿得像香肠。",
     "Which fruit do I have to stay away from?",
     ["我表妹一吃虾就起疹子，聚餐都得提前说。", "室友不能喝牛奶，一喝就拉肚子。"]),
    ("food", "U:红烧肉我老是做得太肥，怎么办呀？\nA:红烧肉想不腻的话，出锅前丢两片山楂进去焖一会儿，比放醋管用。",
     "What ingredient did you suggest adding so the braised pork isn't so greasy?",
     ["U:炖牛肉老是咬不动。\nA:炖牛肉可以放一小撮茶叶，肉烂得快。", "U:煎鱼总是破皮。\nA:煎鱼之前先拿姜片把锅擦一遍，就不容易粘。"]),
    ("food", "公司楼下那家兰州拉面关门了，以后午饭又少了一个选择，我还挺难过的。",
     "What place where I used to grab lunch has shut down?",
     ["学校门口的麻辣烫涨价了，一碗要三十多。", "家附近新开了一家粤菜馆，早茶排队要一个小时。"]),
    ("health", "医生说我膝盖是半月板磨损，这半年都别想跑马拉松了。",
     "What has the doctor ruled out for me because of my joint?",
     ["同事腰椎间盘突出，医生让他睡硬板床。", "我妈肩周炎犯了，胳膊抬不起来。"]),
    ("health", "最近老是半夜三点醒，醒了就再也睡不着，盯着天花板等天亮。",
     "What trouble have I been having with my sleep?",
     ["室友打呼噜，像开拖拉机。", "我爸每天晚上九点就困，早上四点起来遛弯。"]),
    ("health", "拔完智齿脸肿了一边，这几天只能喝粥。",
     "What dental work left me unable to chew?",
     ["表姐戴牙套第二年了，吃苹果都得切成小块。", "我侄子换牙，门牙掉了说话漏风。"]),
    ("hobbies", "我开始学拉二胡了，邻居大概已经在想办法搬家。",
     "Which musical instrument have I taken up?",
     ["同事的女儿在学古筝，手指都磨出茧子了。", "朋友把吉他卖了，说再也不想练和弦。"]),
    ("hobbies", "阳台上种的番茄全被鸽子啄了，我打算明年改种辣椒。",
     "What am I going to grow instead, now that birds have ruined my crop?",
     ["楼上大爷在天台种了一排丝瓜，长得特别好。", "我妈养的兰花又开了，满屋子都是香味。"]),
    ("hobbies", "参加社区的摄影比赛，我那张拍修鞋匠的黑白照片得了二等奖。",
     "Who was in the picture that won me a prize?",
     ["同学拍的那张日出被地铁站拿去做海报了。", "老赵参加书法比赛，写了个“静”字，没得奖。"]),
    ("study", "考研我报的是法医学，我妈听完沉默了好久。",
     "What field did I apply for in grad school?",
     ["表弟考研报的是会计，天天背公式。", "室友保研去了化学系，整天穿白大褂。"]),
    ("study", "学葡萄牙语最难的是鼻音，我练得室友以为我感冒了。",
     "What do I find toughest about the foreign language I'm learning?",
     ["同事学德语被名词的词性搞疯了。", "我妹学日语卡在敬语上，一说话就紧张。"]),
    ("study", "论文被导师打回来三次，最后一次的批注只有四个字：言之无物。",
     "What was my supervisor's blunt verdict on my paper?",
     ["同门的论文一次就过了，导师还请他吃饭。", "学弟的开题报告被老师说题目太大。"]),
    ("purchases", "二手市场淘了一台老式缝纫机，才两百块，踩起来还挺顺。",
     "What old machine did I pick up for next to nothing at the flea market?",
     ["朋友花八百块收了一台老唱片机，音色真不错。", "我爸在旧货摊买了个座钟，结果不走。"]),
    ("purchases", "新买的沙发进不了电梯，最后是六个师傅从楼梯抬上来的。",
     "What went wrong when my couch was delivered?",
     ["邻居买的冰箱太宽，进不了厨房，只好退了货。", "同事网购的书架少了一包螺丝，装到一半停工了。"]),
    ("purchases", "把那副降噪耳机退了，戴久了耳朵疼，还是有线的舒服。",
     "Why did I send the headphones back?",
     ["我姐把新买的羽绒服退了，因为跑绒。", "室友的键盘太吵，被我们劝着换了静音的。"]),
    ("purchases", "手机掉进火锅里了，捞出来居然还能开机，就是一股牛油味。",
     "What did I drop my phone into?",
     ["室友的手机掉进下水道，捞了一个小时。", "我妈把手机和裤子一起放洗衣机里洗了。"]),
    ("plans", "等攒够钱，我想回老家开一间只卖旧书和热茶的小店。",
     "What's my dream for when I have enough savings?",
     ["同事说退休以后要去云南种咖啡。", "朋友打算辞职去经营一片露营地。"]),
    ("plans", "下个月我要去献血车当志愿者，负责登记和发饼干。",
     "What volunteer work have I signed up for?",
     ["表姐报名去山区支教一个学期。", "邻居阿姨周末在图书馆帮忙整理书。"]),
    ("plans", "我们商量好了，今年过年不回家，把双方父母都接到厦门来。",
     "How are we dealing with both sets of parents over the Lunar New Year?",
     ["同事今年过年要值班，正发愁怎么跟家里说。", "朋友过年打算带爸妈去泰国晒太阳。"]),
    ("feelings", "今天路过以前的小学，操场改成停车场了，心里空落落的。",
     "What change to a place from my childhood left me feeling hollow?",
     ["听说老家的电影院要拆，我爸挺舍不得。", "翻到小时候的日记，又好笑又脸红。"]),
    ("feelings", "其实我最怕的不是失业，是我妈知道以后那种不说话的样子。",
     "What frightens me more than being out of work?",
     ["朋友说他最怕的是半夜接到家里的电话。", "一个人住久了，最怕生病的时候没人递水。"]),
    ("feelings", "那天上台领奖我没哭，回家看到奶奶留的一碗饺子反而哭了。",
     "What finally brought me to tears on the day I received the award?",
     ["看电影的时候旁边的大哥哭得比我还凶。", "同事的送别会上大家都红了眼圈。"]),
]

EN_SAID = [
    ("pets", "Our parrot has learned to imitate the microwave beep, so now I check the kitchen ten times a day.",
     "我家鹦鹉学会了模仿什么声音？",
     ["My neighbor's cockatoo screams every time the mailman shows up.", "A coworker's dog howls along whenever an ambulance goes by."]),
    ("pets", "The vet says Biscuit is diabetic, so it's two insulin shots a day from now on.",
     "我的宠物查出了什么病，要天天打针？",
     ["My aunt's old beagle has arthritis and takes a pill wrapped in cheese.", "My friend's kitten had worms, poor thing, but she's fine after one treatment."]),
    ("pets", "We found a hedgehog under the shed and my kids have been leaving saucers of water out for it.",
     "我的孩子们一直在给哪种小动物留水喝？",
     ["There's a fox that crosses my parents' lawn every evening.", "A squirrel got into my brother's attic and chewed the wiring."]),
    ("family", "My grandfather never talked about the war, but he kept every letter he got back then in a tobacco tin.",
     "我爷爷把打仗那些年收到的信都收在哪里？",
     ["My great-aunt saved every train ticket she ever bought.", "Mom keeps our baby teeth in a jewelry box, which is a bit creepy."]),
    ("family", "My sister and I haven't spoken since the argument over selling Mom's piano.",
     "我和姐姐是为了什么事闹翻的？",
     ["My cousins are fighting over who hosts Thanksgiving.", "My uncle and my dad argued about the fence for years and then just forgot."]),
    ("family", "My son announced he wants to drive a garbage truck, because you get to hang off the back.",
     "我儿子说长大以后想干哪一行？",
     ["My niece wants to be a dragon doctor.", "My friend's boy is sure he'll be a goalkeeper."]),
    ("family", "My twin brother donated a kidney to his old football coach and didn't tell any of us until afterwards.",
     "我那个双胞胎兄弟瞒着全家做了件什么大事？",
     ["My cousin secretly got married in Las Vegas.", "My stepdad donated his whole record collection to a school."]),
    ("jobs", "They're moving our whole office into the old brewery building, and there's no parking whatsoever.",
     "我们公司要搬到什么样的地方去？",
     ["My husband's firm gave up a floor and now they share desks.", "The law firm across the street is relocating to the airport park."]),
    ("jobs", "I got passed over for the promotion because, apparently, I'm too nice in meetings.",
     "我这次没升上去，给的理由是什么？",
     ["Greg got promoted and immediately bought a blazer.", "My friend didn't get the raise since the budget was frozen."]),
    ("jobs", "On Fridays I now do the bookkeeping for a beekeeper, cash in hand plus a jar of honey.",
     "我周五的兼职是给做什么的人记账？",
     ["My roommate delivers flowers on Saturdays for extra money.", "My cousin tutors kids in math after work."]),
    ("jobs", "My first task as team lead was to tell everybody the coffee machine isn't coming back.",
     "我当上组长以后，头一件要跟大家宣布的事是什么？",
     ["Our new director started by banning meetings on Mondays.", "Helen's first week as supervisor was one long fire drill."]),
    ("travel", "We missed the last cable car down and had to walk three hours in the dark with one phone torch.",
     "那次在山上我们为什么只能摸黑走下来？",
     ["Our bus broke down outside the national park and we hitchhiked.", "My friends got lost hiking and were found by a shepherd."]),
    ("travel", "The hotel gave away our room by mistake, so they put us up in the bridal suite at no extra cost.",
     "酒店把我们订的房间弄没了，后来怎么补偿的？",
     ["The hostel had bedbugs and refunded my brother half.", "The airline lost my boss's bag and gave her a toothbrush."]),
    ("travel", "I cried in front of a painting in Madrid and a stranger handed me a tissue without a word.",
     "我在西班牙看画看哭的时候，旁边的陌生人做了什么？",
     ["In Vienna a waiter scolded my dad for asking for ketchup.", "Someone in Lisbon chased me down the street to return my wallet."]),
    ("food", "I can't stand cilantro, it tastes like soap to me.",
     "哪种菜我吃着像肥皂？",
     ["My boyfriend picks the olives off everything.", "Mushrooms feel like rubber to my daughter, she won't touch them."]),
    ("food", "U:My pancakes always turn out flat.\nA:For fluffier pancakes, let the batter rest for twenty minutes and don't stir it again before frying.",
     "你之前教我怎么让煎饼更松软来着？",
     ["U:My rice is always mushy.\nA:Rinse the rice until the water runs clear and let it steam off the heat.", "U:The tomato sauce came out sour.\nA:A pinch of sugar takes the sharp edge off tomato sauce."]),
    ("food", "I burned the wedding anniversary roast so badly that we ended up eating cereal by candlelight.",
     "结婚纪念日那顿大菜做糊了，最后我们吃的什么？",
     ["For my parents' anniversary we ordered a huge tray of lasagna.", "The birthday cake collapsed, so we called it a pudding."]),
    ("health", "Turns out the dizziness was just low iron, so I'm on tablets and a lot of spinach.",
     "我老头晕，查出来是什么原因？",
     ["My mother's headaches came from the wrong glasses.", "A colleague fainted in the lift and it turned out to be dehydration."]),
    ("health", "I've been off cigarettes for eleven weeks now, but I still reach for the lighter after coffee.",
     "我戒烟以后，什么时候还是会犯瘾？",
     ["My dad gave up drinking last spring and took up whittling.", "My flatmate is trying to quit energy drinks and is unbearable."]),
    ("health", "The physio wants me to stand on one leg while brushing my teeth, to fix my ankle.",
     "康复师让我刷牙的时候做什么动作？",
     ["My trainer friend swears by planks during TV adverts.", "The nurse told my aunt to squeeze a rubber ball for her grip."]),
    ("hobbies", "I joined a choir even though I can't read music, so I just copy the lady next to me.",
     "我在合唱团里看不懂谱，是怎么混过去的？",
     ["My colleague plays bass in a wedding band.", "My sister-in-law took tap dancing lessons and quit."]),
    ("hobbies", "Spent the whole weekend building a canoe out of a kit, and it leaks like a sieve.",
     "我周末自己拼装的船有什么毛病？",
     ["My brother-in-law built a treehouse with no ladder.", "My neighbor restores old radios and they only pick up static."]),
    ("hobbies", "I'm knitting a scarf that changes color with each day's weather, blue for rain and yellow for sun.",
     "我织的围巾每天换颜色，是按什么来定的？",
     ["My gran crochets tiny hats for newborns at the hospital.", "A friend quilts old T-shirts into blankets."]),
    ("study", "I failed my driving theory test again, this time because of the question about trams.",
     "我驾照理论考试又没过，栽在哪道题上？",
     ["My cousin passed her driving test at the sixth attempt.", "My friend failed chemistry because he overslept."]),
    ("study", "I'm taking a night class in sign language so that I can talk to the new guy at the warehouse.",
     "我为什么去上夜校学手语？",
     ["My manager is learning Korean for the dramas.", "My flatmate signed up for a pottery class to meet people."]),
    ("study", "My thesis is about how lighthouses were paid for, and nobody at parties wants to hear it.",
     "我的毕业论文研究的是什么题目？",
     ["My roommate's dissertation is on beetles and they're all over our fridge.", "A friend writes about medieval bread prices for her master's."]),
    ("purchases", "Bought a used campervan and there was a family of mice living in the glove box.",
     "我买的二手房车里藏着什么不速之客？",
     ["My brother bought a motorbike without telling his wife.", "My friend's secondhand car came with a stranger's sunglasses in it."]),
    ("purchases", "I spent far too much on a mattress, but my back has stopped hurting for the first time in years.",
     "我花大价钱买了什么，腰背才不疼了？",
     ["My dad bought a standing desk and only uses it for plants.", "My coworker got a massage chair that's louder than a train."]),
    ("purchases", "The smart doorbell keeps sending me alerts about a plastic bag, so I'm taking it back to the shop.",
     "我为什么要把新装的门铃退掉？",
     ["My parents returned the robot mower because it ate the tulips.", "My friend sent back a blender that smelled of burning."]),
    ("purchases", "I dropped my house keys down the lift shaft and had to wait for the engineer until midnight.",
     "我家的钥匙掉到哪儿去了，害我等到半夜？",
     ["My roommate left her keys in the freezer, next to the peas.", "Dad locked himself out in his slippers and waited at the neighbor's."]),
    ("plans", "If the loan comes through, we're turning the garage into a flat for my mother-in-law.",
     "贷款批下来以后，我们打算把车库改成什么？",
     ["The neighbors want to knock down their shed for a sauna.", "My boss is turning his loft into a home cinema."]),
    ("plans", "I promised myself I'd swim in the sea every month of next year, even February.",
     "我给自己定的明年的目标是什么？",
     ["My friend wants to read a novel a week.", "My cousin plans to give up supermarkets for a year."]),
    ("plans", "We've decided to elope and just send everyone a postcard afterwards.",
     "我们俩决定怎么结婚？",
     ["My colleague's wedding has two hundred guests and a horse.", "My friends postponed their wedding until the baby arrives."]),
    ("feelings", "Honestly, the house feels too quiet since my daughter left for college, I even miss the slammed doors.",
     "女儿去上大学以后，我在家里是什么心情？",
     ["My friend cried when she dropped her twins off at nursery.", "It's lonely in the office now that half the team works from home."]),
    ("feelings", "I felt like a fraud giving that talk, and then a student told me it changed her mind about dropping out.",
     "我讲完课觉得自己是个冒牌货，后来有个学生跟我说了什么？",
     ["My boss froze on stage and told a joke about cheese.", "A teacher I know gets nervous before each parents' evening."]),
    ("feelings", "I'm still angry that they read the eulogy off a phone.",
     "葬礼上哪件事让我到现在还气不过？",
     ["I was annoyed all day because somebody took my sandwich.", "My uncle was furious that the caterers came late to the wake."]),
]

# (topic, said in simplified, asked in traditional, near miss)
TRAD = [
    ("我把备用钥匙藏在鞋柜第三层了。", "我把備用鑰匙藏在哪裡了？", "邻居把备用钥匙放在门垫下面了。"),
    ("下周三下午两点去银行办贷款。", "我什麼時候去銀行辦貸款？", "下周五上午去银行换零钱。"),
    ("我给妈妈买了一条蓝色的围巾。", "我給媽媽買了什麼顏色的圍巾？", "我姐给爸爸买了一顶灰色的帽子。"),
    ("我的护照还有两个月就过期了。", "我的護照還有多久過期？", "同事的签证下个星期就过期了。"),
    ("客厅的灯泡要换成暖光的。", "客廳的燈泡要換成哪一種？", "厨房的水龙头要换成可以转的。"),
    ("车停在地下二层，靠近电梯。", "車停在哪裡？", "自行车停在小区西门的棚子里。"),
    ("爷爷每天早上都要听京剧。", "爺爺每天早上要聽什麼？", "隔壁大叔每天晚上都要听评书。"),
    ("我报名了周六的陶艺课。", "我報名了什麼課？", "表姐报名了周日的插花课。"),
    ("张医生让我少喝咖啡。", "張醫生讓我少喝什麼？", "李医生让我爸少吃咸菜。"),
    ("我们的婚礼订在湖边的餐厅。", "我們的婚禮訂在哪裡？", "同学的婚礼订在山上的酒店。"),
    ("面试通知说要带两张照片。", "面試通知說要帶什麼？", "报到通知说要带身份证复印件。"),
    ("我把旧电脑送给表弟了。", "我把舊電腦送給誰了？", "我把旧相机卖给同事了。"),
    ("儿子发烧到三十九度，请假一天。", "兒子發燒到幾度？", "同事的女儿咳嗽，请了半天假。"),
    ("这个月的房租涨了三百块。", "這個月的房租漲了多少？", "停车费这个月涨了五十块。"),
    ("小猫打翻了我的墨水瓶。", "小貓打翻了我的什麼？", "小狗咬坏了邻居的遥控器。"),
    ("奶奶的红烧鱼要放一勺黄酒。", "奶奶的紅燒魚要放一勺什麼？", "姑姑的酱牛肉要放一把冰糖。"),
    ("我头发剪短了，像个男孩子。", "我頭髮剪短了像什麼？", "表妹头发烫卷了，像个洋娃娃。"),
    ("理发店的办卡优惠到月底为止。", "理髮店的辦卡優惠到什麼時候為止？", "健身房的团购优惠到周日为止。"),
    ("我们办公室搬到十七楼了。", "我們辦公室搬到幾樓了？", "财务室搬到六楼了。"),
    ("导师建议我把论文题目改成乡村教育。", "導師建議我把論文題目改成什麼？", "师兄的论文题目改成了城市交通。"),
    ("楼下的面馆换了老板，面变咸了。", "樓下的麵館換了老闆，麵變得怎麼樣？", "巷口的粥店换了厨师，粥变稀了。"),
    ("我在旧书摊发现一本绝版的诗集。", "我在舊書攤發現了什麼？", "同事在旧货店发现一张老地图。"),
    ("飞机晚点四个小时，我错过了转机。", "飛機晚點幾個小時，我錯過了轉機？", "火车晚点二十分钟，赶上了末班车。"),
    ("妹妹养的乌龟叫将军。", "妹妹養的烏龜叫什麼？", "弟弟养的兔子叫馒头。"),
    ("阳台的栏杆生锈了，要刷油漆。", "陽台的欄杆怎麼了？", "楼道的扶手松了，要找物业修。"),
    ("我的体检报告显示胆固醇偏高。", "我的體檢報告顯示什麼偏高？", "我爸的体检报告显示尿酸偏高。"),
    ("团队聚餐选了云南菜。", "團隊聚餐選了什麼菜？", "家庭聚餐选了广东菜。"),
    ("我想学游泳，可是怕水。", "我想學游泳，可是怕什麼？", "表哥想学滑雪，可是怕摔。"),
    ("爸爸的手表停在六点一刻。", "爸爸的手錶停在幾點？", "墙上的挂钟慢了十分钟。"),
    ("新来的同事是从沈阳调过来的。", "新來的同事是從哪裡調過來的？", "新来的邻居是从武汉搬过来的。"),
    ("周末要去机场接姑妈。", "週末要去機場接誰？", "周末要去车站送表叔。"),
    ("我网购的毛毯发错颜色，变成绿色了。", "我網購的毛毯發錯顏色，變成什麼顏色了？", "室友网购的窗帘发错尺寸，短了一截。"),
    ("房东说热水器下礼拜才能修。", "房東說熱水器什麼時候才能修？", "物业说电梯明天才能修。"),
    ("我把结婚戒指忘在洗手台上了。", "我把結婚戒指忘在哪裡了？", "我把太阳镜忘在出租车上了。"),
    ("孩子的家长会改到礼堂开。", "孩子的家長會改到哪裡開？", "公司的年会改到体育馆开。"),
    ("我们决定领养一只黑猫。", "我們決定領養一隻什麼？", "朋友决定领养一只三条腿的狗。"),
    ("医保卡补办要带户口本。", "醫保卡補辦要帶什麼？", "公交卡补办要带十块钱。"),
    ("我梦见自己在图书馆里迷路了。", "我夢見自己在哪裡迷路了？", "朋友梦见自己在考场上睡着了。"),
    ("圣诞礼物我准备送他一副手套。", "聖誕禮物我準備送他什麼？", "生日礼物她准备送我一本台历。"),
    ("这学期我选修了天文学。", "這學期我選修了什麼？", "室友这学期选修了音乐鉴赏。"),
    ("邻居投诉我们半夜练鼓太吵。", "鄰居投訴我們什麼太吵？", "楼上投诉一楼的烧烤摊油烟太大。"),
    ("我的驾照被扣了六分。", "我的駕照被扣了幾分？", "我姐夫的驾照被扣了三分。"),
    ("经理要我负责东南亚市场。", "經理要我負責哪個市場？", "经理要小何负责华北市场。"),
    ("我对花粉过敏，春天要戴口罩。", "我對什麼過敏，春天要戴口罩？", "同桌对灰尘过敏，打扫要戴手套。"),
    ("姐姐离婚以后搬回娘家住了。", "姐姐離婚以後搬到哪裡住了？", "表嫂退休以后搬到海边住了。"),
    ("我压力大的时候就去擦窗户。", "我壓力大的時候會做什麼？", "同事压力大的时候就吃巧克力。"),
    ("录取通知书寄到了外公家。", "錄取通知書寄到了誰家？", "成绩单寄到了学校门卫室。"),
    ("我们的摊位卖手工肥皂。", "我們的攤位賣什麼？", "隔壁的摊位卖竹编篮子。"),
    ("那家医院的儿科要提前三天挂号。", "那家醫院的兒科要提前幾天掛號？", "那家诊所的牙科要提前一周预约。"),
    ("我在练习用左手写字。", "我在練習用左手做什麼？", "表弟在练习用右手打球。"),
    ("钢琴调音师每年十月来一次。", "鋼琴調音師每年什麼時候來？", "空调师傅每年五月来清洗一次。"),
    ("保险公司拒绝赔偿玻璃的损失。", "保險公司拒絕賠償什麼？", "快递公司同意赔偿花瓶的损失。"),
    ("我们养的鸡今天下了第一个蛋。", "我們養的雞今天怎麼了？", "邻居养的鹅今天追着人跑。"),
    ("叔叔的渔船叫顺风号。", "叔叔的漁船叫什麼？", "舅舅的货车叫大力士。"),
    ("我把辣椒酱当成番茄酱，辣哭了。", "我把什麼當成番茄醬，辣哭了？", "室友把盐当成糖，整锅汤都倒了。"),
    ("下个月乐团要去苏州演出。", "下個月樂團要去哪裡演出？", "下个月话剧社要去天津比赛。"),
    ("台风把我家的遮阳棚吹飞了。", "颱風把我家的什麼吹飛了？", "大雨把楼下的车库淹了。"),
    ("我答应女儿考完试带她去看萤火虫。", "我答應女兒考完試帶她去看什麼？", "同事答应儿子放假带他去看恐龙展。"),
    ("这双鞋磨脚，我贴了三张创可贴。", "這雙鞋磨腳，我貼了幾張創可貼？", "那顶帽子太紧，勒得额头疼。"),
    ("我最后悔的是没有跟爷爷学木工。", "我最後悔的是沒有跟爺爺學什麼？", "我爸最得意的是跟师傅学过厨艺。"),
    ("公司给每个人发了一箱苹果当节日礼品。", "公司給每個人發了一箱什麼當節日禮品？", "学校给每个老师发了一桶油当福利。"),
    ("我的邮箱密码写在绿色笔记本里。", "我的郵箱密碼寫在哪裡？", "室友的无线密码贴在冰箱上。"),
    ("马师傅说发动机漏油，要换垫圈。", "馬師傅說發動機怎麼了？", "陈师傅说刹车片薄了，下次再换。"),
    ("我们约在钟楼下面见面。", "我們約在哪裡見面？", "他们约在喷泉旁边见面。"),
    ("这个饼干的秘方是加一点干姜粉。", "這個餅乾的秘方是加一點什麼？", "那个凉菜的秘方是加一点芥末。"),
    ("我们租的帐篷缺了两根杆子。", "我們租的帳篷缺了什麼？", "朋友租的滑雪板少了一个扣子。"),
]


# ---------------------------------------------------------------------------
# Set 2. Events that come back with the same wording.
# tag -> (from hour, to hour, working days only, message, details, questions, words no other message may hold)
# ---------------------------------------------------------------------------

EN_EVENTS = {
    "run": (6, 21, False, "Went running by the river, {d}.", [
        "6 km and my knees held up", "4 km in drizzle", "9 km, my longest in a while", "5 km with a stitch the whole way",
        "7 km and a heron watched me", "3 km before I gave up", "8 km at an easy pace", "10 km and I walked the last bit",
        "6.5 km in new shoes", "5.5 km against the wind", "4.5 km with a podcast about volcanoes", "7.5 km and a goose chased me",
        "11 km, feeling proud", "2 km because the path was flooded", "8.5 km and bumped into my old landlord",
        "3.5 km on tired legs", "9.5 km, faster at the end", "12 km, slow but steady", "2.5 km with a sore toe", "1.5 km before the hail started"],
        ["How far did I run by the river {t}?", "How did my run by the river go {t}?", "I went running by the river {t}. What distance was it?"],
        r"\briver\b|running"),
    "mum": (9, 21, False, "Called Mum, we talked about {d}.", [
        "her new hearing aid", "the leaking roof", "Priya's baby", "her bridge partner", "whether to sell the caravan",
        "the neighbour's hedge", "Dad's snoring", "a recipe for plum jam", "her choir solo", "the price of heating oil",
        "the broken stair lift", "a documentary about whales", "her passport renewal", "the church raffle", "my childhood bike",
        "the new vicar", "her tomato seedlings", "Uncle Ted's will", "the knitting circle drama", "getting her a tablet"],
        ["What did Mum and I talk about on the phone {t}?", "When I called Mum {t}, what came up?", "What was on Mum's mind when I rang her {t}?"],
        r"\bMum\b.*talked|[Cc]alled Mum"),
    "dinner": (19, 23, False, "Had dinner with Elena, we ate {d}.", [
        "lamb tagine", "ramen", "fish tacos", "mushroom risotto", "a huge pizza", "Ethiopian stew", "cold soba", "duck pancakes",
        "lentil curry", "paella", "schnitzel", "dumplings", "cheese fondue", "grilled sardines", "falafel wraps", "oysters",
        "gnocchi", "pho", "stuffed peppers", "Korean barbecue"],
        ["What did Elena and I eat for dinner {t}?", "What was on the table when I had dinner with Elena {t}?", "Elena and I had dinner {t}. What was it we ate?"],
        r"Elena"),
    "quiz": (20, 23, False, "Pub quiz with the usual crowd, {d}.", [
        "we came second and lost it on flags", "we came last, the music round killed us", "we won a bottle of gin", "fourth, nobody knew any rivers of Africa",
        "third, thanks to Mei's chemistry", "we tied for first and lost the tie-break", "sixth, robbed by the quizmaster", "we won by half a point",
        "fifth, the picture round was cruel", "second again, to the same nurses", "eighth, we were two people short", "third, I knew the Oscars one",
        "last but one, sport is our downfall", "we won forty pounds", "seventh, too much wine", "second, we mixed up two popes",
        "fourth, the joker went on the wrong round", "first, finally, a clean sweep", "tenth, a record low", "we got disqualified for shouting an answer"],
        ["How did we do at the pub quiz {t}?", "What was our result at the pub quiz {t}?", "We went to the pub quiz {t}. How did it end?"],
        r"[Qq]uiz"),
    "bp": (6, 22, False, "Took my blood pressure, {d}.", [
        "126 over 82", "131 over 85", "119 over 77", "138 over 90", "124 over 80", "142 over 91", "128 over 79", "117 over 74",
        "135 over 88", "122 over 81", "129 over 84", "145 over 93", "121 over 76", "133 over 86", "116 over 73", "127 over 83",
        "139 over 87", "123 over 78", "136 over 89", "118 over 75"],
        ["What was my blood pressure {t}?", "What did the blood pressure monitor say {t}?", "Which blood pressure reading did I get {t}?"],
        r"blood pressure"),
    "counsellor": (9, 18, True, "Had my session with the counsellor, we worked on {d}.", [
        "saying no", "the fear of flying", "my temper in traffic", "grief for my granddad", "perfectionism", "how I talk to myself",
        "money worries", "the breakup", "setting limits with my boss", "a breathing exercise", "the recurring dream", "my need to apologise",
        "loneliness on Sundays", "asking for help", "the letter to my father", "jealousy", "procrastination", "the panic on the tube",
        "what rest means to me", "a plan for bad days"],
        ["What did the counsellor and I work on {t}?", "What was my counselling session about {t}?", "Which subject came up with my counsellor {t}?"],
        r"counsell"),
    "chess": (9, 22, False, "Played chess with Grandpa, {d}.", [
        "he beat me in nineteen moves", "a draw after two hours", "I won with a knight fork", "he fell asleep before the endgame",
        "I lost my queen right away", "he let me win, I think", "we lost a rook under the sofa", "he tried the Dutch defence",
        "I won on time", "he cheated and giggled", "stalemate, to his delight", "he won with two pawns left",
        "I blundered a bishop", "we stopped halfway for soup", "he taught me a trap", "I won twice in a row",
        "he resigned for the first time ever", "the dog knocked the board over", "he beat me blindfolded", "a draw by repetition"],
        ["How did the chess game with Grandpa go {t}?", "What happened when Grandpa and I played chess {t}?", "I played chess with Grandpa {t}. How did it turn out?"],
        r"[Cc]hess"),
    "rosa": (10, 20, False, "Drove out to see Aunt Rosa, {d}.", [
        "she gave me a jar of pickles", "she had dyed her hair red", "we fixed her garden gate", "she told me about her first husband", "she was out of the plaster at last",
        "we sorted her photo albums", "she wanted to learn video calls", "her boiler was out", "she had adopted a donkey", "we picked gooseberries",
        "she was cross with the council", "she made me try her elderflower wine", "we hung new curtains", "she had lost her glasses again", "she beat me at rummy",
        "she was knitting socks for the whole village", "we cleared the gutters", "she showed me Grandma's ring", "she had a man visiting", "we buried her old tortoise"],
        ["What happened when I drove out to see Aunt Rosa {t}?", "How was my visit to Aunt Rosa {t}?", "What was going on at Aunt Rosa's when I drove out there {t}?"],
        r"Rosa"),
    "bread": (7, 22, False, "Baked a sourdough loaf, {d}.", [
        "the crust was perfect", "it came out like a brick", "I forgot the salt", "with walnuts this time", "it stuck to the tin", "the best crumb so far",
        "burnt underneath", "with rye flour", "it overproofed and went flat", "with olives", "the oven died halfway", "with seeds on top",
        "it split down the side", "gave half to the postman", "with roast garlic", "underbaked in the middle", "with a leaf pattern on top", "too sour for anyone but me",
        "with cranberries", "it was gone in ten minutes"],
        ["How did the sourdough I baked {t} turn out?", "What about the sourdough loaf {t}, how was it?", "Tell me about the sourdough loaf I baked {t}."],
        r"[Ss]ourdough"),
    "retro": (9, 18, True, "Team retro at work, the main complaint was {d}.", [
        "too many meetings", "flaky tests", "unclear tickets", "the slow build", "nobody reviewing code", "noisy open plan", "late requirements",
        "the new time sheets", "broken staging", "on-call fatigue", "missing docs", "scope creep", "the release freeze", "no design support",
        "the chat alerts", "too many priorities", "old laptops", "the handover to support", "no focus time", "stale dashboards"],
        ["What was the main complaint at the team retro {t}?", "What did people grumble about in the retro {t}?", "We had a team retro {t}. What was the big complaint?"],
        r"\b[Rr]etro\b"),
    "cinema": (14, 23, False, "Went to the cinema on my own and saw {d}.", [
        "a heist comedy", "a silent film with a live organ", "a Korean thriller", "a film about bees", "an old western", "a musical about postmen",
        "a submarine drama", "a cartoon about a lost sock", "a Danish courtroom film", "a horror film set in a lighthouse", "a biopic of a cyclist",
        "a space opera", "a love story between two bakers", "a documentary on glaciers", "a spy film from the sixties", "a Polish ghost story",
        "a surf movie", "a samurai epic", "a satire about a mayor", "a road movie with a goat"],
        ["What did I see at the cinema {t}?", "Which film did I watch on my own at the cinema {t}?", "I went to the cinema alone {t}. What was showing?"],
        r"[Cc]inema"),
    "garage": (8, 18, True, "Took the car to the garage, this time it was {d}.", [
        "the brake pads", "a dead battery", "the left headlight", "a squeaky fan belt", "the exhaust", "a slow puncture", "the window motor",
        "the clutch", "an oil leak", "the wipers", "a faulty sensor", "the heater", "a stone chip in the windscreen", "the handbrake cable",
        "the radiator", "a stuck boot lid", "the wheel alignment", "the starter motor", "a rusty spring", "the fuel pump"],
        ["What was wrong with the car when I took it to the garage {t}?", "Why did I take the car to the garage {t}?", "What did the garage have to fix {t}?"],
        r"[Gg]arage"),
    "climb": (8, 22, False, "Went climbing at the indoor wall, {d}.", [
        "finally did the purple route", "tore the skin on my thumb", "fell off the overhang six times", "belayed a nervous beginner", "flashed two blues",
        "forgot my chalk", "my forearms gave out early", "got stuck halfway up the yellow one", "did ten easy laps", "learned the heel hook",
        "it was packed with schoolkids", "my rental shoes were too small", "led for the first time", "the autobelay was broken", "beat Jonas to the top",
        "did the slab with no hands", "pulled a shoulder a bit", "watched a competition instead of climbing much", "did the orange route at last", "only managed an hour"],
        ["How did it go at the indoor climbing wall {t}?", "What happened when I went climbing {t}?", "I was at the climbing wall {t}. How was it?"],
        r"[Cc]limb"),
    "theo": (8, 22, False, "Babysat Theo, {d}.", [
        "he built a rocket out of pillows", "he refused to eat anything green", "he cut his own fringe", "he read me a story for once", "he was up until eleven",
        "he had a nosebleed", "we made slime", "he hid in the wardrobe for an hour", "he asked where the moon goes", "he lost a tooth in a sandwich",
        "we drew a map of his street", "he cried for his blanket", "he taught me a card trick", "he flooded the bathroom", "he only spoke in rhymes",
        "he wanted to marry the dog", "we planted beans", "he fell asleep on my arm", "he painted the radiator", "he counted to a thousand"],
        ["What did Theo get up to when I babysat him {t}?", "How was babysitting Theo {t}?", "I looked after Theo {t}. What did he do?"],
        r"Theo"),
    "market": (7, 14, False, "Stopped at the farmers' market and came home with {d}.", [
        "a bag of chanterelles", "two jars of heather honey", "a whole pumpkin", "goat cheese", "purple carrots", "a dozen duck eggs", "rhubarb",
        "smoked trout", "a bunch of sweet peas", "black garlic", "apple juice in a can", "a kilo of cherries", "wild garlic pesto", "a rabbit pie",
        "fresh horseradish", "a string of onions", "beetroot bigger than my head", "quince jelly", "a sack of potatoes", "elderberry syrup"],
        ["What did I bring home from the farmers' market {t}?", "What did I pick up at the farmers' market {t}?", "I stopped at the farmers' market {t}. What did I get?"],
        r"farmers' market"),
    "plant": (9, 19, False, "Bought another plant for the balcony, {d}.", [
        "a dwarf lemon", "lavender", "a rambling rose", "a tiny olive tree", "mint in a tin bucket", "a fern that was half price", "chives",
        "a blue hydrangea", "a passion flower", "rosemary", "a sulky fuchsia", "strawberries in a hanging pot", "a bonsai pine", "a chili bush",
        "white geraniums", "a jasmine", "a fig in a pot", "heather", "a sunflower seedling", "a striped grass"],
        ["Which plant did I buy for the balcony {t}?", "What did I get for the balcony {t}?", "I bought another plant for the balcony {t}. Which one?"],
        r"balcony"),
    "piano": (9, 19, False, "Had my piano lesson with Mr. Osei, we did {d}.", [
        "scales in thirds", "a Chopin waltz", "the left hand of a ragtime", "sight reading", "a Bach minuet", "pedalling", "a blues in F",
        "arpeggios", "a duet by Fauré", "rhythm with a metronome", "a Satie piece", "trills", "the slow part of a sonata", "a hymn in four voices",
        "improvising over two chords", "a Bartók dance", "octaves", "a lullaby by ear", "memory practice", "posture for half an hour"],
        ["What did Mr. Osei and I do in my piano lesson {t}?", "What was my piano lesson about {t}?", "I had piano {t}. What did we practise?"],
        r"Osei|piano lesson"),
    "pool": (6, 21, False, "Swam at the public pool, {d}.", [
        "40 lengths", "26 lengths and a cramp", "50 lengths without a break", "30 lengths, water far too cold", "22 lengths because of the school class",
        "36 lengths of backstroke", "60 lengths, a record", "18 lengths and lost my goggles", "44 lengths next to a very fast pensioner", "28 lengths with fins",
        "34 lengths, shared a lane with four people", "20 lengths before the fire alarm", "52 lengths", "16 lengths and a long shower", "48 lengths, arms like jelly",
        "24 lengths of breaststroke", "38 lengths, almost empty pool", "32 lengths with a sore ear", "12 lengths, not my day", "56 lengths"],
        ["How many lengths did I swim at the public pool {t}?", "How did my swim at the pool go {t}?", "I swam at the public pool {t}. How many lengths was it?"],
        r"\bpool\b"),
}

ZH_EVENTS = {
    "run": (6, 21, False, "去河边跑步了，{d}。", [
        "跑了六公里，膝盖没疼", "跑了四公里，下着小雨", "跑了九公里，好久没跑这么长", "跑了五公里，岔气了", "跑了七公里，看见一只白鹭", "跑了三公里就不行了",
        "跑了八公里，很轻松", "跑了十公里，最后一段是走的", "跑了六公里半，穿的新鞋", "跑了五公里半，顶着大风", "跑了四公里半，边跑边听相声", "跑了七公里半，被鹅追了一段",
        "跑了十一公里，挺骄傲", "跑了两公里，路被水淹了", "跑了八公里半，碰见老房东", "跑了三公里半，腿很沉", "跑了九公里半，后半程提了速", "跑了十二公里，慢慢悠悠",
        "跑了两公里半，脚趾疼", "跑了一公里半就下冰雹了"],
        ["{t}我在河边跑了多远？", "{t}我去河边跑步跑得怎么样？", "我{t}去河边跑步，跑了几公里？"],
        r"河边|跑步"),
    "meeting": (9, 18, True, "开了部门例会，{d}。", [
        "主要在说报销流程", "讨论新系统上线", "领导批评了迟到", "定了下季度的指标", "分了展会的任务", "说要换办公室", "宣布小魏转正", "吵了半天预算",
        "复盘了客户投诉", "讲了信息安全", "安排了轮休表", "说食堂要涨价", "讨论要不要招外包", "通报了上次的事故", "表扬了测试组", "说年假要提前报",
        "讨论周报格式", "介绍了新来的主管", "分析了竞争对手", "布置了搬仓库的事"],
        ["{t}的部门例会说了什么？", "{t}开部门例会，主要讲的什么？", "我{t}参加的部门例会是什么内容？"],
        r"例会"),
    "mum": (9, 22, False, "给我妈打了电话，聊的是{d}。", [
        "她的新助听器", "老家屋顶漏水", "表姐生孩子", "她的麻将搭子", "要不要卖掉老房子", "邻居家的围墙", "我爸打呼噜", "怎么腌糖蒜", "她合唱团的独唱",
        "暖气费", "楼道的灯", "一部讲鲸鱼的纪录片", "换身份证", "社区抽奖", "我小时候那辆自行车", "新来的村医", "她种的黄瓜", "三舅的欠条", "广场舞队闹别扭", "教她用平板"],
        ["{t}我跟我妈打电话聊了什么？", "我{t}给我妈打电话，说的是什么事？", "{t}那通给我妈的电话聊的是什么？"],
        r"给我妈打"),
    "dinner": (18, 23, False, "跟老周吃了顿晚饭，吃的是{d}。", [
        "羊蝎子", "日式拉面", "烤鱼", "菌菇火锅", "手抓饭", "小龙虾", "朝鲜冷面", "烤鸭", "咖喱牛腩", "铁锅炖大鹅", "猪肚鸡", "素馅饺子", "潮汕牛肉",
        "酸汤鱼", "肉夹馍", "清蒸螃蟹", "柴火鸡", "越南粉", "东北乱炖", "韩式烤肉"],
        ["{t}我跟老周吃的什么？", "我{t}跟老周那顿晚饭吃的是什么？", "{t}和老周吃晚饭，点了什么？"],
        r"老周"),
    "bp": (6, 22, False, "量了血压，{d}。", [
        "高压126，低压82", "高压131，低压85", "高压119，低压77", "高压138，低压90", "高压124，低压80", "高压142，低压91", "高压128，低压79", "高压117，低压74",
        "高压135，低压88", "高压122，低压81", "高压129，低压84", "高压145，低压93", "高压121，低压76", "高压133，低压86", "高压116，低压73", "高压127，低压83",
        "高压139，低压87", "高压123，低压78", "高压136，低压89", "高压118，低压75"],
        ["{t}我的血压是多少？", "我{t}量血压的结果是多少？", "{t}量的血压高不高，具体多少？"],
        r"血压"),
    "badminton": (8, 22, False, "去体育馆打羽毛球，{d}。", [
        "赢了小孟两局", "输得一塌糊涂", "拍线断了", "扭了一下手腕", "跟一个大爷打成平手", "练了一小时反手", "场地没订上只打了半场", "双打配合不错",
        "打到一半停电", "换了新球拍", "被教练纠正了步伐", "崴了脚提前走了", "连赢五局", "碰上公司同事", "球打飞到灯上去了", "教新人发球",
        "打了三个小时", "忘带鞋子光脚打的", "输给一个初中生", "拿了馆里小比赛第三"],
        ["{t}我打羽毛球打得怎么样？", "我{t}去体育馆打羽毛球，情况如何？", "{t}打羽毛球的时候发生了什么？"],
        r"羽毛球"),
    "library": (9, 20, False, "去图书馆借了书，借的是{d}。", [
        "一本讲鲸的书", "宋词选", "一本侦探小说", "西藏游记", "编织图案大全", "一本讲睡眠的书", "老北京的胡同", "养蜂手册", "一本法国小说", "中国建筑史",
        "一套漫画", "做面包的书", "一本登山家的自传", "二战回忆录", "观星指南", "一本讲谈判的书", "儿童绘本", "茶经", "一本科幻短篇集", "旧上海的画报"],
        ["{t}我在图书馆借了什么书？", "我{t}去图书馆借的是哪本书？", "{t}从图书馆借回来的是什么书？"],
        r"图书馆"),
    "flower": (8, 19, False, "在花市买了花，挑的是{d}。", [
        "一把洋桔梗", "两盆茉莉", "白色的百合", "一棵小金桔", "向日葵", "一盆文竹", "粉色的绣球", "腊梅枝", "一把满天星", "栀子花", "一盆长寿花", "紫色的鸢尾",
        "红色的剑兰", "一盆薄荷", "水仙球", "黄玫瑰", "一盆铜钱草", "芍药", "一把雏菊", "银柳"],
        ["{t}我在花市买了什么花？", "我{t}去花市挑的是什么花？", "{t}从花市带回来的是什么？"],
        r"花市"),
    "soup": (9, 22, False, "在家炖了一锅汤，{d}。", [
        "是莲藕排骨的", "盐放多了", "是番茄牛尾的", "忘了关火差点烧干", "是老鸭笋干的", "孩子喝了三碗", "是萝卜羊肉的", "味道很淡", "是鲫鱼豆腐的", "给楼下奶奶送了一碗",
        "是玉米胡萝卜的", "放了当归有点苦", "是冬瓜薏米的", "油太多撇了半天", "是山药乌鸡的", "炖了四个小时", "是海带绿豆的", "是花生猪蹄的", "砂锅裂了", "是菌子土鸡的"],
        ["{t}我炖的那锅汤怎么样？", "我{t}在家炖的汤是什么情况？", "{t}炖的那锅汤，说说看？"],
        r"汤"),
    "grandma": (9, 20, False, "去外婆家坐了坐，{d}。", [
        "她给我装了一罐咸菜", "她刚染了头发", "帮她修好了院门", "她讲了逃荒的事", "她的腿好多了", "一起翻了老相册", "教她视频通话", "她家暖气不热", "她新养了一只鹅", "摘了一袋枇杷",
        "她在生居委会的气", "尝了她酿的米酒", "帮她换了窗帘", "她又找不到老花镜了", "打牌输给她八块钱", "她在给全家织毛袜", "帮她通了下水道", "她给我看了嫁妆镯子", "正好碰上她的老姐妹", "她包了荠菜馄饨"],
        ["{t}我去外婆家的时候是什么情况？", "我{t}去看外婆，有什么事？", "{t}在外婆家发生了什么？"],
        r"外婆"),
    "cinema": (13, 23, False, "一个人去看了场电影，{d}。", [
        "是部讲骗子的喜剧", "是部老默片", "是韩国悬疑片", "是讲养蜂人的", "是部西部片", "是歌舞片", "是潜艇题材的", "是动画片", "是讲律师的", "是部恐怖片，吓得我捂眼睛",
        "是自行车手的传记片", "是太空片", "是两个面包师的爱情片", "是冰川纪录片", "是老谍战片", "是部鬼故事", "是冲浪题材的", "是武侠片", "是讽刺官场的", "是公路片"],
        ["{t}我一个人看的是什么电影？", "我{t}去看的那场电影是什么片子？", "{t}看的电影是讲什么的？"],
        r"电影"),
    "physio": (9, 19, False, "去做了肩膀理疗，{d}。", [
        "拔了火罐", "师傅说筋太紧", "扎了十二针", "做了电疗", "疼得直冒汗", "教了我一个拉伸动作", "说再来三次就好", "换了个年轻师傅", "贴了膏药回来", "烤了半小时灯",
        "胳膊能抬过头了", "说我姿势不对", "做到一半睡着了", "按出了一大片淤青", "加做了脖子", "等了一个钟头", "用了新的仪器", "师傅夸我恢复快", "涨到一百六一次", "约了拍片子"],
        ["{t}我去做肩膀理疗，情况怎么样？", "我{t}做理疗的时候怎么样？", "{t}那次肩膀理疗做了什么、说了什么？"],
        r"理疗"),
    "fishing": (6, 20, False, "去水库钓鱼，{d}。", [
        "一条都没钓到", "钓了三条鲫鱼", "钓到一只鞋", "钓上来一条五斤的草鱼", "鱼竿断了", "被晒脱了皮", "碰上管理员查证", "钓了一桶小白条", "跟旁边大叔聊了一天", "鱼全放了",
        "下雨躲在桥洞里", "钓到一只甲鱼", "线缠了一上午", "钓了两条鲤鱼", "蚊子咬了满腿包", "换了新饵料，挺灵", "掉水里一只脚", "钓了条鲶鱼", "帮人捞了顶帽子", "冷得手都僵了"],
        ["{t}我去水库钓鱼有什么收获？", "我{t}钓鱼钓得怎么样？", "{t}去水库钓鱼那次怎么样？"],
        r"钓"),
    "overtime": (18, 23, True, "又加班了，忙的是{d}。", [
        "投标书", "服务器迁移", "审计材料", "客户演示", "年度总结", "合同翻译", "数据核对", "海报改稿", "培训课件", "盘点库存", "接口联调", "招聘名单", "公众号推文",
        "退款工单", "设备验收", "展台搭建方案", "预算表", "舆情报告", "产品手册", "录制视频"],
        ["{t}我加班忙的是什么？", "我{t}加班是在弄什么？", "{t}是为了什么事加班的？"],
        r"加班"),
    "hike": (6, 18, False, "去爬了后山，{d}。", [
        "到山顶看见云海", "半路下雨折回来了", "捡了一袋松果", "碰见一条蛇", "膝盖有点疼", "在亭子里睡了一觉", "迷了一小段路", "看见好多蘑菇", "手机掉沟里了", "跟一群大妈一起唱歌",
        "看到了松鼠", "只爬到半山腰", "鞋底开胶了", "在山顶吃了泡面", "听见啄木鸟", "走了条新路", "拍到了彩虹", "遇到小学老师", "喝了山泉水", "台阶在修，绕了一大圈"],
        ["{t}我爬后山的时候怎么样？", "我{t}去爬后山，遇到了什么？", "{t}爬后山那次有什么事？"],
        r"后山|爬山"),
    "nephew": (9, 22, False, "给侄子辅导作业，{d}。", [
        "讲了三遍分数", "他把橡皮切成了丁", "作文写的是外星人", "背《静夜思》背串了", "英语单词全对", "他哭了一场", "数学卷子考了六十一", "一起做了小火山实验", "他问我为什么要上学", "他写到十点半",
        "画了一张地图", "他偷偷玩手机", "学会了竖式除法", "他给我出了道脑筋急转弯", "字写得像蚂蚁", "讲了鸡兔同笼", "他把答案抄错行了", "读后感只写了两行", "认识了钟表", "他说我比老师凶"],
        ["{t}我给侄子辅导作业，情况怎么样？", "我{t}辅导侄子作业的时候怎么样？", "{t}给侄子辅导作业那次发生了什么？"],
        r"侄子|辅导"),
    "piano": (9, 21, False, "上了钢琴课，老师让练{d}。", [
        "三度音阶", "肖邦的圆舞曲", "左手伴奏", "视奏", "巴赫小步舞曲", "踏板", "布鲁斯", "琶音", "四手联弹", "节拍器", "萨蒂的小品", "颤音", "奏鸣曲慢板", "和弦转位",
        "即兴", "车尔尼第七条", "八度", "摇篮曲", "背谱", "手型"],
        ["{t}的钢琴课老师让我练什么？", "我{t}上钢琴课，练的是什么？", "{t}钢琴老师布置了什么？"],
        r"钢琴"),
    "market": (6, 13, False, "逛了趟菜市场，拎回来{d}。", [
        "一袋鸡枞菌", "两条黄花鱼", "一个大南瓜", "一块老豆腐", "一把紫苏", "十个鸭蛋", "一捆芦笋", "半只盐水鸭", "一堆毛豆", "一串大蒜", "三斤荔枝", "一篮草莓", "一把香椿",
        "一只土鸡", "一块生姜，特别贵", "一网兜洋葱", "两根甜玉米", "一斤活虾", "一麻袋红薯", "一把莼菜"],
        ["{t}我逛菜市场买了什么？", "我{t}从菜市场拎回来什么？", "{t}去菜市场带了什么回家？"],
        r"菜市场"),
}

# Answers that do not say what happened, so that only the event itself matches a question.
EN_ACK = [
    "{Nice|Lovely|Good to hear|Noted}, {thanks for telling me|I'll keep that|how do you feel now|get some rest}.",
    "{Sounds like a full day|That's one for the books|Well, well|Ha}, {anything else|what's next|tell me the rest sometime}.",
    "{Got it|Okay|Right}, {saved|I'll remember|written down}. {Have a calm rest of the day|Anything on your mind|Take care}.",
    "{I like hearing about these things|That made me smile|It's the little things}, {keep them coming|truly|you know}.",
]
ZH_ACK = [
    "{不错嘛|挺好|嗯嗯|知道啦}，{谢谢你告诉我|我记着呢|现在感觉怎么样|好好歇会儿}。",
    "{今天挺充实|这下有得说了|哈哈|哟}，{还有别的吗|接下来做什么|改天再细说}？",
    "{收到|好的|行}，{存好了|我会记得|记下来了}。{剩下的时间轻松点|心里还有什么事吗|照顾好自己}。",
    "{我喜欢听你说这些|听着就有意思|日子就是这样一点一点的}，{多跟我讲讲|真的|你懂的}。",
]

START, END = datetime(2024, 2, 1, 7), datetime(2025, 10, 20, 12)

# Not a working day for anybody (used only to keep office events out of them).
HOLIDAYS = set()
for a, b in (("2024-02-09", "2024-02-17"), ("2024-04-04", "2024-04-06"), ("2024-05-01", "2024-05-05"), ("2024-06-10", "2024-06-10"),
             ("2024-09-15", "2024-09-17"), ("2024-10-01", "2024-10-07"), ("2024-12-23", "2025-01-02"), ("2025-01-28", "2025-02-04"),
             ("2025-04-04", "2025-04-06"), ("2025-04-18", "2025-04-21"), ("2025-05-01", "2025-05-05"), ("2025-05-31", "2025-06-02"),
             ("2025-10-01", "2025-10-08"), ("2024-11-28", "2024-11-29")):
    d = date.fromisoformat(a)
    while d <= date.fromisoformat(b):
        HOLIDAYS.add(d)
        d += timedelta(1)


# --- windows: half-open [from, to) ---

def at(text):
    return datetime.fromisoformat(text)


def midnight(t):
    return t.replace(hour=0, minute=0, second=0)


PARTS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24)}


def day(asked, back=0, part=None):
    d = midnight(asked) - timedelta(back)
    if part:
        a, b = PARTS[part]
        return d + timedelta(hours=a), min(d + timedelta(hours=b), asked)
    return d, min(d + timedelta(1), asked)


def span(first, last):
    """Whole days first..last, both included ("2025-03-01")."""
    return at(first + "T00:00:00"), at(last + "T00:00:00") + timedelta(1)


def week(asked, back):
    monday = midnight(asked) - timedelta(asked.weekday())
    return monday - timedelta(7 * back), monday - timedelta(7 * back - 7)


def weekend(asked, back):
    """Saturday and Sunday of the calendar week `back` weeks ago."""
    a, b = week(asked, back)
    return a + timedelta(5), b


def weekday(asked, back, n):
    a, _ = week(asked, back)
    return a + timedelta(n), a + timedelta(n + 1)


def month(year, m):
    return datetime(year, m, 1), datetime(year + m // 12, m % 12 + 1, 1)


def month_back(asked, back):
    n = asked.year * 12 + asked.month - 1 - back
    return month(n // 12, n % 12 + 1)


def around(asked, days, give):
    d = midnight(asked) - timedelta(days)
    return d - timedelta(give), d + timedelta(give + 1)


def both(a, b):
    return max(a[0], b[0]), min(a[1], b[1])


class Spec:
    """One time expression: what it means (core), what else somebody could take it to mean (guard: kept free of
    look-alikes), and where the evidence is put (plant, inside core)."""

    def __init__(self, text, category, asked, core, guard=(), plant=None, most=1):
        self.text, self.category, self.asked = text, category, at(asked) if isinstance(asked, str) else asked
        if self.asked >= datetime(2025, 10, 14) and category in ("month", "date", "range", "holiday", "season", "part of a month", "part of a year"):
            self.asked = self.asked.replace(day=20, hour=13 + self.asked.hour % 9)     # after the last message
        self.core, self.guard, self.plant, self.most = core, list(guard), plant or core, most
        assert core[0] < core[1] and core[0] < self.asked, text
        assert self.core[0] <= self.plant[0] < self.plant[1] <= self.core[1], text


def weeks_ago(text, asked, n):
    a = at(asked)
    core, near = week(a, n), around(a, 7 * n, 3)
    return Spec(text, "weeks ago", a, core, [near], both(core, near))


def part_of_month(text, asked, year, m, third):
    first, after = month(year, m)
    cuts = {"early": (1, 10), "mid": (11, 20), "late": (21, (after - timedelta(1)).day)}[third]
    core = first + timedelta(cuts[0] - 1), first + timedelta(cuts[1])
    plant = {"early": (core[0], core[1] - timedelta(3)), "mid": (core[0] + timedelta(2), core[1] - timedelta(2)),
             "late": (core[1] - timedelta(7), core[1])}[third]
    return Spec(text, "part of a month", asked, core, [(core[0] - timedelta(3), core[1] + timedelta(3))], plant)


def en_specs():
    S = []
    for x in ("2025-10-16T15:10", "2025-07-23T18:40", "2025-03-12T13:05"):
        S.append(Spec("this morning", "part of a day", x, day(at(x), 0, "morning")))
    for x in ("2025-10-16T08:30", "2025-05-21T09:15", "2025-01-16T10:00"):
        S.append(Spec("last night", "part of a day", x, day(at(x), 1, "evening")))
    for x in ("2025-10-20T12:30", "2025-08-14T10:20"):
        S.append(Spec("yesterday", "days ago", x, day(at(x), 1)))
    for x in ("2025-10-17T09:00", "2025-06-18T11:30"):
        S.append(Spec("yesterday afternoon", "part of a day", x, day(at(x), 1, "afternoon")))
    for x in ("2025-10-16T20:00", "2025-09-11T08:45", "2025-04-24T19:00", "2024-12-11T12:00"):
        S.append(Spec("the day before yesterday", "days ago", x, day(at(x), 2)))
    for x in ("2025-10-15T21:00", "2025-07-09T09:30"):
        S.append(Spec("three days ago", "days ago", x, day(at(x), 3)))
    S.append(Spec("on the morning of the day before yesterday", "part of a day", "2025-08-20T21:00", day(at("2025-08-20T21:00"), 2, "morning")))
    # "last <weekday>": the most recent one before today; the one a week earlier is kept free.
    for x, name, n in (("2025-10-16T18:00", "Tuesday", 1), ("2025-10-20T09:00", "Friday", 4), ("2025-08-13T16:00", "Sunday", 6),
                       ("2025-05-22T11:00", "Monday", 0), ("2025-02-19T20:00", "Thursday", 3), ("2024-11-20T08:00", "Saturday", 5)):
        back = (at(x).weekday() - n - 1) % 7 + 1
        S.append(Spec("last " + name, "weekday", x, day(at(x), back), [day(at(x), back + 7)]))
    for x, name, n in (("2025-10-17T20:00", "Monday", 0), ("2025-06-20T10:00", "Wednesday", 2)):
        back = (at(x).weekday() - n - 1) % 7 + 1
        S.append(Spec("on " + name, "weekday", x, day(at(x), back)))
    S.append(Spec("on Thursday two weeks ago", "weekday", "2025-09-18T20:00", weekday(at("2025-09-18T20:00"), 2, 3)))
    for x in ("2025-10-15T10:00", "2025-07-16T19:30", "2025-03-26T09:10"):
        S.append(Spec("last weekend", "weekend", x, weekend(at(x), 1), [weekend(at(x), 2)]))
    for x in ("2025-10-14T12:00", "2025-04-16T17:00"):
        S.append(Spec("the weekend before last", "weekend", x, weekend(at(x), 2), [weekend(at(x), 3)]))
    for x in ("2025-10-16T09:00", "2025-08-28T14:00", "2025-06-11T20:20", "2025-01-23T18:00"):
        S.append(Spec("last week", "week", x, week(at(x), 1)))
    for x in ("2025-10-16T21:30", "2025-05-14T13:00", "2024-12-18T08:15"):
        S.append(Spec("the week before last", "week", x, week(at(x), 2)))
    S.append(Spec("earlier this week", "week", "2025-10-17T18:00", (at("2025-10-13T00:00"), at("2025-10-17T00:00"))))
    for x, w in (("2025-10-16T07:50", "two weeks ago"), ("2025-06-04T15:00", "a fortnight ago"), ("2025-03-19T22:00", "two weeks ago")):
        S.append(weeks_ago(w, x, 2))
    for x in ("2025-10-15T13:30", "2025-09-03T10:10", "2025-05-28T09:00", "2025-02-12T19:45"):
        S.append(weeks_ago("three weeks ago", x, 3))
    S.append(weeks_ago("five weeks ago", "2025-08-06T12:00", 5))
    S.append(Spec("about ten days ago", "days ago", "2025-10-16T16:00", around(at("2025-10-16T16:00"), 10, 2), [around(at("2025-10-16T16:00"), 10, 4)], around(at("2025-10-16T16:00"), 10, 1)))
    for x in ("2025-10-16T11:00", "2025-08-21T20:00", "2025-04-10T08:00", "2025-01-09T21:00"):
        S.append(Spec("last month", "month", x, month_back(at(x), 1), most=3))
    for x in ("2025-10-18T10:00", "2025-05-17T10:00"):
        core, near = month_back(at(x), 2), around(at(x), 61, 15)
        S.append(Spec("two months ago", "month", x, core, [near], both(core, near), most=2))
    for x, t, y, m in (("2025-10-16T12:00", "in May 2024", 2024, 5), ("2025-10-16T12:05", "in November 2024", 2024, 11), ("2025-10-16T12:10", "in March 2024", 2024, 3),
                       ("2025-09-25T12:00", "in February of this year", 2025, 2), ("2025-07-30T12:00", "in July of last year", 2024, 7), ("2025-10-16T12:15", "in June 2025", 2025, 6),
                       ("2025-06-25T09:00", "in March", 2025, 3), ("2025-03-05T09:00", "in October", 2024, 10), ("2025-10-19T10:00", "back in January", 2025, 1),
                       ("2025-02-20T10:00", "in September", 2024, 9)):
        S.append(Spec(t, "month", x, month(y, m), most=3))
    for x, t, d in (("2025-10-16T14:00", "on June 3rd", "2025-06-03"), ("2025-05-08T14:00", "on April 22", "2025-04-22"), ("2025-10-16T14:05", "on 14 September 2024", "2024-09-14"),
                    ("2025-09-24T14:00", "on the 9th of August", "2025-08-09"), ("2025-04-03T14:00", "on the 12th of last month", "2025-03-12"), ("2025-10-18T14:00", "on the 2nd", "2025-10-02"),
                    ("2025-10-16T14:10", "on 2025-02-26", "2025-02-26"), ("2025-03-20T14:00", "on November 6th last year", "2024-11-06")):
        S.append(Spec(t, "date", x, span(d, d)))
    for x, t, a, b in (("2025-10-16T17:00", "between March and April 2024", "2024-03-01", "2024-04-30"), ("2025-07-10T17:00", "between April and May", "2025-04-01", "2025-05-31"),
                       ("2025-09-10T17:00", "between the 10th and the 20th of July", "2025-07-10", "2025-07-20"), ("2025-10-17T17:00", "from August 18 to August 24", "2025-08-18", "2025-08-24"),
                       ("2025-03-27T17:00", "in the first half of February", "2025-02-01", "2025-02-14")):
        S.append(Spec(t, "range", x, span(a, b), [(at(a + "T00:00") - timedelta(1), at(b + "T00:00") + timedelta(3))] if "half" in t else (), most=3))
    for x, t, a, b, ga, gb in (
            ("2025-10-16T19:00", "last Christmas", "2024-12-24", "2024-12-26", "2024-12-21", "2024-12-29"), ("2025-02-05T19:00", "on Christmas Eve", "2024-12-24", "2024-12-24", None, None),
            ("2025-01-15T19:00", "two days before Christmas", "2024-12-23", "2024-12-23", None, None), ("2025-06-05T19:00", "the day after Christmas", "2024-12-26", "2024-12-26", None, None),
            ("2025-01-30T19:00", "around New Year's Eve", "2024-12-30", "2025-01-01", "2024-12-26", "2025-01-05"), ("2025-08-05T19:00", "on New Year's Day", "2025-01-01", "2025-01-01", None, None),
            ("2025-04-29T19:00", "on Halloween", "2024-10-31", "2024-10-31", None, None), ("2025-05-06T19:00", "on Valentine's Day", "2025-02-14", "2025-02-14", None, None),
            ("2025-02-26T19:00", "the day after Thanksgiving", "2024-11-29", "2024-11-29", None, None), ("2025-07-02T19:00", "over the Easter weekend", "2025-04-18", "2025-04-21", None, None),
            ("2025-09-30T19:00", "the weekend before Easter", "2025-04-12", "2025-04-13", None, None)):
        S.append(Spec(t, "holiday", x, span(a, b), [span(ga, gb)] if ga else ()))
    for x, t, a, b in (("2025-09-17T19:00", "on the first weekend of July", "2025-07-05", "2025-07-06"), ("2025-10-17T12:00", "on the last weekend of September", "2025-09-27", "2025-09-28"),
                       ("2025-06-26T12:00", "on the first weekend of April", "2025-04-05", "2025-04-06")):
        S.append(Spec(t, "weekend", x, span(a, b)))
    for args in (("at the end of August", "2025-10-16T13:00", 2025, 8, "late"), ("at the end of January", "2025-05-29T13:00", 2025, 1, "late"), ("in late April", "2025-07-31T13:00", 2025, 4, "late"),
                 ("in early October", "2025-04-17T13:00", 2024, 10, "early"), ("in early June", "2025-09-04T13:00", 2025, 6, "early"), ("early last month", "2025-10-18T13:00", 2025, 9, "early"),
                 ("in mid-November", "2025-02-27T13:00", 2024, 11, "mid"), ("in the middle of May", "2025-10-19T13:00", 2025, 5, "mid")):
        S.append(part_of_month(*args))
    for x, t, a, b in (("2025-04-02T15:00", "last summer", "2024-06-01", "2024-08-31"), ("2025-02-06T15:00", "last summer", "2024-06-01", "2024-08-31"), ("2025-07-17T15:00", "last winter", "2024-12-01", "2025-02-28"),
                       ("2025-10-17T15:00", "in the autumn of 2024", "2024-09-01", "2024-11-30"), ("2025-10-18T15:00", "this past spring", "2025-03-01", "2025-05-31")):
        S.append(Spec(t, "season", x, span(a, b), most=3))
    for x in ("2025-10-16T10:30", "2025-06-12T10:30"):
        S.append(Spec("about six months ago", "months ago", x, around(at(x), 183, 15), [around(at(x), 183, 30)], around(at(x), 183, 8), most=2))
    for x in ("2025-10-15T10:30", "2025-08-07T10:30"):
        S.append(Spec("about a year ago", "months ago", x, around(at(x), 365, 21), [around(at(x), 365, 40)], around(at(x), 365, 12), most=2))
    return S


def zh_specs():
    S = []
    for x in ("2025-10-16T15:10", "2025-07-23T18:40", "2025-03-12T13:05"):
        S.append(Spec("今天早上", "part of a day", x, day(at(x), 0, "morning"), plant=(day(at(x))[0] + timedelta(hours=6), day(at(x))[0] + timedelta(hours=10))))
    for x in ("2025-10-16T08:30", "2025-05-21T09:15"):
        S.append(Spec("昨晚", "part of a day", x, day(at(x), 1, "evening")))
    for x in ("2025-10-20T12:30", "2025-08-14T10:20"):
        S.append(Spec("昨天", "days ago", x, day(at(x), 1)))
    for x in ("2025-10-17T09:00", "2025-06-18T11:30"):
        S.append(Spec("昨天下午", "part of a day", x, day(at(x), 1, "afternoon")))
    for x in ("2025-10-16T20:00", "2025-04-24T19:00"):
        S.append(Spec("前天", "days ago", x, day(at(x), 2)))
    for x in ("2025-10-17T12:00", "2025-09-11T08:45", "2024-12-11T12:00"):
        S.append(Spec("前天晚上", "part of a day", x, day(at(x), 2, "evening")))
    for x in ("2025-10-15T21:00", "2025-07-09T09:30", "2025-02-20T18:00"):
        S.append(Spec("大前天", "days ago", x, day(at(x), 3)))
    for x, w, back, n in (("2025-10-16T18:00", "上周三", 1, 2), ("2025-10-20T09:00", "上周五", 1, 4), ("2025-08-13T16:00", "上周日", 1, 6), ("2025-05-22T11:00", "上周一", 1, 0),
                          ("2025-02-19T20:00", "上星期二", 1, 1), ("2024-11-20T08:00", "上周六", 1, 5), ("2025-10-17T20:00", "这周一", 0, 0), ("2025-06-20T10:00", "这周三", 0, 2),
                          ("2025-09-18T20:00", "上上周四", 2, 3)):
        S.append(Spec(w, "weekday", x, weekday(at(x), back, n)))
    for x in ("2025-10-15T10:00", "2025-03-26T09:10"):
        S.append(Spec("上周末", "weekend", x, weekend(at(x), 1)))
    for x in ("2025-10-14T12:00", "2025-07-16T19:30"):
        S.append(Spec("上上周末", "weekend", x, weekend(at(x), 2)))
    for x in ("2025-10-16T09:00", "2025-08-28T14:00", "2025-01-23T18:00"):
        S.append(Spec("上周", "week", x, week(at(x), 1)))
    for x in ("2025-10-16T21:30", "2025-05-14T13:00"):
        S.append(Spec("上上周", "week", x, week(at(x), 2)))
    for x, w in (("2025-10-16T07:50", "两个星期前"), ("2025-06-04T15:00", "两周前")):
        S.append(weeks_ago(w, x, 2))
    for x in ("2025-10-15T13:30", "2025-09-03T10:10", "2025-02-12T19:45"):
        S.append(weeks_ago("三个星期前", x, 3))
    S.append(Spec("十来天前", "days ago", "2025-10-16T16:00", around(at("2025-10-16T16:00"), 10, 2), [around(at("2025-10-16T16:00"), 10, 4)], around(at("2025-10-16T16:00"), 10, 1)))
    for x in ("2025-10-16T11:00", "2025-08-21T20:00", "2025-04-10T08:00", "2025-01-09T21:00"):
        S.append(Spec("上个月", "month", x, month_back(at(x), 1), most=3))
    S.append(Spec("上上个月", "month", "2025-07-18T10:00", month(2025, 5), most=3))
    for x in ("2025-05-17T10:00",):
        core, near = month_back(at(x), 2), around(at(x), 61, 15)
        S.append(Spec("两个月前", "month", x, core, [near], both(core, near), most=2))
    for x, t, y, m in (("2025-10-16T12:00", "去年五月", 2024, 5), ("2025-10-16T12:05", "2024年11月", 2024, 11), ("2025-10-16T12:10", "2024年3月", 2024, 3), ("2025-09-25T12:00", "今年二月", 2025, 2),
                       ("2025-07-30T12:00", "去年七月份", 2024, 7), ("2025-06-25T09:00", "三月份", 2025, 3), ("2025-03-05T09:00", "去年十月", 2024, 10), ("2025-10-19T10:00", "今年六月", 2025, 6)):
        S.append(Spec(t, "month", x, month(y, m), most=3))
    for x, t, d in (("2025-10-16T14:00", "今年三月十五号", "2025-03-15"), ("2025-09-12T14:00", "六月三号", "2025-06-03"), ("2025-05-08T14:00", "4月22日", "2025-04-22"), ("2025-10-16T14:05", "去年十二月八号", "2024-12-08"),
                    ("2025-04-03T14:00", "上个月十二号", "2025-03-12"), ("2025-10-18T14:00", "2024年8月20日", "2024-08-20"), ("2025-10-19T14:00", "八月九号", "2025-08-09")):
        S.append(Spec(t, "date", x, span(d, d)))
    for x, t, a, b in (("2025-10-16T17:00", "去年三月到四月之间", "2024-03-01", "2024-04-30"), ("2025-07-10T17:00", "四五月间", "2025-04-01", "2025-05-31"),
                       ("2025-09-10T17:00", "七月十号到二十号之间", "2025-07-10", "2025-07-20"), ("2025-10-17T17:00", "8月18号到24号那几天", "2025-08-18", "2025-08-24")):
        S.append(Spec(t, "range", x, span(a, b), most=3))
    for x, t, a, b, ga, gb in (
            ("2025-10-16T19:00", "去年春节", "2024-02-09", "2024-02-17", "2024-02-02", "2024-02-24"), ("2025-04-09T19:00", "今年春节", "2025-01-28", "2025-02-04", "2025-01-23", "2025-02-12"),
            ("2025-09-16T19:00", "今年过年的时候", "2025-01-28", "2025-02-04", "2025-01-23", "2025-02-12"), ("2025-03-18T19:00", "除夕那天", "2025-01-28", "2025-01-28", None, None),
            ("2025-05-07T19:00", "大年初三", "2025-01-31", "2025-01-31", None, None), ("2025-03-31T19:00", "元宵节那天", "2025-02-12", "2025-02-12", None, None),
            ("2025-02-13T19:00", "国庆假期", "2024-10-01", "2024-10-07", "2024-09-28", "2024-10-09"), ("2025-10-20T10:00", "今年国庆假期", "2025-10-01", "2025-10-08", "2025-09-28", "2025-10-09"),
            ("2025-01-14T19:00", "中秋那天", "2024-09-17", "2024-09-17", None, None), ("2025-10-15T19:00", "今年中秋那天", "2025-10-06", "2025-10-06", None, None),
            ("2025-03-13T19:00", "去年中秋前两天", "2024-09-15", "2024-09-15", None, None), ("2025-08-27T19:00", "端午节那天", "2025-05-31", "2025-05-31", None, None),
            ("2025-04-30T19:00", "去年端午那天", "2024-06-10", "2024-06-10", None, None), ("2025-06-10T19:00", "清明节那天", "2025-04-04", "2025-04-04", None, None),
            ("2025-10-17T19:00", "去年清明当天", "2024-04-04", "2024-04-04", None, None), ("2025-02-18T19:00", "元旦那天", "2025-01-01", "2025-01-01", None, None),
            ("2025-07-15T19:00", "五一假期", "2025-05-01", "2025-05-05", "2025-04-29", "2025-05-07"), ("2025-10-18T19:00", "去年五一假期", "2024-05-01", "2024-05-05", "2024-04-29", "2024-05-07"),
            ("2025-10-19T19:00", "今年七夕那天", "2025-08-29", "2025-08-29", None, None), ("2025-02-25T19:00", "双十一那天", "2024-11-11", "2024-11-11", None, None),
            ("2025-05-27T19:00", "去年国庆节前一天", "2024-09-30", "2024-09-30", None, None), ("2025-06-17T19:00", "去年平安夜", "2024-12-24", "2024-12-24", None, None)):
        S.append(Spec(t, "holiday", x, span(a, b), [span(ga, gb)] if ga else ()))
    for x, t, a, b in (("2025-09-17T19:00", "七月的第一个周末", "2025-07-05", "2025-07-06"), ("2025-06-26T12:00", "四月第一个周末", "2025-04-05", "2025-04-06")):
        S.append(Spec(t, "weekend", x, span(a, b)))
    for args in (("五月初", "2025-10-16T13:00", 2025, 5, "early"), ("六月初", "2025-09-04T13:00", 2025, 6, "early"), ("上个月初", "2025-10-18T13:00", 2025, 9, "early"), ("去年十月初", "2025-04-17T13:00", 2024, 10, "early"),
                 ("去年十一月中旬", "2025-02-27T13:00", 2024, 11, "mid"), ("今年五月中旬", "2025-10-19T13:00", 2025, 5, "mid"), ("八月底", "2025-10-17T13:00", 2025, 8, "late"), ("一月底", "2025-05-29T13:00", 2025, 1, "late"),
                 ("上个月底", "2025-05-10T13:00", 2025, 4, "late")):
        S.append(part_of_month(*args))
    for x, t in (("2025-03-06T18:00", "去年年底"), ("2025-10-16T18:30", "去年年底")):
        S.append(Spec(t, "part of a year", x, span("2024-12-16", "2024-12-31"), [span("2024-11-25", "2025-01-07")], span("2024-12-20", "2024-12-31"), most=2))
    S.append(Spec("今年年初", "part of a year", "2025-09-09T18:00", span("2025-01-01", "2025-01-31"), [span("2024-12-25", "2025-02-28")], span("2025-01-02", "2025-01-20"), most=2))
    for x, t, a, b in (("2025-10-16T15:00", "去年夏天", "2024-06-01", "2024-08-31"), ("2025-02-06T15:00", "去年夏天", "2024-06-01", "2024-08-31"), ("2025-10-17T15:00", "去年秋天", "2024-09-01", "2024-11-30"),
                       ("2025-10-18T15:00", "今年春天", "2025-03-01", "2025-05-31")):
        S.append(Spec(t, "season", x, span(a, b), most=3))
    S.append(Spec("去年冬天", "season", "2025-07-17T15:00", span("2024-12-01", "2025-02-28"), [span("2024-01-01", "2024-02-29")], span("2024-12-01", "2024-12-31"), most=3))
    for x in ("2025-10-16T10:30", "2025-06-12T10:30"):
        S.append(Spec("半年前", "months ago", x, around(at(x), 183, 15), [around(at(x), 183, 30)], around(at(x), 183, 8), most=2))
    S.append(Spec("差不多一年前", "months ago", "2025-08-07T10:30", around(at("2025-08-07T10:30"), 365, 21), [around(at("2025-08-07T10:30"), 365, 40)], around(at("2025-08-07T10:30"), 365, 12), most=2))
    return S


# ---------------------------------------------------------------------------
# Building set 1
# ---------------------------------------------------------------------------

def lines_of(text, role="user"):
    """[(role, text)] of an item; the last line is the one that counts."""
    out = []
    for line in text.split("\n"):
        out.append(("user", line[2:]) if line.startswith("U:") else ("assistant", line[2:]) if line.startswith("A:") else (role, line))
    return out


def fresh(rng, templates, seen, avoid=None):
    for _ in range(2000):
        text = pick(rng, rng.choice(templates))
        if text not in seen and not (avoid and avoid.search(text)):
            seen.add(text)
            return text
    raise RuntimeError("ran out of filler")


def conversation(rng, name, prefix, items, bank, neutral, total, names, first):
    """items: [(topic, said, asked, near misses, category)] -> messages, questions"""
    seen, exchanges, wanted = set(), [], {}
    for n, (topic, said, asked, near, category) in enumerate(items):
        for k, text in enumerate([said] + near):
            lines = lines_of(text)
            seen.update(x for _, x in lines)
            mark = n if k == 0 else None
            counted = lines[-1][1]
            if lines[-1][0] == "user":
                lines.append(("assistant", fresh(rng, neutral, seen) if rng.random() < 0.3 else None))
            exchanges.append((mark, counted, [x for x in lines if x[1]]))
    topics = sorted(bank)
    count = sum(len(e[2]) for e in exchanges)
    n = 0
    while count < total:
        users, answers = bank[topics[n % len(topics)]]
        n += 1
        pair = [("user", fresh(rng, users, seen))]
        if rng.random() < 0.72:
            pair.append(("assistant", fresh(rng, answers, seen)))
        exchanges.append((None, None, pair))
        count += len(pair)
    rng.shuffle(exchanges)
    messages, t, session = [], first, 0
    left = 0
    for mark, counted, pair in exchanges:
        if left <= 0:
            session += 1
            left = rng.randint(2, 6)
            t = (midnight(t) + timedelta(days=rng.choice((1, 1, 2, 2, 3)), hours=rng.randint(7, 21), minutes=rng.randint(0, 59)))
        left -= 1
        for role, text in pair:
            t += timedelta(minutes=rng.randint(1, 6) if role == "user" else 1)
            ident = f"{prefix}{len(messages) + 1:04d}"
            messages.append({"kind": "message", "conversation": name, "id": ident, "session": f"{prefix}s{session:03d}",
                             "speaker": names[role], "role": role, "time": t.isoformat(timespec="seconds"), "text": text})
            if mark is not None and text == counted:
                wanted[mark] = ident
    asked_at = (midnight(t) + timedelta(days=3, hours=10))
    questions = []
    for n, (topic, said, asked, near, category) in enumerate(items):
        questions.append({"kind": "question", "conversation": name, "id": f"{prefix}q{n + 1:03d}", "question": asked,
                          "asked_at": (asked_at + timedelta(minutes=7 * n)).isoformat(timespec="seconds"),
                          "evidence": [wanted[n]], "category": category})
    return messages, questions


def across_languages():
    rng = random.Random(SEED)
    rows = []
    zh = {"user": "林晓", "assistant": "小伴"}
    en = {"user": "Dana", "assistant": "Aide"}
    for name, prefix, items, bank, neutral, total, names, first in (
            ("zh-said-en-asked", "zx", [(t, s, q, n, t) for t, s, q, n in ZH_SAID], ZH_BANK, ZH_NEUTRAL, 560, zh, datetime(2025, 1, 5)),
            ("en-said-zh-asked", "ex", [(t, s, q, n, t) for t, s, q, n in EN_SAID], EN_BANK, EN_NEUTRAL, 560, en, datetime(2025, 1, 6)),
            ("simplified-said-traditional-asked", "tx", [("", s, q, [n], "traditional") for s, q, n in TRAD], ZH_BANK, ZH_NEUTRAL, 560,
             {"user": "陈默", "assistant": "小伴"}, datetime(2025, 2, 3))):
        m, q = conversation(rng, name, prefix, items, bank, neutral, total, names, first)
        rows += m + q
    return rows


# ---------------------------------------------------------------------------
# Building set 2
# ---------------------------------------------------------------------------

def inside(t, window):
    return window[0] <= t < window[1]


class Calendar:
    """Times of each event, and the questions asked about it."""

    def __init__(self, rng, events):
        self.rng, self.events = rng, events
        self.times = {tag: [] for tag in events}
        self.asked = {tag: [] for tag in events}

    def sample(self, tag, window):
        h0, h1, work = self.events[tag][:3]
        a, b = max(window[0], START), min(window[1], END)
        if a >= b:
            return None
        for _ in range(120):
            t = a + timedelta(seconds=self.rng.randrange(int((b - a).total_seconds())))
            t = t.replace(second=0, microsecond=0)
            if t.hour < h0 or t.hour >= h1 or not inside(t, (a, b)):
                continue
            if work and (t.weekday() >= 5 or t.date() in HOLIDAYS):
                continue
            return t
        return None

    def holds(self, tag, times, specs):
        times = sorted(times)
        if len(times) > len(self.events[tag][4]):
            return False
        if any((b - a) < timedelta(hours=9) for a, b in zip(times, times[1:])):
            return False
        for s in specs:
            hits = [t for t in times if inside(t, s.core)]
            if not 1 <= len(hits) <= s.most or any(t > s.asked for t in hits):
                return False
            if any(inside(t, g) and not inside(t, s.core) for g in s.guard for t in times):
                return False
        return True

    def place(self, spec):
        order = list(self.events)
        self.rng.shuffle(order)
        order.sort(key=lambda tag: len(self.asked[tag]))
        for tag in order:
            if any(s.text == spec.text for s in self.asked[tag]):
                continue
            specs = self.asked[tag] + [spec]
            n = 1 if spec.most == 1 else self.rng.choices((1, 2, 3), (60, 27, 13))[0]
            for want in range(min(n, spec.most), 0, -1):
                for _ in range(30):
                    new = [self.sample(tag, (spec.plant[0], min(spec.plant[1], spec.asked))) for _ in range(want)]
                    if None in new:
                        break
                    if self.holds(tag, self.times[tag] + new, specs):
                        self.times[tag] += new
                        self.asked[tag].append(spec)
                        return
        raise RuntimeError("no event takes: " + spec.text + " " + str(spec.asked))

    def near_miss(self, tag, spec, reach):
        wide = [spec.core] + spec.guard
        a, b = min(w[0] for w in wide) - reach, max(w[1] for w in wide) + reach
        for _ in range(60):
            t = self.sample(tag, (a, min(b, spec.asked) if self.rng.random() < 0.8 else b))
            if t and not inside(t, spec.core) and self.holds(tag, self.times[tag] + [t], self.asked[tag]):
                self.times[tag].append(t)
                return True
        return False


def in_time_conversation(rng, name, prefix, events, specs, bank, ack, names, total):
    cal = Calendar(rng, events)
    for spec in sorted(specs, key=lambda s: (s.plant[1] - s.plant[0], s.asked)):
        cal.place(spec)
    for tag in events:
        for spec in list(cal.asked[tag]):
            length = spec.core[1] - spec.core[0]
            if len(cal.times[tag]) < 19:
                cal.near_miss(tag, spec, timedelta(2) if length <= timedelta(2) else timedelta(5) if length < timedelta(12) else timedelta(20))
        aim = rng.randint(12, 20)
        for _ in range(400):
            if len(cal.times[tag]) >= aim:
                break
            t = cal.sample(tag, (START, END))
            if t and cal.holds(tag, cal.times[tag] + [t], cal.asked[tag]):
                cal.times[tag].append(t)
    avoid = re.compile("|".join(e[6] for e in events.values()))
    entries, seen = [], set()     # (time, role, text, tag)
    for tag, (h0, h1, work, wording, details, asks, words) in events.items():
        details = list(details)
        rng.shuffle(details)
        for t, d in zip(sorted(cal.times[tag]), details):
            entries.append((t, "user", wording.format(d=d), tag))
            if rng.random() < 0.6:
                text = pick(rng, rng.choice(ack))
                assert not avoid.search(text), text
                entries.append((t + timedelta(seconds=40), "assistant", text, None))
    topics = sorted(bank)
    while len(entries) < total:
        t = START + timedelta(seconds=rng.randrange(int((END - START).total_seconds())))
        t = t.replace(hour=rng.randint(7, 22), second=0, microsecond=0)
        if t >= END:
            continue
        users, answers = bank[rng.choice(topics)]
        entries.append((t, "user", fresh(rng, users, seen, avoid), None))
        if rng.random() < 0.7:
            text = pick(rng, rng.choice(answers))
            if not avoid.search(text):
                entries.append((t + timedelta(seconds=40), "assistant", text, None))
    entries.sort(key=lambda e: e[0])
    messages, tags, session, before = [], {}, 0, None
    for t, role, text, tag in entries:
        if before is None or t - before > timedelta(hours=2):
            session += 1
        before = t
        ident = f"{prefix}{len(messages) + 1:04d}"
        tags[ident] = tag
        messages.append({"kind": "message", "conversation": name, "id": ident, "session": f"{prefix}s{session:03d}",
                         "speaker": names[role], "role": role, "time": t.isoformat(timespec="seconds"), "text": text})
    questions, used = [], {tag: rng.randrange(3) for tag in events}
    planned = []
    pairs = sorted(((s, tag) for tag in events for s in cal.asked[tag]), key=lambda p: (p[0].asked, p[0].text))
    for s, tag in pairs:
        asks = events[tag][5]
        used[tag] += 1
        text = asks[used[tag] % len(asks)].format(t=s.text)
        evidence = [m["id"] for m in messages if tags[m["id"]] == tag and inside(at(m["time"]), s.core)]
        ident = f"{prefix}q{len(questions) + 1:03d}"
        questions.append({"kind": "question", "conversation": name, "id": ident, "question": text,
                          "asked_at": s.asked.isoformat(timespec="seconds"), "evidence": evidence, "category": s.category})
        planned.append((ident, s, tag))
    return messages, questions, tags, planned


def in_time():
    rng = random.Random(SEED + 1)
    rows, notes = [], {}
    for args in (("time-en", "et", EN_EVENTS, en_specs(), EN_BANK, EN_ACK, {"user": "Nora", "assistant": "Aide"}, 860),
                 ("time-zh", "zt", ZH_EVENTS, zh_specs(), ZH_BANK, ZH_ACK, {"user": "周宁", "assistant": "小伴"}, 860)):
        m, q, tags, planned = in_time_conversation(rng, *args)
        rows += m + q
        notes[args[0]] = (m, q, tags, planned, args[2])
    return rows, notes


# ---------------------------------------------------------------------------
# Checks
# ---------------------------------------------------------------------------

def common_checks(rows):
    messages = {r["id"]: r for r in rows if r["kind"] == "message"}
    questions = [r for r in rows if r["kind"] == "question"]
    ids = [r["id"] for r in rows]
    assert len(ids) == len(set(ids)), "ids repeat"
    assert len({(q["question"], q["asked_at"]) for q in questions}) == len(questions), "a question repeats"
    last = {}
    for m in messages.values():
        assert set(m) == {"kind", "conversation", "id", "session", "speaker", "role", "time", "text"} and m["text"].strip()
        assert not re.search(r"[{}|]", m["text"]), m["text"]
        assert last.get(m["conversation"], "") <= m["time"], "out of order " + m["id"]
        last[m["conversation"]] = m["time"]
    for q in questions:
        assert set(q) == {"kind", "conversation", "id", "question", "asked_at", "evidence", "category"}
        assert q["evidence"] and len(q["evidence"]) <= 3, q
        assert not re.search(r"[{}|]", q["question"]), q
        for e in q["evidence"]:
            assert messages[e]["conversation"] == q["conversation"] and messages[e]["time"] <= q["asked_at"], q
    return messages, questions


def encodes(ch, codec):
    try:
        ch.encode(codec)
        return True
    except UnicodeEncodeError:
        return False


def check_across(rows):
    messages, questions = common_checks(rows)
    by = {}
    for m in messages.values():
        by.setdefault(m["conversation"], []).append(m)
    shared = 0
    for name, ms in by.items():
        qs = [q for q in questions if q["conversation"] == name]
        texts = [m["text"] for m in ms]
        assert len(texts) == len(set(texts)), "a text repeats in " + name
        assert len(ms) >= 500 + len(qs) // 2 and len(qs) >= (60 if "trad" in name else 32), name
        for m in ms:
            han = re.search(r"[\u4e00-\u9fff]", m["text"])
            assert bool(han) == (not name.startswith("en-")), m
            assert not name.startswith("simplified") or all(encodes(c, "gb2312") for c in m["text"]), m
        for q in qs:
            han = re.search(r"[\u4e00-\u9fff]", q["question"])
            assert bool(han) == (not name.startswith("zh-")), q
            said = messages[q["evidence"][0]]["text"]
            if name.startswith("simplified"):
                bad = [c for c in q["question"] if not encodes(c, "big5")]
                assert not bad, (q["question"], bad)
                assert any(not encodes(c, "gb2312") for c in q["question"]), q["question"]
            else:
                mine = set(re.findall(r"[a-z0-9]+", q["question"].lower()))
                theirs = set(re.findall(r"[a-z0-9]+", said.lower()))
                shared += bool(mine & theirs)
        print(f"across-languages {name}: {len(ms)} messages, {len(qs)} questions")
    print(f"across-languages: {shared} questions share a Latin word or a number with their evidence")


def check_in_time(rows, notes):
    common_checks(rows)
    for name, (ms, qs, tags, planned, events) in notes.items():
        by_id = {m["id"]: m for m in ms}
        q_by = {q["id"]: q for q in qs}
        days = (at(ms[-1]["time"]) - at(ms[0]["time"])).days
        assert len(ms) >= 800 and len(qs) >= 84 and days >= 600, (name, len(ms), len(qs), days)
        for ident, s, tag in planned:
            hits = [m["id"] for m in ms if tags[m["id"]] == tag and inside(at(m["time"]), s.core)]
            assert hits == q_by[ident]["evidence"] and 1 <= len(hits) <= s.most, q_by[ident]
            for m in ms:
                if tags[m["id"]] == tag and m["id"] not in hits:
                    assert not any(inside(at(m["time"]), g) for g in s.guard), (q_by[ident], m)
        sizes = {}
        for m in ms:
            tag = tags[m["id"]]
            if tag:
                sizes[tag] = sizes.get(tag, 0) + 1
            for other, e in events.items():
                if tag is None:
                    assert not re.search(e[6], m["text"]), (other, m)
        assert all(9 <= n <= 21 for n in sizes.values()), sizes
        many = sum(len(q["evidence"]) > 1 for q in qs)
        future = sum(any(m["time"] > q["asked_at"] for m in ms) for q in qs)
        cats = {}
        for q in qs:
            cats[q["category"]] = cats.get(q["category"], 0) + 1
        print(f"in-time {name}: {len(ms)} messages over {days} days, {len(qs)} questions, {many} with 2-3 evidence, "
              f"{future} asked before the last message; look-alikes {min(sizes.values()) - 1}-{max(sizes.values()) - 1}; {cats}")


def dump(rows):
    return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)


def main():
    first = across_languages()
    second, notes = in_time()
    check_across(first)
    check_in_time(second, notes)
    for name, rows in (("across-languages.jsonl", first), ("in-time.jsonl", second)):
        path = HERE / name
        if "--check" in sys.argv:
            assert path.read_text(encoding="utf-8") == dump(rows), name + " is not what the generator writes"
        else:
            path.write_text(dump(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
