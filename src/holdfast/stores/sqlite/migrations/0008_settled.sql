-- A message moves its session in no index: those that are active are found by the index that holds
-- only them, and the index by time holds the others.

DROP INDEX sessions_lately;
CREATE INDEX sessions_lately ON sessions (space, last_at DESC, user, name) WHERE state <> 'active';
