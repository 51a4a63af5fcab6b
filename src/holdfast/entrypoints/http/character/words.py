"""Words: the texts of these routes, as the apps' prompts know them. They are Chinese."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.domain.recall import Hit
from holdfast.domain.recent import Recent
from holdfast.flow.window.dialog import SYSTEM, Names, voice

CHINESE = "zh"
MEMO = "先前对话的备忘录: "
"""What the memo at the head of a character's recent messages begins with."""

NO_MEMO = "无。"
"""What apps write for an empty one."""


def recent_history(recent: Recent, names: Names) -> str:
    """The memo, then ``name | text`` for each message. What nobody said has no name before it."""
    lines = [f"开始聊天前，{names.agent}又在脑海内整理了近期发生的事情。"]
    lines += [MEMO + recent.memo] if recent.memo else []
    for message in recent.messages:
        name = message.speaker or voice(message.role, names)
        lines.append(message.text if name == SYSTEM else f"{name} | {message.text}")
    return "".join(f"{line}\n" for line in lines)


def search_text(found: Iterable[Hit], query: str, names: Names) -> str:
    """What was found, each fragment under its number."""
    fragments = "\n".join(
        f"记忆片段{number} | \n{hit.speaker or voice(hit.role, names)} | {hit.text}\n"
        for number, hit in enumerate(found)
    )
    return (
        f"======{names.agent}尝试回忆=====\n{query}\n\n"
        f"====={names.agent}的相关记忆=====\n{fragments}"
    )
