-- name: make
-- Places begin at the time, so that those of a file that was set aside never come again: who sends
-- may still hold some.
CREATE TABLE waiting (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    space   TEXT NOT NULL,
    user    TEXT NOT NULL,
    session TEXT NOT NULL,
    agent   TEXT NOT NULL,
    message TEXT NOT NULL,
    put_at  INTEGER NOT NULL
);
CREATE TABLE refused (
    seq        INTEGER PRIMARY KEY,
    space      TEXT NOT NULL,
    user       TEXT NOT NULL,
    session    TEXT NOT NULL,
    agent      TEXT NOT NULL,
    message    TEXT NOT NULL,
    put_at     INTEGER NOT NULL,
    reason     TEXT NOT NULL
);
CREATE TABLE tally (
    waiting       INTEGER NOT NULL,
    waiting_bytes INTEGER NOT NULL,
    refused       INTEGER NOT NULL,
    refused_bytes INTEGER NOT NULL
);
INSERT INTO tally VALUES (0, 0, 0, 0);
INSERT INTO sqlite_sequence VALUES ('waiting', CAST(unixepoch('subsec') * 1000000 AS INTEGER));
CREATE TRIGGER waits AFTER INSERT ON waiting BEGIN
    UPDATE tally SET waiting = waiting + 1,
        waiting_bytes = waiting_bytes + octet_length(NEW.message);
END;
CREATE TRIGGER waits_no_more AFTER DELETE ON waiting BEGIN
    UPDATE tally SET waiting = waiting - 1,
        waiting_bytes = waiting_bytes - octet_length(OLD.message);
END;
CREATE TRIGGER is_refused AFTER INSERT ON refused BEGIN
    UPDATE tally SET refused = refused + 1,
        refused_bytes = refused_bytes + octet_length(NEW.message);
END;
CREATE TRIGGER is_refused_no_more AFTER DELETE ON refused BEGIN
    UPDATE tally SET refused = refused - 1,
        refused_bytes = refused_bytes - octet_length(OLD.message);
END;

-- name: tally
SELECT waiting, waiting_bytes, refused, refused_bytes FROM tally;

-- name: put
INSERT INTO waiting (space, user, session, agent, message, put_at)
VALUES (:space, :user, :session, :agent, :message, :put_at);

-- name: page
SELECT seq, space, user, session, agent, message, put_at FROM waiting
WHERE seq > :after ORDER BY seq LIMIT :limit;

-- name: done
DELETE FROM waiting WHERE seq = :seq;

-- name: refuse
INSERT INTO refused (seq, space, user, session, agent, message, put_at, reason)
SELECT seq, space, user, session, agent, message, put_at, :reason FROM waiting WHERE seq = :seq;

-- name: refused
SELECT seq, space, user, session, agent, message, put_at, reason FROM refused ORDER BY seq;

-- name: refused_seqs
SELECT seq FROM refused ORDER BY seq;

-- name: retry
INSERT INTO waiting (seq, space, user, session, agent, message, put_at)
SELECT seq, space, user, session, agent, message, put_at FROM refused WHERE seq = :seq;

-- name: refused_no_more
DELETE FROM refused WHERE seq = :seq;
