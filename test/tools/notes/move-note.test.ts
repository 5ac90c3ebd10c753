import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault, type Files } from '../../support/with-vault.ts'

/** What a move makes of a vault: the files that are new or different afterwards, as they are then. */
async function moved(files: Files, args: object, expected: Files): Promise<void> {
  await withVault(files, async ({ call, at, read }) => {
    const before = await hashFiles(at('.'))
    const broken = (await call('find_broken_links')).total
    const result = await call('move_note', args)
    expect(result.error).toBeUndefined()
    const after = await hashFiles(at('.'))
    const isText = (path: string) => !path.startsWith('.') && !path.endsWith('/')
    const changed = Object.keys(after).filter((path) => isText(path) && after[path] !== before[path])
    const found = Object.fromEntries(await Promise.all(changed.map(async (path) => [path, await read(path)])))
    expect(found).toEqual(expected)
    expect((await call('find_broken_links')).total).toBe(broken)
  })
}

describe('a note', () => {
  test('takes its links along, and those to it follow in their form', () =>
    moved(
      {
        'a/one.md':
          '[x](two.md#h) [[two]] [[../c/three]] ![[img.png]] ![i](img.png) [[#own]] [[one]] [y](/a/two.md)\n',
        'a/two.md': '[r]: one.md "t"\n[x](./one.md) [z](<one.md>) [[one|1]] [[a/one]] [[./one]]\n',
        'a/img.png': 'png',
        'c/three.md': '[up](../a/one.md#part) [[/a/one]] [[a/one#Part]]\n',
        'b/keep.md': '',
      },
      { identifier: 'a/one.md', destination_directory: 'b' },
      {
        'b/one.md':
          '[x](../a/two.md#h) [[two]] [[../c/three]] ![[img.png]] ![i](../a/img.png) [[#own]] [[one]] [y](/a/two.md)\n',
        'a/two.md':
          '[r]: ../b/one.md "t"\n[x](../b/one.md) [z](<../b/one.md>) [[one|1]] [[one]] [[../b/one]]\n',
        'c/three.md': '[up](../b/one.md#part) [[/b/one]] [[one#Part]]\n',
      },
    ))

  test('takes its links to the descriptions of note types along', () =>
    moved(
      {
        'p/_description.md': '# P\n',
        'r/t.md': '',
        'z/x.md': '',
        'c.md': '[d](p/_description.md) [e](r/t.md)\n',
      },
      { identifier: 'c.md', to: 'z/c.md' },
      { 'z/c.md': '[d](../p/_description.md) [e](../r/t.md)\n' },
    ))

  test('keeps its ending where the new path has none, and links say the one that it has', () =>
    withVault({ 'Up.MD': '# Up\n', 'z/x.md': '', 'c.md': '[[Up]] [u](Up.MD)\n' }, async ({ call, read }) => {
      expect(await call('move_note', { identifier: 'Up.MD', to: 'z/up' })).toMatchObject({
        new_id: 'z/up.MD',
      })
      expect(await read('c.md')).toBe('[[up]] [u](z/up.MD)\n')
      expect(await call('move_note', { identifier: 'z/up.MD', to: 'z/down.md' })).toMatchObject({
        new_id: 'z/down.md',
      })
      expect(await read('c.md')).toBe('[[down]] [u](z/down.md)\n')
    }))

  test('gets a path where its name is another’s', () =>
    moved(
      { 'a/one.md': '# A', 'b/x.md': '', 'c/one.md': '# C', 'a/s.md': '[[one]]\n', 'c/s.md': '[[one]]\n' },
      { identifier: 'a/one.md', to: 'b/one.md' },
      { 'b/one.md': '# A', 'a/s.md': '[[b/one]]\n' },
    ))

  test('takes its links along from where the vault has no notes', () =>
    moved(
      {
        '.flint-note/config.yml': 'index:\n  ignore: [old]\n',
        'old/b.md': '[x](../a.md) [[a]]\n',
        'a.md': '# A',
        'deep/er/x.md': '',
      },
      { identifier: 'old/b.md', to: 'deep/er/b.md' },
      { 'deep/er/b.md': '[x](../../a.md) [[a]]\n' },
    ))

  test('gets a whole path where the end of its path is another’s, too', () =>
    moved(
      { 'q/b/old.md': '# A', 'p/b/x.md': '', 'q/s.md': '[[old]]\n' },
      { identifier: 'q/b/old.md', to: 'q/b/x.md' },
      { 'q/b/x.md': '# A', 'q/s.md': '[[q/b/x]]\n' },
    ))

  test('is named from its folder with ./ where Obsidian would find another file from the root', () =>
    moved(
      {
        'a/old.md': '# A',
        'new.md': '# N',
        'a/s.md': '[x](old.md) [y](../new.md)\n',
        'b/s.md': '[z](../a/old.md)\n',
      },
      { identifier: 'a/old.md', to: 'a/new.md' },
      {
        'a/new.md': '# A',
        'a/s.md': '[x](./new.md) [y](../new.md)\n',
        'b/s.md': '[z](../a/new.md)\n',
      },
    ))

  test('is named with its extension beside a file that takes its name without one', () =>
    moved(
      {
        'p/pic.png': 'p',
        'pic.png.md': '# P',
        'b.md': '[[/pic.png]] [x](/pic.png) [[pic.png]]\n',
      },
      { identifier: 'p/pic.png', destination_directory: '/' },
      { 'pic.png': 'p', 'b.md': '[[/pic.png.md]] [x](/pic.png.md) [[pic.png]]\n' },
    ))

  test('is named so, too, where a shorter path in the folder of the link ends the same', () =>
    moved(
      {
        'people/sub/pic.md': '# P',
        'people/sub/pic.png': 'p',
        'projects/sub/pic.md': '# Q',
        'projects/sub/pic.png': 'q',
        'people/sub/s.md':
          '[x](../../projects/sub/pic.md) ![y](../../projects/sub/pic.png) [[projects/sub/pic]]\n',
        'people/s.md': '[x](../projects/sub/pic.md)\n',
      },
      { identifier: 'projects/sub/', to: 'people/sub/sub' },
      {
        'people/sub/sub/pic.md': '# Q',
        'people/sub/sub/pic.png': 'q',
        'people/sub/s.md': '[x](./sub/pic.md) ![y](./sub/pic.png) [[sub/sub/pic]]\n',
        'people/s.md': '[x](sub/sub/pic.md)\n',
      },
    ))

  test('leaves a link as it is that led there by a path and does so by its name', () =>
    withVault(
      { 'one.md': '# A', 'b/x.md': '', 's.md': '[[one]] [[One#Part|x]]\n' },
      async ({ call, read }) => {
        const result = await call('move_note', { identifier: 'one.md', destination_directory: 'b' })
        expect(result).toMatchObject({ new_path: 'b/one.md', updated_references: [] })
        expect(await read('s.md')).toBe('[[one]] [[One#Part|x]]\n')
      },
    ))

  test.each([
    ['in a comment, which its name would end', '%% [[old]] %%\n'],
    ['after an open mark, which its name would close', 'At 100%% see [[old]].\n'],
  ])('is not moved where a link cannot say its name: %s', (_where, text) =>
    withVault({ 'old.md': '# A', 's.md': text }, async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      const { error } = await call('move_note', { identifier: 'old.md', to: 'all 100%%.md' })
      expect(error).toMatchObject({ code: 'CONFLICT', path: 's.md', line_number: 1 })
      expect(await hashFiles(at('.'))).toEqual(before)
    }),
  )

  test('does not take the links of another of its name', () =>
    moved(
      { 'a/one.md': '# A', 'deep/b/x.md': '', 'deep/one.md': '# D', 'deep/b/s.md': '[[one]] [[D]]\n' },
      { identifier: 'a/one.md', to: 'deep/b/one.md' },
      { 'deep/b/one.md': '# A', 'deep/b/s.md': '[[deep/one]] [[D]]\n' },
    ))

  test('with a name that needs encoding or another form', () =>
    moved(
      {
        'one.md': '# 1',
        'b/x.md': '',
        's.md': '[a](one.md) [b](<one.md>) [c](one) [[one]] [d](one.md?x)\n',
        '.obsidian/app.json': '{}',
      },
      { identifier: 'one.md', to: "b/it's (100%) [ü].md".replace(' [ü]', ' ü') },
      {
        "b/it's (100%) ü.md": '# 1',
        's.md':
          "[a](b/it's%20(100%25)%20ü.md) [b](<b/it's (100%25) ü.md>) [c](b/it's%20(100%25)%20ü) [[it's (100%) ü]] [d](one.md?x)\n",
      },
    ))

  test('in frontmatter, quotes are written as its values need them', () =>
    moved(
      {
        'one.md': '# 1',
        'b/x.md': '',
        's.md': lines('---', "a: '[[one]]'", 'b: "[[one|x]]"', 'c: see [[one]] now', '---', ''),
      },
      { identifier: 'one.md', to: "b/it's.md" },
      {
        "b/it's.md": '# 1',
        's.md': lines('---', "a: '[[it''s]]'", 'b: "[[it\'s|x]]"', "c: see [[it's]] now", '---', ''),
      },
    ))

  test('Obsidian’s way of writing paths is followed', () =>
    moved(
      {
        'a/one.md': '',
        'b/x.md': '',
        's.md': '[[a/one]] [[one]]',
        '.obsidian/app.json': '{"newLinkFormat":"absolute"}',
      },
      { identifier: 'a/one.md', destination_directory: 'b/' },
      { 'b/one.md': '', 's.md': '[[b/one]] [[one]]' },
    ))

  test.each(['relative', 'absolute', 'shortest'])(
    'with newLinkFormat %s a path that no link can say gives way to the file name',
    (format) =>
      moved(
        {
          'a/one.md': '',
          's.md': '[[a/one]] ![[a/one|x]]',
          '.obsidian/app.json': JSON.stringify({ newLinkFormat: format }),
          'b [c]/x.md': '',
        },
        { identifier: 'a/one.md', destination_directory: 'b [c]' },
        { 'b [c]/one.md': '', 's.md': '[[one]] ![[one|x]]' },
      ),
  )

  test('beside a note whose name differs by a blank at its end', () =>
    withVault(
      {
        'e/a .md': 'blank',
        'e/a.md': 'plain',
        's.md': '[b](e/a%20.md) [p](e/a.md) [[e/a]] [b](<e/a .md>)',
      },
      async ({ call, read }) => {
        const { backlinks } = await call('get_backlinks', { identifier: 'e/a .md' })
        expect(column(backlinks, 'link_text')).toEqual(['b', 'b'])
        await call('move_note', { identifier: 'e/a.md', to: 'e/q.md' })
        expect(await read('s.md')).toBe('[b](e/a%20.md) [p](e/q.md) [[q]] [b](<e/a .md>)')
        expect((await call('get_note', { identifier: 'e/a.md' })).error).toMatchObject({ code: 'NOT_FOUND' })
        await call('move_note', { identifier: 'e/a .md', to: 'e/z.md' })
        expect(await read('s.md')).toBe('[b](e/z.md) [p](e/q.md) [[q]] [b](<e/z.md>)')
      },
    ))

  test('to the root, and back by its title', () =>
    withVault({ 'a/one.md': '# Title', 'a/s.md': '[x](one.md)' }, async ({ call, read }) => {
      expect(await call('move_note', { identifier: 'Title', destination_directory: '/' })).toMatchObject({
        old_id: 'a/one.md',
        new_id: 'one.md',
        old_title: 'Title',
        new_title: 'Title',
        updated_references: [{ id: 'a/s.md', path: 'a/s.md', links: 1 }],
      })
      expect(await read('a/s.md')).toBe('[x](../one.md)')
      await call('move_note', { identifier: 'Title', destination_directory: 'a' })
      expect(await read('a/s.md')).toBe('[x](one.md)')
    }))
})

