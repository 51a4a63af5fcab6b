-- The log and its nearest views. Every key starts with space and user, so that one person's memory
-- lies together on disk and the schema can be distributed by it.

CREATE TABLE users (
    space    TEXT    NOT NULL,
    user     TEXT    NOT NULL,
    epoch    INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    PRIMARY KEY (space, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    space       TEXT    NOT NULL,
    user        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    last_number INTEGER NOT NULL,
    opened_at   INTEGER NOT NULL,
    last_at     INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    PRIMARY KEY (space, user, name)
) STRICT, WITHOUT ROWID;

-- Append-only: a row's words never change. `superseded` turns 1 when a newer version arrives.
CREATE TABLE messages (
    space      TEXT    NOT NULL,
    user       TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    id         TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    superseded INTEGER NOT NULL DEFAULT 0,
    session    TEXT    NOT NULL,
    agent      TEXT    NOT NULL,
    number     INTEGER NOT NULL,
    said_at    INTEGER NOT NULL,
    said_zone  TEXT    NOT NULL,
    stored_at  INTEGER NOT NULL,
    role       TEXT    NOT NULL,
    speaker    TEXT,
    client_id  TEXT,
    text       TEXT    NOT NULL,
    parts      TEXT,
    extra      TEXT,
    PRIMARY KEY (space, user, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX messages_by_id ON messages (space, user, id, version);
CREATE UNIQUE INDEX messages_by_client ON messages (space, user, session, client_id)
    WHERE client_id IS NOT NULL AND version = 1;
CREATE INDEX messages_by_time ON messages (space, user, said_at);
CREATE INDEX messages_by_session ON messages (space, user, session);

CREATE TABLE attachments (
    space      TEXT NOT NULL,
    user       TEXT NOT NULL,
    message_id TEXT NOT NULL,
    ref        TEXT NOT NULL,
    data       BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX attachments_by_message ON attachments (space, user, message_id, ref);
CREATE INDEX attachments_by_ref ON attachments (space, user, ref);

CREATE TABLE terms (
    space   TEXT    NOT NULL,
    user    TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    version TEXT    NOT NULL,
    terms   TEXT    NOT NULL,
    PRIMARY KEY (space, user, seq)
) STRICT, WITHOUT ROWID;
