"""Importers: other systems' files, as what `Memory.add` takes."""
