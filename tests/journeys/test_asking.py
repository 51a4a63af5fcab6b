"""Asking a memory, as an app does: what must hold whatever the ranking."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from holdfast import Memory, Settings
from holdfast.domain.item import ItemKind
from holdfast.domain.recall import Explanation

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)


@pytest.fixture
def memory() -> Memory:
    return Memory.open(":memory:", worker=False)


class ByLength:
    """A reranker that likes long texts best, unless something happens first."""

    identity = "by length"

    def __init__(self, first: Callable[[], object]) -> None:
        self._first = first

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        self._first()
        return [float(len(text)) for text in texts]


def break_down() -> None:
    raise RuntimeError("out of order")


class Sized:
    """An embedder of so many dimensions: one for each letter, wrapped around."""

    local = True

    def __init__(self, dimensions: int) -> None:
        self.dimensions, self.identity = dimensions, f"sized:{dimensions}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text:
                row[ord(letter) % self.dimensions] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def stages(told: Explanation) -> dict[str, str]:
    return {stage.name: stage.note for stage in told.stages}


@pytest.mark.capability("C2")
@pytest.mark.parametrize(
    ("first", "best", "note"),
    [
        (lambda: None, 1, "by length"),
        (break_down, 0, "skipped: RuntimeError"),
        (lambda: time.sleep(1), 0, "skipped: no answer within 0.2 s"),
    ],
)
def test_a_reranker_changes_the_order_and_a_broken_or_late_one_changes_nothing(first, best, note):
    texts = ["green tea", "green tea in the garden with Lily and Omar on a long afternoon"]
    settings = Settings(worker=False, recall_wait_seconds=0.2)
    with Memory.open(":memory:", settings=settings, reranker=ByLength(first)) as memory:
        memory.add("mei", texts)
        found = memory.recall("mei", "green tea", k=1)
        told = memory.explain(found)
    assert found[0].text == texts[best]
    assert stages(told)["rerank"] == note


@pytest.mark.capability("C5")
def test_without_a_network_it_is_found_by_meaning_and_by_the_minute(tmp_path, monkeypatch):
    def no_network(*_: object) -> None:
        raise AssertionError("somebody asked the network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, no_network)
    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    said = ["2024-04-30T23:59", "2024-05-01T10:14", "2024-05-01T10:15", "2024-05-01T10:16"]
    with Memory.open(tmp_path / "memory.db", settings=Settings()) as memory:
        memory.add("mei", ["I was stung by a wasp", "我妹妹养了一只猫", "The bus was late"])
        assert memory.recall("mei", "my sister has a kitten")[0].text == "我妹妹养了一只猫"
        for at in said:
            memory.add("omar", f"tea at {at}", at=at)
        for since, until, found in (
            ("2024-01-01", "2024-12-31", said),
            ("2024-05-01", "2024-05-31", said[1:]),
            ("2024-04-30", "2024-04-30", said[:1]),
            ("2024-05-01T10:00", "2024-05-01T10:15", said[1:3]),
            ("2024-05-01T10:15", "2024-05-01T10:15", said[2:3]),
        ):
            hits = memory.recall("omar", "tea", since=since, until=until)
            assert sorted(hit.text for hit in hits) == [f"tea at {at}" for at in found]


@pytest.mark.capability("C8", "G24")
def test_the_stages_are_told_with_counts_and_what_was_left_out_with_reasons(memory):
    memory.add("mei", [f"cup number {n} of green tea" for n in range(30)])
    found = memory.recall("mei", "Which cup of tea yesterday?", k=3, now=NOW)
    told = memory.explain(found)
    names = [stage.name for stage in told.stages]
    assert names[0] == "ask"
    assert names[-1] == "trim"
    assert {"fetch by text", "fetch by meaning", "fuse"} <= set(names)
    assert told.stages[0].taken == 30
    assert told.stages[-1].kept == 3
    assert [phrase for phrase, _, _ in told.windows] == ["yesterday"]
    assert told.dropped_in_all == len(told.dropped) == 27
    assert {each.reason for each in told.dropped} == {"not among the first 3"}
    assert all(abs(sum(hit.scores.values()) - hit.score) < 1e-6 for hit in told.hits)


@pytest.mark.capability("C10", "G6")
def test_a_fact_is_found_from_another_session_of_the_same_user_and_by_nobody_else(memory):
    memory.add("wang", "我叫王二，今年26岁。", session="a")
    memory.add("lily", "我今年几岁了呢，让我想想。", session="a")
    found = memory.recall("wang", "我今年几岁？", session=None)
    assert "26" in found[0].text
    assert all("26" not in hit.text for hit in memory.recall("lily", "我今年几岁？ 26"))
    assert list(memory.recall("nobody", "我今年几岁？")) == []


@pytest.mark.capability("C6")
def test_vectors_of_another_length_take_over_without_losing_anything(tmp_path: Path):
    path = tmp_path / "memory.db"
    texts = [f"{n} cups of green tea" for n in range(20)]
    for dimensions in (1536, 768):
        with Memory.open(path, worker=False, embedder=Sized(dimensions)) as memory:
            if dimensions == 1536:
                memory.add("mei", texts)
            assert memory.recall("mei", "7 cups")[0].text == texts[7]
            memory.admin.run_jobs()
            assert {message.text for message in memory.messages.latest("mei", limit=99)} == {*texts}
            told = memory.explain(memory.recall("mei", "7 cups"))
            assert told.hits[0].scores["meaning"] > 0.1


@pytest.mark.capability("C11")
@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("上周我们聊了什么？", ["上周"]),
        ("关于Python你记得什么", []),
        ("in May 2025", ["May 2025"]),
    ],
)
def test_a_time_in_the_question_is_a_window(memory, question, phrases):
    memory.add("mei", "我在学Python。", at="2026-05-13T10:00:00")
    told = memory.explain(memory.recall("mei", question, now=NOW))
    assert [phrase.strip() for phrase, _, _ in told.windows] == phrases
    assert all(("time" in hit.scores) == bool(phrases) for hit in told.hits)


@pytest.mark.capability("G15")
@pytest.mark.parametrize("text", ["hi", "Hello!", "thanks", "ok", "你好", "谢谢", "嗯", "晚安"])
def test_a_greeting_recalls_nothing(memory, text):
    memory.add("mei", ["hello there, hi", "你好，谢谢你"])
    found = memory.recall("mei", text)
    assert list(found) == []
    assert "no recall" in stages(memory.explain(found))["ask"]
    assert memory.context("mei", text).hits == ()


@pytest.mark.capability("G15")
@pytest.mark.parametrize("text", ["who said hello?", "你好像说过谁来着？", "hi, where is Lily?"])
def test_a_question_recalls_however_politely_it_begins(memory, text):
    memory.add("mei", ["Lily said hello in Chengdu.", "莉莉说她在成都。"])
    assert len(memory.recall("mei", text))


@pytest.mark.capability("G17")
def test_what_the_prompt_holds_already_is_not_repeated(memory):
    first, second = memory.add("mei", ["green tea on Monday", "green tea on Friday"])
    whole = memory.context("mei", "green tea")
    assert [hit.sources for hit in whole.hits] == [(first,), (second,)]
    for held in (first, "green tea on Monday"):
        rest = memory.context("mei", "green tea", holding=[held])
        assert [hit.sources for hit in rest.hits] == [(second,)]
        assert [each.reason for each in rest.dropped] == ["already in the window"]


@pytest.mark.capability("G18")
def test_a_context_is_dated_fenced_and_runs_from_the_oldest(memory):
    memory.add("mei", "green tea", at="2026-05-02T10:00:00+08:00")
    memory.add("mei", "绿茶 green tea", at="2026-04-01T10:00:00+08:00")
    lines = memory.context("mei", "green tea").text.splitlines()
    assert lines[0].startswith("<memory")
    assert [line[1:11] for line in lines[1:-1]] == ["2026-04-01", "2026-05-02"]
    assert lines[-1] == "</memory>"


@pytest.mark.capability("G19")
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Wang Er came by.", "wang er"),
        ("ｗａｎｇ ｅｒ came by.", "Wang Er"),
        ("我住在臺灣。", "台湾"),
        ("José plays piano", "jose"),
        ("ＡＢＣ公司的会", "abc公司"),
    ],
)
def test_case_width_script_and_marks_do_not_matter(memory, said, asked):
    memory.add("mei", [said, "something else entirely", "完全无关的话"])
    found = memory.recall("mei", asked)
    assert found[0].text == said
    assert found[0].scores["text"] > 0


def test_what_stays_the_same_comes_first_and_stays_the_same(memory):
    source = memory.add("mei", "Always answer in French.")
    instruction = "Always answer in French."
    memory.items.add("mei", instruction, kind=ItemKind.INSTRUCTION, sources=source)
    memory.add("mei", [f"cup {n} of tea" for n in range(9)])
    asked = ("cup 3", "cup 7", "cup 8")
    contexts = [memory.context("mei", question, budget=120) for question in asked]
    (stable,) = {context.stable for context in contexts}
    assert "Always answer in French." in stable
    assert all(context.text.startswith(stable) for context in contexts)
    assert len({context.text for context in contexts}) == 3


def test_tokens_are_counted_by_the_callers_own_count():
    with Memory.open(":memory:", worker=False, count_tokens=len) as memory:
        memory.add("mei", [f"cup {n} of green tea" for n in range(50)])
        context = memory.context("mei", "green tea", budget=400)
    assert (context.tokens, context.counted_by) == (len(context.text), "caller")
    assert context.tokens <= 400
