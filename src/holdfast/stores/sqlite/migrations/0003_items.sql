-- Knowledge and the messages it comes from.

CREATE TABLE items (
    space         TEXT    NOT NULL,
    user          TEXT    NOT NULL,
    id            TEXT    NOT NULL,
    kind          TEXT    NOT NULL,
    text          TEXT    NOT NULL,
    attributes    TEXT    NOT NULL,
    importance    REAL    NOT NULL,
    confidence    REAL    NOT NULL,
    trust         TEXT    NOT NULL,
    valid_from    INTEGER NOT NULL,
    valid_to      INTEGER NOT NULL,
    known_from    INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    uses          INTEGER NOT NULL,
    sources       TEXT    NOT NULL,
    revision      INTEGER NOT NULL,
    PRIMARY KEY (space, user, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_sources (
    space      TEXT NOT NULL,
    user       TEXT NOT NULL,
    message_id TEXT NOT NULL,
    item_id    TEXT NOT NULL,
    PRIMARY KEY (space, user, message_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_sources_by_item ON item_sources (space, user, item_id);
