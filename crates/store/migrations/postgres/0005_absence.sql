-- Since when nobody has been there for a game, by the clock of whoever was: set when its node is found to have been silent,
-- and cleared when its clock has made up for that. So it outlives whoever finds it.

ALTER TABLE games ADD COLUMN alone_since BIGINT;
