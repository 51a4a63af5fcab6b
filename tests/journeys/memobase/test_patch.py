"""The client's own patch of OpenAI's client: memory goes into the prompt, and the turn comes back."""

from __future__ import annotations

import time

import pytest
from memobase.patch.openai import openai_memory
from memobase.utils import string_to_uuid
from openai import OpenAI

from holdfast.testing.model_server import ModelServer

PATIENCE = 20.0


@pytest.fixture
def model():
    with ModelServer(says="Nice to hear.") as found:
        yield found


def settled(client, name, count):
    """Wait until the patch's own thread has told so many turns."""
    user = client.get_user(string_to_uuid(name), no_get=True)
    ends = time.monotonic() + PATIENCE
    while len(user.get_all("chat")) < count and time.monotonic() < ends:
        time.sleep(0.01)
    assert len(user.get_all("chat")) == count
    return user


@pytest.mark.capability("L43")
def test_the_patched_client_remembers(client, model):
    with OpenAI(base_url=model.url, api_key="test", max_retries=0) as plain:
        patched = openai_memory(plain, client)
        said = [{"role": "user", "content": "I live in Berlin & work in R&D."}]
        answer = patched.chat.completions.create(messages=said, model="m", user_id="gus")
        assert answer.choices[0].message.content == "Nice to hear."
        settled(client, "gus", 1)
        asked = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello?"}]
        stream = patched.chat.completions.create(
            messages=asked, model="m", user_id="gus", stream=True
        )
        text = "".join(each.choices[0].delta.content or "" for each in stream if each.choices)
        assert text == "Nice to hear."
        system = model.requests[-1].body["messages"][0]["content"]
        assert system.startswith("Be kind.")
        assert "I live in Berlin & work in R&D." in system
        user = settled(client, "gus", 2)
        assert patched.flush("gus")
        assert [row.content for row in patched.get_profile("gus")][:1] == ["Berlin"]
        assert "Berlin" in patched.get_memory_prompt("gus")
        assert "Nice to hear" not in str(user.profile())
        before = len(user.get_all("chat"))
        patched.chat.completions.create(messages=said, model="m", user_id=None)
        assert len(user.get_all("chat")) == before
