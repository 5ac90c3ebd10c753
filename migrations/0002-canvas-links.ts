/**
 * Links may also stand in a canvas, which is a file and no note. Their table is made anew, and every note is read once
 * more to fill it.
 */
export const canvasLinks = `
DROP TABLE link;

CREATE TABLE link (
  id INTEGER PRIMARY KEY,
  source INTEGER,
  source_file INTEGER,
  target INTEGER,
  target_file INTEGER,
  raw TEXT NOT NULL,
  exact_key TEXT,
  relative_key TEXT,
  name_key TEXT,
  heading TEXT,
  block TEXT,
  shown TEXT,
  form TEXT NOT NULL,
  is_embed INTEGER NOT NULL,
  line INTEGER NOT NULL,
  CHECK ((source IS NULL) <> (source_file IS NULL))
) STRICT;

ALTER TABLE file ADD COLUMN size INTEGER;
ALTER TABLE file ADD COLUMN mtime REAL;
ALTER TABLE file ADD COLUMN inode REAL;

DELETE FROM state WHERE name IN ('filled', 'reading');
`

export const canvasLinkIndexes = `
CREATE INDEX IF NOT EXISTS link_by_source_file ON link(source_file) WHERE source_file IS NOT NULL;
CREATE INDEX IF NOT EXISTS link_broken ON link(source) WHERE target IS NULL AND target_file IS NULL;
`
