import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withFolder } from '../support/with-folder.ts'

const program = fileURLToPath(new URL('../fixtures/open-history.mjs', import.meta.url))

test('processes that make the history of a vault at once all open it', () =>
  withFolder({}, async (folder) => {
    for (const round of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const processes = Array.from({ length: 4 }, () => fork(program, [join(folder, round)]))
      await Promise.all(processes.map((process) => once(process, 'message')))
      const answers = processes.map(async (process) => (await once(process, 'message'))[0] as string)
      for (const process of processes) process.send('open')
      expect(await Promise.all(answers)).toEqual(Array(4).fill('opened'))
    }
  }))
