import { noteIndexes, notes } from './0001-notes.ts'
import { canvasLinkIndexes, canvasLinks } from './0002-canvas-links.ts'
import { canvasProblems } from './0003-canvas-problems.ts'
import { chunkIndexes, chunks } from './0004-chunks.ts'

/** In order; the database's `user_version` counts how many of them it has. */
export const migrations: readonly string[] = [notes, canvasLinks, canvasProblems, chunks]

/** Indexes that may be made after the first filling; making them again does nothing. */
export const secondaryIndexes = noteIndexes + canvasLinkIndexes + chunkIndexes
