"""Maintain: forget, erase, re-index, move."""
