import { expect, test } from 'vitest'
import { normalizeKey, pathKey } from '../../src/model/normalize-key.ts'
import { fileNameOf, stemOf, withoutNoteExtension } from '../../src/model/note-path.ts'
import type { LinkForm } from '../../src/model/parsed-note.ts'
import { linkKeys, resolveLink, type KeyBearer } from '../../src/model/resolve-link.ts'

interface Named {
  readonly path: string
  readonly title?: string
  readonly aliases?: readonly string[]
}

/** The path that a link in `from` means in a vault of these notes and files; null where it is broken. */
function meaning(
  vault: readonly (string | Named)[],
  target: string,
  { from = 'home.md', form = 'wikilink' }: Partial<Place> = {},
): string | null {
  const bearers = vault
    .map((entry) => (typeof entry === 'string' ? { path: entry } : entry))
    .flatMap((entry, id) => keysOf(entry).map(([kind, key]) => ({ kind, id, path: entry.path, key })))
  const source = { path: from, form }
  const bearersOf = (key: string) => bearers.filter((bearer) => bearer.key === key)
  return resolveLink(linkKeys(target, source), { ...source, target }, bearersOf)?.path ?? null
}

interface Place {
  readonly from: string
  readonly form: LinkForm
}

function keysOf({ path, title, aliases = [] }: Named): readonly (readonly [KeyBearer['kind'], string])[] {
  if (!path.endsWith('.md'))
    return [
      ['file-path', pathKey(path)],
      ['file-name', pathKey(fileNameOf(path))],
    ]
  return [
    ['path', pathKey(withoutNoteExtension(path))],
    ['name', pathKey(stemOf(path))],
    ['title', normalizeKey(title ?? stemOf(path))],
    ...aliases.map((alias) => ['alias', normalizeKey(alias)] as const),
  ]
}

const relative = { from: 'a/b/source.md' }
const markdown = { from: 'a/b/source.md', form: 'markdown' } as const

test.each<
  [
    rule: string,
    vault: readonly (string | Named)[],
    target: string,
    expected: string | null,
    place?: Partial<Place>,
  ]
