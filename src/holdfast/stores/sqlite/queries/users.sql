-- name: advance
INSERT INTO users (space, user, epoch, last_seq) VALUES (:space, :user, random(), :count)
ON CONFLICT (space, user) DO UPDATE SET last_seq = last_seq + :count
RETURNING epoch, last_seq, marked;

-- name: stamp
SELECT epoch, last_seq, marked FROM users WHERE space = :space AND user = :user;

-- name: stamp_of_all
SELECT total(epoch % 1000000007), total(last_seq), total(marked) FROM users WHERE space = :space;

-- name: renew
UPDATE users SET epoch = random() WHERE space = :space AND user = :user;

-- name: remark
UPDATE users SET marked = marked + 1 WHERE space = :space AND user = :user;

-- name: names
SELECT user FROM users WHERE space = :space AND user > :after ORDER BY user LIMIT :limit;

-- name: remembered
SELECT u.user,
       (SELECT count(*) FROM messages m INDEXED BY messages_in_order
        WHERE m.space = u.space AND m.user = u.user AND NOT m.superseded),
       (SELECT count(*) FROM sessions s WHERE s.space = u.space AND s.user = u.user),
       (SELECT max(s.last_at) FROM sessions s WHERE s.space = u.space AND s.user = u.user)
FROM users u WHERE u.space = :space AND u.user > :after ORDER BY u.user LIMIT :limit;

-- name: amount
-- The index holds all that is asked for, so that no row is read.
SELECT coalesce(sum(NOT superseded), 0), count(*)
FROM messages INDEXED BY messages_in_order
WHERE space = :space AND user = :user AND (:session IS NULL OR session = :session);

-- name: amount_of_agent
-- Rows are read in their own order; left to itself the planner takes ten times as long.
SELECT coalesce(sum(NOT superseded), 0), count(*)
FROM messages INDEXED BY messages_in_order
WHERE space = :space AND user = :user AND agent = :agent
  AND (:session IS NULL OR session = :session);

-- name: remove
DELETE FROM users WHERE space = :space AND user = :user;
