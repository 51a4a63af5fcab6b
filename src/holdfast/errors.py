"""Everything Holdfast raises, in one tree.

::

    HoldfastError
    ├── InvalidInput
    │   ├── MessageRefused
    │   ├── ImportRefused
    │   ├── TooLarge
    │   └── SettingsRefused
    ├── NotFound
    ├── Conflict
    │   └── LeaseLost
    ├── Closed
    ├── CannotListen
    ├── MemoryDisabled
    ├── Overloaded
    ├── ModelUnavailable
    │   ├── UpstreamUnreachable
    │   └── UpstreamSilent
    ├── ModelRefused
    ├── ServerUnreachable
    ├── Unauthorised
    ├── Forbidden
    └── StoreError
        ├── StoreMissing
        ├── StoreReadOnly
        ├── StoreBusy
        ├── StoreFull
        ├── StoreDamaged
        ├── StoreUnsuitable
        └── StoreFailed

Every class has a stable ``code`` for programs, an ``exit_status`` for the command line, and a
``remedy``: one sentence that says what to do. Expected outcomes (nothing found, a duplicate) are
values, not errors; an exception means that a contract was broken or that the disk was.
"""

from __future__ import annotations

from typing import ClassVar


class HoldfastError(Exception):
    """The root of all errors that Holdfast raises on purpose."""

    code: ClassVar[str] = "holdfast"
    exit_status: ClassVar[int] = 1
    remedy: str = "Read the message; if it does not help, run `holdfast doctor`."

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if remedy is not None:
            self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}"


class InvalidInput(HoldfastError):
    """What was given cannot be accepted; nothing was stored."""

    code = "invalid_input"
    exit_status = 2
    remedy = "Correct the argument and call again."


class MessageRefused(InvalidInput):
    """A message of a batch cannot be stored; nothing of the batch was."""

    code = "message_refused"
    remedy = "Correct that message and send the whole batch again."


class ImportRefused(InvalidInput):
    """A line of an import stream is not ours, damaged or cut short."""

    code = "import_refused"
    remedy = (
        "Mend or re-make the export, then import it again: what is already here is not doubled."
    )


class TooLarge(InvalidInput):
    """What was sent is larger than the server takes; nothing of it was stored."""

    code = "too_large"
    remedy = "Send it in several pieces, or raise the limit in the server's settings."


class SettingsRefused(InvalidInput):
    """A setting has an unknown name or a value of the wrong kind."""

    code = "settings_refused"
    remedy = (
        "Correct the settings file or the environment variable; `holdfast init` shows them all."
    )


class NotFound(HoldfastError):
    """The message, session or user named does not exist (or belongs to someone else)."""

    code = "not_found"
    exit_status = 3
    remedy = "Check the name and the user it belongs to."


class Conflict(HoldfastError):
    """Someone else changed it first, or an id is used again for something different."""

    code = "conflict"
    exit_status = 4
    remedy = "Read it again and repeat the change on what is there now."


class LeaseLost(Conflict):
    """Another worker has taken a job over; what this one did last is undone."""

    code = "lease_lost"
    remedy = "Nothing: the other worker goes on with it."


class Closed(HoldfastError):
    """The memory was closed."""

    code = "closed"
    exit_status = 5
    remedy = "Open it again with Memory.open(...)."


class CannotListen(HoldfastError):
    """The server cannot have the address it was told to listen on."""

    code = "cannot_listen"
    exit_status = 9
    remedy = "Stop what listens there, or choose another with --host and --port."


class MemoryDisabled(HoldfastError):
    """The memory takes nothing in: someone has switched it off. It still answers."""

    code = "memory_disabled"
    exit_status = 13
    remedy = "Nothing was stored; send it again when it is on."


class Overloaded(HoldfastError):
    """A server has too much of this kind at hand; nothing was done."""

    code = "overloaded"
    exit_status = 14
    remedy = "Try again in a moment."


class ModelUnavailable(HoldfastError):
    """A model gave no answer that can be used; the same request may succeed later."""

    code = "model_unavailable"
    exit_status = 7
    remedy = "Nothing is lost: try again later, and see that the model's server is running."


class UpstreamUnreachable(ModelUnavailable):
    """The server that requests are passed on to cannot be reached, or its answer broke off."""

    code = "upstream_unreachable"
    remedy = "See that the server named in openai_upstream runs and can be reached from here."


class UpstreamSilent(ModelUnavailable):
    """The server that requests are passed on to did not answer in time."""

    code = "upstream_silent"
    remedy = "Try again, or raise openai_silence_seconds."


class ModelRefused(HoldfastError):
    """A model will not do what was asked, and asking again will not change that."""

    code = "model_refused"
    exit_status = 8
    remedy = "Check the model's name, its address and its key."


class ServerUnreachable(HoldfastError):
    """A server of memories gave no answer that can be used; the same call may succeed later."""

    code = "server_unreachable"
    exit_status = 10
    remedy = "Check the address, and start a server there with `holdfast serve`."


class Unauthorised(HoldfastError):
    """A server does not know the key, or was given none."""

    code = "unauthorised"
    exit_status = 11
    remedy = "Give the server's key (HOLDFAST_KEY); `holdfast keys add` beside it makes one."


class Forbidden(HoldfastError):
    """The key is known, and is not for this."""

    code = "forbidden"
    exit_status = 12
    remedy = "Use a key that is for this space; `holdfast keys list` beside the server shows them."


class StoreError(HoldfastError):
    """The store could not do what was asked; nothing was acknowledged."""

    code = "store"
    exit_status = 6
    remedy = "Run `holdfast doctor`."


class StoreMissing(StoreError):
    """There is no memory at that path."""

    code = "store_missing"
    remedy = "Check the path (--db or HOLDFAST_DB), or make one with `holdfast init`."


class StoreReadOnly(StoreError):
    """A change was asked of a memory that is open for reading only."""

    code = "store_read_only"
    remedy = "Open it for writing, or give the process write permission on the file and its folder."


class StoreBusy(StoreError):
    """Another process held the write lock for too long."""

    code = "store_busy"
    remedy = "Find the process that keeps a transaction open on the file, then try again."


class StoreFull(StoreError):
    """There is no room left on the disk."""

    code = "store_full"
    remedy = "Free some disk space and try again; what was acknowledged is safe."


class StoreDamaged(StoreError):
    """The file's contents are not what was written. It was not changed."""

    code = "store_damaged"
    remedy = "Keep the file, run `holdfast doctor`, and restore an export or a backup beside it."


class StoreUnsuitable(StoreError):
    """The file is not ours, or was written by a newer Holdfast, or lies where it cannot be safe."""

    code = "store_unsuitable"
    remedy = "Check the path, or upgrade Holdfast."


class StoreFailed(StoreError):
    """The disk or the operating system reported an error."""

    code = "store_failed"
    remedy = "Check the disk and the system's log, then try again; what was acknowledged is safe."
