-- People who come by the network, and the tables at which games are played there.

CREATE TABLE users (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL, -- '' if none was told
    account  TEXT    UNIQUE,   -- the name without regard to case; none without an account
    password TEXT,             -- as PHC writes hashes
    created  INTEGER NOT NULL,
    CHECK ((account IS NULL) = (password IS NULL))
) STRICT;

-- What a browser shows to be known again.
CREATE TABLE tokens (
    id      INTEGER PRIMARY KEY,
    user    INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    hash    BLOB    NOT NULL, -- SHA-256 of the secret
    created INTEGER NOT NULL
) STRICT;

CREATE INDEX tokens_by_user ON tokens (user);

-- Whose table a game is played at, and what kind of table that is. Follows from the log.
CREATE TABLE tables (
    game  INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    kind  TEXT    NOT NULL,
    owner INTEGER REFERENCES users ON DELETE SET NULL
) STRICT;

CREATE INDEX tables_by_owner ON tables (owner, game);

-- Who sits there. Follows from the log.
CREATE TABLE seats (
    game  INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    color TEXT    NOT NULL CHECK (color IN ('white', 'black')),
    user  INTEGER REFERENCES users ON DELETE SET NULL,
    code  TEXT    NOT NULL, -- the player, as sessions write it
    PRIMARY KEY (game, color)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user, game);
