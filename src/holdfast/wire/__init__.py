"""What a server and its client agree on: which call goes where, and how values travel."""
