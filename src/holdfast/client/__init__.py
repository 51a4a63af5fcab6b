"""A memory that another process serves: the verbs of `Memory` over HTTP, and a spool for them.

The path of a call: `remote` (or `aio`) says what is wanted, `transport` sends it as often as is
safe, `answers` makes a value or an error of what comes back. The path of a message that nobody
waits for: `outgoing` gives it an id and a time, `spool` keeps it on the disk, `sender` takes it to
the server when that can be reached.
"""
