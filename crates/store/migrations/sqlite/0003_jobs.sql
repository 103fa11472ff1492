-- Work for engines, which any number of workers share.

CREATE TABLE workers (
    id      INTEGER PRIMARY KEY,
    threads INTEGER NOT NULL, -- how much it does at once
    expires INTEGER NOT NULL  -- until when it keeps its jobs, in milliseconds of the database's clock
) STRICT;

CREATE TABLE jobs (
    id      INTEGER PRIMARY KEY,
    key     TEXT    NOT NULL UNIQUE, -- SHA-256 of kind and body: the same work is done once
    kind    TEXT    NOT NULL,
    rank    INTEGER NOT NULL,           -- of its kind; the smallest first
    state   TEXT    NOT NULL CHECK (state IN ('waiting', 'claimed', 'done', 'failed')),
    body    TEXT    NOT NULL,           -- what is to be done, as JSON
    answer  TEXT,                       -- what came of it, or why nothing did
    fence   INTEGER NOT NULL DEFAULT 0, -- grows with every claim; an answer names the newest
    tries   INTEGER NOT NULL DEFAULT 0, -- claims that were not given back
    worker  INTEGER REFERENCES workers ON DELETE SET NULL, -- whose claim it is
    changed INTEGER NOT NULL            -- when it last changed, in milliseconds of the database's clock
) STRICT;

CREATE INDEX jobs_by_rank ON jobs (rank, id) WHERE state = 'waiting';
CREATE INDEX jobs_by_worker ON jobs (worker) WHERE state = 'claimed';
CREATE INDEX jobs_by_kind ON jobs (kind, state, changed);
