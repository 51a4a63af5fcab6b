"""A chat app with several friends, from the first message to what they remember, in two languages.

What is driven here is the example itself, ``examples/friends_chat.py``.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "friends_chat.py"

ENGLISH = {
    "told": "I live in Chengdu, and yesterday I bought a red bike.",
    "thing": "red bike",
    "home": "Chengdu",
    "related": "The red bike I bought has a flat tyre.",
    "unrelated": "Which film shall we watch tonight?",
    "asked": "Do you remember which bike I bought?",
    "other": "I have a cat called Tom.",
}
CHINESE = {
    "told": "我住在成都，我昨天买了一辆红色的自行车。",
    "thing": "自行车",
    "home": "成都",
    "related": "我买的那辆红色的自行车爆胎了。",
    "unrelated": "今晚我们看什么电影？",
    "asked": "你还记得我买了什么自行车吗？",
    "other": "我养了一只叫豆豆的猫。",
}
BOTH = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["english", "chinese"])


@pytest.fixture
def chat(memory, clock):
    spec = importlib.util.spec_from_file_location("friends_chat", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["friends_chat"] = module
    spec.loader.exec_module(module)
    return module.Chat(memory, "mei", clock)


@BOTH
def test_a_talk_becomes_memories_when_it_has_gone_silent(chat, words):
    chat.say("Anna", words["told"], "Oh!")
    chat.wait(29 * 60)
    assert chat.memories("Anna") == []
    chat.wait(2 * 60)
    assert words["thing"] in str(chat.memories("Anna"))


@BOTH
@pytest.mark.parametrize("how", ["new talk", "by hand", "next message"])
def test_it_ends_otherwise_too(chat, words, how):
    first = chat.say("Anna", words["told"], "Oh!")
    if how == "new talk":
        assert chat.begin("Anna") != first
        assert chat.begin("Anna") == chat.begin("Anna")
    elif how == "by hand":
        chat.end("Anna")
    else:
        chat.clock.advance(31 * 60)
        assert chat.say("Anna", words["unrelated"], "Hm.") != first
    chat.memory.admin.run_jobs()
    assert words["thing"] in str(chat.memories("Anna"))
    chat.end("Anna")
    chat.memory.admin.run_jobs()
    assert str(chat.memories("Anna")).count(words["thing"]) == 1


@BOTH
def test_friends_share_the_profile_and_not_what_happened(chat, words):
    chat.say("Anna", words["told"], "Oh!")
    chat.say("小八", words["other"], "嗯。")
    chat.wait(31 * 60)
    assert words["thing"] in str(chat.memories("Anna"))
    assert words["thing"] not in str(chat.memories("小八"))
    chat.say("小八", words["asked"], "不知道。")
    system, _, found, _ = chat.prompts[-1]
    assert words["home"] in system["content"]
    assert words["told"] not in found["output"]
    chat.say("Anna", words["asked"], "Yes.")
    assert words["told"] in chat.prompts[-1][2]["output"]


@BOTH
def test_what_belongs_to_the_talk_before_takes_it_up_again(chat, words):
    first = chat.say("Anna", words["told"], "Oh!")
    chat.wait(31 * 60)
    assert chat.memories("Anna")
    assert chat.say("Anna", words["related"], "Oh no.") == first
    assert chat.memories("Anna") == []
    chat.end("Anna")
    chat.wait(60)
    assert words["thing"] in str(chat.memories("Anna"))
    assert chat.say("Anna", words["unrelated"], "A comedy!") != first


@BOTH
def test_the_prompt_holds_what_was_looked_up_once_and_best_first(chat, words):
    for _ in range(2):
        chat.say("Anna", words["told"], "Oh!")
    chat.wait(31 * 60)
    chat.say("Anna", words["asked"], "Yes.")
    system, call, found, asked = chat.prompts[-1]
    assert (system["role"], call["type"], found["type"], asked["content"]) == (
        "system",
        "function_call",
        "function_call_output",
        words["asked"],
    )
    lines = found["output"].splitlines()
    assert words["told"] in lines[0]
    assert len(lines) == len(set(lines)) <= 5


def test_forgetting_a_friend_takes_their_memories_along(chat):
    chat.say("Anna", ENGLISH["told"], "Oh!")
    chat.say("小八", CHINESE["other"], "嗯。")
    chat.wait(31 * 60)
    chat.memory.forget("mei", agent="Anna")
    assert chat.memories("Anna") == []
    assert chat.memories("小八")
    assert "Chengdu" not in str(chat.memory.profile.sections("mei"))
