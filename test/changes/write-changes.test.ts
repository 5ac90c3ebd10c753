import { chmod, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FileChange } from '../../src/changes/change-plan.ts'
import { bytesVersion, changeFiles, openMain, version } from '../support/change-files.ts'
import { hashFiles } from '../support/hash-files.ts'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])

test('a file that is no text moves as it is, with its permissions', () =>
  withVault({ 'raw/scan.bin': latin }, async (vaults) => {
    await chmod(vaults.at('raw/scan.bin'), 0o600)
    await changeFiles(vaults, [
      { kind: 'move', path: 'raw/scan.bin', to: 'new/a/scan.bin', before: bytesVersion(latin), text: null },
    ])
    expect(Buffer.compare(await readFile(vaults.at('new/a/scan.bin')), latin)).toBe(0)
    expect((await stat(vaults.at('new/a/scan.bin'))).mode & 0o777).toBe(0o600)
    expect(await readdir(vaults.at('raw'))).toEqual([])
  }))

test('a move that edits keeps permissions, replaced files do too', () =>
  withVault({ 'a.md': 'a\n', 'b.md': 'b\n' }, async (vaults) => {
    await chmod(vaults.at('a.md'), 0o666)
    await chmod(vaults.at('b.md'), 0o660)
    await changeFiles(vaults, [
      { kind: 'move', path: 'a.md', to: 'c.md', before: version('a\n'), text: 'c\n' },
      { kind: 'replace', path: 'b.md', before: version('b\n'), text: 'B\n' },
    ])
    expect(await vaults.read('c.md')).toBe('c\n')
    expect((await stat(vaults.at('c.md'))).mode & 0o777).toBe(0o666)
    expect((await stat(vaults.at('b.md'))).mode & 0o777).toBe(0o660)
  }))

test('a name changes in case alone', () =>
  withVault({ 'Plan.md': 'x\n', 'Dir/n.md': 'n\n' }, async (vaults) => {
    await changeFiles(vaults, [
      { kind: 'move', path: 'Plan.md', to: 'plan.md', before: version('x\n'), text: null },
      { kind: 'move-folder', path: 'Dir', to: 'dir' },
    ])
    const names = (await readdir(vaults.at('.'))).filter((name) => !name.startsWith('.'))
    expect(names.sort()).toEqual(['dir', 'plan.md'])
    expect(column((await vaults.call('list_notes', { sort: 'path' })).notes, 'id')).toEqual([
      'dir/n.md',
      'plan.md',
    ])
  }))

test('a folder moves with everything in it, and the index follows', () =>
  withVault(
    {
      'old/a.md': 'alphaword [[b]]\n',
      'old/sub/b.md': 'betaword\n',
      'old/.hidden': 'h',
      'old/pic.png': latin,
    },
    async (vaults) => {
      await vaults.call('list_notes')
      await changeFiles(vaults, [
        { kind: 'create', path: 'shelf/x.md', text: 'x\n' },
        { kind: 'move-folder', path: 'old', to: 'shelf/new' },
        { kind: 'replace', path: 'shelf/new/sub/b.md', before: version('betaword\n'), text: 'gammaword\n' },
      ])
      expect(Object.keys(await hashFiles(vaults.at('shelf')))).toEqual([
        'new/',
        'new/.hidden',
        'new/a.md',
        'new/pic.png',
        'new/sub/',
        'new/sub/b.md',
        'x.md',
      ])
      const found = await vaults.call('search_notes', { query: 'gammaword' })
      expect(column(found.results, 'id')).toEqual(['shelf/new/sub/b.md'])
      expect((await vaults.call('get_backlinks', { identifier: 'shelf/new/sub/b.md' })).total).toBe(1)
      expect((await vaults.call('search_notes', { query: 'alphaword' })).results[0].id).toBe('shelf/new/a.md')
    },
  ))

