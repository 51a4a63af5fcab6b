"""Choose: the models that the settings name. Nothing of those not chosen is imported."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.errors import SettingsRefused
from holdfast.providers.places import OPENAI, ModelSettings, connected, limits_from, place_of

if TYPE_CHECKING:
    from holdfast.ports.embedder import Embedder
    from holdfast.ports.extractor import Extractor
    from holdfast.ports.reranker import Reranker
    from holdfast.ports.reviewer import Reviewer
    from holdfast.ports.summariser import Summariser
    from holdfast.providers.by_model.with_rules import Health
    from holdfast.providers.openai_compatible import Client


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
    return place_of(settings, role) is not None


def summariser_from(settings: ModelSettings, closing: ExitStack, rules: Summariser) -> Summariser:
    """What summarises: the model that is set, with the rules where it fails; else the rules alone.

    Asks no model. What is to be closed after use is put on `closing`. SettingsRefused if a name or
    an address is missing.
    """
    place = place_of(settings, "summary")
    if place is None:
        return rules
    from holdfast.providers.by_model import ModelSummariser, SummariserWithRules
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    client = connected(place, settings, closing)
    model = OpenAICompatibleModel(client, place.model)
    return SummariserWithRules(ModelSummariser(model), rules, _health(client, settings))


def reviewer_from(settings: ModelSettings, closing: ExitStack, rules: Reviewer) -> Reviewer:
    """What reviews memos, as `summariser_from` has it."""
    place = place_of(settings, "review")
    if place is None:
        return rules
    from holdfast.providers.by_model import ModelReviewer, ReviewerWithRules
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    client = connected(place, settings, closing)
    model = OpenAICompatibleModel(client, place.model)
    return ReviewerWithRules(ModelReviewer(model), rules, _health(client, settings))


def extractor_from(
    settings: ModelSettings,
    closing: ExitStack,
    rules: Extractor,
    topics: Collection[str] | None = None,
) -> Extractor:
    """What finds claims, as `summariser_from` has it. `topics` are the names of other ones to find."""
    place = place_of(settings, "extract")
    if place is None:
        return rules
    from holdfast.providers.by_model import ExtractorWithRules, ModelExtractor
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    client = connected(place, settings, closing)
    model = OpenAICompatibleModel(client, place.model)
    first = ModelExtractor(model) if topics is None else ModelExtractor(model, topics)
    return ExtractorWithRules(first, rules, _health(client, settings))


def reranker_from(settings: ModelSettings, closing: ExitStack) -> Reranker | None:
    """What looks at recalled texts again: the model that is set for it, or None.

    Asks no model. SettingsRefused and `closing` as for summaries.
    """
    place = place_of(settings, "rerank")
    if place is None:
        return None
    from holdfast.providers.by_model import ModelReranker
    from holdfast.providers.openai_compatible import OpenAICompatibleModel

    return ModelReranker(OpenAICompatibleModel(connected(place, settings, closing), place.model))


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
    return Client(endpoint, limits_from(settings))


def _onnx(settings: ModelSettings, _: ExitStack) -> Embedder:
    from holdfast.providers.local_models import OnnxEmbedder

    model = _place(_model(settings, "a file or a folder"), "embed_model")
    given = settings.embed_tokenizer
    tokenizer = _place(given, "embed_tokenizer") if given else None
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
    folder = _place(model, "embed_model")
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


def _place(path: str, name: str) -> Path:
    """The path that a setting names; SettingsRefused where it begins with a home nobody has."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise SettingsRefused(
            f"The setting {name} begins with a home folder that is not there: {path!r:.80}.",
            remedy=f"Give the whole path in {name} (HOLDFAST_{name.upper()}).",
        ) from error


_MAKERS: dict[str, Callable[[ModelSettings, ExitStack], Embedder]] = {
    "static": _static,
    "openai": _openai,
    "onnx": _onnx,
    "sentence-transformers": _sentence_transformers,
    "fastembed": _fastembed,
}
