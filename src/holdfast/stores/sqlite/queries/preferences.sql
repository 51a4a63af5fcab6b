-- name: get
SELECT name, value, revision FROM preferences WHERE space = :space AND name = :name;

-- name: insert
INSERT INTO preferences (space, name, value, revision) VALUES (:space, :name, :value, 1)
ON CONFLICT (space, name) DO NOTHING;

-- name: update
UPDATE preferences SET value = :value, revision = revision + 1
WHERE space = :space AND name = :name AND revision = :expect;

-- name: remove
DELETE FROM preferences WHERE space = :space AND name = :name;

-- name: all
SELECT name, value, revision FROM preferences WHERE space = :space ORDER BY name;
