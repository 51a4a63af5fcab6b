"""Greetings, thanks and yeses: what is said without asking for anything, in both languages."""

from __future__ import annotations

import re
from functools import cache

_WORDS = (
    "hi hey hello hiya howdy yo good\\s+morning good\\s+night good\\s+evening good\\s+afternoon "
    "bye goodbye see\\s+you(?:\\s+(?:later|soon))? thanks thank\\s+you(?:\\s+(?:so|very)\\s+much)? "
    "thx cheers ok okay yes yeah yep no nope sure great cool fine there all everyone "
    "你好 您好 大家好 早 早安 早上好 午安 下午好 晚上好 晚安 再见 再會 再見 拜拜 谢谢 謝謝 谢谢你 謝謝你 "
    "多谢 多謝 好 好的 好呀 好啊 嗯+ 哦+ 哈+ 是 是的 对 對 对的 行 可以 没事 沒事 在吗 在嗎 嗨 哈喽 "
    "啊 呀 啦 吧 了 呢"
)
_LONGEST = 40


@cache
def _only() -> re.Pattern[str]:
    words = sorted(_WORDS.split(" "), key=len, reverse=True)
    latin = "|".join(word for word in words if word.isascii())
    chinese = "|".join(word for word in words if not word.isascii())
    word = rf"(?>(?:{latin})(?![a-z0-9])|{chinese})"
    first = "".join({word[0] for word in words})  # most texts begin otherwise: that is seen at once
    # Nothing is ever tried a second way: a text that almost fits must not take for ever.
    return re.compile(rf"[\W_]*+(?=[{first}])(?>{word}[\W_]*+)++", re.IGNORECASE)


def is_greeting(text: str) -> bool:
    """Whether a text is nothing but a greeting, thanks or a yes.

    >>> is_greeting("Hello there!"), is_greeting("hi, where is Lily?")
    (True, False)
    """
    return len(text) <= _LONGEST and _only().fullmatch(text) is not None
