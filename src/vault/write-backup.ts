import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Keeps a copy of a note that is about to be removed for good, under the time of its removal; returns its path. */
export async function writeBackup(folder: string, path: string, text: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replaceAll(':', '-')
  const target = join(folder, stamp, path)
  await mkdir(dirname(target), { recursive: true })
  const handle = await open(target, 'wx')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return target
}
