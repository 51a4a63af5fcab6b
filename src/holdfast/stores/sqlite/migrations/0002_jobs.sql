-- Work that changes leave behind, and values that may change while running.

CREATE TABLE jobs (
    space        TEXT    NOT NULL,
    user         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    id           TEXT    NOT NULL,
    state        TEXT    NOT NULL,
    payload      TEXT    NOT NULL,
    done         INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    run_at       INTEGER NOT NULL,
    lease        TEXT    NOT NULL,
    leased_until INTEGER NOT NULL,
    error        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (space, user, kind, key)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX jobs_by_id ON jobs (space, id);
CREATE INDEX jobs_due ON jobs (
    (CASE state WHEN 'waiting' THEN run_at WHEN 'running' THEN leased_until END)
);

CREATE TABLE preferences (
    space    TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    value    TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (space, name)
) STRICT, WITHOUT ROWID;
