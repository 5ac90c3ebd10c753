import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Sample vaults and cases that are not part of this project; tests that need them are skipped where they are absent. */
export const sharedFolder = process.env['FLINT_SHARED'] ?? resolve(root, '../shared')

export const hasShared = existsSync(sharedFolder)
