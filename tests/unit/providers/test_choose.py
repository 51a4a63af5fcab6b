"""Choose: settings lead to their models, and what is missing is said clearly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from holdfast.errors import SettingsRefused
from holdfast.providers import choose
from holdfast.providers.by_model import (
    ExtractorWithRules,
    ModelReranker,
    ReviewerWithRules,
    SummariserWithRules,
)
from holdfast.providers.choose import (
    embedder_from,
    extractor_from,
    reranker_from,
    reviewer_from,
    summariser_from,
)
from holdfast.providers.local_models import extras
from holdfast.providers.openai_compatible import OpenAICompatibleEmbedder, OpenAICompatibleModel
from holdfast.providers.places import OPENAI
from holdfast.settings import EMBEDDERS, Settings
from holdfast.testing.model_server import ModelServer
from holdfast.wiring import build
from tests.unit.embedders import FakeEmbedder
from tests.unit.flow.recall.models import FakeReranker
from tests.unit.providers.by_model.lines import ENGLISH, MEMO, FirstWords, NoSecondLine
from tests.unit.providers.by_model.talks import TALK, SaysLikes

KEY = "sk-canary-choose-44d1c0"


def refusal(**settings: object) -> SettingsRefused:
    with pytest.raises(SettingsRefused) as caught:
        embedder_from(Settings(**settings))  # type: ignore[arg-type]
    assert KEY not in f"{caught.value} {caught.value!r}"
    return caught.value


def test_every_word_of_the_setting_is_known_here():
    assert {"none", *choose._MAKERS} == set(EMBEDDERS)


def test_the_shipped_one_is_the_default():
    chosen = embedder_from(Settings())
    assert chosen is not None
    assert (type(chosen).__name__, chosen.local) == ("StaticEmbedder", True)


def test_the_shipped_one_is_loaded_once_for_all_memories():
    assert embedder_from(Settings()) is embedder_from(Settings())


FORKING = """
import os
from holdfast.settings import Settings
from holdfast.providers.choose import embedder_from
ours = embedder_from(Settings())
with ours._lock:  # as if a thread were loading it just then
    child = os.fork()