describe('a type', () => {
  const type = (field: string) => `# T\n\n## Metadata Schema\n\n- ${field}: Some (required, string)\n`
  test('is followed by the frontmatter, and what does not fit it is told', () =>
    withVault(
      {
        'book/_description.md': type('author'),
        'film/_description.md': type('director'),
        'book/dune.md': '---\ntype: book # kind\nauthor: H\n---\n[[book/dune]]\n',
      },
      async ({ call, read }) => {
        const result = await call('move_note', { identifier: 'book/dune.md', new_type: 'film' })
        expect(result).toMatchObject({ new_id: 'film/dune.md', own_links_updated: 1 })
        expect(result.warnings).toContainEqual(expect.stringContaining('director'))
        expect(await read('film/dune.md')).toBe('---\ntype: film # kind\nauthor: H\n---\n[[dune]]\n')
        const { error } = await call('move_note', { identifier: 'dune', new_type: 'flim' })
        expect(error).toMatchObject({ code: 'TYPE_NOT_FOUND', nearest: 'film' })
      },
    ))

  test('that flint wrote follows the folder wherever a note goes; one of the note’s own stays', () =>
    withVault(
      {
        'book/_description.md': type('type'),
        'film/_description.md': type('director'),
        'a/mine.md': '---\ntype: essay\n---\n',
        'a/plain.md': 'x',
        'book/dune.md': '---\ntype: book\n---\n',
      },
      async ({ call, read }) => {
        const { id } = await call('create_note', { directory: 'a', title: 'One', content: 'x' })
        expect(await read(id)).toContain('\ntype: a\n')
        const to = async (identifier: string, place: string) => {
          const args = { identifier, destination_directory: place, create_folders: true }
          const { new_id: moved, warnings } = await call('move_note', args)
          return [/^type: .*$/m.exec(await read(moved))?.[0], ...(warnings ?? [])]
        }
        expect(await to('one', 'b/deep')).toEqual(['type: b'])
        expect(await to('one', 'film')).toEqual(['type: film', expect.stringContaining('director')])
        expect(await to('one', '/')).toEqual([undefined])
        expect(await to('one', 'film')).toEqual([undefined, expect.stringContaining('director')])
        expect(await to('a/mine', 'b')).toEqual(['type: essay'])
        expect(await to('a/plain', 'b')).toEqual([undefined])
        // A schema with such a field: the value is the writer's.
        expect(await to('dune', 'b')).toEqual(['type: book'])
        await call('create_note', { directory: 'b', title: 'Two' })
        expect(await to('two', 'book')).toEqual([undefined, expect.stringContaining('`type`')])
      },
    ))

  test('follows a folder, that with its description and that within another type, in one change', () =>
    withVault(
      {
        'book/_description.md': type('author'),
        'book/dune.md': '---\ntype: book\n---\n[x](../z.md)\n',
        'book/sf/ubik.md': '---\ntype: book\n---\n',
        'book/sf/mine.md': '---\ntype: novel\n---\n',
        'film/_description.md': type('director'),
        'z.md': '[y](book/sf/ubik.md)',
      },
      async ({ call, read, at }) => {
        const before = await hashFiles(at('.'))
        await call('move_note', { identifier: 'book/sf/', destination_directory: 'film' })
        expect(await read('film/sf/ubik.md')).toBe('---\ntype: film\n---\n')
        expect(await read('film/sf/mine.md')).toBe('---\ntype: novel\n---\n')
        const move = { identifier: 'book/', to: 'old/shelf/books', create_folders: true }
        const planned = await call('move_note', { ...move, dry_run: true })
        expect(planned.changes).toContainEqual(
          expect.objectContaining({ path: 'book/dune.md', kind: 'replace' }),
        )
        await call('move_note', move)
        expect(await read('old/shelf/books/dune.md')).toBe(
          '---\ntype: old/shelf/books\n---\n[x](../../../z.md)\n',
        )
        for (const { change_id } of (await call('list_changes')).changes)
          expect((await call('undo_change', { change_id })).error).toBeUndefined()
        expect(await hashFiles(at('.'))).toEqual(before)
      },
    ))
})

