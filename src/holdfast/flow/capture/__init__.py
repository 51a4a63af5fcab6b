"""Capture: accept what was said, and log it."""
