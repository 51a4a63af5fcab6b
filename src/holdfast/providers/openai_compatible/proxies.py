"""The proxy that the environment names for a server, if any."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.outcome import Failure


def proxy_for(endpoint: Endpoint) -> SplitResult | Failure | None:
    """The proxy to go through: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, unless NO_PROXY names the host.

    This machine is always reached directly: a model that runs here is none of a proxy's business.
    A failure for a proxy of a kind that is not spoken here.
    """
    if endpoint.loopback:
        return None
    from urllib.request import getproxies_environment, proxy_bypass

    named = getproxies_environment()
    address = named.get(endpoint.parts.scheme) or named.get("all")
    # The port is given along because NO_PROXY may name one.
    if not address or proxy_bypass(f"{endpoint.host}:{endpoint.port}"):
        return None
    try:
        proxy = urlsplit(address if "://" in address else f"http://{address}")
        if proxy.scheme == "http" and proxy.hostname and proxy.port != 0:
            return proxy
    except ValueError:  # a port that is no number
        pass
    reason = (
        f"The environment names a proxy for {endpoint.shown} that is not an http:// address. "
        "Name another in HTTPS_PROXY or HTTP_PROXY, or add the host to NO_PROXY."
    )
    return Failure(reason, refused=True)