test('create_folders makes the folders that are missing, and undoing takes them away', () =>
  withVault({ 'a/one.md': 'x', 's.md': '[x](a/one.md)' }, async ({ call, read, at }) => {
    const before = await hashFiles(at('.'))
    const move = { identifier: 'a/one', to: 'b/c/uno.md' }
    expect((await call('move_note', move)).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('create_folders: true'),
    })
    expect(await call('move_note', { ...move, create_folders: true, dry_run: true })).toMatchObject({
      new_id: 'b/c/uno.md',
    })
    expect(await hashFiles(at('.'))).toEqual(before)
    const { change_id } = await call('move_note', { ...move, create_folders: true })
    expect(await read('s.md')).toBe('[x](b/c/uno.md)')
    await call('undo_change', { change_id })
    expect(await hashFiles(at('.'))).toEqual(before)
  }))

describe('a folder', () => {
  test('takes everything in it along; links within it stay', () =>
    moved(
      {
        'a/one.md': '[x](sub/two.md) [[a/sub/two]] [out](../z.md) [i](sub/i.png)\n',
        'a/sub/two.md': '[[../one]] [[one]]\n',
        'a/sub/i.png': 'png',
        'a/.hidden': 'h',
        'a/board.canvas': '{"nodes":[{"type":"file","file":"a/one.md"},{"type":"file","file":"z.md"}]}',
        'b/x.md': '',
        'z.md': '[x](a/one.md) ![[a/sub/i.png]] ![](a/sub/i.png) [[two]]\n',
      },
      { identifier: 'a/', destination_directory: 'b' },
      {
        'b/a/one.md': '[x](sub/two.md) [[two]] [out](../../z.md) [i](sub/i.png)\n',
        'b/a/sub/two.md': '[[../one]] [[one]]\n',
        'b/a/sub/i.png': 'png',
        'b/a/.hidden': 'h',
        'b/a/board.canvas': '{"nodes":[{"type":"file","file":"b/a/one.md"},{"type":"file","file":"z.md"}]}',
        'z.md': '[x](b/a/one.md) ![[i.png]] ![](b/a/sub/i.png) [[two]]\n',
      },
    ))

  test('of a note type takes along the links to its description', () =>
    moved(
      {
        'p/_description.md': '# P\n\n## Purpose\nd\n',
        'p/a.md': '[d](_description.md)\n',
        'c.md': '[d](p/_description.md) [[p/_description]]\n',
      },
      { identifier: 'p/', to: 'q/' },
      {
        'q/_description.md': '# P\n\n## Purpose\nd\n',
        'q/a.md': '[d](_description.md)\n',
        'c.md': '[d](q/_description.md) [[q/_description]]\n',
      },
    ))

  test('of a note type comes into raw/ and leaves it with the description as it was', () =>
    withVault(
      { 'raw/x.txt': '', 'p/_description.md': '# P\n', 'p/a.md': '# A\n' },
      async ({ call, read }) => {
        for (const [identifier, to] of [
          ['p/', 'raw/p'],
          ['raw/p/', 'p'],
        ]) {
          expect((await call('move_note', { identifier, to })).error).toBeUndefined()
          expect(await read(`${to}/_description.md`)).toBe('# P\n')
        }
      },
    ))

  test('can be renamed, in case alone too', () =>
    withVault({ 'Old/one.md': '', 's.md': '[x](Old/one.md) [[Old/one]]' }, async ({ call, read }) => {
      await call('move_note', { identifier: 'Old/', to: 'old' })
      expect(await read('old/one.md')).toBe('')
      expect(await call('move_note', { identifier: 'old/', to: 'new/' })).toMatchObject({ moved_files: 1 })
      expect(await read('s.md')).toBe('[x](new/one.md) [[one]]')
    }))
})

