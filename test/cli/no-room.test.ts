import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMount, fillDrive, mountDrive } from '../support/small-drive.ts'
import { type Flint, withFlint } from './with-flint.ts'

const lines = [
  'skill install --user',
  'completions install bash --yes',
  'completions install fish --yes',
  'config print --client cursor --write --yes',
]

/** What each command, and doctor of its two folders, says where the home folder is like this. */
async function failures({ json }: Flint, home: string): Promise<readonly unknown[]> {
  const env = {
    HOME: home,
    FLINT_CONFIG_DIR: join(home, 'config'),
    FLINT_DATA_DIR: join(home, 'data'),
  }
  const said: unknown[] = []
  for (const line of lines) said.push((await json(line.split(' '), { env })).error)
  const { findings } = await json(['doctor'], { env })
  return [
    ...said,
    ...findings.filter(({ check }: { check: string }) => /^(?:config|data) folder$/.test(check)),
  ]
}

test.skipIf(!canMount)('what a full drive keeps from being written says so (needs root)', () =>
  withFlint({}, async (flint) => {
    const home = join(flint.folder, 'drive')
    const unmount = await mountDrive(home)
    try {
      await fillDrive(home)
      const full = { code: 'CONFLICT', message: expect.stringContaining(`no space left to write ${home}`) }
      const found = { state: 'problem', message: expect.stringContaining('is full') }
      expect(await failures(flint, home)).toMatchObject([...lines.map(() => full), found, found])
    } finally {
      await unmount()
    }
  }),
)

test.skipIf(!canMount)('a drive that is mounted read-only is named as that (needs root)', () =>
  withFlint({}, async (flint) => {
    const home = join(flint.folder, 'drive')
    const unmount = await mountDrive(home, { isReadOnly: true })
    try {
      const mounted = { code: 'PERMISSION_DENIED', message: expect.stringContaining('is mounted read-only') }
      const found = { state: 'problem', message: expect.stringContaining('is read-only') }
      expect(await failures(flint, home)).toMatchObject([...lines.map(() => mounted), found, found])
    } finally {
      await unmount()
    }
  }),
)
