import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IndexWriter } from '../../src/index-db/apply.ts'
import { noChanges, type IndexChanges } from '../../src/index-db/note-record.ts'
import { openIndexForWriting } from '../../src/index-db/open-index.ts'
import { recordOf } from '../support/record-of.ts'

interface Index {
  readonly apply: (changes: Partial<IndexChanges>) => void
  /** `source -> target` for every link, `?` where it is broken; only those that the change touched. */
  readonly links: () => readonly string[]
  readonly touched: (change: () => void) => readonly string[]
}

function withIndex(use: (index: Index) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'flint-index-'))
  const { db } = openIndexForWriting(join(folder, 'index.sqlite'))
  const writer = new IndexWriter(db)
  writer.finishFilling()
  const links = () =>
    db
      .prepare<[], string>(
        `SELECT s.path || ':' || l.raw || ' -> ' || coalesce(t.path, f.path, '?') FROM link l JOIN note s ON s.id = l.source
         LEFT JOIN note t ON t.id = l.target LEFT JOIN file f ON f.id = l.target_file ORDER BY 1`,
      )
      .pluck()
      .all()
  try {
    use({
      links,
      apply: (changes) => {
        writer.apply({ ...noChanges, ...changes })
      },
      touched: (change) => {
        const before = new Set(links())
        change()
        return links().filter((link) => !before.has(link))
      },
    })
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

test('a broken link heals when its target appears, by path, name, title or alias, and breaks when it goes', () => {
  withIndex(({ apply, links }) => {
    apply({
      notes: [
        recordOf(
          'a.md',
          '[[x/one]] [[two]] [[The Third]] [[4th]] ![[img.png]] [md](sub/six.md) [[end/seven]]',
        ),
      ],
    })
    expect(links().every((link) => link.endsWith('?'))).toBe(true)
    apply({
      notes: [
        recordOf('x/one.md', ''),
        recordOf('y/two.md', ''),
        recordOf('3.md', '# The third'),
        recordOf('4.md', '---\naliases: [4TH]\n---'),
        recordOf('sub/six.md', ''),
        recordOf('some/end/seven.md', ''),
      ],
      addedFiles: ['files/img.png'],
    })
    expect(links()).toEqual([
      'a.md:4th -> 4.md',
      'a.md:The Third -> 3.md',
      'a.md:end/seven -> some/end/seven.md',
      'a.md:img.png -> files/img.png',
      'a.md:sub/six.md -> sub/six.md',
      'a.md:two -> y/two.md',
      'a.md:x/one -> x/one.md',
    ])
    apply({
      removedNotes: ['x/one.md', 'y/two.md', '3.md', '4.md', 'sub/six.md', 'some/end/seven.md'],
      removedFiles: ['files/img.png'],
    })
    expect(links().every((link) => link.endsWith('?'))).toBe(true)
  })
})

test('a second bearer of a name moves the links that it is nearer to, and no other', () => {
  withIndex(({ apply, touched }) => {
    apply({
      notes: [
        recordOf('p/one.md', '# P'),
        recordOf('p/s.md', '[[one]]'),
        recordOf('q/s.md', '[[one]] [[p/one]] [[other]]'),
        recordOf('r/s.md', '[[one]]'),
      ],
    })
    expect(
      touched(() => {
        apply({ notes: [recordOf('q/one.md', '# Q')] })
      }),
    ).toEqual(['q/s.md:one -> q/one.md'])
    expect(
      touched(() => {
        apply({ removedNotes: ['q/one.md'] })
      }),
    ).toEqual(['q/s.md:one -> p/one.md'])
  })
})

test('a new name, title or alias takes the links that it comes before, and gives them back', () => {
  withIndex(({ apply, touched }) => {
    const alias = (...aliases: string[]) => `---\naliases: [${aliases.join(', ')}]\n---\n`
    apply({
      notes: [recordOf('a.md', alias('one')), recordOf('s.md', '[[one]] [[uno]]'), recordOf('t.md', 'x')],
    })
    expect(
      touched(() => {
        apply({ notes: [recordOf('t.md', '# One')] })
      }),
    ).toEqual(['s.md:one -> t.md'])
    expect(
      touched(() => {
        apply({ notes: [recordOf('c/one.md', '# Else')] })
      }),
    ).toEqual(['s.md:one -> c/one.md'])
    expect(
      touched(() => {
        apply({ removedNotes: ['c/one.md'] })
      }),
    ).toEqual(['s.md:one -> t.md'])
    expect(
      touched(() => {
        apply({ notes: [recordOf('t.md', alias('uno'))] })
      }),
    ).toEqual(['s.md:one -> a.md', 's.md:uno -> t.md'])
  })
})

test('a note that moves keeps its links, and those to it by name follow', () => {
  withIndex(({ apply, touched, links }) => {
    apply({
      notes: [
        recordOf('a/one.md', '[[./two]]'),
        recordOf('a/two.md', ''),
        recordOf('s.md', '[[one]] [[a/one]]'),
      ],
    })
    const moved = touched(() => {
      apply({ notes: [recordOf('b/one.md', '[[./two]]')], moved: [{ from: 'a/one.md', to: 'b/one.md' }] })
    })
    expect(moved).toEqual(['b/one.md:./two -> ?', 's.md:a/one -> ?', 's.md:one -> b/one.md'])
    expect(links()).toHaveLength(3)
  })
})

test('a note that moves nearer takes the links that it is now nearest to', () => {
  withIndex(({ apply, touched }) => {
    apply({
      notes: [recordOf('p/one.md', '# P'), recordOf('q/one.md', '# Q'), recordOf('r/deep/s.md', '[[one]]')],
    })
    const moved = touched(() => {
      apply({ notes: [recordOf('r/deep/one.md', '# Q')], moved: [{ from: 'q/one.md', to: 'r/deep/one.md' }] })
    })
    expect(moved).toEqual(['r/deep/s.md:one -> r/deep/one.md'])
  })
})

test('a note that moves takes links along that name neither of two twins, to the one that is now nearer', () => {
  withIndex(({ apply, links }) => {
    const text = '[[../a/X]]'
    apply({ notes: [recordOf('A/x.md', ''), recordOf('a/x.md', ''), recordOf('A/s.md', text)] })
    expect(links()).toEqual(['A/s.md:../a/X -> A/x.md'])
    apply({ notes: [recordOf('a/s.md', text)], moved: [{ from: 'A/s.md', to: 'a/s.md' }] })
    expect(links()).toEqual(['a/s.md:../a/X -> a/x.md'])
  })
})

test('a move to where another process has found the note already leaves one note', () => {
  withIndex(({ apply, links }) => {
    apply({ notes: [recordOf('a.md', 'x'), recordOf('b.md', 'x'), recordOf('s.md', '[[a]] [[b]]')] })
    apply({ notes: [recordOf('b.md', 'x')], moved: [{ from: 'a.md', to: 'b.md' }] })
    expect(links()).toEqual(['s.md:a -> ?', 's.md:b -> b.md'])
  })
})

test('the same change twice is the same index, whatever numbers a drive gives its files', () => {
  withIndex(({ apply, links }) => {
    const change = {
      notes: [recordOf('a.md', '[[b]]', 2 ** 63 + 2 ** 20), recordOf('b.md', '[[a]]', 1.8e19)],
      addedFiles: ['x.png'],
    }
    apply(change)
    const once = links()
    apply(change)
    expect(links()).toEqual(once)
  })
})
