-- A message and its mark in one row, rows in the order they came: one leaf is written for many
-- users' messages. The index in order also answers for sessions and times without reading rows, and
-- knows which of them a correction has replaced.
-- All marks are made again, by the new analysis.

CREATE TABLE messages_with_marks (
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
    analysis   TEXT    NOT NULL DEFAULT '',
    traits     INTEGER NOT NULL DEFAULT 0,
    terms      BLOB    NOT NULL DEFAULT x'',
    model      TEXT    NOT NULL DEFAULT '',
    vector     BLOB    NOT NULL DEFAULT x'',
    text       TEXT    NOT NULL,
    parts      TEXT,
    extra      TEXT
) STRICT;

INSERT INTO messages_with_marks
    (space, user, seq, id, version, superseded, session, agent, number, said_at, said_zone, stored_at,
     role, speaker, client_id, text, parts, extra)
SELECT space, user, seq, id, version, superseded, session, agent, number, said_at, said_zone, stored_at,
       role, speaker, client_id, text, parts, extra
FROM messages ORDER BY space, user, seq;

ALTER TABLE users ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;

DROP TABLE terms;
DROP TABLE messages;
ALTER TABLE messages_with_marks RENAME TO messages;

CREATE INDEX messages_in_order ON messages (space, user, seq, session, said_at, superseded);
CREATE UNIQUE INDEX messages_by_id ON messages (space, user, id, version);
CREATE UNIQUE INDEX messages_by_client ON messages (space, user, session, client_id)
    WHERE client_id IS NOT NULL AND version = 1;
