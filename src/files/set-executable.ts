import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Lets a file be run, or not, by whoever may read it; what a link leads to is left alone. */
export async function setExecutable(path: string, isExecutable: boolean): Promise<void> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { mode } = await file.stat()
    await file.chmod(isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111)
  } finally {
    await file.close()
  }
}
