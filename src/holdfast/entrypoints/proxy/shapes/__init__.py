"""Shapes: the forms in which a conversation is asked for and answered."""

from __future__ import annotations

from holdfast.entrypoints.proxy.shapes.chat import CHAT
from holdfast.entrypoints.proxy.shapes.responses import RESPONSES
from holdfast.entrypoints.proxy.shapes.shape import Answer, Asked, Shape

__all__ = ["SHAPES", "Answer", "Asked", "Shape"]

SHAPES: dict[str, Shape] = {"chat/completions": CHAT, "responses": RESPONSES}
"""By the path of a request, the shapes that are remembered. All else is passed on as it is."""