const before = { 'a.md': 'a\n', 'b.md': 'b\n', 'dir/c.md': 'c\n', 'dir/sub/d.md': 'd\n', 'Other/e.md': 'e\n' }
const first: FileChange = { kind: 'replace', path: 'a.md', before: version('a\n'), text: 'changed\n' }
const refused: readonly (readonly [string, string, FileChange])[] = [
  ['a stale hash', 'CONTENT_HASH_MISMATCH', { ...first, path: 'b.md' }],
  ['a file that is gone', 'NOT_FOUND', { kind: 'remove', path: 'none.md', before: version('x') }],
  ['a taken name', 'ALREADY_EXISTS', { kind: 'create', path: 'b.md', text: 'x' }],
  ['a taken name in another case', 'ALREADY_EXISTS', { kind: 'create', path: 'B.md', text: 'x' }],
  [
    'a move onto another note',
    'ALREADY_EXISTS',
    { kind: 'move', path: 'b.md', to: 'dir/C.md', before: version('b\n'), text: null },
  ],
  [
    'a move onto itself',
    'INVALID_ARGUMENT',
    { kind: 'move', path: 'b.md', to: 'b.md', before: version('b\n'), text: null },
  ],
  [
    'a move below a file',
    'INVALID_PATH',
    { kind: 'move', path: 'b.md', to: 'a.md/b.md', before: version('b\n'), text: null },
  ],
  ['a folder that is not there', 'NOT_FOUND', { kind: 'move-folder', path: 'none', to: 'new' }],
  ['a folder below a file', 'INVALID_PATH', { kind: 'move-folder', path: 'dir', to: 'a.md/dir' }],
  ['a folder onto another', 'ALREADY_EXISTS', { kind: 'move-folder', path: 'dir', to: 'other' }],
  ['a folder onto a file', 'ALREADY_EXISTS', { kind: 'move-folder', path: 'dir', to: 'b.md' }],
  ['a folder into itself', 'INVALID_ARGUMENT', { kind: 'move-folder', path: 'dir', to: 'dir/sub/dir' }],
  ['a folder onto itself', 'INVALID_ARGUMENT', { kind: 'move-folder', path: 'dir', to: 'dir' }],
  ['a way out', 'OUTSIDE_VAULT', { kind: 'create', path: '../x.md', text: 'x' }],
  ['half a character', 'INVALID_ARGUMENT', { kind: 'create', path: 'x.md', text: '\ud83d' }],
]

test.each(refused)('%s is refused before anything changes', (_what, code, change) =>
  withVault(before, async (vaults) => {
    const files = await hashFiles(vaults.at('.'))
    await expect(changeFiles(vaults, [first, change])).rejects.toMatchObject({ code })
    expect(await hashFiles(vaults.at('.'))).toEqual(files)
  }),
)

test('a step may take what an earlier one has freed', () =>
  withVault(before, async (vaults) => {
    await changeFiles(vaults, [
      { kind: 'move', path: 'a.md', to: 'swap.md', before: version('a\n'), text: null },
      { kind: 'move', path: 'b.md', to: 'a.md', before: version('b\n'), text: null },
      { kind: 'move', path: 'swap.md', to: 'b.md', before: version('a\n'), text: 'A\n' },
      { kind: 'move-folder', path: 'dir', to: 'Other/dir' },
      { kind: 'create', path: 'DIR/c.md', text: 'another\n' },
      { kind: 'remove', path: 'Other/dir/sub/d.md', before: version('d\n'), dropFolder: 'Other/dir/sub' },
      { kind: 'move-folder', path: 'Other', to: 'Other/../dir2' },
    ]).catch(() => undefined)
    expect([await vaults.read('a.md'), await vaults.read('b.md')]).toEqual(['a\n', 'b\n'])
    await changeFiles(vaults, [
      { kind: 'move', path: 'a.md', to: 'swap.md', before: version('a\n'), text: null },
      { kind: 'move', path: 'b.md', to: 'a.md', before: version('b\n'), text: null },
      { kind: 'move', path: 'swap.md', to: 'b.md', before: version('a\n'), text: 'A\n' },
      { kind: 'move-folder', path: 'dir', to: 'Other/dir' },
      { kind: 'create', path: 'DIR/c.md', text: 'another\n' },
      { kind: 'remove', path: 'Other/dir/sub/d.md', before: version('d\n'), dropFolder: 'Other/dir/sub' },
    ])
    expect([await vaults.read('a.md'), await vaults.read('b.md')]).toEqual(['b\n', 'A\n'])
    expect(Object.keys(await hashFiles(vaults.at('Other')))).toEqual(['dir/', 'dir/c.md', 'e.md'])
    expect(await vaults.read('DIR/c.md')).toBe('another\n')
  }))

