"""Choose: the models that the settings name. Nothing of those not chosen is imported."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from holdfast.errors import SettingsRefused

if TYPE_CHECKING:
    from holdfast.ports.embedder import Embedder
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.summariser import Summariser
    from holdfast.providers.by_model.with_rules import Health
    from holdfast.providers.openai_compatible import Client, Limits

OPENAI = "https://api.openai.com/v1"


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


def embedder_from(settings: ModelSettings, closing: ExitStack | None = None) -> Embedder | None:
    """The embedder that is set; None for "none". Asks no model and loads no weights.

    What is to be closed after use is put on `closing`. SettingsRefused, which says what to do, if
    a package, a file, a name or a key is missing.
    """
    if settings.embedder == "none":
        return None
    make = _MAKERS.get(settings.embedder)
    if make is None:
        raise SettingsRefused(f"embedder must be one of none, {', '.join(_MAKERS)}.")
    return make(settings, ExitStack() if closing is None else closing)


def has_model(settings: ModelSettings, role: str) -> bool:
    """Whether a model is set for the role. SettingsRefused if only half of it is said."""
    return _place(settings, role) is not None


def summariser_from(settings: ModelSettings, closing: ExitStack, rules: Summariser) -> Summariser:
    """What summarises: the model that is set, with the rules where it fails; else the rules alone.

    Asks no model. What is to be closed after use is put on `closing`. SettingsRefused if a name or
    an address is missing.
    """
    place = _place(settings, "summary")
    if place is None:
        return rules
    from holdfast.providers.by_model import ModelSummariser, SummariserWithRules
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    client = _connected(place, settings, closing)
    model = OpenAICompatibleModel(client, place.model)
    return SummariserWithRules(ModelSummariser(model), rules, _health(client, settings))


def reviewer_from(settings: ModelSettings, closing: ExitStack, rules: Reviewer) -> Reviewer:
    """What reviews memos, as `summariser_from` has it."""
    place = _place(settings, "review")
    if place is None:
        return rules
    from holdfast.providers.by_model import ModelReviewer, ReviewerWithRules
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    client = _connected(place, settings, closing)
    model = OpenAICompatibleModel(client, place.model)
    return ReviewerWithRules(ModelReviewer(model), rules, _health(client, settings))


class _Place(NamedTuple):
    """Where a role's model is. Of the settings only the names are told, never the values."""

    role: str
    url: str
    key: str
    model: str

    def __repr__(self) -> str:
        return f"_Place({self.role})"

    @property
    def remedy(self) -> str:
        """Which settings to look at."""
        role = self.role
        return (
            f"Set {role}_url, {role}_key and {role}_model, or for all roles model_url, model_key "
            f"and model_name (HOLDFAST_{role.upper()}_URL, HOLDFAST_MODEL_URL and so on)."
        )


def _place(settings: ModelSettings, role: str) -> _Place | None:
    """The place of a role's model; None where nothing is set.

    A server of the role's own is never sent the key of another.
    """
    own = {
        "summary": (settings.summary_url, settings.summary_key, settings.summary_model),
        "review": (settings.review_url, settings.review_key, settings.review_model),
    }
    url, key, model = own[role]
    if not url:
        url, key = settings.model_url, key or settings.model_key
    place = _Place(role, url, key, model or settings.model_name)
    return place if any(place[1:]) else None


def _connected(place: _Place, settings: ModelSettings, closing: ExitStack) -> Client:
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
    client = Client(endpoint, _limits(settings))
    closing.callback(client.close)
    return client


def _health(client: Client, settings: ModelSettings) -> Health:
    from holdfast.providers.by_model.with_rules import Health

    return Health(lambda: client.ready, settings.model_cool_down_seconds)


def _static(_: ModelSettings, __: ExitStack) -> Embedder:
    from holdfast.providers.static import shipped_table

    return _over(shipped_table())


@cache
def _over(table: Path) -> Embedder:
    """One for all memories of the process: it holds nothing of theirs, and is slow to load."""
    from holdfast.providers.static import StaticEmbedder

    return StaticEmbedder(table)


