"""Exporters: a memory in the files of other systems."""
