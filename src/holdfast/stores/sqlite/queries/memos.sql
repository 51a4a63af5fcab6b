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

-- name: remove
DELETE FROM memos WHERE space = :space AND user = :user AND agent = :agent;
