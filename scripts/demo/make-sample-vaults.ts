import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sampleVaults } from './sample-vaults.ts'

/** Writes the sample notes, each vault in a folder of its own. */
export async function makeSampleVaults(folder: string): Promise<void> {
  for (const [id, { notes }] of Object.entries(sampleVaults)) {
    for (const [path, lines] of Object.entries(notes)) {
      const file = join(folder, id, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, lines.join('\n'))
    }
  }
}
