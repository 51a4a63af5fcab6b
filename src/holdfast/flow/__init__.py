"""The path of a message, stage by stage, in the order it travels."""
