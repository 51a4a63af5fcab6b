"""Recall: asked as a user would, shown with reasons, packed under a budget, and shared."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from holdfast.testing.server import Served
from tests.journeys.web.conftest import Opening
from tests.journeys.web.story import USER

PATH = f"/browse/recall?user={USER}"


def test_an_agent_narrows_it(visitor: Opening, story: Served):
    story.memory.add(USER, "my sister sings", agent="momo")
    page = visitor(f"{PATH}&q=sister")
    page.get_by_label("Agent").select_option("momo")
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.locator(".hit")).to_contain_text("my sister sings")


def test_it_works_without_scripts(visitor: Opening, story: Served):
    page = visitor(PATH, java_script_enabled=False)
    page.locator("#q").fill("sister")
    page.get_by_role("button", name="Recall").click()
    assert re.search(r"[?&]q=sister", page.url)
    expect(page.locator(".hit").first).to_be_visible()
