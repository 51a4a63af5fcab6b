"""Message: trust follows from the role; a place can be changed, and nothing else with it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from holdfast.domain.message import Trust, trust_of
from holdfast.testing.conformance.builders import message


@pytest.mark.parametrize(
    ("role", "trust"),
    [
        ("user", Trust.USER),
        ("assistant", Trust.ASSISTANT),
        ("system", Trust.SYSTEM),
        ("developer", Trust.SYSTEM),
        ("tool", Trust.TOOL),
        ("function", Trust.TOOL),
        ("document", Trust.DOCUMENT),
        ("narrator", Trust.UNTRUSTED),
        ("derived", Trust.UNTRUSTED),
        ("untrusted", Trust.UNTRUSTED),
        ("", Trust.UNTRUSTED),
    ],
)
def test_trust_comes_from_the_role_and_an_unknown_role_has_none(role, trust):
    assert trust_of(role) is trust
    assert message("m", 1, role=role).trust is trust


def test_the_voice_is_the_speaker_or_else_the_role():
    assert message("m", 1, role="user").voice == "user"
    assert message("m", 1, role="user", speaker="Lily").voice == "Lily"


def test_in_another_place_all_else_stays():
    here = message("m", 1, role="tool", speaker="Lily", parts=({"type": "x"},), client_id="c")
    there = here.placed(7, 5)
    assert there == replace(here, seq=7, number=5)
    assert {f.name for f in fields(here) if getattr(here, f.name) != getattr(there, f.name)} == {
        "seq",
        "number",
    }
