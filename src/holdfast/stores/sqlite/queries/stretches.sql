-- name: get
SELECT user, session, number, id, agent, state, ending, first, last, first_seq, last_seq,
       began_at, last_at, ended_at, error, revision
FROM stretches WHERE space = :space AND user = :user AND session = :session AND number = :number;

-- name: of
SELECT user, session, number, id, agent, state, ending, first, last, first_seq, last_seq,
       began_at, last_at, ended_at, error, revision
FROM stretches WHERE space = :space AND user = :user AND session = :session ORDER BY number;

-- name: unsettled
SELECT user, session, number, id, agent, state, ending, first, last, first_seq, last_seq,
       began_at, last_at, ended_at, error, revision
FROM stretches INDEXED BY stretches_unsettled
WHERE space = :space AND state <> 'sealed' AND (:user IS NULL OR user = :user)
ORDER BY user, session, number LIMIT :limit;

-- name: insert
INSERT INTO stretches (space, user, session, number, id, agent, state, ending, first, last,
                       first_seq, last_seq, began_at, last_at, ended_at, error, revision)
VALUES (:space, :user, :session, :number, :id, :agent, :state, :ending, :first, :last,
        :first_seq, :last_seq, :began_at, :last_at, :ended_at, :error, 1)
ON CONFLICT (space, user, session, number) DO NOTHING;

-- name: update
UPDATE stretches SET id = :id, agent = :agent, state = :state, ending = :ending, first = :first,
                     last = :last, first_seq = :first_seq, last_seq = :last_seq,
                     began_at = :began_at, last_at = :last_at, ended_at = :ended_at, error = :error,
                     revision = revision + 1
WHERE space = :space AND user = :user AND session = :session AND number = :number
  AND revision = :expect;

-- name: remove
DELETE FROM stretches
WHERE space = :space AND user = :user AND session = :session
  AND (:number IS NULL OR number = :number);
