"""Message: trust follows from the role."""

from __future__ import annotations

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
