"""Group: commands under a command, in the order that they are met, not in that of the alphabet."""

from __future__ import annotations

import click


class Group(click.Group):
    """Called alone, it does what the first of its commands does."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  it is click's
        """The commands as they were written down."""
        return list(self.commands)


def is_alone() -> bool:
    """Whether the group was called without one of its commands."""
    return click.get_current_context().invoked_subcommand is None
