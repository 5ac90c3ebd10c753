/**
 * When the system last noted a change of a file. -1 (`unsure`) where the file must be read again to know whether it is as it
 * was, as for every note of an older index.
 */
export const noted = `
ALTER TABLE note ADD COLUMN noted REAL NOT NULL DEFAULT -1;
ALTER TABLE file ADD COLUMN noted REAL;
`
