"""Plain files in folders, each change whole or not at all."""
