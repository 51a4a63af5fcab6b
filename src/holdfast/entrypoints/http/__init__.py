"""The HTTP server. It translates between requests and the library, and does no work itself."""
