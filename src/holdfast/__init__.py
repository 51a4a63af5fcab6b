"""Holdfast: a memory for AI companions and agents that never loses what it was told.

>>> from holdfast import Memory
>>> with Memory.open(":memory:") as memory:
...     _ = memory.add("wang", "My sister Lily moved to Chengdu.")
...     memory.recall("wang", "Where is Lily?")[0].text
'My sister Lily moved to Chengdu.'

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.aio import AsyncMemory
    from holdfast.domain.context import Context
    from holdfast.domain.finding import Finding
    from holdfast.domain.item import Item, ItemKind
    from holdfast.domain.job import Job, JobState
    from holdfast.domain.message import Message, Trust
    from holdfast.domain.recall import Explanation, Hit, Recall
    from holdfast.domain.receipt import Receipt
    from holdfast.domain.recent import Recent
    from holdfast.domain.replay import Replay
    from holdfast.domain.report import ImportReport
    from holdfast.domain.session import Session, SessionState, Stretch
    from holdfast.errors import HoldfastError
    from holdfast.flow.window.handover import Handover
    from holdfast.flow.window.timing import Timing
    from holdfast.memory import Memory
    from holdfast.ports.live import LiveSession
    from holdfast.settings import Settings, load_settings

__version__ = "0.1.0"

__all__ = [
    "AsyncMemory",
    "Context",
    "Explanation",
    "Finding",
    "Handover",
    "Hit",
    "HoldfastError",
    "ImportReport",
    "Item",
    "ItemKind",
    "Job",
    "JobState",
    "LiveSession",
    "Memory",
    "Message",
    "Recall",
    "Receipt",
    "Recent",
    "Replay",
    "Session",
    "SessionState",
    "Settings",
    "Stretch",
    "Timing",
    "Trust",
    "__version__",
    "load_settings",
]

_MODULES = {
    "aio": ("AsyncMemory",),
    "domain.context": ("Context",),
    "domain.finding": ("Finding",),
    "domain.item": ("Item", "ItemKind"),
    "domain.job": ("Job", "JobState"),
    "domain.message": ("Message", "Trust"),
    "domain.recall": ("Explanation", "Hit", "Recall"),
    "domain.receipt": ("Receipt",),
    "domain.recent": ("Recent",),
    "domain.replay": ("Replay",),
    "domain.report": ("ImportReport",),
    "domain.session": ("Session", "SessionState", "Stretch"),
    "errors": ("HoldfastError",),
    "flow.window.handover": ("Handover",),
    "flow.window.timing": ("Timing",),
    "memory": ("Memory",),
    "ports.live": ("LiveSession",),
    "settings": ("Settings", "load_settings"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            thing: object = getattr(_import_module(f"holdfast.{module}"), name)
            return thing
    raise AttributeError(f"module 'holdfast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__]
