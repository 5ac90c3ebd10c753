import { expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { withOne } from '../support/with-clones.ts'

const list = lines('# List', '', '- [ ] one', '- [ ] two')

test('flint git setup has git itself merge notes, and flint git remove takes that back', () =>
  withOne({ 'list.md': list, 'b.txt': 'x\n' }, async (ada) => {
    await ada.write('.git/info/attributes', '*.txt text\n')
    const refused = await ada.flint('git', 'setup')
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('merge.flint.driver')
    expect(refused.stderr).toContain('+*.md merge=flint')
    expect(await ada.read('.git/info/attributes')).toBe('*.txt text\n')

    expect((await ada.flint('git', 'setup', '--yes')).code).toBe(0)
    expect((await ada.flint('git', 'setup')).stdout).toBe('Notes are merged by flint already.\n')
    ada.git('checkout', '--quiet', '-b', 'side')
    await ada.write('list.md', list.replace('[ ] one', '[x] one'))
    ada.git('commit', '--quiet', '--all', '-m', 'one')
    ada.git('checkout', '--quiet', 'main')
    await ada.write('list.md', list.replace('[ ] two', '[x] two'))
    ada.git('commit', '--quiet', '--all', '-m', 'two')
    ada.git('merge', '--quiet', '--no-edit', 'side')
    expect(await ada.read('list.md')).toBe(lines('# List', '', '- [x] one', '- [x] two'))

    expect((await ada.flint('git', 'remove', '--yes')).code).toBe(0)
    expect(await ada.read('.git/info/attributes')).toBe('*.txt text\n')
    expect(ada.git('config', '--list', '--local')).not.toContain('merge.flint')
  }))

test('flint merge leaves what is no note to git, bytes that are no text too', () =>
  withOne({ 'x.md': 'x\n' }, async (ada) => {
    for (const [name, base, ours, theirs] of [
      ['code.js', 'a\nb\n\n\n\nc\n', 'A\nb\n\n\n\nc\n', 'a\nb\n\n\n\nC\n'],
      [
        'bad.md',
        '---\na: [\n---\n\n\n\na\nb\n',
        '---\na: [\n---\n\n\n\nA\nb\n',
        '---\na: [x\n---\n\n\n\na\nb\n',
      ],
    ] as const) {
      await ada.write('base', base)
      await ada.write('ours', ours)
      await ada.write('theirs', theirs)
      const { code } = await ada.flint('merge', 'base', 'ours', 'theirs', '--path', name)
      expect(code, name).toBe(0)
      expect(await ada.read('ours')).toBe(theirs.replace('a\nb', 'A\nb'))
    }
  }))

test('flint merge reads files and nothing else', () =>
  withOne({ 'x.md': 'x\n' }, async (ada) => {
    const missing = await ada.flint('merge', 'nope.md', 'x.md', 'x.md')
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no file nope.md.') })
    expect(missing.stderr).not.toContain(ada.folder)
    for (const other of ['.', '/dev/zero']) {
      const { code, stderr } = await ada.flint('merge', other, 'x.md', 'x.md')
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('is no file') })
    }
    expect(await ada.read('x.md')).toBe('x\n')
  }))
