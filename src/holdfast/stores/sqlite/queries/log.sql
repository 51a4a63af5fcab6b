-- name: append
-- {superseded} is `superseded_from_the_start`, or 0 for fresh ids: they have no other version.
INSERT INTO messages (space, user, seq, id, version, superseded, session, agent, number, said_at, said_zone,
                      stored_at, role, speaker, client_id, analysis, terms, traits, model, vector,
                      text, parts, extra)
VALUES (:space, :user, :seq, :id, :version, {superseded}, :session, :agent, :number,
        :said_at, :said_zone, :stored_at, :role, :speaker, :client_id,
        :analysis, :terms, :traits, :model, :vector, :text, :parts, :extra);

-- name: superseded_from_the_start
-- A version that comes after a higher one of its id is.
EXISTS (SELECT 1 FROM messages
        WHERE space = :space AND user = :user AND id = :id AND version > :version);

-- name: supersede
-- Mark every version of an id but the highest.
UPDATE messages SET superseded = 1
WHERE space = :space AND user = :user AND id = :id AND NOT superseded
  AND version < (SELECT max(version) FROM messages
                 WHERE space = :space AND user = :user AND id = :id);

-- name: get
-- {ids} is a row of question marks. Left to itself the planner goes through all of the user's rows,
-- here and below.
SELECT user, session, agent, seq, number, id, version, role, speaker, text, parts, extra,
       said_at, said_zone, stored_at, client_id
FROM messages INDEXED BY messages_by_id
WHERE space = :space AND user = :user AND id IN ({ids}) AND NOT superseded;

-- name: texts
-- {seqs} is a row of question marks.
SELECT seq, text, said_zone
FROM messages INDEXED BY messages_in_order
WHERE space = :space AND user = :user AND seq IN ({seqs});

-- name: versions
SELECT user, session, agent, seq, number, id, version, role, speaker, text, parts, extra,
       said_at, said_zone, stored_at, client_id
FROM messages
WHERE space = :space AND user = :user AND id = :id
ORDER BY version;

-- name: sent
SELECT user, session, agent, seq, number, id, version, role, speaker, text, parts, extra,
       said_at, said_zone, stored_at, client_id
FROM messages
WHERE space = :space AND user = :user AND session = :session AND client_id = :client_id
  AND client_id IS NOT NULL AND version = 1;

-- name: find
-- {index}, {where} and {order} are chosen by the log from its own fixed pieces, never from a caller's text.
SELECT user, session, agent, seq, number, id, version, role, speaker, text, parts, extra,
       said_at, said_zone, stored_at, client_id
FROM messages INDEXED BY {index}
WHERE space = :space AND user = :user {where}
ORDER BY {order}
LIMIT :limit;

-- name: between
-- Chosen and ordered in the index; only the rows that are wanted are read. {where} as above.
SELECT user, session, agent, seq, number, id, version, role, speaker, text, parts, extra,
       said_at, said_zone, stored_at, client_id
FROM messages
WHERE rowid IN (SELECT rowid FROM messages INDEXED BY {index}
                WHERE space = :space AND user = :user {where}
                ORDER BY said_at, seq LIMIT :limit)
ORDER BY said_at, seq;

-- name: remove
DELETE FROM messages INDEXED BY messages_by_id
WHERE space = :space AND user = :user AND id = :id;
