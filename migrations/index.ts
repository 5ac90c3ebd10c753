import { noteIndexes, notes } from './0001-notes.ts'
import { canvasLinkIndexes, canvasLinks } from './0002-canvas-links.ts'
import { chunkIndexes, chunks } from './0003-chunks.ts'

/** In order; the database's `user_version` counts how many of them it has. */
export const migrations: readonly string[] = [notes, canvasLinks, chunks]

/** Indexes that may be made after the first filling; making them again does nothing. */
export const secondaryIndexes = noteIndexes + canvasLinkIndexes + chunkIndexes