def _openai(settings: ModelSettings, closing: ExitStack) -> Embedder:
    from holdfast.providers.openai_compatible import OpenAICompatibleEmbedder

    model = _model(settings, "as its server calls it")
    if settings.embed_inline:
        raise SettingsRefused(
            "embed_inline is for models of this machine: no network may keep a message waiting.",
            remedy="Take embed_inline out; a job makes the vectors.",
        )
    client = _client(settings)
    closing.callback(client.close)
    return OpenAICompatibleEmbedder(
        client,
        model,
        dimensions=settings.embed_dimensions or None,
        revision=settings.embed_revision,
    )


def _client(settings: ModelSettings) -> Client:
    from holdfast.providers.openai_compatible import Client, Endpoint

    if not settings.embed_url and not settings.embed_key:
        raise SettingsRefused(
            "The embedder openai has neither a server nor a key.",
            remedy="Set embed_url (HOLDFAST_EMBED_URL) to your server's address, or embed_key "
            "(HOLDFAST_EMBED_KEY) for OpenAI's own.",
        )
    try:
        endpoint = Endpoint(settings.embed_url or OPENAI, settings.embed_key)
    except SettingsRefused as refused:
        remedy = "Correct embed_url (HOLDFAST_EMBED_URL) or embed_key (HOLDFAST_EMBED_KEY)."
        raise SettingsRefused(refused.message, remedy=remedy) from None
    return Client(endpoint, _limits(settings))


def _limits(settings: ModelSettings) -> Limits:
    from holdfast.providers.openai_compatible import Limits

    return Limits(
        connect_seconds=settings.model_connect_seconds,
        read_seconds=settings.model_read_seconds,
        total_seconds=settings.model_total_seconds,
        attempts=settings.model_attempts,
        failures_to_open=settings.model_failures,
        cool_down_seconds=settings.model_cool_down_seconds,
    )


def _onnx(settings: ModelSettings, _: ExitStack) -> Embedder:
    from holdfast.providers.local_models import OnnxEmbedder

    model = Path(_model(settings, "a file or a folder")).expanduser()
    tokenizer = Path(settings.embed_tokenizer).expanduser() if settings.embed_tokenizer else None
    try:
        return OnnxEmbedder(model, tokenizer, local=settings.embed_inline)
    except SettingsRefused as refused:
        if refused.remedy != SettingsRefused.remedy:  # it names the package to install
            raise
        remedy = (
            "Correct embed_model (HOLDFAST_EMBED_MODEL) or embed_tokenizer "
            "(HOLDFAST_EMBED_TOKENIZER); best give whole paths."
        )
        raise SettingsRefused(refused.message, remedy=remedy) from None


def _sentence_transformers(settings: ModelSettings, _: ExitStack) -> Embedder:
    from holdfast.providers.local_models import SentenceTransformerEmbedder

    model = _model(settings, "its name on a hub, or a folder")
    folder = Path(model).expanduser()
    return SentenceTransformerEmbedder(
        folder if folder.is_dir() else model,
        revision=settings.embed_revision,
        local=settings.embed_inline,
    )


def _fastembed(settings: ModelSettings, _: ExitStack) -> Embedder:
    from holdfast.providers.local_models import FastEmbedEmbedder

    model = _model(settings, "its name in fastembed's list")
    return FastEmbedEmbedder(model, local=settings.embed_inline)


def _model(settings: ModelSettings, what: str) -> str:
    """The model's name or place; SettingsRefused if it is not set."""
    if not settings.embed_model:
        raise SettingsRefused(
            f"The embedder {settings.embedder} needs a model.",
            remedy=f"Set embed_model (HOLDFAST_EMBED_MODEL): {what}.",
        )
    return settings.embed_model


_MAKERS: dict[str, Callable[[ModelSettings, ExitStack], Embedder]] = {
    "static": _static,
    "openai": _openai,
    "onnx": _onnx,
    "sentence-transformers": _sentence_transformers,
    "fastembed": _fastembed,
}
