-- name: of
SELECT after_seq, last_seq, data
FROM sheaves INDEXED BY sheaves_in_order
WHERE space = :space AND user = :user AND made_by = :by
ORDER BY last_seq;

-- name: reach
SELECT after_seq, last_seq
FROM sheaves INDEXED BY sheaves_in_order
WHERE space = :space AND user = :user AND made_by = :by
ORDER BY last_seq DESC
LIMIT 1;

-- name: make_room
-- For a leaf that begins behind :after_seq.
DELETE FROM sheaves
WHERE space = :space AND user = :user AND (last_seq > :after_seq OR made_by <> :by);

-- name: put
INSERT INTO sheaves (space, user, after_seq, last_seq, made_by, data)
VALUES (:space, :user, :after_seq, :last_seq, :by, :data);

-- name: drop
DELETE FROM sheaves WHERE space = :space AND user = :user;

-- name: behind
SELECT u.user FROM users u
WHERE u.space = :space AND u.last_seq >= :least
  AND NOT EXISTS (SELECT 1 FROM sheaves s INDEXED BY sheaves_in_order
                  WHERE s.space = :space AND s.user = u.user AND s.made_by = :by
                    AND u.last_seq - s.last_seq < max(:least, (s.last_seq - s.after_seq) / 4))
ORDER BY u.user
LIMIT :limit;

-- name: volume
SELECT count(*), coalesce(sum(length(data)), 0) FROM sheaves WHERE space = :space;
