"""Asking first, before what cannot be taken back."""

from __future__ import annotations

import sys

import click

from holdfast.errors import InvalidInput


def agreed(question: str, *, yes: bool, otherwise: str) -> bool:
    """Whether the person agrees; `yes` answers for them.

    Where nobody can be asked, InvalidInput with `otherwise`: what was therefore not done.
    """
    if yes:
        return True
    if not can_ask():
        raise InvalidInput(
            f"Nobody can be asked here, so {otherwise}.", remedy="Repeat it with --yes."
        )
    return click.confirm(question, err=True)


def can_ask() -> bool:
    """Whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()
