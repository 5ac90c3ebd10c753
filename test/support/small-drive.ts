import { execFile } from 'node:child_process'
import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this process may mount a drive. */
export const canMount =
  process.getuid?.() === 0 &&
  (await run('unshare', ['--mount', 'true']).then(
    () => true,
    () => false,
  ))

/** Mounts an empty drive of 4 MB at a folder, which is made. Returns what takes it away. */
export async function mountDrive(
  folder: string,
  { isReadOnly = false } = {},
): Promise<() => Promise<unknown>> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=4m${isReadOnly ? ',ro' : ''}`, 'tmpfs', folder])
  return () => run('umount', ['--lazy', folder])
}

/** Leaves no room on the drive of a folder. Returns the file that takes it all. */
export async function fillDrive(folder: string): Promise<string> {
  const file = join(folder, 'other')
  const { bavail, bsize } = await statfs(folder)
  await writeFile(file, Buffer.alloc(bavail * bsize, 1))
  return file
}
