"""What our own store tells apart is not paired for its wording; what it keeps twice is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.domain.audit import AuditEntry, Fault
from holdfast.flow.maintain.audit.audit import audit
from holdfast.providers.static import StaticEmbedder

BEGIN = datetime(2024, 3, 1, tzinfo=UTC)
Told = tuple[str, str, str]


def paired(*told: Told, days: int = 1, kept: bool = True) -> list[Fault]:
    """What is found of values told as (text, topic, value), some days one after the other."""
    entries = [
        AuditEntry(
            id=f"i{n}",
            text=text,
            at=BEGIN + timedelta(days=days * n),
            sources=("m",),
            topic=topic if kept else "",
            value=value if kept else "",
        )
        for n, (text, topic, value) in enumerate(told)
    ]
    report = audit(entries, now=BEGIN + timedelta(days=90), embedder=StaticEmbedder())
    return [finding.fault for finding in report.findings if len(finding.entries) > 1]


TWO = [
    (("I love jazz and going to the beach", "like", "jazz"),
     ("I love jazz and going to the beach", "like", "going to the beach")),
    (("here in Leeds we love our burgers", "home", "Leeds"),
     ("here in Leeds we love our burgers", "like", "our burgers")),
    (("I'm passionate about dancing", "like", "dancing"),
     ("I'm aiming to turn my dancing passion into a business", "goal", "turn my dancing passion into a business")),
    (("I'm Emily", "name", "Emily"), ("I'm blonde", "trait", "blonde")),
    (("I'm a big fan of chamomile tea", "like", "chamomile tea"), ("I am a big fan of smoothies", "like", "smoothies")),
    (("我喜欢爬山和看书", "like", "爬山"), ("我喜欢爬山和看书", "like", "看书")),
]  # fmt: skip


@pytest.mark.parametrize("told", TWO, ids=lambda told: told[0][0])
def test_two_values_are_no_fault_however_alike_the_sentences_are(told: tuple[Told, Told]) -> None:
    assert paired(*told, kept=False)  # the sentences alone would tell nothing apart
    assert paired(*told) == []


@pytest.mark.parametrize(
    "told",
    [
        (("I love all dances", "like", "dances"), ("Dance is my passion", "like", "Dance")),
        (("每天下班回来散散步", "habit", "每天下班回来散散步"), ("每天下班回来散个步", "habit", "每天下班回来散个步")),
    ],
    ids=["en", "zh"],
)  # fmt: skip
def test_one_value_that_is_kept_twice_is_found(told: tuple[Told, Told]) -> None:
    assert paired(*told) == [Fault.DUPLICATE]


def test_what_happened_again_is_told_apart_by_its_time() -> None:
    won = [(f"I won the {race} race", "event", f"won the {race} race") for race in ("hill", "long")]
    won[1] = ("I won the hill race again", "event", "won the hill race again")
    assert paired(*won) == [Fault.DUPLICATE]
    assert paired(*won, days=30) == []
