import { isAbsolute, sep } from 'node:path'

/** Whether the way from a folder to another place, as `relative` of `node:path` says it, begins outside the folder. */
export function leadsOut(way: string): boolean {
  return isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)
}
