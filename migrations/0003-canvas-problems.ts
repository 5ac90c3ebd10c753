/** Why a canvas could not be read; null where it could. Every canvas is read once more to tell. */
export const canvasProblems = `
ALTER TABLE file ADD COLUMN problem TEXT;

UPDATE file SET size = NULL, mtime = NULL, inode = NULL;
`
