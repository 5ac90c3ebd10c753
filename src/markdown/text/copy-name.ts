import { fileNameOf, folderOf, pathIn } from '../../model/note-path.ts'
import { truncateBytes } from './truncate-bytes.ts'

/**
 * The name for a copy of a text that was saved as `path`. `number` is 1 unless that name is taken.
 *
 *     copyName('a/plan.md', new Date(0), 1)   // 'a/plan (saved meanwhile 1970-01-01 00.00.00).md'
 */
export function copyName(path: string, savedAt: Date, number: number): string {
  const name = fileNameOf(path)
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? dot : name.length
  const time = savedAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  const count = number === 1 ? '' : `, ${number}`
  // Together with the rest no longer than file systems allow.
  const copy = `${truncateBytes(name.slice(0, end), 190)} (saved meanwhile ${time}${count})${name.slice(end)}`
  return pathIn(folderOf(path), copy)
}
