"""A memory that another process serves: the verbs of `Memory` over HTTP, and a spool for them.

The path of a call: `remote` and `far` (or `aio`) say what is wanted, `asking` makes a request of it,
`transport` sends it as often as `tries` finds safe, `answers` makes an error of what is no answer.
The path of a message that nobody waits for: `outgoing` gives it an id and a time, `spool` keeps it
on the disk, `sender` takes it to the server as soon as that can be reached.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holdfast.client.aio import AsyncRemoteMemory
    from holdfast.client.remote import RemoteMemory
    from holdfast.client.spool import Spool
    from holdfast.client.transport import Timeouts

__all__ = ["AsyncRemoteMemory", "RemoteMemory", "Spool", "Timeouts"]

_MODULES = {
    "AsyncRemoteMemory": "aio",
    "RemoteMemory": "remote",
    "Spool": "spool",
    "Timeouts": "transport",
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        thing: object = getattr(_import_module(f"{__name__}.{_MODULES[name]}"), name)
        return thing
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__]
