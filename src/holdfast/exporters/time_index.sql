-- name: create_original
-- The columns are those of LangChain's SQLChatMessageHistory, and the time.
CREATE TABLE time_indexed_original (
    id INTEGER NOT NULL,
    session_id TEXT,
    message TEXT,
    timestamp DATETIME,
    PRIMARY KEY (id)
);

-- name: create_compressed
CREATE TABLE time_indexed_compressed (
    id INTEGER NOT NULL,
    session_id TEXT,
    message TEXT,
    timestamp DATETIME,
    PRIMARY KEY (id)
);

-- name: index_original
CREATE INDEX time_indexed_original_by_time ON time_indexed_original (timestamp);

-- name: index_compressed
CREATE INDEX time_indexed_compressed_by_time ON time_indexed_compressed (timestamp);

-- name: add_original
INSERT INTO time_indexed_original (session_id, message, timestamp)
VALUES (:session_id, :message, :timestamp);

-- name: add_compressed
INSERT INTO time_indexed_compressed (session_id, message, timestamp)
VALUES (:session_id, :message, :timestamp);
