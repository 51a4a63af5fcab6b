"""Text analysis for both languages. Pure functions."""
