"""What went wrong on the way, in words. Exceptions' own words are left out: they may quote secrets."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

from holdfast.providers.openai_compatible.deadline import Deadline
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.limits import Limits
from holdfast.providers.openai_compatible.outcome import Failure

_WORDS: list[tuple[type[Exception], str]] = [  # the first that fits
    (socket.gaierror, "cannot be found: its name has no address"),
    (UnicodeError, "cannot be found: its name is not one"),
    (RemoteDisconnected, "closed the connection without an answer"),
    (IncompleteRead, "cut its answer short"),
    (ConnectionRefusedError, "refuses connections: nothing listens there"),
    (ConnectionResetError, "broke the connection off"),
    (BrokenPipeError, "broke the connection off"),
    (ssl.SSLError, "could not agree with us on a TLS connection"),
    (HTTPException, "does not answer in HTTP"),
]


def failure_of(error: Exception, endpoint: Endpoint, deadline: Deadline, limits: Limits) -> Failure:
    """The failure that an exception of the network part stands for."""
    if isinstance(error, ssl.SSLCertVerificationError):
        reason = f"{endpoint.shown} has a certificate that is not trusted here"
        detail = endpoint.redaction.excerpt(error.verify_message or "")
        return Failure(f"{reason} ({detail})." if detail else f"{reason}.", refused=True)
    if isinstance(error, TimeoutError):
        return Failure(f"{endpoint.shown} {_late(deadline, limits)}.", again=deadline.left() > 0)
    words = next((words for kind, words in _WORDS if isinstance(error, kind)), "")
    return Failure(f"{endpoint.shown} {words or _unreachable(error)}.", again=True)


def _unreachable(error: Exception) -> str:
    if type(error) is ConnectionError:  # no system raises this one: it is ours, about a proxy
        return f"cannot be reached: {error}"
    number = getattr(error, "errno", None)
    return "cannot be reached" + (f" (error {number} of the system)" if number else "")


def _late(deadline: Deadline, limits: Limits) -> str:
    if deadline.left() <= 0:
        return f"did not finish within {limits.total_seconds:g} seconds"
    seconds = f"{limits.connect_seconds:g} to connect, {limits.read_seconds:g} to answer"
    return f"was silent for too long (seconds allowed: {seconds})"
