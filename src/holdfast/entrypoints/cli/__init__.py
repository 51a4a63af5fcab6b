"""The command line. `main` is all there is to import; the rest is loaded when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and exit with its status (130 when interrupted)."""
    try:
        from holdfast.entrypoints.cli.program import program

        program.main(args=arguments, prog_name="holdfast")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)
