-- The first schema: players, openings, games, their logs, the positions of their main lines, settings.
PRAGMA application_id = 1382377315; -- "Regc"

-- Times are milliseconds since 1970, given in by the program. A migration that was released is never changed.

CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL,
    folded  TEXT    NOT NULL UNIQUE, -- the name without regard to case
    kind    TEXT    NOT NULL CHECK (kind IN ('human', 'computer')),
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE openings (
    id     INTEGER PRIMARY KEY,
    eco    TEXT NOT NULL, -- '' if unknown
    name   TEXT NOT NULL, -- '' if unknown
    folded TEXT NOT NULL,
    UNIQUE (eco, name)
) STRICT;

CREATE TABLE games (
    id      INTEGER PRIMARY KEY,
    code    TEXT    NOT NULL UNIQUE, -- what the world knows a game by
    variant TEXT    NOT NULL,
    start   TEXT    NOT NULL, -- FEN
    white   INTEGER REFERENCES players,
    black   INTEGER REFERENCES players,
    control TEXT, -- time control, as people write it
    tags    TEXT    NOT NULL, -- JSON
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('running', 'finished', 'abandoned')),
    result  TEXT    CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    reason  TEXT,
    entries INTEGER NOT NULL, -- how many the log has
    plies   INTEGER NOT NULL, -- how many the main line has
    fen     TEXT    NOT NULL, -- where the game stands
    opening INTEGER REFERENCES openings,
    CHECK ((state = 'finished') = (result IS NOT NULL))
) STRICT;

CREATE INDEX games_by_time ON games (created);
CREATE INDEX games_by_white ON games (white, created);
CREATE INDEX games_by_black ON games (black, created);
CREATE INDEX games_by_state ON games (state, created);
CREATE INDEX games_by_result ON games (result, created);
CREATE INDEX games_by_opening ON games (opening, created);

-- What happened, in order. This is the game; all else about it can be made from it.
CREATE TABLE entries (
    game   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    body   TEXT    NOT NULL, -- JSON
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'entries never change');
END;

-- The main line as it stands: each position and the move that led to it. Ply 0 is the start and has no move.
CREATE TABLE plies (
    game    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    ply     INTEGER NOT NULL,
    created INTEGER NOT NULL, -- the game's, which never changes: so that positions are found in order of time
    key     INTEGER, -- Polyglot's, none under house rules
    uci     TEXT,
    san     TEXT,
    clock   INTEGER, -- milliseconds left to whoever moved
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX plies_by_key ON plies (key, created);

CREATE TABLE settings (
    scope TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL, -- JSON
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
