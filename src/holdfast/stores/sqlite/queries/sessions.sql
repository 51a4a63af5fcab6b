-- name: advance
-- Gives no row where the stretch is over.
INSERT INTO sessions (space, user, name, agent, state, last_number, opened_at, last_at, touched_at,
                      stretch, first_number, first_seq, began_at, revision)
VALUES (:space, :user, :name, :agent, 'active', :count, :first_at, :last_at, :told_at,
        1, 1, :seq, :first_at, 1)
ON CONFLICT (space, user, name) DO UPDATE
SET last_number = last_number + excluded.last_number, last_at = max(last_at, excluded.last_at),
    touched_at = max(touched_at, excluded.touched_at), revision = revision + 1
WHERE state = 'active' AND excluded.began_at <= last_at + :idle
  AND excluded.began_at <= began_at + :limit
RETURNING last_number;

-- name: get
SELECT user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
       first_seq, began_at, revision
FROM sessions WHERE space = :space AND user = :user AND name = :name;

-- name: latest
SELECT user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
       first_seq, began_at, revision
FROM sessions
WHERE space = :space AND user = :user
  AND (:agent IS NULL OR agent = :agent) AND (:state IS NULL OR state = :state)
  AND (:last_at IS NULL OR last_at < :last_at OR (last_at = :last_at AND name > :behind))
ORDER BY last_at DESC, name LIMIT :limit;

-- name: agents
SELECT DISTINCT agent FROM sessions WHERE space = :space AND user = :user ORDER BY agent;

-- name: lately
-- The active ones are few, and gone through; the others lie in this order.
SELECT user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
       first_seq, began_at, revision
FROM sessions INDEXED BY sessions_active WHERE space = :space AND state = 'active'
UNION ALL
SELECT user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
       first_seq, began_at, revision
FROM sessions INDEXED BY sessions_lately WHERE space = :space AND state <> 'active'
ORDER BY last_at DESC, user, name LIMIT :limit;

-- name: active
SELECT user, name, agent, state, last_number, opened_at, last_at, touched_at, stretch, first_number,
       first_seq, began_at, revision
FROM sessions INDEXED BY sessions_active
WHERE space = :space AND state = 'active' AND (:user IS NULL OR user = :user)
  AND (:bound IS NULL OR touched_at < :bound)
ORDER BY user, name LIMIT :limit;

-- name: insert
INSERT INTO sessions (space, user, name, agent, state, last_number, opened_at, last_at, touched_at,
                      stretch, first_number, first_seq, began_at, revision)
VALUES (:space, :user, :name, :agent, :state, :last_number, :opened_at, :last_at, :touched_at,
        :stretch, :first_number, :first_seq, :began_at, 1)
ON CONFLICT (space, user, name) DO NOTHING;

-- name: update
UPDATE sessions SET agent = :agent, state = :state, last_number = :last_number,
                    opened_at = :opened_at, last_at = :last_at, touched_at = :touched_at,
                    stretch = :stretch, first_number = :first_number, first_seq = :first_seq,
                    began_at = :began_at, revision = revision + 1
WHERE space = :space AND user = :user AND name = :name AND revision = :expect;

-- name: remove
DELETE FROM sessions WHERE space = :space AND user = :user AND name = :name;
