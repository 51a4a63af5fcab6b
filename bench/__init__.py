"""How fast Holdfast is, next to others, measured side by side in one run: ``python -m bench``."""
