/**
 * Notes and what is read from them. `note`, `link` and the other singular names are private; the plural ones are
 * what people write SQL against. Everything hangs on `note.id`, an integer that outlives renames and moves. The text of
 * a note has a table to itself: most queries need none, and read ten times less without. Links stand in a note or in a
 * canvas, which is a file and no note; a file's size, times and problem are kept where it is one.
 */
export const notes = `
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  filename TEXT NOT NULL,
  body_line INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  inode REAL NOT NULL,
  created TEXT NOT NULL,
  updated TEXT NOT NULL,
  words INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  problem TEXT,
  is_cut INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE note_body (note INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;

CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE note_type (folder TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE file (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  size INTEGER,
  mtime REAL,
  inode REAL,
  problem TEXT
) STRICT;

CREATE TABLE link_key (
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  bearer INTEGER NOT NULL,
  PRIMARY KEY (key, kind, bearer)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE url (
  id INTEGER PRIMARY KEY,
  note INTEGER NOT NULL,
  url TEXT NOT NULL,
  title TEXT,
  line INTEGER NOT NULL,
  type TEXT NOT NULL
) STRICT;

CREATE TABLE tag (
  note INTEGER NOT NULL,
  key TEXT NOT NULL,
  tag TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (note, key, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE property (
  note INTEGER NOT NULL,
  position INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  value_type TEXT NOT NULL,
  PRIMARY KEY (note, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE task (
  note INTEGER NOT NULL,
  line INTEGER NOT NULL,
  status TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (note, line)
) STRICT, WITHOUT ROWID;

-- Joined, the texts would be looked up even to count the notes.
CREATE VIEW notes AS
  SELECT n.path AS id, n.title, (SELECT b.body FROM note_body b WHERE b.note = n.id) AS content, n.type, n.filename,
    n.path, n.created, n.updated, n.size
  FROM note n;

CREATE VIEW note_metadata AS
  SELECT n.path AS note_id, p.key, p.value, p.value_type FROM property p JOIN note n ON n.id = p.note;

CREATE VIEW note_links AS
  SELECT l.id, s.path AS source_note_id, t.path AS target_note_id, l.raw AS target_title, l.shown AS link_text,
    l.line AS line_number, s.created
  FROM link l JOIN note s ON s.id = l.source LEFT JOIN note t ON t.id = l.target;

CREATE VIEW external_links AS
  SELECT u.id, n.path AS note_id, u.url, u.title, u.line AS line_number, u.type AS link_type, n.created
  FROM url u JOIN note n ON n.id = u.note;

CREATE VIEW note_text AS
  SELECT n.id AS rowid, n.path AS id, n.title, b.body AS content, n.type FROM note n LEFT JOIN note_body b ON b.note = n.id;

CREATE VIRTUAL TABLE notes_fts USING fts5(
  id, title, content, type,
  content='note_text', content_rowid='rowid', tokenize='porter unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE note_extra USING fts5(
  headings, tags, aliases, properties, bigrams,
  content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
`

/**
 * Made with the tables, unlike the others: what asks each note for its links, names or addresses would look through all of
 * them for each, and keep everybody waiting for as long as the filling takes.
 */
export const fillingIndexes = `
CREATE INDEX IF NOT EXISTS link_by_source ON link(source);
CREATE INDEX IF NOT EXISTS link_by_source_file ON link(source_file) WHERE source_file IS NOT NULL;
CREATE INDEX IF NOT EXISTS link_by_target ON link(target) WHERE target IS NOT NULL;
CREATE INDEX IF NOT EXISTS link_by_file ON link(target_file) WHERE target_file IS NOT NULL;
CREATE INDEX IF NOT EXISTS link_key_by_bearer ON link_key(bearer, kind);
CREATE INDEX IF NOT EXISTS url_by_note ON url(note);
`

/** Made once an index is filled: filling it is a third faster without them. */
export const noteIndexes: readonly string[] = [
  'CREATE INDEX IF NOT EXISTS note_by_type ON note(type)',
  'CREATE INDEX IF NOT EXISTS note_by_updated ON note(updated DESC, path)',
  'CREATE INDEX IF NOT EXISTS note_by_hash ON note(hash)',
  'CREATE INDEX IF NOT EXISTS note_by_problem ON note(path) WHERE problem IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS note_measures ON note(size, words)',
  'CREATE INDEX IF NOT EXISTS link_by_exact ON link(exact_key)',
  'CREATE INDEX IF NOT EXISTS link_by_relative ON link(relative_key)',
  'CREATE INDEX IF NOT EXISTS link_by_name ON link(name_key) WHERE name_key <> exact_key',
  'CREATE INDEX IF NOT EXISTS tag_by_key ON tag(key)',
  'CREATE INDEX IF NOT EXISTS property_by_key ON property(key, value)',
  'CREATE INDEX IF NOT EXISTS link_broken ON link(source) WHERE target IS NULL AND target_file IS NULL',
]
