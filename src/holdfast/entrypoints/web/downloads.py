"""Downloads: what a browser is to keep as a file, under a name that is safe everywhere."""

from __future__ import annotations

import re
from urllib.parse import quote

_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


def as_file(name: str, kind: str) -> dict[str, str]:
    """The headers of a file to be kept. The browser is told not to show it, whatever is in it.

    Names that are not plain ASCII stand in the second form, which every browser of today reads.
    """
    name = name.rpartition("/")[2]
    plain = _PLAIN.sub("_", name).strip("._") or "file"
    return {
        "content-type": kind,
        "content-disposition": (
            f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
        ),
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
    }
