"""The embedded store: one SQLite file, through apsw, which brings a current SQLite with it."""
