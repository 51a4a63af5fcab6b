"""The nouns of Holdfast. Frozen, and without any input or output."""
