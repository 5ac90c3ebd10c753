import { fillingIndexes, noteIndexes, notes } from './0001-notes.ts'
import { chunkIndexes, chunks } from './0002-chunks.ts'
import { excluded, excludedIndexes } from './0003-excluded.ts'
import { ownModel } from './0004-own-model.ts'
import { noted } from './0005-noted.ts'
import { views } from './0006-views.ts'

/** In order; the database's `user_version` counts how many of them it has. */
export const migrations: readonly string[] = [
  notes + fillingIndexes,
  chunks,
  excluded,
  ownModel,
  noted,
  views,
]

/** One statement for each index that is made after the first filling; making it again does nothing. */
export const secondaryIndexes: readonly string[] = [...noteIndexes, ...chunkIndexes, ...excludedIndexes]
