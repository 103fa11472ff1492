-- Which engine a worker is, and by which one a job is to be done: others find something else, or do not understand it.

ALTER TABLE workers ADD COLUMN engine TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN lasts INTEGER NOT NULL DEFAULT 0; -- for how long it keeps its jobs once it was heard
ALTER TABLE jobs ADD COLUMN engine TEXT NOT NULL DEFAULT ''; -- '' if by any
