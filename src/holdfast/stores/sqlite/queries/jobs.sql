-- name: enqueue
INSERT INTO jobs (space, user, kind, key, id, state, payload, done, total, attempts, run_at, lease,
                  leased_until, error, created_at)
VALUES (:space, :user, :kind, :key, :id, 'waiting', :payload, :done, :total, 0, :run_at, '',
        :leased_until, '', :created_at)
ON CONFLICT (space, user, kind, key) DO UPDATE
SET id = excluded.id, state = excluded.state, payload = excluded.payload, done = excluded.done,
    total = excluded.total, attempts = 0, run_at = excluded.run_at, lease = '',
    leased_until = excluded.leased_until, error = '', created_at = excluded.created_at
WHERE jobs.state = 'dead';

-- name: advance
UPDATE jobs SET payload = :payload, done = :done, total = :total, leased_until = :leased_until
WHERE space = :space AND id = :id AND state = 'running' AND lease = :lease
  AND attempts = :attempts;

-- name: finish
DELETE FROM jobs
WHERE space = :space AND id = :id AND (state = 'running' OR attempts = 0) AND lease = :lease
  AND attempts = :attempts;

-- name: fail
UPDATE jobs SET state = :state, error = :error, run_at = :run_at, lease = ''
WHERE space = :space AND id = :id AND state = 'running' AND lease = :lease
  AND attempts = :attempts;

-- name: get
SELECT space, user, kind, key, id, state, payload, done, total, attempts, run_at, lease,
       leased_until, error, created_at
FROM jobs WHERE space = :space AND id = :id;

-- name: find
SELECT space, user, kind, key, id, state, payload, done, total, attempts, run_at, lease,
       leased_until, error, created_at
FROM jobs WHERE space = :space AND (:state IS NULL OR state = :state)
  AND (created_at, id) > (SELECT coalesce(max(created_at), -9223372036854775808),
                                 coalesce(max(id), '')
                          FROM jobs WHERE space = :space AND id = :after)
ORDER BY created_at, id LIMIT :limit;

-- name: find_of_user
SELECT space, user, kind, key, id, state, payload, done, total, attempts, run_at, lease,
       leased_until, error, created_at
FROM jobs WHERE space = :space AND user = :user AND (:state IS NULL OR state = :state)
  AND (created_at, id) > (SELECT coalesce(max(created_at), -9223372036854775808),
                                 coalesce(max(id), '')
                          FROM jobs WHERE space = :space AND id = :after)
ORDER BY created_at, id LIMIT :limit;

-- name: retry
UPDATE jobs SET state = 'waiting', attempts = 0, run_at = :run_at, lease = ''
WHERE space = :space AND (:id IS NULL OR id = :id)
  AND (state = 'dead' OR (:id IS NOT NULL AND state = 'waiting' AND error <> ''));

-- name: remove
DELETE FROM jobs WHERE space = :space AND user = :user AND (:id IS NULL OR id = :id);

-- name: due
-- store-wide: a worker serves every space; the job it gets names its own.
SELECT space, user, kind, key, id, state, payload, done, total, attempts, run_at, lease,
       leased_until, error, created_at
FROM jobs
WHERE (CASE state WHEN 'waiting' THEN run_at WHEN 'running' THEN leased_until END) <= :now
ORDER BY (CASE state WHEN 'waiting' THEN run_at WHEN 'running' THEN leased_until END),
         created_at, id
LIMIT 1;

-- name: lease
UPDATE jobs SET state = 'running', attempts = attempts + 1, lease = :owner, leased_until = :until
WHERE space = :space AND id = :id;

-- name: bury
UPDATE jobs SET state = 'dead', lease = '', error = :error WHERE space = :space AND id = :id;

-- name: spaces
-- store-wide: the list of spaces itself.
SELECT space FROM users UNION SELECT space FROM jobs UNION SELECT space FROM preferences
ORDER BY 1;
