"""Secrets, and what looks like one, are taken out of texts."""

from __future__ import annotations

import pytest

from holdfast.providers.openai_compatible.redaction import Redaction


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("wrong key s3cr3t/+==!", "wrong key ***"),
        ("?code=s3cr3t%2F%2B%3D%3D%21&x=1", "?code=***&x=1"),
        ("Basic czNjcjN0Lys9PSE=", "Basic ***"),
        ("Basic YWxhZGRpbjpvcGVu1=", "***"),
        ("Incorrect API key provided: sk-proj-abc***xyz.", "Incorrect API key provided: ***"),
        ("gsk_abcdefghij is over its limit", "*** is over its limit"),
        ("Authorization: Bearer abcdef123456", "Authorization: ***"),
        ("http://me:pass@proxy:3128 is down", "http://***proxy:3128 is down"),
        ("https://h/v1?api_key=abcdef&model=m", "https://h/v1?api_key=***&model=m"),
        ("https://h/v1?a=1&X-Token=abcdef", "https://h/v1?a=1&X-Token=***"),
        (
            "The model 'mask-rcnn' is not basic enough.",
            "The model 'mask-rcnn' is not basic enough.",
        ),
    ],
)
def test_secrets_are_taken_out(text, cleaned):
    assert Redaction(["s3cr3t/+==!"]).of(text) == cleaned


def test_an_excerpt_has_no_half_of_a_secret_at_its_end():
    secret = "canary-0123456789"
    for longest in range(1, 60):
        cut = Redaction([secret]).excerpt(f"it was {secret} and more", longest)
        assert "canary" not in cut
        assert len(cut) <= longest + 1


def test_a_placeholder_spoils_no_words():
    assert Redaction(["no", ""]).of("no such model") == "no such model"
