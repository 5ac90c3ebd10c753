import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Every file below a folder with its text, and every folder with a slash behind it. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const named = entries.map((entry): [string, string] => {
    const absolute = join(entry.parentPath, entry.name)
    const path = relative(folder, absolute)
    return entry.isDirectory() ? [`${path}/`, ''] : [path, readFileSync(absolute, 'utf8')]
  })
  return Object.fromEntries(named)
}
