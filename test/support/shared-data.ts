import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Real vaults and cases that are not part of the project; `FLINT_SHARED` says where they are, if anywhere. */
export const sharedData = join(process.env['FLINT_SHARED'] ?? resolve(root, '../shared'), 'data')

/** The title's end for a test that needs them. */
export const needsShared = 'needs ../shared/data'

/** Every file below a folder whose name ends so, as absolute paths in a fixed order. */
export function listFiles(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
