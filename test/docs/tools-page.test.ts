import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('docs/tools.md is as `npm run docs` prints it', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/write-tool-reference.mjs', '--print'],
    {
      cwd: root,
      maxBuffer: 10_000_000,
    },
  )
  const page = await readFile(`${root}docs/tools.md`, 'utf8')
  expect(stdout.split('\n'), 'npm run docs prints it anew').toEqual(page.split('\n'))
}, 120_000)