test('a note that was edited before its folder moved comes back to its place as it was', () =>
  withVault({ 'old/a.md': 'a\n', 'old/b.md': 'b\n' }, async (vaults) => {
    const before = await hashFiles(vaults.at('old'))
    const { changeId } = await changeFiles(vaults, [
      { kind: 'replace', path: 'old/a.md', before: version('a\n'), text: 'A\n' },
      { kind: 'create', path: 'old/c.md', text: 'c\n' },
      { kind: 'move-folder', path: 'old', to: 'new' },
    ])
    expect((await vaults.call('undo_change', { change_id: changeId })).error).toBeUndefined()
    expect(await hashFiles(vaults.at('old'))).toEqual(before)
    expect(await readdir(vaults.at('.'))).not.toContain('new')
  }))

test('a note whose hard link lies beside it in another case is no case-only rename', () =>
  withVault({ 'Plan.md': 'x\n', 'plan.md': 'x\n' }, async (vaults) => {
    await expect(
      changeFiles(vaults, [
        { kind: 'move', path: 'Plan.md', to: 'plan.md', before: version('x\n'), text: null },
      ]),
    ).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
  }))

test('the diffs of a long plan are bounded, its files are not', () =>
  withVault({}, async (vaults) => {
    const long = 'line of some length\n'.repeat(400)
    const changes = Array.from({ length: 60 }, (_, number): FileChange => ({
      kind: 'create',
      path: `n${number}.md`,
      text: long,
    }))
    const { reports, changeId } = await changeFiles(vaults, changes, { dryRun: true })
    expect(changeId).toBeNull()
    expect(reports).toHaveLength(60)
    expect(reports.reduce((sum, { diff }) => sum + diff.length, 0)).toBeLessThan(25_000)
  }))

test('a folder that vanishes under a plan leaves the rest as it was', () =>
  withVault(before, async (vaults) => {
    const vault = await openMain(vaults)
    await mkdir(vaults.at('away'))
    await expect(
      vault.writer.change({ tool: 'test', dryRun: false }, async () => {
        await rename(vaults.at('dir'), vaults.at('away/dir'))
        const changes: FileChange[] = [first, { kind: 'move-folder', path: 'dir', to: 'new' }]
        return { changes, facts: null }
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await vaults.read('a.md')).toBe('a\n')
  }))

test.each([
  { kind: 'create', path: '\u200e.git.md', text: 'x\n' },
  { kind: 'move', path: 'a.md', to: '.a.md', before: version('a\n'), text: null },
  { kind: 'move-folder', path: 'notes', to: '.notes' },
] as const)('a plan with a $kind that would be hidden is refused before anything is begun', (change) =>
  withVault({ 'a.md': 'a\n', 'b.md': 'b\n', 'notes/c.md': 'c\n' }, async (vaults) => {
    const before = await hashFiles(vaults.at('.'))
    const replace = { kind: 'replace', path: 'b.md', before: version('b\n'), text: 'B\n' } as const
    await expect(changeFiles(vaults, [replace, change])).rejects.toMatchObject({ code: 'INVALID_PATH' })
    expect(await hashFiles(vaults.at('.'))).toEqual(before)
    expect(await vaults.call('list_changes')).toMatchObject({ total: 0 })
  }),
)
