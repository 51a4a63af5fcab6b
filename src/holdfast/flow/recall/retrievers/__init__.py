"""Retrievers: each scores every message in its own way; about 1 is a full match."""
