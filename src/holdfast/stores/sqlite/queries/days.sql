-- name: counts
-- {part}, {index} and {where} are chosen from fixed pieces and whole numbers, never from a caller's
-- text, here and below. Where no agent is named, the index in order knows all that is asked.
SELECT {part} AS part, count(*)
FROM messages INDEXED BY {index}
WHERE space = :space AND user = :user AND NOT superseded
  AND said_at >= :begin AND said_at < :end {where}
GROUP BY part;

-- name: spells
-- The sessions of each part first; then, for the few that are wanted, what was said last in them.
WITH spells AS MATERIALIZED (
    SELECT {part} AS part, session AS name, count(*) AS messages, max(said_at) AS last_at
    FROM messages INDEXED BY {index}
    WHERE space = :space AND user = :user AND NOT superseded
      AND said_at >= :begin AND said_at < :end {where}
    GROUP BY part, session
    HAVING :behind IS NULL OR part < :last_part OR max(said_at) < :behind
        OR (max(said_at) = :behind AND session > :behind_session)
    ORDER BY part DESC, last_at DESC, name
    LIMIT :limit
)
SELECT s.part, s.name, s.messages, s.last_at, max(m.seq)
FROM messages m INDEXED BY {index} CROSS JOIN spells s
WHERE m.space = :space AND m.user = :user AND NOT m.superseded
  AND m.said_at BETWEEN (SELECT min(last_at) FROM spells) AND (SELECT max(last_at) FROM spells) {where}
  AND s.name = m.session AND s.last_at = m.said_at
GROUP BY s.part, s.name
ORDER BY s.part DESC, s.last_at DESC, s.name;

-- name: beside
SELECT max(CASE WHEN said_at < :since THEN said_at END),
       min(CASE WHEN said_at >= :until THEN said_at END)
FROM messages INDEXED BY {index}
WHERE space = :space AND user = :user AND NOT superseded {where};
