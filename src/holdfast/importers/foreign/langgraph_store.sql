-- name: table
-- store-wide: another system's file, which knows no spaces. A view of this name could do anything.
SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'store' AND sql LIKE 'CREATE TABLE%';

-- name: items
-- store-wide: another system's file, which knows no spaces.
SELECT prefix, key, value, created_at, updated_at FROM store ORDER BY prefix, key;
