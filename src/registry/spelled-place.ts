import { join, relative, sep } from 'node:path'
import { spelledOnDisk } from '../files/spelled-on-disk.ts'
import { isInside } from './nested-roots.ts'

/** A place as the vault around it has it on disk, which may be another Unicode form than the one that was typed. */
export function spelledPlace(roots: readonly string[], place: string): string {
  const root = roots.find((one) => place === one || isInside(place, one))
  if (root === undefined) return place
  return join(root, spelledOnDisk(root, relative(root, place).split(sep).join('/')))
}
