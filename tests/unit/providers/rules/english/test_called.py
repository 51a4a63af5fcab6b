from __future__ import annotations

from tests.unit.providers.rules.english.told import told


def test_a_sister_is_told_with_her_name() -> None:
    assert told("My sister's called Philippa, she's a vet.") == {
        ("user", "family", "sister Philippa"),
        ("Philippa", "work", "vet"),
    }
