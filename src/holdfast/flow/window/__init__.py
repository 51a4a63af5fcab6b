"""The window: memory packed under a budget, ready for a prompt."""
