import { expect, test } from 'vitest'
import { addTwoVaults, twoFolders, withFlint } from './with-flint.ts'

const folders = { ...twoFolders, 'ideas/.flint-note/config.yml': 'search:\n  index_enabled: false\n' }

test('commands that show counts do without them in a vault that keeps no index', () =>
  withFlint(folders, async (flint) => {
    await addTwoVaults(flint)
    for (const [command, words] of [
      [['switch', 'ideas'], /^Now active: ideas \(.*\), no index\.\n/],
      [['current'], /^id +ideas\n/],
      [['status', 'ideas'], /^index +none$/m],
      [['status'], /^.*ideas.* none /m],
    ] as const) {
      const { code, stdout, stderr } = await flint.run(command)
      expect(code, stderr).toBe(0)
      expect(stdout).toMatch(words)
    }
  }))
