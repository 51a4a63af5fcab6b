-- name: get
SELECT user, agent, folded_to, cleared_to, hidden, reworded, revision
FROM memos WHERE space = :space AND user = :user AND agent = :agent;

-- name: of
SELECT user, agent, folded_to, cleared_to, hidden, reworded, revision
FROM memos WHERE space = :space AND user = :user ORDER BY agent;

-- name: insert
INSERT INTO memos (space, user, agent, folded_to, cleared_to, hidden, reworded, revision)
VALUES (:space, :user, :agent, :folded_to, :cleared_to, :hidden, :reworded, 1)
ON CONFLICT (space, user, agent) DO NOTHING;

-- name: update
UPDATE memos SET folded_to = :folded_to, cleared_to = :cleared_to, hidden = :hidden,
                 reworded = :reworded, revision = revision + 1
WHERE space = :space AND user = :user AND agent = :agent AND revision = :expect;

-- name: unfolded
-- {index} and {where} are chosen from fixed pieces, never from a caller's text.
SELECT seq, id FROM messages m INDEXED BY {index}
WHERE space = :space AND user = :user AND agent = :agent {where} AND version = 1
  AND seq > :after AND seq < :before
  AND NOT EXISTS (SELECT 1 FROM item_sources s
                  JOIN items i ON i.space = s.space AND i.user = s.user AND i.id = s.item_id
                  WHERE s.space = m.space AND s.user = m.user AND s.message_id = m.id
                    AND i.kind = 'summary' AND i.level = 0)
ORDER BY seq DESC LIMIT :limit;

-- name: count_unfolded
-- Counted in the indexes alone: of every message one version is not superseded, those of the default
-- agent are those of no other, and a message is in one segment at most.
SELECT CASE WHEN :agent = 'default' THEN
           (SELECT count(*) FROM messages INDEXED BY messages_in_order
            WHERE space = :space AND user = :user AND NOT superseded)
         - (SELECT count(*) FROM messages INDEXED BY messages_of_agent
            WHERE space = :space AND user = :user AND agent <> 'default' AND NOT superseded)
       ELSE
           (SELECT count(*) FROM messages INDEXED BY messages_of_agent
            WHERE space = :space AND user = :user AND agent = :agent AND agent <> 'default'
              AND NOT superseded)
       END
     - (SELECT count(*) FROM items i INDEXED BY items_in_order
        JOIN item_sources s INDEXED BY item_sources_by_item
          ON s.space = i.space AND s.user = i.user AND s.item_id = i.id
        WHERE i.space = :space AND i.user = :user AND i.kind = 'summary' AND i.agent = :agent
          AND i.level = 0);

-- name: remove
DELETE FROM memos WHERE space = :space AND user = :user AND agent = :agent;
