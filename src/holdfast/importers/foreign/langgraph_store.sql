-- name: table
-- store-wide: another system's file, which knows no spaces. A view of this name could do anything.
SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'store' AND sql LIKE 'CREATE TABLE%';

-- name: items
-- store-wide: another system's file, which knows no spaces. A text may be none: it comes as bytes.
SELECT CAST(prefix AS BLOB), CAST(key AS BLOB), CAST(value AS BLOB), CAST(created_at AS BLOB),
       CAST(updated_at AS BLOB)
FROM store ORDER BY prefix, key;
