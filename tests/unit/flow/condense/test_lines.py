"""Messages and summaries as lines to read."""

from __future__ import annotations

from holdfast.domain.item import ItemKind
from holdfast.flow.condense.lines import line_of_item, line_of_message


def test_a_message_is_somebodys_and_a_summary_nobodys(memory, clock):
    memory.add("ming", {"role": "user", "name": "Lily", "content": "我也在。"})
    (message,) = memory.messages.latest("ming")
    line = line_of_message(message)
    assert (line.id, line.voice, line.role, line.text) == (message.id, "Lily", "user", "我也在。")
    assert line.said_at == message.said_at
    item = memory.items.add("ming", "They met.", kind=ItemKind.SUMMARY)
    line = line_of_item(item)
    assert (line.id, line.voice, line.role, line.text) == (item.id, "", "", "They met.")
    assert line.said_at == clock.now()
