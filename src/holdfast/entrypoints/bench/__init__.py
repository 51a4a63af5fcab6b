"""Measuring: how well and how fast memories are found."""
