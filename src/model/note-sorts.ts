/** The orders of a list of notes. */
export const noteSorts = ['modified', 'created', 'title', 'path', 'size', 'words'] as const
export type NoteSort = (typeof noteSorts)[number]
