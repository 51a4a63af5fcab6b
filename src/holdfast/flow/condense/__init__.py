"""Condense: the recent memo. Window, segments, sessions, topics, review."""
