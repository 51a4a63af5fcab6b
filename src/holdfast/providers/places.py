"""Places: where the model of a role is, by the settings, and the way there."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple, Protocol

from holdfast.errors import SettingsRefused

if TYPE_CHECKING:
    from holdfast.providers.openai_compatible import Client, Limits

OPENAI = "https://api.openai.com/v1"
_WHILE_ASKED = frozenset({"rerank"})
"""Roles that somebody waits for. They are only done where they are asked for by name."""
_LEAST_SECONDS = 0.01


class ModelSettings(Protocol):
    """The settings that are read here, as the table of settings has them."""

    @property
    def embedder(self) -> str: ...
    @property
    def embed_url(self) -> str: ...
    @property
    def embed_key(self) -> str: ...
    @property
    def embed_model(self) -> str: ...
    @property
    def embed_revision(self) -> str: ...
    @property
    def embed_dimensions(self) -> int: ...
    @property
    def embed_inline(self) -> bool: ...
    @property
    def embed_tokenizer(self) -> str: ...
    @property
    def model_url(self) -> str: ...
    @property
    def model_key(self) -> str: ...
    @property
    def model_name(self) -> str: ...
    @property
    def summary_url(self) -> str: ...
    @property
    def summary_key(self) -> str: ...
    @property
    def summary_model(self) -> str: ...
    @property
    def review_url(self) -> str: ...
    @property
    def review_key(self) -> str: ...
    @property
    def review_model(self) -> str: ...
    @property
    def extract_url(self) -> str: ...
    @property
    def extract_key(self) -> str: ...
    @property
    def extract_model(self) -> str: ...
    @property
    def rerank_url(self) -> str: ...
    @property
    def rerank_key(self) -> str: ...
    @property
    def rerank_model(self) -> str: ...
    @property
    def recall_wait_seconds(self) -> float: ...
    @property
    def model_connect_seconds(self) -> float: ...
    @property
    def model_read_seconds(self) -> float: ...
    @property
    def model_total_seconds(self) -> float: ...
    @property
    def model_attempts(self) -> int: ...
    @property
    def model_failures(self) -> int: ...
    @property
    def model_cool_down_seconds(self) -> float: ...


class Place(NamedTuple):
    """Where a role's model is. Of the settings only the names are told, never the values."""

    role: str
    url: str
    key: str
    model: str

    def __repr__(self) -> str:
        return f"Place({self.role})"

    @property
    def remedy(self) -> str:
        """Which settings to look at."""
        role = self.role
        return (
            f"Set {role}_url, {role}_key and {role}_model, or for all roles model_url, model_key "
            f"and model_name (HOLDFAST_{role.upper()}_URL, HOLDFAST_MODEL_URL and so on)."
        )


def place_of(settings: ModelSettings, role: str) -> Place | None:
    """The place of a role's model; None where nothing is set.

    A server of the role's own is never sent the key of another. What is set for all roles does not
    switch on one that somebody waits for: it only fills in what that one lacks.
    """
    own = {
        "summary": (settings.summary_url, settings.summary_key, settings.summary_model),
        "review": (settings.review_url, settings.review_key, settings.review_model),
        "extract": (settings.extract_url, settings.extract_key, settings.extract_model),
        "rerank": (settings.rerank_url, settings.rerank_key, settings.rerank_model),
    }
    url, key, model = own[role]
    if role in _WHILE_ASKED and not (url or model):
        return None
    if not url:
        url, key = settings.model_url, key or settings.model_key
    place = Place(role, url, key, model or settings.model_name)
    return place if any(place[1:]) else None


def connected(place: Place, settings: ModelSettings, closing: ExitStack) -> Client:
    from holdfast.providers.openai_compatible import Client, Endpoint

    if not place.model:
        raise SettingsRefused(f"The role {place.role} needs a model.", remedy=place.remedy)
    if not place.url and not place.key:
        raise SettingsRefused(
            f"The role {place.role} has neither a server nor a key.", remedy=place.remedy
        )
    try:
        endpoint = Endpoint(place.url or OPENAI, place.key)
    except SettingsRefused as refused:
        raise SettingsRefused(refused.message, remedy=place.remedy) from None
    client = Client(endpoint, limits_from(settings, place.role))
    closing.callback(client.close)
    return client


def limits_from(settings: ModelSettings, role: str = "") -> Limits:
    """The bounds of requests. An answer that comes when nobody waits any more is not waited for."""
    from holdfast.providers.openai_compatible import Limits

    longest = settings.model_total_seconds
    if role in _WHILE_ASKED:
        longest = min(longest, max(settings.recall_wait_seconds, _LEAST_SECONDS))
    return Limits(
        connect_seconds=settings.model_connect_seconds,
        read_seconds=settings.model_read_seconds,
        total_seconds=longest,
        attempts=settings.model_attempts,
        failures_to_open=settings.model_failures,
        cool_down_seconds=settings.model_cool_down_seconds,
    )
