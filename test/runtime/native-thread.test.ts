import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withFolder } from '../support/with-folder.ts'

const program = fileURLToPath(new URL('../fixtures/native-threads.mjs', import.meta.url))

test.each(['terminate', 'exit'])(
  'a thread that is ended (%s) while it loads native code ends after that',
  (how) =>
    withFolder({}, async (folder) => {
      const marker = join(folder, 'loaded')
      const child = spawn(process.execPath, [program, how, marker])
      let stderr = ''
      child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
      // Node would abort the process.
      expect(await once(child, 'close'), stderr).toEqual([7, null])
      expect(await readFile(marker, 'utf8')).toBe('loaded')
    }),
)
