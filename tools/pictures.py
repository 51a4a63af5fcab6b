"""Take the pictures of the memory browser that the READMEs show: docs/pictures/*.png.

``python tools/pictures.py [FOLDER]``. A real server, the demo's story, and Chromium.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402

from holdfast import Memory, Settings  # noqa: E402
from holdfast.entrypoints.web.pages.house.section import SECTIONS  # noqa: E402
from holdfast.testing.clock import FrozenClock  # noqa: E402
from holdfast.testing.server import Served, served  # noqa: E402
from tests.journeys.web.story import AGENT, USER, tell_all  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"
DESK, PHONE = (1280, 860), (390, 844)
UNSETTLED = ".htmx-request, [hx-trigger=load] > p > a"
ASKED = {"en": "Where does my sister live now?", "zh": "年糕的第二针是几号？"}


class Picture(NamedTuple):
    """One view, as somebody sees it."""

    name: str
    path: str
    language: str
    theme: str = "light"
    size: tuple[int, int] = DESK
    whole: bool = False
    says: str = ""
    """What is said on the playground first."""


def kept() -> Iterator[Picture]:
    """Those that are kept in docs/: few, and each shows something else."""
    for language in ASKED:
        recall = f"/browse/recall?user={USER}&q={ASKED[language]}&budget=600"
        yield Picture("home", "/browse", language)
        yield Picture("recent", f"/browse/recent?user={USER}&agent={AGENT}", language, "dark")
        yield Picture("profile", f"/browse/profile?user={USER}", language)
        yield Picture("recall", recall, language)
        yield Picture("timeline", f"/browse/timeline?user={USER}", language)
        plan = f"/browse/house/forget?user={USER}&what=session&name=vet"
        yield Picture("house", plan, language)
        play = f"/browse/playground?user={USER}&agent={AGENT}&session=play {language}"
        yield Picture("playground", play, language, says=ASKED[language])
    yield Picture("recall-phone", f"/browse/recall?user={USER}&q={ASKED['zh']}", "zh", size=PHONE)


def every(memory: Memory) -> Iterator[Picture]:
    """Every view in both languages, both themes and at phone width, to be looked at."""
    first = memory.messages.list(USER, limit=1)[0].id
    job = memory.profile.history(USER, "work", about="方越")[-1].id
    views = {
        "home": "/browse",
        "recent": f"/browse/recent?user={USER}&agent={AGENT}",
        "profile": f"/browse/profile?user={USER}",
        "profile-as-of": f"/browse/profile?user={USER}&day=2026-05-01",
        "slot": f"/browse/profile/slot?user={USER}&id={job}",
        "timeline": f"/browse/timeline?user={USER}",
        "session": f"/browse/session?user={USER}&name=vet",
        "reopen": f"/browse/session/reopen?user={USER}&name=vet",
        "message": f"/browse/message?user={USER}&id={first}",
        "forget": f"/browse/message/forget?user={USER}&id={first}",
        "missing": "/browse/nowhere",
        "house": "/browse/house",
        **{f"house-{name}": f"/browse/house/{name}" for name in SECTIONS},
        "house-scheme-of": f"/browse/house/scheme?user={USER}",
        "house-forget-plan": f"/browse/house/forget?user={USER}&what=session&name=vet",
    }
    for language in ASKED:
        asked = {"recall": f"/browse/recall?user={USER}&q={ASKED[language]}"}
        for name, path in {**views, **asked}.items():
            yield Picture(name, path, language, "light", DESK, whole=True)
            yield Picture(f"{name}-dark", path, language, "dark", DESK)
            yield Picture(f"{name}-phone", path, language, "light", PHONE, whole=True)
        says = ASKED[language]
        for name, theme, size in (
            ("", "light", DESK),
            ("-dark", "dark", DESK),
            ("-phone", "light", PHONE),
        ):
            play = f"/browse/playground?user={USER}&session=play {language}{name}"
            yield Picture(f"playground{name}", play, language, theme, size, True, says)
    yield Picture("sign-in", "/browse/sign-in", "en")


def main() -> None:
    """Take them all."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("folder", type=Path, nargs="?", default=FOLDER, help="all views, into there")
    folder, clock = asked.parse_args().folder, FrozenClock()
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as archives,
        served(settings=Settings(worker=False, archive_dir=archives), clock=clock) as server,
        sync_playwright() as playwright,
    ):
        tell_all(server.memory, clock)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for picture in kept() if folder == FOLDER else every(server.memory):
            print(take(browser, server, picture, folder))
        browser.close()


def take(browser: Browser, server: Served, picture: Picture, folder: Path) -> Path:
    """Take one; where it is then."""
    context = browser.new_context(
        base_url=server.url,
        locale={"en": "en-GB", "zh": "zh-CN"}[picture.language],
        timezone_id="Asia/Shanghai",
        color_scheme="dark" if picture.theme == "dark" else "light",
        viewport={"width": picture.size[0], "height": picture.size[1]},
    )
    page = context.new_page()
    if picture.name != "sign-in":
        page.goto(server.server.link())
    page.goto(picture.path)
    page.wait_for_load_state("load")
    # Not for an idle network: a page that is live listens.
    expect(page.locator(UNSETTLED)).to_have_count(0)
    if picture.says:
        page.locator("#text").fill(picture.says)
        page.locator("#text").press("Enter")
        page.locator(".played").wait_for()
        page.locator(".workings details").evaluate_all("all => all[1].open = true")
        page.evaluate("scrollTo(0, 0)")
    file = folder / f"{picture.name}.{picture.language}.png"
    page.screenshot(path=file, full_page=picture.whole)
    context.close()
    return file


if __name__ == "__main__":
    main()
