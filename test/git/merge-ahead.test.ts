import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeSides } from '../../src/domain/merge-sides.ts'
import { mergeAhead } from '../../src/git/merge-ahead.ts'
import { Repository } from '../../src/git/repository.ts'
import { withTwo } from '../support/with-clones.ts'
import { lines } from '../support/lines.ts'

const noteOf = (top: string, end: string) => lines('# A', '', top, '', '## B', '', 'x', '', '## C', '', end)
const paths = ["it's a note.md", 'deep/ünï 日本.md', '-n.md']
const begin = Object.fromEntries([...paths, 'fight.md'].map((path) => [path, noteOf('top', 'end')]))

/** What a merge makes of notes that both have changed, each started process being `driver`. */
async function merged(own: { readonly folder: string; git: (...args: string[]) => string }, driver: string) {
  const repository = await Repository.find(await realpath(own.folder))
  if (repository === null) throw new Error('There is no repository.')
  const base = own.git('merge-base', 'HEAD', 'origin/main').trim()
  const sides = {
    base,
    ours: own.git('rev-parse', 'HEAD').trim(),
    theirs: own.git('rev-parse', 'origin/main').trim(),
  }
  const { tree, conflicts } = (await mergeSides(repository, sides, { driver })).merged
  const textOf = (path: string) => own.git('cat-file', 'blob', `${tree}:${path}`)
  return { conflicts: conflicts.map(({ path }) => path), textOf }
}

test('notes that both sides have changed are merged without a process for each', () =>
  withTwo(begin, async (other, own) => {
    await other.send({
      ...Object.fromEntries(paths.map((path) => [path, noteOf('theirs', 'end')])),
      'fight.md': noteOf('theirs', 'end'),
    })
    for (const path of paths) await own.write(path, noteOf('top', 'ours'))
    await own.write('fight.md', noteOf('ours', 'end'))
    own.git('commit', '--quiet', '--all', '-m', 'ours')
    own.git('fetch', '--quiet')
    const { conflicts, textOf } = await merged(own, 'exit 99')
    for (const path of paths) expect(textOf(path)).toBe(noteOf('theirs', 'ours'))
    expect(new Set(conflicts)).toEqual(new Set(['fight.md']))
    expect(textOf('fight.md')).toBe(
      noteOf(lines('<<<<<<< ours', 'ours', '=======', 'theirs', '>>>>>>> theirs').trimEnd(), 'end'),
    )
  }))

test('a path names no file of what is merged ahead, and a folder may have any name', () =>
  withTwo(begin, async (_, own) => {
    const repository = await Repository.find(await realpath(own.folder))
    if (repository === null) throw new Error('There is no repository.')
    const object = own.git('rev-parse', 'HEAD:fight.md').trim()
    const texts = { base: object, ours: object, theirs: object }
    const folder = join(own.folder, '..', "100%A it's")
    const notes = [
      { path: '../../out.md', ...texts },
      { path: 'in.md', ...texts },
      { path: 'IN.md', ...texts },
    ]
    const line = await mergeAhead(repository, notes, { folder, driver: 'true' })
    expect(await readdir(join(own.folder, '..'))).not.toContain('out.md')
    expect((await readdir(join(folder, 'ahead'))).sort()).toEqual([
      ...['code1', 'code2', 'code3', 'paths', 'text1', 'text2', 'text3'],
    ])
    expect(line).toContain("100%%A it'\\''s")
  }))

test('what another size of marks, a long text or a name of two lines needs is left to the driver', () =>
  withTwo(
    { ...begin, 'x\n-n.md': noteOf('top', 'end'), '.gitattributes': 'fight.md conflict-marker-size=9\n' },
    async (other, own) => {
      const long = 'word '.repeat(30_000)
      const theirs = noteOf('theirs', 'end')
      await other.send({
        [paths[0] ?? '']: noteOf('theirs', long),
        'fight.md': theirs,
        'x\n-n.md': theirs,
        '-n.md': theirs,
      })
      await own.write(paths[0] ?? '', noteOf('ours', 'end'))
      await own.write('fight.md', noteOf('ours', 'end'))
      for (const path of ['-n.md', 'x\n-n.md']) await own.write(path, noteOf('top', 'ours'))
      own.git('commit', '--quiet', '--all', '-m', 'ours')
      own.git('fetch', '--quiet')
      const { conflicts, textOf } = await merged(own, 'printf driven > %A')
      expect(conflicts).toEqual([])
      for (const path of [paths[0] ?? '', 'fight.md', 'x\n-n.md']) expect(textOf(path)).toBe('driven')
      expect(textOf('-n.md')).toBe(noteOf('theirs', 'ours'))
    },
  ))