if child == 0:
    os._exit(0 if embedder_from(Settings()).embed(["tea"]).any() else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_need_not_wait_for_a_thread_that_it_does_not_have():
    subprocess.run([sys.executable, "-c", FORKING], check=True, timeout=60)


def test_none_is_none():
    assert embedder_from(Settings(embedder="none")) is None


PROGRAM = """
import json, sys
from holdfast.settings import Settings
from holdfast.providers.choose import embedder_from
embedder_from(Settings(**json.loads(sys.argv[1])))
print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize(
    ("settings", "loaded"),
    [
        ({"embedder": "none"}, set()),
        ({"embedder": "static"}, {"static", "static_tokens"}),
        (
            {"embedder": "openai", "embed_url": "http://example.invalid/v1", "embed_model": "m"},
            {"openai_compatible"},
        ),
    ],
    ids=lambda given: given.get("embedder", "") if isinstance(given, dict) else "",
)
def test_nothing_of_the_others_is_imported(settings, loaded):
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(settings)],
        capture_output=True,
        check=True,
        timeout=60,
    )
    modules = set(json.loads(ran.stdout))
    begin = "holdfast.providers."
    providers = {name.split(".")[2] for name in modules if name.startswith(begin)}
    assert providers - {"choose", "places", "unit_rows"} == loaded
    assert not modules & {"numpy", "http.client", "ssl", "onnxruntime", "tokenizers"}


class TestOpenAI:
    def test_its_settings_reach_the_server(self):
        with ModelServer(dimensions=4, key=KEY, model="m") as server, ExitStack() as closing:
            settings = Settings(
                embedder="openai",
                embed_url=server.url,
                embed_key=KEY,
                embed_model="m",
                embed_revision="2026-01",
            )
            chosen = embedder_from(settings, closing)
            assert isinstance(chosen, OpenAICompatibleEmbedder)
            assert chosen.embed(["tea"]).shape == (1, 4)
            assert (chosen.dimensions, chosen.local) == (4, False)
            assert "m@2026-01" in chosen.identity
            [request] = server.requests
            assert (request.path, request.body["model"]) == ("/v1/embeddings", "m")
        assert KEY not in f"{settings!r} {chosen!r} {chosen.identity}"

    def test_the_limits_are_those_that_are_set(self):
        chosen = embedder_from(
            Settings(
                embedder="openai",
                embed_url="http://example.invalid/v1",
                embed_model="m",
                embed_dimensions=7,
                model_connect_seconds=1,
                model_read_seconds=2,
                model_total_seconds=3,
                model_attempts=4,
                model_failures=5,
                model_cool_down_seconds=6,
            )
        )
        assert isinstance(chosen, OpenAICompatibleEmbedder)
        limits = chosen._client.limits
        assert chosen.dimensions == 7, "without asking"
        assert (limits.connect_seconds, limits.read_seconds, limits.total_seconds) == (1, 2, 3)
        assert (limits.attempts, limits.failures_to_open, limits.cool_down_seconds) == (4, 5, 6)

    def test_without_an_address_it_is_their_own(self):
        chosen = embedder_from(Settings(embedder="openai", embed_key=KEY, embed_model="m"))
        assert isinstance(chosen, OpenAICompatibleEmbedder)
        assert chosen._client.endpoint.shown == "https://api.openai.com/v1"

    def test_the_address_is_no_part_of_the_identity(self):
        """A server may move; its vectors stay what they were."""
        here, there = (
            embedder_from(Settings(embedder="openai", embed_url=url, embed_model="m"))
            for url in ("http://a.invalid/v1", "http://b.invalid/v1")
        )
        assert here is not None
        assert there is not None
        assert here.identity == there.identity

    def test_neither_server_nor_key(self):
        said = str(refusal(embedder="openai", embed_model="m"))
        assert "HOLDFAST_EMBED_URL" in said
        assert "HOLDFAST_EMBED_KEY" in said

    @pytest.mark.parametrize("url", [KEY, "ftp://example.invalid", f"http://a:{KEY}@b:x/v1"])
    def test_an_address_that_is_none(self, url):
        said = str(refusal(embedder="openai", embed_url=url, embed_model="m"))
        assert "HOLDFAST_EMBED_URL" in said

    def test_a_key_that_cannot_be_sent(self):
        refused = refusal(embedder="openai", embed_key=f"{KEY} 二", embed_model="m")
        assert "HOLDFAST_EMBED_KEY" in refused.remedy

    def test_it_never_runs_inside_add(self):
        refused = refusal(embedder="openai", embed_key=KEY, embed_model="m", embed_inline=True)
        assert "embed_inline" in refused.remedy


@pytest.mark.parametrize("word", [word for word in EMBEDDERS if word not in ("static", "none")])
def test_a_model_must_be_named(word):
    refused = refusal(embedder=word, embed_key=KEY)
    assert word in refused.message
    assert "HOLDFAST_EMBED_MODEL" in refused.remedy


@pytest.mark.parametrize(
    ("word", "extra"),
    [
        ("onnx", "onnx"),
        ("sentence-transformers", "sentence-transformers"),
        ("fastembed", "fastembed"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(word, extra, monkeypatch):
    monkeypatch.setattr(extras, "installed", lambda package: False)
    refused = refusal(embedder=word, embed_model="m")
    assert f"pip install 'holdfast[{extra}]'" in refused.remedy


class TestFiles:
    @pytest.fixture(autouse=True)
    def all_installed(self, monkeypatch):
        monkeypatch.setattr(extras, "installed", lambda package: True)

    def test_a_model_that_is_not_there(self, tmp_path):
        refused = refusal(embedder="onnx", embed_model=str(tmp_path / "nowhere.onnx"))
        assert "nowhere.onnx" in refused.message
        assert "HOLDFAST_EMBED_MODEL" in refused.remedy

    def test_a_tokenizer_that_is_not_there(self, tmp_path):
        (tmp_path / "model.onnx").touch()
        wrong = str(tmp_path / "other.json")
        refused = refusal(embedder="onnx", embed_model=str(tmp_path), embed_tokenizer=wrong)
        assert "other.json" in refused.message
        assert "HOLDFAST_EMBED_TOKENIZER" in refused.remedy

    @pytest.mark.parametrize("inline", [True, False])
    def test_the_home_folder_has_its_short_name(self, tmp_path, monkeypatch, inline):
        monkeypatch.setenv("HOME", str(tmp_path))
        (tmp_path / "model.onnx").touch()
        settings = Settings(embedder="onnx", embed_model="~/model.onnx", embed_inline=inline)
        chosen = embedder_from(settings)
        assert chosen is not None
        assert chosen.identity.startswith("onnx:model:")
        assert chosen.local is inline

    @pytest.mark.parametrize("word", ["onnx", "sentence-transformers"])
    def test_a_model_in_the_home_of_nobody(self, word):
        refused = refusal(embedder=word, embed_model="~nobody-of-that-name/model")
        assert "~nobody-of-that-name/model" in refused.message
        assert "HOLDFAST_EMBED_MODEL" in refused.remedy

    def test_a_tokenizer_in_the_home_of_nobody(self, tmp_path):
        (tmp_path / "model.onnx").touch()
        wrong = "~nobody-of-that-name/tokenizer.json"
        refused = refusal(embedder="onnx", embed_model=str(tmp_path), embed_tokenizer=wrong)
        assert wrong in refused.message
        assert "HOLDFAST_EMBED_TOKENIZER" in refused.remedy

    @pytest.mark.parametrize("inline", [True, False])
    def test_a_name_on_a_hub_and_a_folder(self, tmp_path, inline):
        (tmp_path / "mine").mkdir()
        for model, name in (("org/theirs", "org/theirs"), (str(tmp_path / "mine"), "mine")):
            settings = Settings(
                embedder="sentence-transformers",
                embed_model=model,
                embed_revision="r1",
                embed_inline=inline,
            )
            chosen = embedder_from(settings)
            assert chosen is not None
            assert chosen.identity == f"sentence-transformers:{name}@r1"
            assert chosen.local is inline

    @pytest.mark.parametrize("inline", [True, False])
    def test_a_name_in_a_list(self, inline):
        settings = Settings(embedder="fastembed", embed_model="org/small", embed_inline=inline)
        chosen = embedder_from(settings)
        assert chosen is not None
        assert (chosen.identity, chosen.local) == ("fastembed:org/small", inline)


ROLES = ("summary", "review", "extract")
RULES = FirstWords | NoSecondLine | SaysLikes
WITH_RULES = SummariserWithRules | ReviewerWithRules | ExtractorWithRules


def role_from(role: str, closing: ExitStack | None = None, /, **settings: object) -> object:
    given = Settings(**settings)  # type: ignore[arg-type]
    stack = closing or ExitStack()
    if role == "summary":
        return summariser_from(given, stack, FirstWords())
    if role == "extract":
        return extractor_from(given, stack, SaysLikes())
    return reviewer_from(given, stack, NoSecondLine())


def place_of(role: str, **settings: object) -> tuple[str, str, str]:
    """The address, the key and the model that a role is given."""
    made = role_from(role, **settings)
    assert isinstance(made, WITH_RULES)
    model = made._first._role._model
    assert isinstance(model, OpenAICompatibleModel)
    return model._client.endpoint.base_url, model._client.endpoint.key, model._model


@pytest.mark.parametrize("role", ROLES)
class TestRoles:
    def test_nothing_set_is_rules(self, role):
        made = role_from(role)
        assert isinstance(made, RULES)

    def test_the_other_roles_settings_are_none_of_its(self, role):
        for other in {*ROLES} - {role}:
            made = role_from(role, **{f"{other}_url": "http://a.invalid", f"{other}_model": "m"})
            assert isinstance(made, RULES)

    def test_its_own(self, role):
        url = "http://own.invalid/v1"
        own = {f"{role}_url": url, f"{role}_key": "k2", f"{role}_model": "own"}
        shared = {"model_url": "http://a.invalid/v1", "model_key": "k1", "model_name": "shared"}
        assert place_of(role, **own) == (url, "k2", "own")
        assert place_of(role, **own, **shared) == (url, "k2", "own")
        assert place_of(role, **shared) == ("http://a.invalid/v1", "k1", "shared")

    def test_no_server_is_sent_the_key_of_another(self, role):
        shared = {"model_url": "http://a.invalid/v1", "model_key": KEY, "model_name": "m"}
        url = "http://own.invalid/v1"
        assert place_of(role, **shared, **{f"{role}_url": url}) == (url, "", "m")

    def test_a_key_of_its_own_for_the_server_of_all(self, role):
        shared = {"model_url": "http://a.invalid/v1", "model_key": "k1", "model_name": "m"}
        found = place_of(role, **shared, **{f"{role}_key": "k2"})
        assert found == ("http://a.invalid/v1", "k2", "m")

    def test_a_key_alone_is_for_openai(self, role):
        assert place_of(role, model_key="k", model_name="m") == (OPENAI, "k", "m")

    @pytest.mark.parametrize(
        "settings",
        [
            {"model_url": "http://a.invalid/v1"},
            {"model_key": KEY},
            {"model_name": "m"},
            {"model_url": f"ftp://{KEY}", "model_name": "m"},
            {"model_key": f"{KEY} 二", "model_name": "m"},
        ],
    )
    def test_what_is_missing_or_wrong_is_said(self, role, settings):
        with pytest.raises(SettingsRefused) as caught:
            role_from(role, **settings)
        assert f"{role}_url" in caught.value.remedy
        assert "HOLDFAST_MODEL_URL" in caught.value.remedy
        assert KEY not in f"{caught.value} {caught.value!r}"

    def test_the_limits_and_the_closing(self, role):
        with ModelServer() as server, ExitStack() as closing:
            made = role_from(
                role, closing, model_url=server.url, model_name="m", model_read_seconds=7
            )
            assert isinstance(made, WITH_RULES)
            if isinstance(made, SummariserWithRules):
                made.summarise(ENGLISH, limit=99)
            elif isinstance(made, ExtractorWithRules):
                made.extract(TALK)
            else:
                made.review(MEMO)
            client = made._first._role._model._client  # type: ignore[attr-defined]
            assert client.limits.read_seconds == 7
            assert client._transport is not None
            closing.close()
            assert client._transport is None


def reranked_at(**settings: object) -> tuple[str, str, str] | None:
    """The address, the key and the model that reranking is given; None if it is not done."""
    made = reranker_from(Settings(**settings), ExitStack())  # type: ignore[arg-type]
    if made is None:
        return None
    assert isinstance(made, ModelReranker)
    model = made._role._model
    assert isinstance(model, OpenAICompatibleModel)
    return model._client.endpoint.base_url, model._client.endpoint.key, model._model


FOR_ALL = {"model_url": "http://a.invalid/v1", "model_key": "k1", "model_name": "shared"}


class TestReranking:
    """Somebody waits for it, so that it is done only where it is asked for by name."""

    def test_what_is_set_for_all_roles_does_not_switch_it_on(self):
        assert reranked_at() is None
        assert reranked_at(**FOR_ALL) is None
        assert reranked_at(**FOR_ALL, rerank_key="k2") is None, "nor does a key"
        assert reranked_at(model_key=KEY) is None, "nor is half of it its business"

    def test_what_is_set_for_all_fills_in_what_it_lacks(self):
        found = reranked_at(**FOR_ALL, rerank_model="own")
        assert found == ("http://a.invalid/v1", "k1", "own")
        found = reranked_at(**FOR_ALL, rerank_model="own", rerank_key="k2")
        assert found == ("http://a.invalid/v1", "k2", "own")
        assert reranked_at(model_key="k1", rerank_model="own") == (OPENAI, "k1", "own")

    def test_a_server_of_its_own_is_never_sent_the_key_of_another(self):
        url = "http://own.invalid/v1"
        assert reranked_at(**FOR_ALL, rerank_url=url) == (url, "", "shared")
        own = reranked_at(**FOR_ALL, rerank_url=url, rerank_key="k2", rerank_model="own")
        assert own == (url, "k2", "own")

    @pytest.mark.parametrize(
        "settings",
        [
            {"rerank_url": "http://a.invalid/v1"},
            {"rerank_model": "m"},
            {"rerank_url": f"ftp://{KEY}", "rerank_model": "m"},
            {"rerank_key": f"{KEY} 二", "rerank_model": "m"},
        ],
    )
    def test_what_is_missing_or_wrong_is_said_and_leaves_nothing_behind(self, settings, tmp_path):
        with pytest.raises(SettingsRefused) as caught:
            build(tmp_path / "m.db", Settings(**settings, worker=False))
        assert "rerank_url" in caught.value.remedy
        assert KEY not in f"{caught.value} {caught.value!r}"
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(("wait", "total"), [(2.0, 2.0), (0.0, 0.01), (999.0, 120.0)])
    def test_it_does_not_go_on_when_nobody_waits_any_more(self, wait, total):
        place = {"rerank_url": "http://own.invalid/v1", "rerank_model": "m"}
        made = reranker_from(Settings(recall_wait_seconds=wait, **place), ExitStack())  # type: ignore[arg-type]
        assert isinstance(made, ModelReranker)
        limits = made._role._model._client.limits  # type: ignore[attr-defined]
        assert limits.total_seconds == total

    def test_one_of_ones_own_wins_over_the_settings(self):
        own = FakeReranker()
        settings = Settings(rerank_model="no server and no key", worker=False)
        parts = build(":memory:", settings, reranker=own)
        assert parts.reranker is own
        parts.close()


ROLE_PROGRAM = """
import json, sys
from contextlib import ExitStack
from holdfast.settings import Settings
from holdfast.providers.choose import extractor_from, reranker_from, reviewer_from, summariser_from
settings = Settings(**json.loads(sys.argv[1]))
summariser_from(settings, ExitStack(), None)
reviewer_from(settings, ExitStack(), None)
extractor_from(settings, ExitStack(), None)
reranker_from(settings, ExitStack())
print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize("url", ["", "http://example.invalid/v1"])
def test_roles_are_light_until_they_are_asked(url):
    settings = {"model_url": url, "model_name": "m" if url else "", "rerank_model": url and "m"}
    ran = subprocess.run(
        [sys.executable, "-c", ROLE_PROGRAM, json.dumps(settings)],
        capture_output=True,
        check=True,
        timeout=60,
    )
    modules = set(json.loads(ran.stdout))
    assert ("holdfast.providers.by_model" in modules) == bool(url)
    assert not modules & {"numpy", "http.client", "ssl", "rjieba", "Stemmer", "importlib.resources"}


class TestWiring:
    def test_closing_a_memory_closes_its_connections(self):
        with ModelServer() as server:
            settings = Settings(
                embedder="openai", embed_url=server.url, embed_model="m", worker=False
            )
            parts = build(":memory:", settings)
            assert isinstance(parts.embedder, OpenAICompatibleEmbedder)
            client = parts.embedder._client
            parts.embedder.embed(["tea"])
            assert client._transport is not None
            parts.close()
            assert client._transport is None

    def test_one_of_ones_own_wins_over_the_settings_and_stays_open(self):
        closed: list[str] = []

        class Own(FakeEmbedder):
            def close(self) -> None:
                closed.append("it is its giver's to close")

        own = Own()
        parts = build(":memory:", Settings(embedder="openai", worker=False), embedder=own)
        assert parts.embedder is own
        parts.close()
        assert closed == []

    @pytest.mark.parametrize(
        "settings", [{"embedder": "openai"}, {"summary_model": "m"}, {"review_url": "http://a"}]
    )
    def test_a_refusal_leaves_nothing_behind(self, tmp_path, settings):
        with pytest.raises(SettingsRefused):
            build(tmp_path / "m.db", Settings(**settings, worker=False))
        assert list(tmp_path.iterdir()) == []
