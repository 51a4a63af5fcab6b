"""Ids."""

from __future__ import annotations

import os
import uuid

import pytest

from holdfast.domain.ids import new_id, new_ids


def test_an_id_is_a_uuid_of_version_4_as_the_standard_writes_it():
    for _ in range(200):
        text = new_id()
        read = uuid.UUID(text)
        assert (read.version, read.variant, str(read)) == (4, uuid.RFC_4122, text)


def test_no_two_are_alike():
    assert len({new_id() for _ in range(10_000)}) == 10_000


@pytest.mark.parametrize("count", [50, 1000])
def test_many_are_made_at_once_in_the_same_shape(count):
    made = new_ids(count)
    assert len({*made}) == count
    for text in made:
        read = uuid.UUID(text)
        assert (read.version, read.variant, str(read)) == (4, uuid.RFC_4122, text)
    assert {text[19] for text in made} == {*"89ab"}
    assert new_ids(0) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_the_child_of_a_fork_makes_ids_of_its_own():
    new_id()  # so that chance for more of them is at hand
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, " ".join(new_id() for _ in range(100)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        theirs = {*pipe.read().split()}
    os.waitpid(child, 0)
    assert len(theirs) == 100
    assert theirs.isdisjoint(new_id() for _ in range(100))
