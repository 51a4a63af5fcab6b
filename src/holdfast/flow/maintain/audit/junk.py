"""Junk: what was never worth remembering."""

from __future__ import annotations

import re
from functools import cache

from holdfast.flow.maintain.audit.lexicon import CHINESE, ENGLISH, sections
from holdfast.flow.maintain.audit.reading import Reading
from holdfast.text.chinese import divide
from holdfast.text.greetings import is_greeting

_WHY = {
    "idle": "nothing but a greeting, thanks or assent",
    "machine": "a program's message, not something about a person",
    "boot": "instructions for an assistant, not something about a person",
    "status": "a program's message, not something about a person",
    "meta": "about the talk itself, not about a person",
    "chatter": "an account of talk in which nothing was said",
    "momentary": "a state that passes within the hour",
}
_LONGEST_IDLE = 80
_NAMING = {
    ENGLISH: re.compile(
        r"\b(?:name|named|surname|nickname|called|call|title|says? \"|password|brand|band|song|"
        r"dog|cat|boat|poem|allerg\w+|tattoo|favou?rite|prefers?|wants? (?!to say)|asks? for|always|usually|every|never(?! ?mind))\b"
    ),
    CHINESE: re.compile("名字|真名|姓|名叫|叫做|绰号|外号|口头禅|说成|习惯|每[天周年月次晚]|总是|过敏|喜欢|讨厌|从不|从来|经常|希望|偏好|一直"),
}
_FLEETING = {
    ENGLISH: re.compile(
        r"\b(?:is|am|are) (?:just |now |currently |still )?(?:eating|drinking|chewing|munching|sipping|nibbling|chopping|peeling|stirring|boiling|brewing|pouring|ironing|folding|vacuuming|hoovering|sweeping|mopping|dusting|wiping|washing|drying|hanging|unloading|showering|bathing|brushing|flossing|shaving|combing|dressing|undressing|yawning|sneezing|coughing|scratching|stretching|napping|dozing|lying|sitting|standing|kneeling|leaning|queuing|queueing|strolling|rushing|hurrying|boarding|parking|crossing|scrolling|swiping|typing|texting|dialling|charging|unplugging|googling|locking|unlocking|petting|stroking|humming|whistling|staring|gazing|heading|leaving|getting|putting on|taking off|making (?:tea|coffee|toast|lunch|dinner|a sandwich)|having (?:lunch|tea|dinner|breakfast|coffee|a \w+)|warming|reheating|tying|licking|slurping|blowing|hiccuping|fidgeting|doodling|on hold)\b"
        r"|\b(?:has |have |had )?just (?!turned|like|as|over|under|one|two|about|outside)[a-z]+(?:ed|ew|an|ot|ut|oke|ook|ent|ame|ade|ad|it|ell|ung|ept)?\b (?:a|an|the|his|her|my|their|some|in|on|off|out|up|down|back|home|into)\b"
        r"|^(?:got|has|have|having|holding) (?:a |an |some |his |her |my )?(?:\w+ )?(?:coffee|tea|drink|snack|sandwich|biscuit|itch\w*|hiccups?|yawn|sneeze|cramp|nose|crumbs?|wet (?:hair|socks|feet)|cold (?:hands|feet)|headphones?|chewing gum|mouth full|full mouth|itchy \w+)\b(?! (?:every|allergy|machine|shop|farm))"
        r"|\bstepped (?:away|out|outside)\b|\b(?:back|returning) (?:in|within) (?:a|five|ten|\d+)\b"
    ),
    CHINESE: re.compile("(?:刚|刚刚|刚才|才)(?!满|过|好|够|上(?:任|小学|初中|高中|大学|班)|来这)[^,。]{0,8}(?:了|完|好)|(?:^|用户|我|他|她)(?:正在|正|在)(?:吃|喝|看|听|等|走|坐|洗|刷|找|拿|排|躺|站|拆|收|擦|晒|叠|浇|喂|逛|买|泡|煮|热|烤|削|剥|敷|吹|换|穿|脱|系|充|打(?:电话|字|车|哈欠)|发(?:呆|消息|微信|语音))(?!.{0,10}(?:工作|公司|厂|学校|医院|店|馆))[^,。]{0,8}$|(?:马上|快要?|正要|准备)(?:下班|出门|到家|睡|吃饭|开会|上车|下车|登机|进站|关机)了?"),
}
_WEIGHTY = {
    ENGLISH: re.compile(
        r"\b(?:learning|studying|saving|training|writing|working|living|planning|recovering|building|renovating|restoring|raising|fighting|dating|expecting|moving|teaching|growing|losing|trying|suffering|considering|thinking of|going (?:deaf|blind|bald|through|to)|applying|preparing|recording|composing|translating|designing|developing|founding|launching|selling|buying|adopting|divorcing|marrying|retiring|volunteering|caring|looking (?:for|after)|waiting for (?:a|an|the|his|her) (?:\w+ )?(?:transplant|operation|visa|verdict|results?|trial|divorce|decision)|"
        r"married|engaged|divorced|graduated|retired|promoted|hired|fired|diagnosed|moved|bought a (?:house|flat|car|boat)|born|died|adopted|pregnant|finished (?:school|university|college|his|her)|passed (?:his|her|the)|started (?:a|at|his|her)|since|for (?:\w+ )?(?:years|months|weeks)|until|this (?:week|month|year)|\d{4}|reading (?:all|every|the whole)|running (?:a|the)|taking (?:a course|lessons|medication|classes)|leading|managing|coaching|hiding|staying|visiting|sleeping on|house-?sitting|named|hoping|aiming|interested|missing (?:a|his|her) (?:leg|arm|finger|toe|kidney|tooth))\b"
    ),
    CHINESE: re.compile("结婚|离婚|毕业|搬|入职|辞|生(?:了|下|孩子)|买房|买车|考上|退休|确诊|手术|出院|住院|怀|升职|转行|创业|开店|领证|订婚|去世|过世|学|读|备考|装修|写(?:书|小说|论文)|找工作|治疗|康复|减肥|录取|通知|结果|攒|存钱|相亲|恋爱|年|个月|周|本|这几天|近期|最近|目前|药|褪黑素"),
}
_SOMEBODY = {
    ENGLISH: re.compile(r"\b(?:user|user's|he|she|his|her|they|their|i|my|we|our|mother|father|wife|husband|son|daughter|friend|works?|likes?|prefers?|wants?)\b"),
    CHINESE: re.compile("用户|[他她我]|喜欢|讨厌|希望|工作|上班|家里|妈|爸|女儿|儿子|妻|丈夫|朋友|每[天周月年]"),
}
_FEW = 5
_LAUGHTER = re.compile(r"\b(?:(?:ha){2,}h?|(?:he){2,}|lol|lmao|rofl)\b|哈哈|嘻嘻|嘿嘿|呵呵|笑死")
_GAPS = {ENGLISH: ("[^.]{0,24}?", "[^.]{0,24}?"), CHINESE: ("[^,。;!?]{0,2}?", "[^,。;!?]{0,6}?")}
_NUMBER = re.compile(r"\d[\d\s().+-]{3,}\d")
_LETTER = re.compile(r"[^\W\d_]")
_MASHED = re.compile(r"([^\W_])\1{4,}|^\w*[bcdfghjklmnpqrstvwxz]{5,}\w*$|^(?:asdf|qwer|zxcv|hjkl)\w*$", re.IGNORECASE)


