"""The ways in. Each translates between its world and a Memory, and does nothing else."""
