"""`python -m holdfast` is the command line."""

from __future__ import annotations

from holdfast.entrypoints.cli import main

if __name__ == "__main__":
    main()
