"""What every test may use: one fixture, for tests that need something beside Python packages."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

# Whoever starts us in the background may have us ignore Ctrl-C, and so would all that we start.
signal.signal(signal.SIGINT, signal.default_int_handler)

RequireService = Callable[[str, bool, str], None]


@pytest.fixture(scope="session")
def require_service() -> RequireService:
    """Go on only if a service is there.

    ``require_service("fiu-run", shutil.which("fiu-run") is not None, "apt-get install fiu-utils")``
    skips the test with the reason when the service is missing, and fails it when
    ``REQUIRE_TEST_SERVICES=1``: in CI a missing service must not look like a pass.
    """

    def require(name: str, present: bool, how: str) -> None:
        if present:
            return
        reason = f"needs {name}; to get it: {how}"
        if os.environ.get("REQUIRE_TEST_SERVICES") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)

    return require
