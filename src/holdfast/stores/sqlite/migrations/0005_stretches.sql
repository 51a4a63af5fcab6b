-- Sessions run in stretches; knowledge knows which one it comes from; every agent has a memo.

ALTER TABLE sessions ADD COLUMN agent        TEXT    NOT NULL DEFAULT 'default';
ALTER TABLE sessions ADD COLUMN touched_at   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN stretch      INTEGER NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN first_number INTEGER NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN first_seq    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN began_at     INTEGER NOT NULL DEFAULT 0;

CREATE TEMP TABLE firsts AS
SELECT m.space, m.user, m.session, m.agent, m.seq
FROM messages m
JOIN (SELECT space, user, session, min(seq) AS seq FROM messages GROUP BY space, user, session) f
  ON m.space = f.space AND m.user = f.user AND m.seq = f.seq;
CREATE INDEX temp.firsts_by_session ON firsts (space, user, session);

UPDATE sessions SET
    touched_at = last_at,
    began_at   = opened_at,
    agent      = coalesce((SELECT agent FROM firsts f WHERE f.space = sessions.space
                           AND f.user = sessions.user AND f.session = sessions.name), 'default'),
    first_seq  = coalesce((SELECT seq FROM firsts f WHERE f.space = sessions.space
                           AND f.user = sessions.user AND f.session = sessions.name), 0);
DROP TABLE firsts;

-- Holds only those that may have to be sealed, and changes only when one begins or ends.
CREATE INDEX sessions_active ON sessions (space, user, name) WHERE state = 'active';

CREATE TABLE stretches (
    space     TEXT    NOT NULL,
    user      TEXT    NOT NULL,
    session   TEXT    NOT NULL,
    number    INTEGER NOT NULL,
    id        TEXT    NOT NULL,
    agent     TEXT    NOT NULL,
    state     TEXT    NOT NULL,
    ending    TEXT    NOT NULL,
    first     INTEGER NOT NULL,
    last      INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq  INTEGER NOT NULL,
    began_at  INTEGER NOT NULL,
    last_at   INTEGER NOT NULL,
    ended_at  INTEGER NOT NULL,
    error     TEXT    NOT NULL,
    revision  INTEGER NOT NULL,
    PRIMARY KEY (space, user, session, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX stretches_unsettled ON stretches (space, user, session, number) WHERE state <> 'sealed';

-- Those of other agents than the default are found without going through everybody's.
CREATE INDEX messages_of_agent ON messages (space, user, agent, seq) WHERE agent <> 'default';

ALTER TABLE items ADD COLUMN agent       TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN session     TEXT    NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN stretch     INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN level       INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN place       INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0;

CREATE INDEX items_in_order ON items (space, user, kind, agent, level, place);
CREATE INDEX items_current ON items (space, user, kind, agent, level, place)
    WHERE superseded_at = 253402300799999999;
CREATE INDEX items_of_stretch ON items (space, user, session, stretch) WHERE session <> '';
CREATE INDEX items_provisional ON items (space, user, agent) WHERE provisional;

CREATE TABLE memos (
    space      TEXT    NOT NULL,
    user       TEXT    NOT NULL,
    agent      TEXT    NOT NULL,
    folded_to  INTEGER NOT NULL,
    cleared_to INTEGER NOT NULL,
    hidden     TEXT    NOT NULL,
    reworded   TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    PRIMARY KEY (space, user, agent)
) STRICT, WITHOUT ROWID;
