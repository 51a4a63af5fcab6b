"""MCP: a memory as tools for any program that speaks the Model Context Protocol.

Each module beside this one holds the tools of one kind, as a class whose methods are the tools; it
knows nothing of the protocol. `server.py` alone imports the package `mcp`, which is an extra.
"""
