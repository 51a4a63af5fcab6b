"""Beside other systems: the measurement `peers`. A worker loads this too, so nothing is imported."""
