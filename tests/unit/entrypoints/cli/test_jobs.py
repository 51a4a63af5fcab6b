"""What a job does, in words that a person understands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.job import Job
from holdfast.entrypoints.cli.jobs import work_of
from holdfast.flow.capture.stretches import SEAL
from holdfast.flow.condense.request import FOLD
from holdfast.flow.condense.review import REVIEW
from holdfast.flow.maintain.archive.request import ARCHIVE
from holdfast.flow.maintain.forget import ERASE
from holdfast.flow.maintain.reindex import REINDEX

NOW = datetime(2026, 3, 5, tzinfo=UTC)


def job(kind: str) -> Job:
    return Job(
        space="",
        user="mei",
        kind=kind,
        key="juno",
        id="j",
        payload={"session": "闲聊", "stretch": 2},
        run_at=NOW,
        leased_until=NOW,
        created_at=NOW,
    )


@pytest.mark.parametrize("kind", [SEAL, FOLD, REVIEW, ARCHIVE, ERASE, REINDEX])
def test_every_kind_has_words(kind):
    assert len(work_of(job(kind)).split()) > 2


def test_they_name_what_the_work_is_about():
    assert work_of(job(SEAL)) == "seal session 闲聊, stretch 2"
    assert work_of(job(ARCHIVE)) == "archive session 闲聊, stretch 2"
    assert work_of(job(FOLD)) == "fold the memo of juno"
    assert work_of(job(REVIEW)) == "review the memo of juno"


def test_one_that_is_not_known_is_called_by_its_kind():
    assert work_of(job("dream")) == "dream"
