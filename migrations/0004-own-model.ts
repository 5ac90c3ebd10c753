/**
 * The model that a vault makes of its own notes, and the vector of each note by it. Two of each, so that a new one is made
 * beside the one that answers: `own_model` says which is whole. A note without a vector is the queue of what is to be
 * folded in; `version` is 0 for the notes that the model was made of, and grows with each later step.
 */
export const ownModel = `
CREATE TABLE own_model (
  slot INTEGER PRIMARY KEY CHECK (slot IN (0, 1)),
  made INTEGER NOT NULL,
  dimensions INTEGER NOT NULL,
  notes INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  is_ready INTEGER NOT NULL DEFAULT 0
) STRICT;
${[0, 1]
  .map(
    (slot) => `
CREATE TABLE own_term_${slot} (term TEXT PRIMARY KEY, numbers BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE own_vector_${slot} (
  note INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  whole BLOB,
  windows BLOB
) STRICT;
CREATE INDEX own_folded_${slot} ON own_vector_${slot}(version) WHERE version > 0;`,
  )
  .join('\n')}
`
