"""Packages that are installed by those who want them only."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from holdfast.errors import SettingsRefused


def demand(package: str, extra: str) -> None:
    """SettingsRefused, with the command to run, if a package is not installed. Imports nothing."""
    if not installed(package):
        raise SettingsRefused(
            f"This embedder needs the package {package}, which is not installed.",
            remedy=f"Run: pip install 'holdfast[{extra}]'.",
        )


def installed(package: str) -> bool:
    """Whether a package is there. Imports nothing."""
    return find_spec(package) is not None


def loaded(package: str) -> Any:
    """The package. Its types are unknown here, so that it need not be installed to check ours."""
    return import_module(package)
