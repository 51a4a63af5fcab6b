"""Retrievers: each finds candidates in its own way and scores them from 0 to 1."""
