"""Models behind any server that speaks OpenAI's HTTP interface: embeddings and chat.

The path of a request: `embeddings` or `chat` says what is wanted, `client` sends it as often as
`retries` allows and `breaker` permits, `exchange` does it once over a connection of the `pool`.
Inside, a failure is a value (`outcome`). Nothing is loaded from the network part of the standard
library before the first request.
"""

from holdfast.providers.openai_compatible.chat import OpenAICompatibleModel
from holdfast.providers.openai_compatible.client import Client
from holdfast.providers.openai_compatible.embeddings import OpenAICompatibleEmbedder
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.limits import Limits

__all__ = ["Client", "Endpoint", "Limits", "OpenAICompatibleEmbedder", "OpenAICompatibleModel"]
