import { execFileSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Repository } from '../../src/git/repository.ts'
import { readBlob, readBlobs } from '../../src/git/trees.ts'
import { withFolder } from '../support/with-folder.ts'

test('texts of many files are read as those of one, as git would put them into the work tree', () => {
  const texts: Record<string, string> = {
    'a.md': '# A\n',
    'no end.md': 'no line break at its end',
    'two\nlines.md': 'a name of two lines\n',
    ' spaces  in.md': '\n\nspaces\n\n',
    'empty.md': '',
    'crlf.txt': 'one\ntwo\n',
    'deep/ünïcode 日本.md': 'é 日本 🌲\n',
    ...Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`many/${at}.md`, `note ${at}\n`])),
  }
  return withFolder({ ...texts, '.gitattributes': '*.txt text eol=crlf\n' }, async (folder) => {
    await writeFile(join(folder, 'latin.md'), Buffer.from('caf\xe9\n', 'latin1'))
    await symlink('a.md', join(folder, 'link.md'))
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'all')
    const repository = await Repository.find(folder)
    if (repository === null) throw new Error('There is no repository.')
    const found = await readBlobs(repository, 'HEAD', [
      ...Object.keys(texts),
      'latin.md',
      'link.md',
      'deep',
      'not there.md',
    ])
    expect(Object.fromEntries(found)).toEqual({ ...texts, 'crlf.txt': 'one\r\ntwo\r\n' })
    for (const path of Object.keys(texts).slice(0, 8))
      expect(found.get(path)).toBe(await readBlob(repository, 'HEAD', path))
  })
})
