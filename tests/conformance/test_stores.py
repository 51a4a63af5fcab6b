"""Every store passes the whole suite."""

from __future__ import annotations

from holdfast.testing.conformance import *  # noqa: F403
