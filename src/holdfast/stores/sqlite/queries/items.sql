-- name: insert
INSERT INTO items (space, user, id, kind, text, attributes, importance, confidence, trust,
                   valid_from, valid_to, known_from, superseded_at, expires_at, uses, sources,
                   agent, session, stretch, level, place, provisional, revision)
VALUES (:space, :user, :id, :kind, :text, :attributes, :importance, :confidence, :trust,
        :valid_from, :valid_to, :known_from, :superseded_at, :expires_at, :uses, :sources,
        :agent, :session, :stretch, :level, :place, :provisional, 1)
ON CONFLICT (space, user, id) DO NOTHING;

-- name: update
UPDATE items SET kind = :kind, text = :text, attributes = :attributes, importance = :importance,
                 confidence = :confidence, trust = :trust, valid_from = :valid_from,
                 valid_to = :valid_to, known_from = :known_from, superseded_at = :superseded_at,
                 expires_at = :expires_at, uses = :uses, sources = :sources,
                 agent = :agent, session = :session, stretch = :stretch, level = :level,
                 place = :place, provisional = :provisional, revision = revision + 1
WHERE space = :space AND user = :user AND id = :id AND revision = :expect;

-- name: get
SELECT id, user, kind, text, attributes, importance, confidence, trust, valid_from, valid_to,
       known_from, superseded_at, expires_at, uses, sources,
       agent, session, stretch, level, place, provisional, revision
FROM items WHERE space = :space AND user = :user AND id = :id;

-- name: find
SELECT id, user, kind, text, attributes, importance, confidence, trust, valid_from, valid_to,
       known_from, superseded_at, expires_at, uses, sources,
       agent, session, stretch, level, place, provisional, revision
FROM items
WHERE space = :space AND user = :user AND id > :after AND (:kind IS NULL OR kind = :kind)
ORDER BY id LIMIT :limit;

-- name: select
-- {index}, {where} and {order} are chosen from fixed pieces, never from a caller's text.
SELECT id, user, kind, text, attributes, importance, confidence, trust, valid_from, valid_to,
       known_from, superseded_at, expires_at, uses, sources,
       agent, session, stretch, level, place, provisional, revision
FROM items INDEXED BY {index}
WHERE space = :space AND user = :user AND kind = :kind {where}
ORDER BY {order} LIMIT :limit;

-- name: provisional
SELECT id, user, kind, text, attributes, importance, confidence, trust, valid_from, valid_to,
       known_from, superseded_at, expires_at, uses, sources,
       agent, session, stretch, level, place, provisional, revision
FROM items INDEXED BY items_provisional
WHERE space = :space AND provisional AND (:user IS NULL OR user = :user)
ORDER BY user, agent, level, place, id LIMIT :limit;

-- name: sourced_from
SELECT item_id FROM item_sources
WHERE space = :space AND user = :user AND message_id = :source_id;

-- name: revisions
SELECT id, revision FROM items INDEXED BY items_in_order
WHERE space = :space AND user = :user AND kind = :kind;

-- name: link
INSERT INTO item_sources (space, user, message_id, item_id)
VALUES (:space, :user, :message_id, :item_id)
ON CONFLICT DO NOTHING;

-- name: unlink
DELETE FROM item_sources WHERE space = :space AND user = :user AND item_id = :id;

-- name: remove
DELETE FROM items WHERE space = :space AND user = :user AND id = :id;
