-- What happened lately in a space is found without going through all of its sessions, and how much
-- was said to an agent is counted without reading what was said.

CREATE INDEX sessions_lately ON sessions (space, last_at DESC, user, name);

DROP INDEX messages_of_agent;
CREATE INDEX messages_of_agent ON messages (space, user, agent, seq, superseded)
    WHERE agent <> 'default';