test('a link that spells the old case of a name gets the new one; another spelling stays', () =>
  withVault(
    {
      'Case.md': '[[Case]]\n',
      'Dir/One.md': '[up](../Case.md)\n',
      's.md': '[s](Case.md) [[Case|c]] [[case]] [[CASE]] [s](CASE.md#H) [d](Dir/One.md) [[Dir/One]]\n',
      'b.canvas': '{"nodes":[{"type":"file","file":"Case.md"}]}',
    },
    async ({ call, read }) => {
      await call('move_note', { identifier: 'Case.md', to: 'case.md' })
      expect(await read('s.md')).toBe(
        '[s](case.md) [[case|c]] [[case]] [[CASE]] [s](CASE.md#H) [d](Dir/One.md) [[Dir/One]]\n',
      )
      expect([await read('case.md'), await read('Dir/One.md'), await read('b.canvas')]).toEqual([
        '[[case]]\n',
        '[up](../case.md)\n',
        '{"nodes":[{"type":"file","file":"case.md"}]}',
      ])
      await call('move_note', { identifier: 'Dir/', to: 'dir' })
      expect(await read('s.md')).toContain('[d](dir/One.md)')
      expect(await read('s.md')).toContain('[[One]]')
    },
  ))

test('a picture behind a group of a canvas and a destination on its own line follow', () =>
  withVault(
    {
      'img/p.png': 'png',
      'a.canvas': '{"nodes":[{"type":"group","background":"img/p.png"}]}',
      's.md': '[three]\n\n[three]:\n  img/p.png\n',
      'other/x.md': '',
    },
    async ({ call, read }) => {
      await call('move_note', { identifier: 'img/p.png', to: 'other/q.png' })
      expect(await read('a.canvas')).toBe('{"nodes":[{"type":"group","background":"other/q.png"}]}')
      expect(await read('s.md')).toBe('[three]\n\n[three]:\n  other/q.png\n')
    },
  ))

