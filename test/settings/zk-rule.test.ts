import { expect, test } from 'vitest'
import { readVaultSettings } from '../../src/settings/read-vault-settings.ts'
import { zkRuleFor } from '../../src/settings/zk-rule.ts'
import { withFolder } from '../support/with-folder.ts'

const config = Object.entries({
  plain: ['journal'],
  children: ['journal/*', 'child/*'],
  all: ['rec/**'],
  named: ['**/logs'],
  inbox: null,
})
  .map(
    ([name, paths]) =>
      `[group.${name}]\n${paths === null ? '' : `paths = ${JSON.stringify(paths)}\n`}[group.${name}.note]\nfilename = "${name}"\n`,
  )
  .join('')

test.each([
  ['journal', 'plain'],
  ['journal/daily', 'children'],
  ['journal/daily/x', 'plain'],
  ['child', null],
  ['child/a', 'children'],
  ['child/a/b', null],
  ['rec', 'all'],
  ['rec/a/b', 'all'],
  ['logs', 'named'],
  ['p/q/logs', 'named'],
  ['p/q/logs/z', null],
  ['inbox/s', 'inbox'],
])('the group of the folder %s is %s, as in zk', (folder, group) =>
  withFolder({ '.zk/config.toml': config }, async (root) => {
    const settings = await readVaultSettings({ root, registered: true })
    expect(zkRuleFor(folder, settings)?.filename).toBe(group)
  }),
)
