"""What a package says about a failure."""

from __future__ import annotations


def said(error: Exception) -> str:
    """Its words on one line, not too many of them, without a full stop."""
    return " ".join(str(error).split())[:200].rstrip(".")
