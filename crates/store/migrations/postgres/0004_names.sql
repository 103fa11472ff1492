-- Names as they are looked for, and as they look.

-- Who sits there as people see it, without regard to case. Follows from the code, by a rule that SQL does not know.
ALTER TABLE seats ADD COLUMN folded TEXT COLLATE "C" NOT NULL DEFAULT '';

-- What an account's name looks like: nobody else may take a name that could be taken for it.
CREATE TABLE likenesses (
    key    TEXT   COLLATE "C" PRIMARY KEY, -- written with one letter for all that look like it
    "user" BIGINT NOT NULL REFERENCES users ON DELETE CASCADE
);

CREATE INDEX likenesses_by_user ON likenesses ("user");
