-- name: advance
INSERT INTO sessions (space, user, name, state, last_number, opened_at, last_at, revision)
VALUES (:space, :user, :name, 'active', :count, :at, :at, 1)
ON CONFLICT (space, user, name) DO UPDATE
SET last_number = last_number + :count, last_at = max(last_at, :at), revision = revision + 1
RETURNING last_number;

-- name: get
SELECT user, name, state, last_number, opened_at, last_at, revision
FROM sessions WHERE space = :space AND user = :user AND name = :name;

-- name: latest
SELECT user, name, state, last_number, opened_at, last_at, revision
FROM sessions WHERE space = :space AND user = :user
ORDER BY last_at DESC, name LIMIT :limit;

-- name: insert
INSERT INTO sessions (space, user, name, state, last_number, opened_at, last_at, revision)
VALUES (:space, :user, :name, :state, :last_number, :opened_at, :last_at, 1)
ON CONFLICT (space, user, name) DO NOTHING;

-- name: update
UPDATE sessions SET state = :state, last_number = :last_number, opened_at = :opened_at,
                    last_at = :last_at, revision = revision + 1
WHERE space = :space AND user = :user AND name = :name AND revision = :expect;

-- name: remove
DELETE FROM sessions WHERE space = :space AND user = :user AND name = :name;
