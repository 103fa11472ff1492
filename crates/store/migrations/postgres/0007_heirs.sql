-- Whoever played without an account and then signed in to one: all that is theirs is the account's. Logs, and what follows
-- from them, keep the number under which it was played.
CREATE TABLE heirs (
    "user"  BIGINT PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    account BIGINT NOT NULL REFERENCES users ON DELETE CASCADE
);

CREATE INDEX heirs_by_account ON heirs (account);
