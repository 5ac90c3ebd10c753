import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Runs a test in a temporary folder that holds these files; a name that ends in `/` is an empty folder. */
export async function withFolder(
  files: Readonly<Record<string, string>>,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'flint-test-')))
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name)
      await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true })
      if (!name.endsWith('/')) await writeFile(path, text)
    }
    await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
