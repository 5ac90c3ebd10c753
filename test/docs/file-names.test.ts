import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('no two files of src have one name', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const named = Map.groupBy(files, (file) => basename(file))
  // What a folder offers, and what starts a part of it.
  named.delete('index.ts')
  const shared = [...named].filter(([, places]) => places.length > 1)
  expect(Object.fromEntries(shared), 'rename the helper, or a command to <name>-command.ts').toEqual({})
})
