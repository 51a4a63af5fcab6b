"""Addresses: where a server is, and the key to it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import SplitResult

from holdfast.errors import InvalidInput, SettingsRefused
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.outcome import Failure
from holdfast.providers.openai_compatible.proxies import proxy_for

URL = "HOLDFAST_URL"
KEY = "HOLDFAST_KEY"
USUAL = "http://127.0.0.1:48912"


def endpoint_of(
    url: str | None, key: str | None, environ: Mapping[str, str] | None = None
) -> Endpoint:
    """The server meant: as given, else as the environment says, else the usual place.

    Raises InvalidInput, which repeats neither address nor key.
    """
    environ = os.environ if environ is None else environ
    url = url or environ.get(URL, "").strip() or USUAL
    key = environ.get(KEY, "").strip() if key is None else key
    try:
        endpoint = Endpoint(url.rstrip("/"), key)
    except SettingsRefused:
        endpoint = None
    if endpoint is None or endpoint.parts.query or endpoint.parts.fragment:
        raise InvalidInput(
            "The address or the key of the server cannot be used.",
            remedy=f"Give an address such as {USUAL}, and the key as it was shown.",
        )
    return endpoint


def proxy_of(endpoint: Endpoint) -> SplitResult | None:
    """The proxy that the environment names for the server. This machine is reached directly."""
    proxy = proxy_for(endpoint)
    if isinstance(proxy, Failure):
        raise SettingsRefused(proxy.reason)
    return proxy


def spool_place(endpoint: Endpoint, environ: Mapping[str, str] | None = None) -> Path:
    """Where messages for this server and key wait, unless another file is named."""
    environ = os.environ if environ is None else environ
    return _state_folder(environ) / "holdfast" / f"{spools_of(endpoint)}{_mark(endpoint.key)}.db"


def spools_of(endpoint: Endpoint) -> str:
    """How the names of all spools for a server begin, whatever the key."""
    return f"spool-{_mark(endpoint.base_url)}-"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _state_folder(environ: Mapping[str, str]) -> Path:
    folder = Path(environ.get("XDG_STATE_HOME", ""))
    if folder.is_absolute():  # the XDG specification: anything else is to be ignored
        return folder
    try:
        home = Path.home()
    except RuntimeError:
        raise InvalidInput(
            "There is no home folder where messages could wait for the server.",
            remedy="Name a file: spool=..., or a folder: XDG_STATE_HOME.",
        ) from None
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / ".local" / "state"
