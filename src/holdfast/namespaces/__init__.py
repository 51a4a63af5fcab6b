"""The namespaces of a Memory: `memory.messages`, `.sessions`, `.items`, `.admin`."""
