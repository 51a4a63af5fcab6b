"""The dutiful mind finds claims: always the same ones, and such as an extractor accepts."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from holdfast.providers.by_model import ModelExtractor
from holdfast.providers.openai_compatible import Client, Endpoint, OpenAICompatibleModel
from holdfast.testing.model_claims import claims_in
from holdfast.testing.model_minds import dutiful
from holdfast.testing.model_server import ModelServer
from tests.unit.providers.by_model.talks import talk

ENGLISH = talk(
    "user: My name is Mei, and I live in Oslo. I really like green tea!",
    "assistant: My name is Bot. I like coffee.",
    "user: I'm going to see Lily tomorrow. Do I like fish? I am happy.",
    "Tom: I work at Acme and I have a dog named Rex. I hate rain.",
    "tool: I live in Paris.",
    "user: Please always answer in French.",
)
FOUND = [
    ("name", "Mei", "user", ("a",)),
    ("home", "Oslo", "user", ("a",)),
    ("like", "green tea", "user", ("a",)),
    ("plan", "see Lily", "user", ("c",)),
    ("work", "Acme", "Tom", ("d",)),
    ("pet", "a dog named Rex", "Tom", ("d",)),
    ("dislike", "rain", "Tom", ("d",)),
    ("instruction", "answer in French", "user", ("f",)),
]
CHINESE = talk(
    "user: 我叫小明，我住在杭州。我喜欢茉莉花茶！",
    "assistant: 我叫小助手。",
    "小红: 我在学校工作。我养了两只猫。我讨厌下雨。",
    "user: 我打算明天去看李华。请以后用英文回答。我很开心。",
)
FOUND_ZH = [
    ("name", "小明", "user", ("a",)),
    ("home", "杭州", "user", ("a",)),
    ("like", "茉莉花茶", "user", ("a",)),
    ("work", "学校", "小红", ("c",)),
    ("pet", "两只猫", "小红", ("c",)),
    ("dislike", "下雨", "小红", ("c",)),
    ("plan", "明天去看李华", "user", ("d",)),
    ("instruction", "用英文回答", "user", ("d",)),
]


@pytest.mark.parametrize(
    ("lines", "found", "mood"), [(ENGLISH, FOUND, "happy"), (CHINESE, FOUND_ZH, "开心")]
)
def test_what_it_finds_is_accepted(lines, found, mood):
    with ModelServer(says=dutiful) as server, ExitStack() as closing:
        client = Client(Endpoint(server.url))
        closing.callback(client.close)
        extractor = ModelExtractor(OpenAICompatibleModel(client, "m"))
        made = extractor.extract(lines)
        assert made == extractor.extract(lines), "always the same"
    assert [(each.topic, each.value, each.about, each.sources) for each in made.claims] == found
    [plan] = [each for each in made.claims if each.topic == "plan"]
    assert plan.since is not None
    assert f"{plan.since:%Y-%m-%d}" == "2026-05-02"
    assert made.gists
    assert made.sense.emotions == (mood,)
    assert made.sense.times


def test_nothing_to_find():
    found = claims_in(
        "[1] (2026-05-01 Fri 14:30) user: Do I like tea?\n[-] (x) assistant: I like tea."
    )
    assert found["claims"] == []
    assert json.dumps(found)
