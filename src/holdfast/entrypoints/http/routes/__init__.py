"""The routes under /v1, and those that watch over the server."""
