-- name: keep
INSERT INTO attachments (space, user, message_id, ref, data)
VALUES (:space, :user, :message_id, :ref, :data)
ON CONFLICT (space, user, message_id, ref) DO NOTHING;

-- name: load
SELECT data FROM attachments WHERE space = :space AND user = :user AND ref = :ref LIMIT 1;

-- name: of
SELECT message_id, ref FROM attachments
WHERE space = :space AND user = :user AND message_id = :message_id
ORDER BY ref;

-- name: remove
DELETE FROM attachments WHERE space = :space AND user = :user AND message_id = :message_id;
