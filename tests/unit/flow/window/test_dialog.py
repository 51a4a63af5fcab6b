"""Dialog: the recent memory as text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.domain.item import ItemKind
from holdfast.domain.recent import Recent
from holdfast.flow.window.dialog import LONGEST_TOPIC, Names, history, new_dialog, spoken, topic

NAMES = Names("Juno", "Ming")


@pytest.fixture
def recent(memory):
    """Makes a memo of summaries and of messages, each with its role before it."""

    def make(summaries: Sequence[str] = (), messages: Sequence[tuple[str, str]] = ()) -> Recent:
        said = [{"role": role, "content": text} for role, text in messages]
        if said:
            memory.add("ming", said)
        items = [memory.items.add("ming", text, kind=ItemKind.SUMMARY) for text in summaries]
        shown = memory.recent("ming").messages
        return Recent(
            user="ming",
            agent="juno",
            summaries=tuple(items),
            messages=shown,
            waiting=0,
            hidden=0,
            fingerprint="",
        )

    return make


def test_roles_have_names_and_what_is_neither_is_the_systems(recent):
    roles = ("user", "assistant", "system", "tool")
    text = history(recent(messages=[(role, role) for role in roles]), NAMES)
    assert text.splitlines() == [
        "Ming | user",
        "Juno | assistant",
        "SYSTEM_MESSAGE | system",
        "SYSTEM_MESSAGE | tool",
    ]


@pytest.mark.parametrize(
    ("language", "head"),
    [("zh", "先前对话的备忘录: "), ("en", "Memo of earlier conversations: ")],
)
def test_the_memo_is_one_line_of_the_system_in_either_language(recent, language, head):
    made = recent(["他们见过。", "Then they left."])
    assert history(made, NAMES, language) == f"SYSTEM_MESSAGE | {head}他们见过。\nThen they left."


def test_the_language_is_the_one_mostly_spoken(recent):
    assert spoken(recent()) == "en"
    assert spoken(recent(["他们在成都见过。"], [("user", "ok")])) == "zh"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("好$$想$$呀", "好呀"),
        ("a $$b\nc$$ d", "a  d"),
        ("$$a$$b$$c$$", "b"),
        ("it costs $$", "it costs $$"),
        ("$$$$", ""),
    ],
)
def test_asides_are_left_out(recent, text, shown):
    dialog = new_dialog(recent(messages=[("assistant", text)]), NAMES, language="en")
    assert dialog.endswith(f"Juno | {shown}\n")


def test_an_aside_does_not_reach_into_the_next_message(recent):
    said = [("user", "it costs $$"), ("assistant", "Really?"), ("user", "yes, $$!")]
    dialog = new_dialog(recent(messages=said), NAMES)
    assert dialog.endswith("Ming | it costs $$\nJuno | Really?\nMing | yes, $$!\n")


def test_names_and_settings_are_shown_as_they_are(recent):
    names = Names("{agent}", "{0} %s")
    dialog = new_dialog(recent(["{memo}"]), names, {"喜欢": ["茶", {"a": "{b}"}]}, "en")
    assert "{agent} often thinks of {0} %s" in dialog
    assert '{"喜欢": ["茶", {"a": "{b}"}]}' in dialog
    assert "Memo of earlier conversations: {memo}\n" in dialog


class TestTopic:
    """A line on what was talked about last."""

    def test_it_is_how_the_newest_summary_begins(self, recent):
        made = recent(["They met.", "Lily moves to Chengdu. The cat is afraid of flying."])
        assert topic(made) == "Lily moves to Chengdu."
        assert topic(recent(["莉莉要搬去成都。猫怕坐飞机。"])) == "莉莉要搬去成都。"

    def test_it_is_never_long(self, recent):
        assert len(topic(recent(["很" * 1000]))) == LONGEST_TOPIC

    def test_without_a_summary_there_is_none(self, recent):
        assert topic(recent(messages=[("user", "hello")])) == ""
