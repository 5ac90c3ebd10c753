import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { vaultConfigPath } from '../../src/model/vault-config-path.ts'
import { withDesk, type Desk } from '../support/with-desk.ts'

const vault = {
  'one.md': '# One\n\n[[two]] [[new]] ![[img.png]] ![[new.png]]\n',
  'a/two.md': '[[One]] #tag\n',
  'a/b/three.md': '[[two]]\n',
  'a/b/_description.md': 'Of b.\n',
  'a/img.png': 'png',
  'ab/four.md': 'four\n',
  'ab/_description.md': 'Not in a.\n',
  'board.canvas': '{"nodes":[{"type":"file","file":"one.md"}]}',
  'staying.md': 'Nothing happens to it.\n',
  'odd/doc.md': 'A document, not a note.\n',
}

interface Deed {
  readonly what: string
  readonly run: (at: (path: string) => string) => void
  /** What a watcher reports. */
  readonly paths: readonly string[]
  readonly read?: number
  readonly removed?: number
}

function write(at: string, text: string): void {
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, text)
}

const deeds: readonly Deed[] = [
  {
    what: 'a note appears',
    run: (at) => {
      write(at('a/new.md'), '[[one]]\n')
    },
    ...{ paths: ['a/new.md'], read: 1 },
  },
  {
    what: 'a note is changed, and nothing is done to another',
    run: (at) => {
      appendFileSync(at('a/two.md'), 'more [[three]]\n')
    },
    ...{ paths: ['a/two.md', 'one.md'], read: 1 },
  },
  {
    what: 'a note goes',
    run: (at) => {
      rmSync(at('a/two.md'))
    },
    ...{ paths: ['a/two.md'], removed: 1 },
  },
  {
    what: 'a note is moved',
    run: (at) => {
      renameSync(at('a/two.md'), at('a/b/2.md'))
    },
    ...{ paths: ['a/two.md', 'a/b/2.md'], read: 1 },
  },
  {
    what: 'a note takes the place of another',
    run: (at) => {
      renameSync(at('a/two.md'), at('a/b/three.md'))
    },
    ...{ paths: ['a/two.md', 'a/b/three.md'], read: 1, removed: 1 },
  },
  {
    what: 'a file appears',
    run: (at) => {
      write(at('a/new.png'), 'new')
    },
    paths: ['a/new.png'],
  },
  {
    what: 'a file goes',
    run: (at) => {
      rmSync(at('a/img.png'))
    },
    paths: ['a/img.png'],
  },
  {
    what: 'a canvas changes, and one appears',
    run: (at) => {
      write(at('board.canvas'), '{"nodes":[{"type":"file","file":"a/two.md"},{"type":"file","file":"x.md"}]}')
      write(at('a/other.canvas'), '{"nodes":[{"type":"file","file":"one.md"}]}')
    },
    paths: ['board.canvas', 'a/other.canvas'],
  },
  {
    what: 'a folder becomes a type',
    run: (at) => {
      write(at('a/_description.md'), 'Of a.\n')
    },
    paths: ['a/_description.md'],
  },
  {
    what: 'a folder is a type no more',
    run: (at) => {
      rmSync(at('a/b/_description.md'))
    },
    paths: ['a/b/_description.md'],
  },
  {
    what: 'the whole vault gets a description',
    run: (at) => {
      write(at('_description.md'), 'Of the vault.\n')
    },
    paths: ['_description.md'],
  },
  {
    what: 'a folder goes with all in it',
    run: (at) => {
      rmSync(at('a'), { recursive: true })
    },
    ...{ paths: ['a'], removed: 2 },
  },
  {
    what: 'a folder is a file by now',
    run: (at) => {
      rmSync(at('a'), { recursive: true })
      write(at('a'), 'a')
    },
    ...{ paths: ['a'], removed: 2 },
  },
  {
    what: 'a folder is a link by now',
    run: (at) => {
      renameSync(at('a'), at('../away'))
      symlinkSync(at('../away'), at('a'))
    },
    ...{ paths: ['a'], removed: 2 },
  },
  {
    what: 'a note is a folder by now',
    run: (at) => {
      rmSync(at('a/two.md'))
      write(at('a/two.md/in it.md'), '[[one]]\n')
    },
    paths: ['a/two.md'],
  },
  {
    what: 'a folder is renamed',
    run: (at) => {
      renameSync(at('a'), at('c'))
    },
    paths: ['a', 'c'],
  },
  {
    what: 'something appears in an ignored folder',
    run: (at) => {
      write(at('secret/note.md'), '# Secret\n')
      write(at('secret/_description.md'), 'Secret.\n')
      write(at('secret/img.png'), 'png')
    },
    paths: ['secret', 'secret/note.md', 'secret/_description.md', 'secret/img.png'],
  },
  {
    what: 'a folder becomes a vault of its own',
    run: (at) => {
      write(at(`a/${vaultConfigPath}`), '')
      write(at('a/b/new.md'), 'new\n')
      write(at('a/b/c/_description.md'), 'new\n')
    },
    paths: ['a', 'a/b', 'a/b/new.md', 'a/two.md', 'a/b/c/_description.md'],
  },
  {
    what: 'a document appears among documents that are no notes',
    run: (at) => {
      write(at('odd/new.md'), '[[one]]\n')
    },
    paths: ['odd/new.md'],
  },
]

const settings = { ignore: ['secret/'], noNotes: ['odd/'] }

const ways: Readonly<Record<string, (desk: Desk, paths: readonly string[]) => Promise<unknown>>> = {
  paths: ({ paths }, reported) => paths(reported),
  'paths, one after the other': async ({ paths }, reported) => {
    for (const path of reported) await paths([path])
  },
  'a scan': ({ scan }) => scan('', { isConfirmed: true }),
  'scans of each of them': async ({ scan }, reported) => {
    for (const path of reported) await scan(path)
  },
}

describe.each(Object.keys(ways))('the index is as one built from nothing, by %s, when', (way) => {
  test.each(deeds)('$what', (deed) =>
    withDesk(
      vault,
      async (desk) => {
        await desk.scan()
        const before = desk.told.length
        deed.run(desk.at)
        const result = await ways[way]?.(desk, deed.paths)
        if (deed.read !== undefined || deed.removed !== undefined)
          if (way === 'paths' || way === 'a scan')
            expect(result).toEqual({ read: deed.read ?? 0, removed: deed.removed ?? 0 })
        expect(desk.told.slice(before).filter((what) => what.startsWith('open'))).toEqual([])
        expect(desk.dump()).toEqual(await desk.fromNothing())
      },
      settings,
    ),
  )
})
