"""Time expressions of a question, English and Chinese, as windows of time. Pure functions."""

from holdfast.text.when.window import Window, windows

__all__ = ["Window", "windows"]
