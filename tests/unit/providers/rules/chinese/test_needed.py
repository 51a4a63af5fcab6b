"""Signs without which a form cannot match."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.entrypoints.bench.facts import lines_of
from holdfast.providers.rules.chinese.clause import clauses_of
from holdfast.providers.rules.chinese.finding import signs_of
from holdfast.providers.rules.chinese.frames import frames, tried
from holdfast.providers.rules.chinese.needed import needed

SETS = Path(__file__).parents[5] / "bench" / "sets"


@pytest.mark.parametrize(
    ("form", "signs"),
    [
        ("老家", "老"),
        ("(?:猫|狗)叫", "叫"),
        ("(?:猫|狗)(?:叫)?", "猫狗"),
        ("(?:猫|狗)?", ""),
        ("(?:猫|[^，]{2})", ""),
        ("[^，]{2,4}", ""),
        ("(?<!不)[喝饮](?=酒)", "喝饮"),
        ("(?P<v>茶+?)[0-9]{0,2}", "茶"),
        ("(?P<v>[零-龥]{2})茶{0,3}", ""),
        ("<place>{animal}醋{1,2}", "醋"),
        (r"\d号$", "号"),
        (r"(?P<w>茶)(?P=w)|\.", "茶."),
        ("的茶", "茶"),
    ],
)
def test_what_a_form_needs(form: str, signs: str) -> None:
    assert needed(form) == frozenset(signs)


def test_a_class_of_words_is_a_sign() -> None:
    assert needed("做(?:{trade}|工)的", {"trade"}) == {"做"}
    assert needed("(?:{trade}|工)[^，]", {"trade"}) == {"{trade}", "工"}
    assert needed("(?:{trade}|工)?{animal}", {"trade"}) == frozenset()


@pytest.mark.parametrize("name", ["facts.zh", "facts-more.zh"])
def test_no_form_is_passed_over_that_would_match(name: str) -> None:
    texts = [
        each["content"] for line in lines_of(SETS / f"{name}.jsonl") for each in line["messages"]
    ]
    plains = {clause.plain for text in texts[::5] for clause in clauses_of(text)}
    forms = [form for frame in frames() for form in frame.forms]
    assert sum(bool(form.signs) for form in forms) > 0.9 * len(forms)
    for plain in plains:
        held = {form for _, could in tried(signs_of(plain)) for form in could}
        for form in forms:
            if form not in held:
                assert not form.pattern.search(plain), (form.written, plain)
