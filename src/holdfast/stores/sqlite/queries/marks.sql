-- name: put
UPDATE messages INDEXED BY messages_in_order
SET analysis = :analysis, terms = :terms, traits = :traits, model = :model, vector = :vector
WHERE space = :space AND user = :user AND seq = :seq;

-- name: since
SELECT seq, id, version, session, number, agent, role, speaker, said_at, traits,
       CASE WHEN analysis = :analysis THEN terms END,
       CASE WHEN model = :model THEN vector END
FROM messages INDEXED BY messages_in_order
WHERE space = :space AND user = :user AND seq > :seq AND seq <= :upto AND NOT superseded
ORDER BY seq;

-- name: stale
SELECT seq, text, analysis, terms, traits, model, vector
FROM messages INDEXED BY messages_in_order
WHERE space = :space AND user = :user AND seq > :after_seq AND NOT superseded
  AND (analysis <> :analysis OR model <> :model)
ORDER BY seq
LIMIT :limit;

-- name: count_stale
SELECT user, count(*)
FROM messages
WHERE space = :space AND NOT superseded
  AND ((:analysis <> '*' AND analysis <> :analysis) OR (:model <> '*' AND model <> :model))
GROUP BY user
ORDER BY user;
