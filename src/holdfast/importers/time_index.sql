-- name: tables
-- Tables only: a view or a virtual table of these names could do anything.
SELECT name FROM sqlite_schema
WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'
  AND name IN ('time_indexed_original', 'time_indexed_compressed');

-- name: time_indexed_original
SELECT session_id, message, timestamp FROM time_indexed_original ORDER BY id;

-- name: time_indexed_compressed
SELECT session_id, message, timestamp FROM time_indexed_compressed ORDER BY id;

-- name: columns
SELECT name FROM pragma_table_info(:table);

-- name: undated_time_indexed_original
-- A table as LangChain makes it, before the server adds the time.
SELECT session_id, message, NULL FROM time_indexed_original ORDER BY id;

-- name: undated_time_indexed_compressed
SELECT session_id, message, NULL FROM time_indexed_compressed ORDER BY id;
