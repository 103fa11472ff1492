-- Numbers that go out of the store are never given twice: whoever comes with the number of something that was deleted must
-- not be taken for another. SQLite gives the largest one again unless it is told not to.

CREATE TABLE new_tokens (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    user    INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    hash    BLOB    NOT NULL,
    created INTEGER NOT NULL
) STRICT;

INSERT INTO new_tokens SELECT id, user, hash, created FROM tokens;
DROP TABLE tokens;
ALTER TABLE new_tokens RENAME TO tokens;
CREATE INDEX tokens_by_user ON tokens (user);

-- What the columns mean is said where they were first made.
CREATE TABLE new_workers (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    threads INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    engine  TEXT    NOT NULL DEFAULT '',
    lasts   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE new_jobs (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    key     TEXT    NOT NULL UNIQUE,
    kind    TEXT    NOT NULL,
    rank    INTEGER NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('waiting', 'claimed', 'done', 'failed')),
    body    TEXT    NOT NULL,
    answer  TEXT,
    fence   INTEGER NOT NULL DEFAULT 0,
    tries   INTEGER NOT NULL DEFAULT 0,
    worker  INTEGER REFERENCES new_workers ON DELETE SET NULL,
    changed INTEGER NOT NULL,
    engine  TEXT    NOT NULL DEFAULT ''
) STRICT;

INSERT INTO new_workers SELECT id, threads, expires, engine, lasts FROM workers;
INSERT INTO new_jobs SELECT id, key, kind, rank, state, body, answer, fence, tries, worker, changed, engine FROM jobs;
DROP TABLE jobs;
DROP TABLE workers;
ALTER TABLE new_workers RENAME TO workers; -- and what refers to it
ALTER TABLE new_jobs RENAME TO jobs;
CREATE INDEX jobs_by_rank ON jobs (rank, id) WHERE state = 'waiting';
CREATE INDEX jobs_by_worker ON jobs (worker) WHERE state = 'claimed';
CREATE INDEX jobs_by_kind ON jobs (kind, state, changed);
