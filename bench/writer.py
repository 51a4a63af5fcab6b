"""A process that adds what it is told, line by line, to one user's memory, and says when it is safe."""

from __future__ import annotations

import sys

from holdfast import Memory


def main(path: str, user: str) -> None:
    """Until the lines end."""
    with Memory.open(path, worker=False) as memory:
        for line in sys.stdin:
            memory.add(user, line.strip(), session="later")
            print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
