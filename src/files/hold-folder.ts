import { closeSync, constants, openSync, realpathSync } from 'node:fs'
import { isSamePlace, placeOf } from './place-of.ts'

// Node does not name it: a folder that may be written but not read is held as well.
const pathOnly = 0o10000000

/**
 * Does something in a folder (a real path) by a way that no link can turn elsewhere meanwhile: on Linux through the open
 * folder; elsewhere the folder is looked at just before. ELOOP where a link has taken its place since it was judged.
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
