"""Group: commands under a command, in the order that they are met, not in that of the alphabet."""

from __future__ import annotations

import click

from holdfast.entrypoints.cli.call import Call, was_typed


class Group(click.Group):
    """Called alone, it does what the first of its commands does."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  it is click's
        """The commands as they were written down."""
        return list(self.commands)


def is_alone() -> bool:
    """Whether the group was called without one of its commands."""
    return click.get_current_context().invoked_subcommand is None


def see_that_all_is_heeded() -> None:
    """Refuse an option of the group alone that was typed before one of its commands."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name not in Call.__dataclass_fields__ and was_typed(str(each.name)):
            raise click.UsageError(f"{each.opts[0]} belongs behind the command, if it takes it.")
