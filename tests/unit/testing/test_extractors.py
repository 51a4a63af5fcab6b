"""The extractor that does as it is told."""

from __future__ import annotations

from datetime import UTC, datetime

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.testing.extractors import FakeExtractor

NOW = datetime(2026, 3, 5, tzinfo=UTC)


def said(text: str, me: str = "user", *, known: bool = False) -> Said:
    return Said(id="m", text=text, me=me, said_at=NOW, known=known)


def test_claims_are_written_out_in_the_messages():
    claims = (
        FakeExtractor()
        .extract(
            [said("like/colour = blue\nsister: no work/employer = Acme\nhome = Xi'an not Beijing")]
        )
        .claims
    )
    assert claims == (
        Claim(topic="like", sub="colour", value="blue", text="like/colour = blue", sources=("m",)),
        Claim(
            topic="work", sub="employer", value="Acme", text="sister: no work/employer = Acme",
            sources=("m",), about="sister", ends=True,
        ),
        Claim(
            topic="home", value="Xi'an", text="home = Xi'an not Beijing", sources=("m",),
            was="Beijing", corrects=True,
        ),
    )  # fmt: skip


def test_so_are_gists_tags_and_moods_and_the_rest_is_passed_over():
    made = FakeExtractor().extract([said("gist: She moved.\ntag: place = Xi'an\nmood: joy\nhello")])
    assert [gist.text for gist in made.gists] == ["She moved."]
    assert (made.tags, made.sense.emotions) == ((("place", "Xi'an"),), ("joy",))
    assert made.claims == ()


def test_it_reads_what_is_new_and_fails_while_it_is_told_to():
    extractor = FakeExtractor()
    extractor.extract([said("home = Beijing", known=True), said("pet = a cat", me="Bob")])
    assert extractor.read == [["pet = a cat"]]
    extractor.error = "away"
    assert extractor.extract([said("pet = a dog")]).error == "away"
    assert extractor.read == [["pet = a cat"]]
