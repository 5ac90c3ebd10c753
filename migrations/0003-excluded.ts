/** Notes and canvases that a person has excluded in Obsidian: notes like any other, which searches leave out. */
export const excluded = `
ALTER TABLE note ADD COLUMN is_excluded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file ADD COLUMN is_excluded INTEGER NOT NULL DEFAULT 0;
`

export const excludedIndexes: readonly string[] = [
  'CREATE INDEX IF NOT EXISTS note_excluded ON note(id) WHERE is_excluded = 1',
]
