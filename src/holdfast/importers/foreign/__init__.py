"""What other systems kept: their exports, read so that nothing in them is lost and nothing trusted."""
