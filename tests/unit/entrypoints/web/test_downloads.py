"""Downloads: a name that is safe everywhere."""

from __future__ import annotations

import pytest

from holdfast.entrypoints.web.downloads import as_file


@pytest.mark.parametrize(
    ("name", "plain", "whole"),
    [
        ("mei.jsonl", "mei.jsonl", "mei.jsonl"),
        ("林悦.jsonl", "jsonl", "%E6%9E%97%E6%82%A6.jsonl"),
        ("day/merged_juno.json", "merged_juno.json", "merged_juno.json"),
        ('a"; b\r\nx: y', "a_b_x_y", "a%22%3B%20b%0D%0Ax%3A%20y"),
        ("..", "file", ".."),
        ("../../etc/passwd", "passwd", "passwd"),
    ],
)
def test_a_name_is_told_plainly_and_in_full(name, plain, whole):
    told = as_file(name, "application/gzip")["content-disposition"]
    assert told == f"attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}"
    assert "\n" not in told


def test_a_file_is_kept_and_never_shown():
    headers = as_file("x.html", "text/html")
    assert headers["content-type"] == "text/html"
    assert "sandbox" in headers["content-security-policy"]
