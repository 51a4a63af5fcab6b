"""The page of capabilities is drawn from marks that are read as text; this is that reading."""

from __future__ import annotations

import pytest

from tools.capabilities import BadClaim, Group, draw, find_claims

GROUPS = [Group("A", "Intake", {"A1": "takes", "A2": "gives", "A5-A7": "the rest"})]

MODULE = """
import pytest
pytestmark = [pytest.mark.long, pytest.mark.capability("A2")]

class TestX:
    @pytest.mark.capability("A1", "A6")
    async def test_one(self): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.capability("A1"))])
def test_two(n): ...
"""


def claims(tmp_path, source):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text(source, "utf-8")
    return find_claims(tmp_path / "tests", tmp_path)


def test_marks_are_found_wherever_pytest_finds_them(tmp_path):
    found = {(claim.id, claim.test) for claim in claims(tmp_path, MODULE)}
    assert found == {
        ("A2", ""),
        ("A1", "TestX::test_one"),
        ("A6", "TestX::test_one"),
        ("A1", "test_two"),
    }


def test_a_line_lists_its_tests_and_the_rest_wait(tmp_path):
    source = '@pytest.mark.capability("A1", "A6")\ndef test_it(): ...\n'
    page = draw(GROUPS, claims(tmp_path, source))
    assert "| A1 | takes | [`test_x::test_it`](../tests/test_x.py) |" in page
    assert "| A5-A7 | the rest |" in page
    assert page.endswith("## Not yet shown\n\nA2\n")


@pytest.mark.parametrize("argument", ['"Z9"', "name", "", 'id="A1"'])
def test_a_claim_that_cannot_be_read_is_an_error(tmp_path, argument):
    source = f"@pytest.mark.capability({argument})\ndef test_it(): ...\n"
    with pytest.raises(BadClaim):
        draw(GROUPS, claims(tmp_path, source))
