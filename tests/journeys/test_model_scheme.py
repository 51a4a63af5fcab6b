"""A model learns what the layout of profiles asks for: topics, events and tags of an app's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holdfast import Memory, Settings
from holdfast.testing.model_server import ModelServer

SCHEME = """
additional_user_profiles:
  - topic: gaming
    description: what they play
    sub_topics: [{name: favorite_game, description: the one they play most}, platform]
event_theme_requirement: what they play, and with whom
event_tags: [{name: mood, description: one word}]
"""
SAID = "I play Go with my brother every night."


def minded(body: dict[str, Any]) -> str:
    """Claims what it was told to look for, and nothing else."""
    instructions = body["messages"][0]["content"]
    claims = [
        {"lines": [1], "topic": "gaming", "sub": sub, "about": "user", "value": value, "text": SAID}
        for sub, value in (("favorite game", "Go"), ("weapon", "Chess"))
        if sub in instructions or sub == "weapon"
    ]
    gists = ["The user plays Go with a brother."] if "with whom" in instructions else []
    tags = [{"name": "mood", "value": "calm"}, {"name": "weather", "value": "wet"}]
    return json.dumps({"claims": claims, "gists": gists, "tags": tags})


def learned(path: Path, server: ModelServer, scheme: str) -> Memory:
    settings = Settings(
        worker=False, embedder="none", model_url=server.url, model_name="m", model_attempts=1
    )
    memory = Memory.open(path, settings=settings)
    memory.profile.set_scheme(scheme)
    memory.add("mei", [SAID, "It calms me."], session="s")
    memory.seal("mei", "s")
    memory.admin.run_jobs()
    return memory


def instructions(server: ModelServer) -> list[str]:
    """What it was told to look for, each time it was asked for claims."""
    told = [seen.body["messages"][0]["content"] for seen in server.requests]
    return [each for each in told if '"claims"' in each]


@pytest.mark.capability("L31", "K11")
def test_topics_events_and_tags_of_an_app_are_asked_for_and_kept(tmp_path):
    with ModelServer(says=minded) as server, learned(tmp_path / "m.db", server, SCHEME) as memory:
        (told,) = instructions(server)
        assert "gaming (what they play): favorite game (the one they play most), platform" in told
        sections = {(s.topic, s.sub): s for s in memory.profile.sections("mei")}
        game = sections["gaming", "favorite_game"]
        assert game.content == "Go"
        (slot,) = (s for s in memory.profile.get("mei") if s.id in game.slots)
        (said,) = memory.messages.versions("mei", slot.sources[0])
        assert said.text == SAID
        (event,) = memory.events.list("mei")
        assert [gist.text for gist in event.gists] == ["The user plays Go with a brother."]
        assert event.tags == (("mood", "calm"),)
        assert "Chess" not in str(sections)  # nobody said it


def test_without_a_scheme_none_of_it_is_asked_for(tmp_path):
    with ModelServer(says=minded) as server, learned(tmp_path / "m.db", server, "") as memory:
        (told,) = instructions(server)
        assert "gaming" not in told
        assert ("gaming", "favorite_game") not in {
            (s.topic, s.sub) for s in memory.profile.sections("mei")
        }