>([
  ['a path in its own case', ['Twin.md', 'twin.md'], 'Twin', 'Twin.md'],
  ['a path in its own case', ['Twin.md', 'twin.md'], 'twin', 'twin.md'],
  ['a path in its own case', ['Twin.md', 'twin.md'], 'TWIN', 'Twin.md'],
  ['a path in its own case', ['a/Twin.md', 'a/twin.md'], '../twin.md', 'a/twin.md', markdown],
  ['a path in its own case', ['A/x.md', 'a/x.md'], '../x.md', 'a/x.md', markdown],
  ['a path in its own case', ['A/x.md', 'a/x.md'], '/A/x', 'A/x.md', markdown],
  ['a name in its own case', [untitled('c/Twin.md'), untitled('c/twin.md')], 'twin', 'c/twin.md'],
  ['a name after nearness', [untitled('c/d/twin.md'), untitled('c/Twin.md')], 'twin', 'c/Twin.md'],
  ['a file in its own case', ['P.png', 'p.png'], 'p.png', 'p.png'],
  ['an exact path', ['a/one.md', 'b/one.md'], 'b/one', 'b/one.md'],
  ['an exact path with its extension', ['a/one.md', 'b/one.md'], 'b/one.md', 'b/one.md'],
  ['an extension in capitals', ['b/one.md'], 'b/one.MD', 'b/one.md'],
  ['any case', ['Projects/Big Plan.md'], 'projects/BIG plan', 'Projects/Big Plan.md'],
  ['composed for decomposed letters', ['e\u0301te\u0301.md'], '\u00e9t\u00e9', 'e\u0301te\u0301.md'],
  ['white space around the target', ['one.md'], ' one ', 'one.md'],
  ['a path with a blank at its end', ['e/a .md', 'e/a.md'], '../../e/a .md', 'e/a .md', markdown],
  ['a path without that blank', ['e/a .md', 'e/a.md'], '../../e/a.md', 'e/a.md', markdown],
  ['a path with a blank, in a wikilink', ['e/a .md', 'e/a.md'], 'e/a .md', 'e/a .md'],
  ['a name without a blank, however near one with it is', ['e/a .md', 'far/off/a.md'], 'a', 'far/off/a.md'],
  ['a name with a blank as its title', ['e/a .md'], 'a', 'e/a .md'],
  [
    'exact path before relative path, in a wikilink',
    ['x/one.md', 'a/b/x/one.md'],
    'x/one',
    'x/one.md',
    relative,
  ],
  [
    'relative path before exact path, in a Markdown link',
    ['x/one.md', 'a/b/x/one.md'],
    'x/one',
    'a/b/x/one.md',
    markdown,
  ],
  [
    'a Markdown link from the root, where nothing lies beside',
    ['x/one.md'],
    'x/one.md',
    'x/one.md',
    markdown,
  ],
  ['a path relative to the source', ['a/b/sub/one.md'], 'sub/one', 'a/b/sub/one.md', relative],
  ['a path upwards', ['a/one.md', 'one.md'], '../one', 'a/one.md', relative],
  ['a path upwards twice', ['a/one.md', 'one.md'], '../../one', 'one.md', relative],
  ['a path upwards out of the vault', ['one.md'], '../../../one', null, relative],
  ['an explicit path does not stand for a name elsewhere', ['c/one.md'], './one', null, relative],
  ['an explicit path is no title', [{ path: 'c/x.md', title: './one' }], './one', null, relative],
  ['a path beside the source', ['one.md', 'a/b/one.md'], './one', 'a/b/one.md', relative],
  ['a path from the root', ['one.md', 'a/b/one.md'], '/one', 'one.md', relative],
  ['a path from the root does not stand for a name', ['c/one.md'], '/one', null, relative],
  ['exact path before title', ['one.md', { path: 'a.md', title: 'one' }], 'one', 'one.md'],
  [
    'relative path before title',
    ['a/b/one.md', { path: 'x.md', title: 'one' }],
    'one',
    'a/b/one.md',
    relative,
  ],
  [
    'title of a note whose name says otherwise',
    [{ path: 'c/202401.md', title: 'Big Plan' }],
    'big plan',
    'c/202401.md',
  ],
  [
    'file name before title',
    [
      { path: 'c/one.md', title: 'Two' },
      { path: 'c/x.md', title: 'One' },
    ],
    'one',
    'c/one.md',
  ],
  ['exact path before a nearer file name', ['a/one.md', 'one.md'], 'one', 'one.md', { from: 'a/b.md' }],
  [
    'title before alias',
    [
      { path: 'x.md', aliases: ['one'] },
      { path: 'c/y.md', title: 'One' },
    ],
    'one',
    'c/y.md',
  ],
  [
    'file name before alias',
    [
      { path: 'x.md', aliases: ['one'] },
      { path: 'c/one.md', title: 'Else' },
    ],
    'one',
    'c/one.md',
  ],
  ['alias', [{ path: 'c/x.md', aliases: ['One', 'Uno'] }], 'uno', 'c/x.md'],
  ['alias before a file that is no note', ['c/one', { path: 'c/x.md', aliases: ['one'] }], 'one', 'c/x.md'],
  [
    'the nearest of several names: beside',
    ['a/one.md', 'a/b/c/one.md', 'z/one.md'].map(untitled),
    'one',
    'a/b/c/one.md',
    { from: 'a/b/c/s.md' },
  ],
  [
    'the nearest of several names: one folder up',
    ['a/one.md', 'z/one.md'].map(untitled),
    'one',
    'a/one.md',
    { from: 'a/b/s.md' },
  ],
  ['then the shortest path', ['long-name/one.md', 'x/one.md'].map(untitled), 'one', 'x/one.md'],
  ['then the alphabet', ['b/one.md', 'a/one.md'].map(untitled), 'one', 'a/one.md'],
  [
    'the nearest of several titles',
    [
      { path: 'z/x.md', title: 'One' },
      { path: 'a/b/y.md', title: 'One' },
    ],
    'one',
    'a/b/y.md',
    relative,
  ],
  [
    'the nearest of several aliases',
    [
      { path: 'z/x.md', aliases: ['i'] },
      { path: 'a/y.md', aliases: ['i'] },
    ],
    'i',
    'a/y.md',
    relative,
  ],
  ['the end of a path', ['deep/er/x/one.md', 'deep/er/y/one.md'], 'y/one', 'deep/er/y/one.md'],
  ['the end of a path, whole segments only', ['deep/my/one.md'], 'y/one', null],
  [
    'the nearest of several with that end',
    ['p/y/one.md', 'q/y/one.md'],
    'y/one',
    'q/y/one.md',
    { from: 'q/s.md' },
  ],
  ['a title with a slash', [{ path: 'c/x.md', title: 'Either/Or' }], 'either/or', 'c/x.md'],
  ['a name with dots', ['c/v1.2.md'], 'v1.2', 'c/v1.2.md'],
  ['an attachment by its name', ['files/img.png'], 'img.png', 'files/img.png'],
  ['an attachment needs its extension', ['files/img.png'], 'img', null],
  ['an attachment by its path', ['files/img.png', 'img.png'], 'files/img.png', 'files/img.png'],
  ['an attachment beside the source', ['img.png', 'a/b/img.png'], './img.png', 'a/b/img.png', relative],
  ['an attachment from a Markdown link', ['img.png', 'a/b/img.png'], 'img.png', 'a/b/img.png', markdown],
  ['the nearest attachment', ['z/img.png', 'a/img.png'], 'IMG.png', 'a/img.png', relative],
  [
    'the end of an attachment’s path',
    ['z/files/img.png', 'z/other/img.png'],
    'files/img.png',
    'z/files/img.png',
    relative,
  ],
  ...(['img.png.md', { path: 'x.md', title: 'img.png' }] as const).map(
    (note) =>
      ['an attachment before a note of that name', ['a/img.png', note], 'img.png', 'a/img.png'] as [
        string,
        (string | Named)[],
        string,
        string,
      ],
  ),
  [
    'an attachment beside the source before a note there',
    ['a/b/img.png', 'a/b/img.png.md'],
    './img.png',
    'a/b/img.png',
    relative,
  ],
  [
    'a note at the path before an attachment elsewhere',
    ['z/img.png', 'img.png.md'],
    '/img.png',
    'img.png.md',
  ],
  ['a file without an ending', ['two'], 'two', 'two'],
  ['a note is no file without an ending', ['two'], 'two.md', null],
  ['nothing of that name', ['one.md'], 'two', null],
  ['a folder is no note', ['one/two.md'], 'one', null],
  ['its own note by name', ['a/b/source.md'], 'source', 'a/b/source.md', relative],
])('the meaning of a link: %s', (_rule, vault, target, expected, place = {}) => {
  expect(meaning(vault, target, place)).toBe(expected)
})

test('a link into its own note has no keys of its own', () => {
  expect(linkKeys('..', { path: 'one.md', form: 'markdown' }).relative).toBeNull()
})

/** A note whose title is not its name, so that only the name counts. */
function untitled(path: string): Named {
  return { path, title: `Title of ${path}` }
}
