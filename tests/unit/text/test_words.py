"""Words: what spaces divide, whole and in parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text.fold import plain
from holdfast.text.words import forms


def texts(token: str) -> list[str]:
    return [form.text for form in forms(plain(token))]


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        # words and their endings
        ("hiking", ["hike"]),
        ("Hikes!", ["hike"]),
        ("cities", ["citi"]),
        ("(running)", ["run"]),
        ("“Quoted”", ["quot"]),
        ("wait—what", ["wait"]),
        ("naïve", ["naiv"]),
        ("привет", ["привет"]),
        ("हिन्दी", ["हिन्दी"]),
        ("שלום", ["שלום"]),
        # apostrophes
        ("don't", []),
        ("Don’t", []),
        ("I'm", []),
        ("you're", []),
        ("we'll", []),
        ("she’d", []),
        ("can't", []),
        ("cant", []),
        ("let's", ["let"]),
        ("ill", ["ill"]),
        ("I'll", []),
        ("it's", []),
        ("Er's", ["er"]),
        ("Lily’s", ["lili"]),
        ("dogs'", ["dog"]),
        ("O'Brien", ["obrien", "brien"]),
        ("rock'n'roll", ["rocknrol"]),
        # stop words
        ("The", []),
        ("what", []),
        ("Where?", []),
        ("not", []),
        # numbers
        ("42", ["42"]),
        ("3.14", ["3.14"]),
        ("$1,200", ["1200"]),
        ("1,234,567.89", ["1234567.89"]),
        ("1,2,3", ["1", "2", "3"]),
        ("50%", ["50"]),
        ("-7", ["7"]),
        ("3-5", ["3", "5"]),
        ("１２", ["12"]),
        ("1st", ["1st", "1"]),
        ("10km", ["10km", "10", "km"]),
        ("90s", ["90s", "90"]),
        ("192.168.0.1", ["192.168.0.1"]),
        ("555-1234", ["5551234", "555", "1234"]),
        ("138-0000-1234", ["13800001234", "138", "0000", "1234"]),
        # times and dates
        ("3:30", ["3:30"]),
        ("３：３０", ["3:30"]),
        ("3:30pm", ["3:30", "pm"]),
        ("10am", ["10"]),
        ("2024-05-31", ["2024-05-31", "5月31日", "2024", "5月", "31日"]),
        ("2024/5/31", ["2024-05-31", "5月31日", "2024", "5月", "31日"]),
        ("2024.05.31,", ["2024-05-31", "5月31日", "2024", "5月", "31日"]),
        ("2024年5月31日", ["2024-05-31", "5月31日", "2024", "5月", "31日"]),
        ("5月31日", ["5月31日", "5月", "31日"]),
        ("5月31号", ["5月31日", "5月", "31日"]),
        ("2024年5月", ["2024", "5月"]),
        ("05月", ["5月"]),
        ("31日", ["31日"]),
        ("5/31", ["5/31", "5", "31"]),
        ("May", ["5月"]),
        ("may", []),
        ("January", ["1月"]),
        ("january,", ["1月"]),
        ("Sept.", ["9月"]),
        ("march", ["march"]),
        # identifiers
        ("snake_case", ["snake_case", "snake", "case"]),
        ("camelCase", ["camelcas", "camel", "case"]),
        ("getHTTPServer", ["gethttpserv", "get", "server"]),
        ("foo.bar()", ["foo.bar", "foo", "bar"]),
        ("__init__", ["init"]),
        ("YouTube", ["youtub", "tube"]),
        ("McDonald's", ["mcdonald", "mc", "donald"]),
        ("NASA", ["nasa"]),
        ("PDFs", ["pdf"]),
        ("iPhone15", ["iphone15", "iphon", "phone", "15"]),
        ("GPT-4", ["gpt4", "gpt", "4"]),
        ("COVID-19", ["covid19", "covid", "19"]),
        ("C++", ["c++"]),
        ("C#,", ["c#"]),
        ("v1.2.3", ["1.2.3"]),
        ("1.2.3", ["1.2.3"]),
        ("U.S.", ["us"]),
        ("a.m.", ["am"]),
        # addresses and files
        ("lily.chen@example.com", ["lily.chen@example.com", "lili", "chen", "exampl"]),
        ("https://www.example.com/a", ["example.com/a", "exampl"]),
        ("http://example.com/tea?cup=1", ["example.com/tea", "exampl", "tea", "cup", "1"]),
        ("report.pdf", ["report.pdf", "report", "pdf"]),
        ("src/text/fold.py", ["src/text/fold.py", "src", "text", "fold", "py"]),
        ("@bob", ["bob"]),
        ("#tag", ["tag"]),
        # words side by side
        ("and/or", []),
        ("tea/coffee", ["tea", "coffe"]),
        ("e-mail", ["email", "mail"]),
        ("email", ["email"]),
        ("T-shirt", ["tshirt", "shirt"]),
        ("mother-in-law", ["motherinlaw", "mother", "law"]),
        ("Jean-Luc's", ["jeanluc", "jean", "luc"]),
        # nothing
        ("", []),
        ("...", []),
        ("😀", []),
        ("👨‍👩‍👧", []),
        ("\ud800", []),
        ("a\ud800b", ["b"]),
        ("'", []),
        ("://", []),
    ],
)
def test_forms(token, expected):
    assert texts(token) == expected


@pytest.mark.parametrize(
    ("token", "places"),
    [
        ("(Hikes)", [("hike", "Hikes")]),
        ("camelCase", [("camelcas", "camelCase"), ("camel", "camel"), ("case", "Case")]),
        ("x/tea.txt", [("tea", "tea"), ("txt", "txt")]),
        ("$1,200", [("1200", "1,200")]),
        ("5月31日", [("5月31日", "5月31日")]),
    ],
)
def test_every_form_knows_where_it_stands(token, places):
    found = [(form.text, token[form.start : form.end]) for form in forms(token)]
    assert set(places) <= set(found)


@pytest.mark.parametrize("letter", ["a", "7", "é", "_", "a.", "a-", "aB", "1,", "/", "a'", "@"])
def test_an_endless_run_is_cut_into_pieces(letter):
    found = texts(letter * 100_000)
    assert all(len(form) <= 64 for form in found)
    assert len(found) <= 200_000


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aB1.,:/-_'@+#年月日é"))))
def test_no_text_is_too_strange_and_places_are_inside_it(text):
    token = plain(text)
    for form in forms(token):
        assert form.text
        assert 0 <= form.start < form.end <= len(token)
