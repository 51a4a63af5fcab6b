"""The pages, one file a view."""
