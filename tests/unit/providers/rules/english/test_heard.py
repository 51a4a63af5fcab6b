"""What is heard is what stands there: none passed by, none made up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.providers.rules.english.heard import Phrases

SOME = st.text("abc '", max_size=8)


@given(st.sets(SOME, max_size=8), st.text("abc '\n", max_size=40))
def test_all_that_stand_in_a_text_are_heard_and_no_others(phrases: set[str], text: str) -> None:
    written = {" ".join(phrase.split()) for phrase in phrases}
    assert set(Phrases(written).heard(text)) == {each for each in written if each in text}


def test_one_is_heard_across_words_and_within_one() -> None:
    heard = Phrases(["on x", "live for", "teen", "as a", "nowhere"]).heard
    assert set(heard("i live for my canteen, as an uncle")) == {"live for", "teen", "as a"}
