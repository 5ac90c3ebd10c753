import { lstatSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../model/error-code.ts'

/** The link that leads nowhere, where a path is one or lies behind one; null where it is just not there. */
export function deadLink(path: string): string | null {
  for (let at = path; dirname(at) !== at; at = dirname(at))
    if (found(lstatSync, at) !== null) return found(statSync, at) === null ? at : null
  return null
}

/** The file that a path lies behind, as if it were a folder; null where there is none. */
export function fileAbove(path: string): string | null {
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) {
    const stats = found(statSync, at)
    if (stats !== null) return stats.isDirectory() ? null : at
  }
  return null
}

function found(look: (path: string) => Stats, path: string): Stats | null {
  try {
    return look(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}
