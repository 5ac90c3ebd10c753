import { closeSync, constants, openSync, realpathSync } from 'node:fs'
import { isSamePlace, placeOf } from './place-of.ts'

// Linux's O_PATH, which Node does not name: it also holds a folder that may be written but not read.
const pathOnly = 0o10000000

/**
 * Does something in a folder (a real path) through a path that no new link can redirect: on Linux through the open
 * folder; elsewhere the folder is checked just before. ELOOP where a link has taken the folder's place.
 */
export async function holdFolder<Result>(
  folder: string,
  use: (held: string) => Promise<Result>,
): Promise<Result> {
  if (process.platform !== 'linux') {
    if (!isSamePlace(realpathSync.native(folder), folder)) throw becameLink()
    return await use(folder)
  }
  const file = openSync(folder, pathOnly | constants.O_DIRECTORY)
  try {
    if (!isSamePlace(placeOf(file, folder) ?? '', folder)) throw becameLink()
    return await use(`/proc/self/fd/${file}`)
  } finally {
    closeSync(file)
  }
}

function becameLink(): Error {
  return Object.assign(new Error('A link was put in the place of a folder.'), { code: 'ELOOP' })
}
