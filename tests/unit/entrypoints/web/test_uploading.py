"""Uploading: the file in what has come."""

from __future__ import annotations

import io
from tempfile import SpooledTemporaryFile

import pytest

from holdfast.entrypoints.web import uploading
from holdfast.entrypoints.web.uploading import opened
from holdfast.errors import ImportRefused

FORM = "multipart/form-data; boundary=xYz"


def form(*parts: tuple[str, bytes], end: bytes = b"--xYz--\r\n") -> io.BytesIO:
    body = b"".join(
        b"--xYz\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n" % (head.encode(), data)
        for head, data in parts
    )
    return io.BytesIO(body + end)


def test_a_body_alone_is_the_file():
    upload = opened(io.BytesIO(b"one\ntwo"), "application/octet-stream")
    assert upload.window().read() == b"one\ntwo"
    assert upload.fields == {}


@pytest.mark.parametrize("piece", [7, 64, 1 << 20])
def test_in_a_form_it_stands_among_fields(monkeypatch, piece):
    """However the pieces fall, the ends are found."""
    monkeypatch.setattr(uploading, "PIECE", piece)
    data = b"line\r\n--xY\r\n--x\n" * 50
    came = form(('name="token"', b"abc"), ('name="file"; filename="a.jsonl"', data))
    upload = opened(came, FORM)
    assert upload.fields == {"token": "abc"}
    assert upload.window().read() == data
    with io.BufferedReader(upload.window()) as lines:  # type: ignore[type-var]
        assert b"".join(lines) == data


def test_how_far_it_was_read_is_known():
    window = opened(io.BytesIO(b"x" * 10), "").window()
    assert window.share == 0
    window.read(5)
    assert window.share == 0.5
    assert opened(io.BytesIO(), "").window().share == 1


def test_two_may_read_it_one_after_the_other():
    with SpooledTemporaryFile(4) as kept:
        kept.write(b"something longer than that")
        upload = opened(kept, "")
        assert upload.window().read(2) == b"so"
        assert upload.window().read() == b"something longer than that"


def test_a_form_without_a_file_has_an_empty_one():
    assert opened(form(('name="token"', b"abc")), FORM).window().read() == b""


@pytest.mark.parametrize(
    ("came", "kind"),
    [
        (form(('name="file"; filename="a"', b"x"), end=b""), FORM),
        (io.BytesIO(b""), FORM),
        (io.BytesIO(b"--xYz\r\nno end of the head"), FORM),
        (form(('name="file"; filename="a"', b"x")), "multipart/form-data"),
        (form(*[('name="a"', b"x")] * 30), FORM),
    ],
)
def test_a_form_that_is_not_whole_is_refused(came, kind):
    with pytest.raises(ImportRefused, match="whole"):
        opened(came, kind)


def test_a_field_that_is_too_long_is_left_out():
    long = b"x" * (uploading.LONGEST_FIELD + 1)
    assert opened(form(('name="token"', long)), FORM).fields == {}
