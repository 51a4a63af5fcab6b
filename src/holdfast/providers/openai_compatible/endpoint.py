"""Where a server is, and the key to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from urllib.parse import SplitResult, unquote, urlsplit

from holdfast.errors import SettingsRefused
from holdfast.providers.openai_compatible.redaction import HIDDEN, Redaction

_PORTS = {"http": 80, "https": 443}
_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_AN_ADDRESS = "an address such as https://api.example.com/v1"


@dataclass(frozen=True)
class Endpoint:
    """A server's base address (the part before /embeddings) and the key it wants, if any.

    A name and password in the address are sent as Basic authorization where no key is given; the
    values of its query count as secrets. An address or key that cannot be sent raises
    SettingsRefused, which never repeats it.
    """

    base_url: str = field(repr=False)
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not _PRINTABLE.fullmatch(self.base_url) or not self._is_address():
            raise SettingsRefused(f"The base address of a model must be {_AN_ADDRESS}.")
        if self.key and not _PRINTABLE.fullmatch(self.key):
            raise SettingsRefused("The key of a model has a space or a character beyond ASCII.")

    def __repr__(self) -> str:
        return f"Endpoint({self.shown!r}, key={HIDDEN if self.key else None!r})"

    @cached_property
    def parts(self) -> SplitResult:
        """The base address, taken apart."""
        return urlsplit(self.base_url)

    @property
    def secure(self) -> bool:
        """Whether it is reached over TLS."""
        return self.parts.scheme == "https"

    @property
    def host(self) -> str:
        """Its name or number."""
        return self.parts.hostname or ""

    @property
    def port(self) -> int:
        """The port in the address, else that of its scheme."""
        return self.parts.port or _PORTS[self.parts.scheme]

    @property
    def authority(self) -> str:
        """Host and port as a request names them; the port is left out where it is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.parts.scheme] else f"{host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Whether it is this machine."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            number = ip_address(self.host)
        except ValueError:
            return False
        return number.is_loopback or number.is_unspecified  # 0.0.0.0 leads here as well

    @property
    def shown(self) -> str:
        """The address without anything that may be secret."""
        path = "/".join(HIDDEN if _is_key(part) else part for part in self._path)
        return Redaction([]).of(f"{self.parts.scheme}://{self.authority}{path}")

    @property
    def _path(self) -> list[str]:
        return self.parts.path.rstrip("/").split("/")

    @cached_property
    def redaction(self) -> Redaction:
        """What takes this endpoint's secrets out of texts."""
        parts = self.parts
        values = [pair.partition("=")[2] for pair in parts.query.split("&")]
        login = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
        secrets = [self.key, parts.password or "", login if parts.password else "", *values]
        return Redaction([*secrets, *filter(_is_key, self._path)])

    def target(self, path: str) -> str:
        """The path and query of a request."""
        query = f"?{self.parts.query}" if self.parts.query else ""
        return f"{self.parts.path.rstrip('/')}/{path}{query}"

    def authorization(self) -> str:
        """The value of the header, empty if there is nothing to say."""
        if self.key:
            return f"Bearer {self.key}"
        if self.parts.username is None:
            return ""
        return basic(self.parts)

    def _is_address(self) -> bool:
        try:
            parts = urlsplit(self.base_url)
            return parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
        except ValueError:  # a port that is no number, brackets that do not close
            return False


def _is_key(part: str) -> bool:
    """Whether a piece of a path looks like a key: some gateways want theirs there."""
    return len(part) >= 20 and any(map(str.isdigit, part))


def basic(parts: SplitResult) -> str:
    """Basic authorization for the name and password in an address."""
    from base64 import b64encode

    login = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    return f"Basic {b64encode(login.encode()).decode()}"
