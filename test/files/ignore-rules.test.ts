import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIgnoreRules, isIgnoredAnywhere } from '../../src/files/ignore-rules.ts'
import { otherVaults } from '../../src/files/other-vaults.ts'
import { withFolder } from '../support/with-folder.ts'

const rules = createIgnoreRules(['drafts/', '*.tmp.md'], ['work/inner', 'Größe'])

test.each([
  ['a.md', false, false],
  ['sub/a.md', false, false],
  ['.hidden.md', true, true],
  ['.git', true, true],
  ['.git/a.md', false, true],
  ['sub/.git/deep/a.md', false, true],
  ['node_modules', true, true],
  ['sub/node_modules', true, true],
  ['sub/node_modules/p/readme.md', false, true],
  ['node_modules.md', false, false],
  ['work/inner', true, true],
  ['work/inner/a.md', false, true],
  ['work/inner 2/a.md', false, false],
  ['inner/a.md', false, false],
  ['Gro\u0308ße/a.md', false, true],
  ['drafts', true, true],
  ['drafts/a/b.md', true, true],
  ['a.tmp.md', true, true],
  ['sub/a.tmp.md', false, false],
])('%s is left out itself: %j, by itself or a folder above it: %j', (path, itself, anywhere) => {
  expect([rules(path), isIgnoredAnywhere(rules, path)]).toEqual([itself, anywhere])
})

test('a path belongs to another vault where one is registered, and where a folder has a config of its own', () =>
  withFolder({ 'plain/.flint-note/trash/a.md': '' }, (root) => {
    mkdirSync(join(root, 'own/sub/.flint-note'), { recursive: true })
    writeFileSync(join(root, 'own/sub/.flint-note/config.yml'), '')
    const isElsewhere = otherVaults(root, ['team/inner', '../beside'])
    const belongs = ['team/inner', 'team/inner/a.md', 'team/inner/b/c.md', 'own/sub', 'own/sub/b/c.md']
    const stays = [
      'a.md',
      'team',
      'team/a.md',
      'team/inner 2/a.md',
      'inner/a.md',
      'own',
      'own/a.md',
      'plain/a.md',
      'beside/a.md',
    ]
    expect([...stays, ...belongs].filter(isElsewhere)).toEqual(belongs)
    expect(belongs.filter(otherVaults(root, []))).toEqual(belongs.slice(3))
    return Promise.resolve()
  }))