def why_junk(reading: Reading) -> str:
    """Why a memory is junk; empty if it is not."""
    low = reading.low
    if not _LETTER.search(low) and not _NUMBER.search(low):
        return "no words at all"
    if _MASHED.search(low) and len(low) <= _LONGEST_IDLE:
        return "keys struck at random"
    if is_greeting(low) or _is_idle(low, reading.language):
        return _WHY["idle"]
    if _is_machine(low, reading.language):
        return _WHY["machine"]
    for kind in ("machine", "status", "boot", "chatter", "meta", "momentary"):
        if kind in ("chatter", "meta", "momentary") and _NAMING[reading.language].search(low):
            continue
        if any(found.search(low) for found in _phrases(kind, reading.language)):
            return _WHY[kind]
    return _WHY["momentary"] if _is_fleeting(low, reading.language) else ""


def _is_idle(low: str, language: str) -> bool:
    if len(low) > _LONGEST_IDLE:
        return False
    return _idle(language).fullmatch(low) is not None or _is_small_talk(low, language)


def _is_small_talk(low: str, language: str) -> bool:
    """Whether all its words are words of small talk or slight ones."""
    small, slight, _terms = _lists(language)
    said = _words(low, language)
    if len(said) <= _FEW and _LAUGHTER.search(low) and not _NAMING[language].search(low):
        return True
    return bool(said) and any(each in small for each in said) and all(each in small or each in slight for each in said)


def _is_fleeting(low: str, language: str) -> bool:
    """Whether it tells what somebody is just doing or has just done, and nothing of weight."""
    if len(low) > _LONGEST_IDLE or _NAMING[language].search(low) or _WEIGHTY[language].search(low):
        return False
    return _FLEETING[language].search(low) is not None


def _is_machine(low: str, language: str) -> bool:
    """Whether it is in a program's words, and speaks of nobody."""
    if len(low) > 2 * _LONGEST_IDLE or _SOMEBODY[language].search(low):
        return False
    said = _words(low, language)
    terms = {each for each in said if each in _lists(language)[2]}
    return len(terms) > 1 and len(terms) * 4 >= len(set(said))


def _words(low: str, language: str) -> list[str]:
    if language == ENGLISH:
        return re.findall(r"[a-z][a-z'_-]*", low)
    return [word for run in re.findall("[\u4e00-\u9fff]+|[a-z0-9]+", low) for word in divide(run)]


@cache
def _lists(language: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    lists = sections("junk.toml")
    slight = "slight" if language == ENGLISH else "zhslight"
    small = lists["small"]
    return (
        frozenset(small[language].split()),
        frozenset(small[slight].split()),
        frozenset(lists["terms"][language].split()),
    )


@cache
def _idle(language: str) -> re.Pattern[str]:
    """A run of idle phrases. Nothing is tried a second way, so that no text takes for ever."""
    listed = sections("junk.toml")["idle"][language].split(" | ")
    each = sorted((part.strip() for part in listed), key=len, reverse=True)
    end = r"(?![a-z0-9])" if language == ENGLISH else ""
    return re.compile(rf"[\W_\d]*+(?>(?>{'|'.join(each)}){end}[\W_]*+)++")


@cache
def _phrases(kind: str, language: str) -> tuple[re.Pattern[str], ...]:
    """All of a kind. Those that mark their own bounds are taken as they stand."""
    listed = sections("junk.toml")[kind][language].split(" | ")
    found = []
    for part in listed:
        short, long = _GAPS[language]
        bare = part.replace("_?", short).replace("_", long)
        conjoined = bare.strip().split(" & ")
        ahead = "".join(rf"(?=.*(?:{other}))" for other in conjoined[1:])
        found.append(re.compile(rf"^{ahead}.*?(?:{conjoined[0]})" if ahead else conjoined[0]))
    return tuple(found)
