-- name: put
INSERT INTO terms (space, user, seq, version, terms) VALUES (:space, :user, :seq, :version, :terms)
ON CONFLICT (space, user, seq) DO UPDATE SET version = excluded.version, terms = excluded.terms;

-- name: since
SELECT m.seq, m.id, m.session, m.agent, m.said_at, t.terms IS NOT NULL, coalesce(t.terms, m.text)
FROM messages m
LEFT JOIN terms t
    ON t.space = m.space AND t.user = m.user AND t.seq = m.seq AND t.version = :version
WHERE m.space = :space AND m.user = :user AND m.seq > :seq AND NOT m.superseded
ORDER BY m.seq;

-- name: stale
SELECT m.seq, m.text
FROM messages m
LEFT JOIN terms t
    ON t.space = m.space AND t.user = m.user AND t.seq = m.seq AND t.version = :version
WHERE m.space = :space AND m.user = :user AND m.seq > :after_seq AND NOT m.superseded
  AND t.seq IS NULL
ORDER BY m.seq
LIMIT :limit;

-- name: count_stale
SELECT m.user, count(*)
FROM messages m
LEFT JOIN terms t
    ON t.space = m.space AND t.user = m.user AND t.seq = m.seq AND t.version = :version
WHERE m.space = :space AND NOT m.superseded AND t.seq IS NULL
GROUP BY m.user
ORDER BY m.user;

-- name: remove
DELETE FROM terms WHERE space = :space AND user = :user AND seq = :seq;
