"""A new analysis of text, as an upgrade of Holdfast would bring it."""

from __future__ import annotations

import sys

import pytest

from holdfast.text import terms

NEWER = "2"


def upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on words are stored without their last s, under another version's name."""
    originals = (terms.stored_terms, terms.asked_terms)

    def stored(text: str) -> list[str]:
        return [term.removesuffix("s") for term in originals[0](text)]

    def asked(text: str) -> list[str]:
        return list(dict.fromkeys(term.removesuffix("s") for term in originals[1](text)))

    changes = {"ANALYSIS": NEWER, "stored_terms": stored, "asked_terms": asked}
    for name, module in list(sys.modules.items()):
        if name.startswith("holdfast"):
            for attribute, value in changes.items():
                if attribute in vars(module):
                    monkeypatch.setattr(module, attribute, value)
