"""Conversations: LangChain's form, and the digest that tells a changed copy."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from holdfast.errors import InvalidInput
from holdfast.flow.maintain.archive.conversation import (
    OURS,
    Fault,
    conversation,
    form,
    opened,
    rendered,
)
from tests.unit.flow.maintain.archive.stretches import SHANGHAI, said, stretch


def kept():
    of = stretch("tea")
    return conversation(of, said(of), SHANGHAI)


def test_a_message_has_langchains_form_and_our_metadata():
    of = stretch("tea")
    made = form(said(of, "我妹妹三月搬去了成都。")[0])
    assert made["type"] == made["data"]["type"] == "human"
    assert made["data"]["content"] == "我妹妹三月搬去了成都。"
    assert made["data"]["name"] == "美"
    ours = made["data"]["additional_kwargs"][OURS]
    assert ours["said_at"] == "2026-03-05T21:41:07+08:00[Asia/Shanghai]"
    assert (ours["session"], ours["version"], ours["number"]) == ("tea", 1, 1)
    assert ours["id"] == made["data"]["id"]


@pytest.mark.parametrize(
    ("role", "type_", "plain"),
    [
        ("user", "human", "human"),
        ("assistant", "ai", "ai"),
        ("system", "system", "system"),
        ("tool", "tool", "system"),
        ("developer", "chat", "system"),
    ],
)
def test_every_role_has_a_type(role, type_, plain):
    message = replace(said(stretch("tea"))[0], role=role)
    assert form(message)["type"] == type_
    assert form(message, plain=True)["type"] == plain


def test_what_was_written_is_opened():
    assert opened(json.loads(rendered(kept().messages))) == kept()
    assert kept().file == f"session_20260305_214007_{stretch('tea').id}.json"
    assert (kept().day, kept().session) == ("20260305", "tea")


def _changed(change):
    forms = copy.deepcopy(list(kept().messages))
    change(forms)
    return opened(forms)


@pytest.mark.parametrize(
    "change",
    [
        lambda forms: forms[0]["data"].update(content="other"),
        lambda forms: forms[1]["data"].update(content="other"),
        lambda forms: forms.pop(),
        lambda forms: forms.append(forms[1]),
        lambda forms: forms[1]["data"].update(more=1),
        lambda forms: forms[0]["data"]["additional_kwargs"][OURS]["stretch"].update(id="other"),
    ],
)
def test_what_was_changed_is_told(change):
    assert _changed(change) is Fault.EDITED


@pytest.mark.parametrize("forms", [[], {}, None, [1], ["a"], [{"type": "human"}], [{"data": {}}]])
def test_what_is_not_ours_is_told(forms):
    assert opened(forms) is Fault.FOREIGN
    assert _changed(lambda kept: kept[0]["data"].update(additional_kwargs={})) is Fault.FOREIGN


def test_an_id_that_is_no_file_name_is_refused():
    of = replace(stretch("tea"), id="../x")
    with pytest.raises(InvalidInput):
        conversation(of, said(of), SHANGHAI)