test('a file in raw/ keeps its bytes and its links', () =>
  withVault(
    { 'raw/a.pdf': new Uint8Array([0xff, 0, 1]), 'docs/x.md': '![[a.pdf]] [p](../raw/a.pdf#page=2)' },
    async ({ call, read, at }) => {
      const hash = (await hashFiles(at('.')))['raw/a.pdf']
      expect(await call('move_note', { identifier: 'raw/a.pdf', to: 'docs/b c.pdf' })).toMatchObject({
        new_id: 'docs/b c.pdf',
        change_id: expect.any(String),
      })
      expect((await hashFiles(at('.')))['docs/b c.pdf']).toBe(hash)
      expect(await read('docs/x.md')).toBe('![[b c.pdf]] [p](b%20c.pdf#page=2)')
    },
  ))

test('an edit that nobody has indexed yet is not forgotten', () =>
  withVault({ 'a/one.md': '', 'b/x.md': '', 's.md': '' }, async ({ call, read, write }) => {
    await call('get_tags')
    await write('s.md', '[x](a/one.md)')
    await write('t.md', '[[a/one]]')
    await call('move_note', { identifier: 'a/one.md', destination_directory: 'b' })
    expect([await read('s.md'), await read('t.md')]).toEqual(['[x](b/one.md)', '[[one]]'])
  }))

