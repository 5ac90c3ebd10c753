/**
 * What is searched by meaning. A passage is a text that was, or is to be, embedded, known by its hash: notes share it,
 * and it outlives their edits and moves. Each model's vectors lie in tables of their own, made when the first arrive.
 */
export const chunks = `
CREATE TABLE passage (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE chunk (
  note INTEGER NOT NULL,
  position INTEGER NOT NULL,
  passage INTEGER NOT NULL,
  heading TEXT NOT NULL,
  line INTEGER NOT NULL,
  last_line INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  PRIMARY KEY (note, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE model (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL,
  is_ready INTEGER NOT NULL
) STRICT;
`

/** Made last on an empty index, as those of the notes are. */
export const chunkIndexes: readonly string[] = [
  'CREATE INDEX IF NOT EXISTS chunk_by_passage ON chunk(passage, note)',
  'CREATE INDEX IF NOT EXISTS note_uncut ON note(updated DESC, id DESC) WHERE is_cut = 0',
]
