"""Systems: who is measured, in which module, and what importing it means."""

from __future__ import annotations

from dataclasses import dataclass

K = 10
"""How many are asked for."""


@dataclass(frozen=True, slots=True)
class System:
    """One side. `by_vector` tells whether it ranks by the vectors alone.

    `packages` are named once, so a second way to use the same system has none.
    """

    name: str
    module: str
    imported: str
    packages: tuple[str, ...]
    by_vector: bool = True


OURS = System("Holdfast", "ours", "from holdfast import Memory", ("holdfast",), by_vector=False)
SQLITE_STORE = System(
    "SqliteStore",
    "sqlite_store",
    "from langgraph.store.sqlite import SqliteStore",
    ("langgraph-checkpoint-sqlite", "sqlite-vec"),
)
MEM0 = System("mem0", "mem0_local", "from mem0 import Memory", ("mem0ai", "qdrant-client"))
CHROMA = System("Chroma, filtered", "chroma", "import chromadb", ("chromadb",))
CHROMA_SPLIT = System("Chroma, split", "chroma_split", "import chromadb", ())
PEERS = (SQLITE_STORE, MEM0, CHROMA, CHROMA_SPLIT)
SYSTEMS = (OURS, *PEERS)