describe('what cannot be done changes nothing', () => {
  const files = {
    'a/one.md': 'x',
    'a/sub/deep.md': '',
    'b/one.md': 'y',
    'b/Two.md': '',
    'Projects/p.md': '',
    's.md': '[[a/one]]',
    'raw/x.txt': '',
  }
  test.each([
    [{ destination_directory: 'b' }, 'ALREADY_EXISTS'],
    [{ to: 'b/two.md' }, 'ALREADY_EXISTS'],
    [{ destination_directory: 'a' }, 'INVALID_ARGUMENT'],
    [{ to: 'a/one' }, 'INVALID_ARGUMENT'],
    [{ destination_directory: 'Project' }, 'NOT_FOUND'],
    [{ to: 'b/nope/one.md' }, 'NOT_FOUND'],
    [{ to: 'b/c:d/one.md', create_folders: true }, 'INVALID_PATH'],
    [{ to: 'b/.new/one.md', create_folders: true }, 'INVALID_PATH'],
    [{ to: 'b/one.md/one.md', create_folders: true }, 'INVALID_PATH'],
    [{ new_type: 'nope', create_folders: true }, 'TYPE_NOT_FOUND'],
    [{ identifier: 'a/', to: 'a/sub/new/a', create_folders: true }, 'INVALID_PATH'],
    [{ to: 'b/' }, 'INVALID_PATH'],
    [{ to: 'b/con.md' }, 'INVALID_PATH'],
    [{ to: 'b/a:b.md' }, 'INVALID_PATH'],
    [{ to: 'b/C#.md' }, 'INVALID_PATH'],
    [{ to: 'b/.hidden.md' }, 'INVALID_PATH'],
    [{ to: 'b/_description.md' }, 'INVALID_PATH'],
    [{ destination_directory: '.flint-note/trash' }, 'INVALID_PATH'],
    [{ to: '../out.md' }, 'OUTSIDE_VAULT'],
    [{}, 'INVALID_ARGUMENT'],
    [{ to: 'b/n.md', destination_directory: 'b' }, 'INVALID_ARGUMENT'],
    [{ to: 'b/n.md', content_hash: hashOf('stale') }, 'CONTENT_HASH_MISMATCH'],
    [{ identifier: 'a', destination_directory: 'b' }, 'NOT_FOUND'],
    [{ identifier: 'a/', destination_directory: 'a/sub' }, 'INVALID_PATH'],
    [{ identifier: 'a/', to: 'b' }, 'ALREADY_EXISTS'],
    [{ identifier: 'a/', new_type: 'b' }, 'INVALID_ARGUMENT'],
    [{ identifier: '/', destination_directory: 'b' }, 'OUTSIDE_VAULT'],
    [{ identifier: 'nope/', destination_directory: 'b' }, 'NOT_FOUND'],
    [{ identifier: 'raw/x.txt', to: 'raw/x.md' }, 'INVALID_PATH'],
  ])('%j', (args, code) =>
    withVault(files, async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      const { error } = await call('move_note', { identifier: 'a/one.md', ...args })
      expect(error).toMatchObject({ code, message: expect.any(String) })
      if (code === 'NOT_FOUND' && 'destination_directory' in args && args.destination_directory === 'Project')
        expect(error).toMatchObject({ nearest: 'Projects' })
      expect(await hashFiles(at('.'))).toEqual(before)
    }),
  )

  test('a vault without an index moves nothing', () =>
    withVault(
      { ...files, '.flint-note/config.yml': 'search:\n  index_enabled: false\n' },
      async ({ call }) => {
        const args = { identifier: 'a/one.md', to: 'b/n.md' }
        expect((await call('move_note', args)).error).toMatchObject({ code: 'INDEX_UNAVAILABLE' })
      },
    ))
})

test('the vault’s own folder is not moved', () =>
  withVault({ 'a.md': '# A\n' }, async ({ call }) => {
    for (const identifier of ['.', './', './.']) {
      const { error } = await call('move_note', { identifier, to: 'x' })
      expect(error, identifier).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('own folder'),
      })
    }
  }))
