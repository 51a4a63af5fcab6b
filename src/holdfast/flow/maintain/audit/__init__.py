"""Audit: what is wrong with a set of memories, ours or another system's, without a model.

`audit` looks over plain rows: what is kept twice, what was never worth keeping, what cannot both
hold, what is long past, and what nobody can trace.
"""
