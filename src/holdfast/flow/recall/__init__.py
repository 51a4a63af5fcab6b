"""Recall: ask, fetch, fuse, trim."""
