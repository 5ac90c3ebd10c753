import { describe, expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { withVault, type Files, type Vaults } from '../../support/with-vault.ts'

const titled = (title: string, body = '') => `---\ntitle: ${title}\n---\n${body}`

describe('where the title is kept', () => {
  test('in the frontmatter', () =>
    withVault(
      { 'a.md': '---\n# keep\ntitle: "Old" # why\nupdated: 2020-01-01\n---\n# Old\n' },
      async ({ call, read }) => {
        const result = await call('rename_note', { identifier: 'a.md', new_title: 'New: one' })
        expect(result).toMatchObject({
          old_id: 'a.md',
          new_id: 'a.md',
          old_title: 'Old',
          new_title: 'New: one',
          change_id: expect.any(String),
        })
        const text = await read('a.md')
        expect(text).toMatch(
          /^---\n# keep\ntitle: "New: one" # why\nupdated: \d{4}-\d{2}-\d{2}\n---\n# Old\n$/,
        )
        expect(text).not.toContain('2020-01-01')
        expect(result.content_hash).toBe(hashOf(text))
      },
    ))

  test.each([
    ['# Old\r\ntext\r\n', '# New\r\ntext\r\n'],
    ['intro\n\n  #   Old  ##  \n', 'intro\n\n  #   New  ##  \n'],
    ['Old\n===\n', 'New\n===\n'],
    ['Old\r\n===\r\n', 'New\r\n===\r\n'],
    ['#\n\n# Old', '#\n\n# New'],
  ])('in the first heading: %j', (before, after) =>
    withVault({ 'a.md': before }, async ({ call, read }) => {
      const result = await call('rename_note', { identifier: 'a.md', new_title: 'New' })
      expect(result).toMatchObject({ old_title: 'Old', new_title: 'New' })
      expect(await read('a.md')).toBe(after)
    }),
  )

  test('nowhere but in the file name: the name stays, and a title is added', () =>
    withVault({ 'Old.md': 'text\n', 's.md': '[[Old]]\n' }, async ({ call, read }) => {
      expect(await call('rename_note', { identifier: 'Old', new_title: 'New' })).toMatchObject({
        new_path: 'Old.md',
        updated_references: [],
      })
      expect(await read('Old.md')).toBe('---\ntitle: New\n---\ntext\n')
      expect(await read('s.md')).toBe('[[Old]]\n')
    }))

  test('in an Obsidian vault the file can get the name, which then is the title', () =>
    withVault(
      { '.obsidian/app.json': '{}', 'Old.md': 'text\n', 's.md': '[[Old#h|shown]]\n' },
      async ({ call, read, at }) => {
        const half = await call('rename_note', { identifier: 'Old', new_title: 'AC/DC', dry_run: true })
        expect(half.warnings).toEqual([expect.stringContaining('rename_file')])
        const result = await call('rename_note', {
          identifier: 'Old',
          new_title: 'New one',
          rename_file: true,
        })
        expect(result).toMatchObject({
          new_path: 'New one.md',
          updated_references: [{ id: 's.md', links: 1 }],
        })
        expect(await read('New one.md')).toBe('text\n')
        expect(await read('s.md')).toBe('[[New one#h|shown]]\n')
        const again = await call('rename_note', {
          identifier: 'New one',
          new_title: 'AC/DC',
          rename_file: true,
        })
        expect(again).toMatchObject({ new_path: 'AC-DC.md', new_title: 'AC/DC' })
        expect(await read('AC-DC.md')).toBe('---\ntitle: AC/DC\n---\ntext\n')
        expect(Object.keys(await hashFiles(at('.')))).not.toContain('Old.md')
      },
    ))
})

test('a title that does not fit the note’s type is a warning, of a dry run too', () =>
  withVault(
    {
      'rev/_description.md':
        '# R\n\n## Metadata Schema\n- title: (required, string, max: 5)\n- other: (required, string)\n',
      'rev/a.md': titled('Old'),
    },
    async ({ call, read }) => {
      const rename = { identifier: 'rev/a.md', new_title: 'Long title' }
      const warnings = ['title: `title` must be at most 5 characters, not 10.']
      for (const dry_run of [true, false])
        expect(await call('rename_note', { ...rename, dry_run })).toMatchObject({ warnings })
      expect(await read('rev/a.md')).toBe(titled('Long title'))
      expect(await call('rename_note', { ...rename, new_title: 'Short' })).not.toHaveProperty('warnings')
    },
  ))

test('a title that Markdown would read otherwise is refused', () =>
  withVault({ 'a.md': '# Old\n', 's.md': '[[Old]]\n' }, async ({ call, read }) => {
    const { error } = await call('rename_note', { identifier: 'a.md', new_title: 'trailing #' })
    expect(error).toMatchObject({ code: 'CONFLICT', path: 'a.md' })
    expect([await read('a.md'), await read('s.md')]).toEqual(['# Old\n', '[[Old]]\n'])
  }))

describe('links', () => {
  const rename = async (files: Files, expected: Files, check?: (vault: Vaults) => Promise<void>) => {
    await withVault({ 'notes/one.md': titled('Old', '# Plan\n'), ...files }, async (vault) => {
      const before = await hashFiles(vault.at('.'))
      const result = await vault.call('rename_note', { identifier: 'notes/one.md', new_title: 'New' })
      expect(result.error).toBeUndefined()
      for (const [path, text] of Object.entries(expected)) expect(await vault.read(path)).toBe(text)
      const after = await hashFiles(vault.at('.'))
      const touched = Object.keys(after).filter(
        (path) => after[path] !== before[path] && !path.startsWith('.'),
      )
      expect(touched.sort()).toEqual([...Object.keys(expected), 'notes/one.md'].sort())
      await check?.(vault)
    })
  }

  test('by a title that would be an address get the file name', () =>
    withVault(
      { 'notes/one.md': titled('Old', ''), 's.md': '[x](Old) [y](<Old> "t") [[Old]]\n' },
      async ({ call, read }) => {
        const { error } = await call('rename_note', { identifier: 'notes/one.md', new_title: 'mailto:me' })
        expect(error).toBeUndefined()
        expect(await read('s.md')).toBe('[x](one) [y](<one> "t") [[mailto:me]]\n')
      },
    ))

  test('by the title follow, in their form; by path, name and alias they stay', () =>
    rename(
      {
        's.md': lines(
          '---',
          'up: [\'[[old]]\', "[[Old|x]]"]',
          '---',
          '[[Old]] [[ OLD#Plan|shown ]] ![[old#^b]] [[Old.md]]',
          '',
          '| a | [[Old\\|shown]] |',
          '|---|---|',
          '',
          '[x](Old#Plan "title") [y](<Old>) [[one]] [[notes/one]] [z](notes/one.md)',
          '',
          '[ref]: Old',
          '`[[Old]]` <!-- [[Old]] --> %% [[Old]] %%',
          '',
          '    [[Old]]',
        ),
        'other.md': '[[Old Times]] and Old\n',
      },
      {
        's.md': lines(
          '---',
          'up: [\'[[New]]\', "[[New|x]]"]',
          '---',
          '[[New]] [[ New#Plan|shown ]] ![[New#^b]] [[New]]',
          '',
          '| a | [[New\\|shown]] |',
          '|---|---|',
          '',
          '[x](New#Plan "title") [y](<New>) [[one]] [[notes/one]] [z](notes/one.md)',
          '',
          '[ref]: New',
          '`[[Old]]` <!-- [[Old]] --> %% [[New]] %%',
          '',
          '    [[Old]]',
        ),
      },
    ))

  test('to a note that bears the new title already get a path, and so do those that the new name would take', () =>
    rename(
      { 'notes/two.md': titled('New'), 'a/s.md': '[[Old]] [[New]]\n', 'notes/t.md': '[[New]]' },
      { 'a/s.md': '[[one]] [[two]]\n', 'notes/t.md': '[[two]]' },
    ))

  test('that waited for the new title heal by themselves', () =>
    rename({ 's.md': '[[New]]\n' }, {}, async ({ call }) => {
      expect((await call('get_backlinks', { identifier: 'New' })).total).toBe(1)
    }))

  test('in a canvas follow too, its other bytes stay', () =>
    rename(
      {
        'b.canvas':
          '{\n\t"nodes":[\n\t\t{"id":"1","type":"text","text":"See \\"[[Old|x]]\\"\\n[a](Old)"},\n{"id":"2","type":"file","file":"notes/one.md"}],"edges":[]}',
      },
      {
        'b.canvas':
          '{\n\t"nodes":[\n\t\t{"id":"1","type":"text","text":"See \\"[[New|x]]\\"\\n[a](New)"},\n{"id":"2","type":"file","file":"notes/one.md"}],"edges":[]}',
      },
      async ({ call }) => {
        const { backlinks } = await call('get_backlinks', { identifier: 'notes/one.md' })
        expect(backlinks).toContainEqual(expect.objectContaining({ path: 'b.canvas', form: 'canvas' }))
      },
    ))
})

describe('what cannot be done changes nothing', () => {
  const files = { 'one.md': titled('First'), 'two.md': titled('Two'), 's.md': '[[First]]' }
  test.each([
    [{ new_title: 'First' }, 'INVALID_ARGUMENT'],
    [{ new_title: '  ' }, 'INVALID_ARGUMENT'],
    [{ new_title: 'Two', rename_file: true }, 'RENAME_CONFLICT'],
    [{ new_title: 'TWO', rename_file: true }, 'RENAME_CONFLICT'],
    [{ new_title: 'New', content_hash: hashOf('stale') }, 'CONTENT_HASH_MISMATCH'],
    [{ identifier: 'nobody', new_title: 'New' }, 'NOT_FOUND'],
  ])('%j', (args, code) =>
    withVault(files, async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      expect((await call('rename_note', { identifier: 'one.md', ...args })).error).toMatchObject({
        code,
        hint: expect.any(String),
      })
      expect(await hashFiles(at('.'))).toEqual(before)
    }),
  )

  test('a dry run shows every file that would change', () =>
    withVault(files, async ({ call, at }) => {
      const before = await hashFiles(at('.'))
      const plan = await call('rename_note', { identifier: 'First', new_title: 'Uno', dry_run: true })
      expect(plan).toMatchObject({
        dry_run: true,
        changes: [
          { kind: 'replace', path: 's.md', diff: expect.stringContaining('+[[Uno]]') },
          { kind: 'replace', path: 'one.md' },
        ],
      })
      expect(await hashFiles(at('.'))).toEqual(before)
    }))
})

test('a note whose name changes in case alone', () =>
  withVault({ 'Note.md': '# Note\n', 's.md': '[[Note]] [x](Note.md)' }, async ({ call, read }) => {
    const result = await call('rename_note', { identifier: 'Note.md', new_title: 'note', rename_file: true })
    expect(result).toMatchObject({ new_path: 'note.md' })
    expect(await read('note.md')).toBe('# note\n')
    expect((await call('find_broken_links')).total).toBe(0)
  }))

test('a file that is named after the title keeps its ending', () =>
  withVault({ 'Up.MD': '# Up\n', 'c.md': '[[Up]] [u](Up.MD)\n' }, async ({ call, read }) => {
    const args = { identifier: 'Up.MD', new_title: 'Down', rename_file: true }
    expect(await call('rename_note', args)).toMatchObject({ new_id: 'down.MD' })
    expect(await read('down.MD')).toBe('# Down\n')
    expect(await read('c.md')).toBe('[[down]] [u](down.MD)\n')
  }))

describe('a hub of many notes', () => {
  const many = Array.from({ length: 60 }, (_, n) => `notes/n${n}.md`)
  const hub: Files = {
    'Hub.md': '# Hub\n',
    ...Object.fromEntries(many.map((path, n) => [path, `To [[Hub]] number${n}.\n`])),
  }

  test('the next call sees all of them as they are now, and so does one that is made meanwhile', () =>
    withVault(hub, async ({ call, read }) => {
      const renaming = call('rename_note', { identifier: 'Hub.md', new_title: 'Centre', rename_file: true })
      const { new_id: id, updated_references: updated } = await renaming
      expect(updated).toHaveLength(60)
      const [backlinks, found, broken] = await Promise.all([
        call('get_backlinks', { identifier: id, limit: 100 }),
        call('search_notes', { query: '"Centre number59"' }),
        call('find_broken_links'),
      ])
      expect(backlinks.total).toBe(60)
      expect(found.results[0]).toMatchObject({ id: 'notes/n59.md' })
      expect(broken.total).toBe(0)
      expect(await read('notes/n7.md')).toBe(`To [[${id.replace('.md', '')}]] number7.\n`)
    }))

  test('what nobody has noticed yet is in the plan', () =>
    withVault(hub, async ({ call, read, write }) => {
      await call('get_note', { identifier: 'Hub.md' })
      await write('late.md', 'Also [[Hub]].\n')
      await write('notes/n3.md', 'No more.\n')
      const { updated_references: updated } = await call('rename_note', {
        identifier: 'Hub.md',
        new_title: 'Centre',
        rename_file: true,
      })
      expect(updated).toHaveLength(60)
      expect(await read('late.md')).toMatch(/^Also \[\[centre\]\]\.\n$/i)
      expect(await read('notes/n3.md')).toBe('No more.\n')
    }))
})

test('a heading keeps its block id, and links that go with its words are named', () =>
  withVault(
    { 'e.md': '# Title of [[b]] ^blk\n\ntext\n', 'b.md': 'B\n', 'c.md': '[[e#^blk]]\n' },
    async ({ call, read }) => {
      const { warnings } = await call('rename_note', { identifier: 'e.md', new_title: 'New' })
      expect(await read('e.md')).toBe('# New ^blk\n\ntext\n')
      expect(warnings).toContain('Links of the old heading went with it: [[b]]')
      expect((await call('check_vault_health', {})).error).toBeUndefined()
    },
  ))

test('a paragraph above a line of equal signs is no title to write over', () => {
  const text = 'An opening paragraph,\nwith [[b]] in it\n=====\n\ntext\n'
  return withVault({ 'a.md': text, 'b.md': 'B\n' }, async ({ call, read }) => {
    await call('rename_note', { identifier: 'a.md', new_title: 'New', rename_file: true })
    expect(await read('new.md')).toContain(text)
    expect((await call('get_note', { identifier: 'new.md' })).title).toBe('New')
    await call('rename_note', { identifier: 'new.md', new_title: 'Newer' })
    expect(await read('new.md')).toContain(text)
  })
})

test('an H1 below another heading is a section: it stays, and the title is written above', () => {
  const body = lines('Words.', '', '## Log', '', '# Site', '', 'Text.')
  return withVault({ 'a.md': body, 'b.md': '[[a#Site]] [[Site]]\n' }, async ({ call, read }) => {
    const result = await call('rename_note', { identifier: 'a.md', new_title: 'New', rename_file: true })
    expect(result).toMatchObject({ old_title: 'Site', new_title: 'New', new_id: 'new.md' })
    expect(await read('new.md')).toBe(`---\ntitle: New\n---\n${body}`)
    expect(await read('b.md')).toBe('[[new#Site]] [[New]]\n')
  })
})

test('a title that another heading has is told', () =>
  withVault({ 'hub.md': '# Hub\n\n## Plan\n' }, async ({ call }) => {
    const { warnings } = await call('rename_note', { identifier: 'hub.md', new_title: 'Plan' })
    expect(String(warnings)).toContain('Another heading of hub.md is called so')
  }))

describe('in a zk notebook the file follows the rule for new notes, and what else the old name has stays', () => {
  const day = "{{format-date now '%Y-%m-%d'}}"
  const stamp = "{{format-date now 'timestamp'}}"
  test.each([
    ['{{id}}-{{slug title}}', 'k3x9-first', 'First', 'k3x9-second-one'],
    ['{{id}}-{{slug title}}', 'k3x9-first', 'Changed since', 'k3x9-second-one'],
    ['{{id}}-{{slug title}}', 'k3x9-first', null, 'k3x9-second-one'],
    ['{{id}}-{{slug title}}', 'plain', 'Plain', 'second-one'],
    ['{{id}}-{{slug title}}', 'once-upon', 'Once upon', 'second-one'],
    ['{{id}}{{slug title}}', 'k3x9first', 'First', 'k3x9second-one'],
    ['{{slug title}}-{{id}}', 'first-k3x9', 'First', 'second-one-k3x9'],
    ['{{slug title}}-{{id}}', 'first-k3x9', 'Changed since', 'second-one-k3x9'],
    ['{{title}}', 'First', 'First', 'Second One'],
    [`${stamp} {{title}}`, '202001020304 First', 'First', '202001020304 Second One'],
    [`${stamp} {{title}}`, '202001020304 First', 'Changed since', '202001020304 Second One'],
    [`${stamp} {{title}}`, 'first', 'First', 'Second One'],
    [`${day}-{{slug title}}`, '2026-01-04', '2026-01-04', '2026-01-04-second-one'],
    ["{{format-date now '%B %d'}} ({{title}})", 'May 04 (First)', 'Other', 'May 04 (Second One)'],
    ["{{format-date now '%H:%M'}} {{title}}", '12-30 First', 'Other', '12-30 Second One'],
    ["{{format-date now '%Y'}}/{{slug title}}", 'first', 'First', 'second-one'],
    ['{{slug title}}', '2026-01-04-first', 'First', '2026-01-04-second-one'],
  ])('%s: %s, titled %s, becomes %s', (rule, stem, title, renamed) =>
    withVault(
      {
        '.zk/config.toml': `[note]\nfilename = """${rule}"""\n`,
        [`${stem}.md`]: title ? titled(title) : 'x',
      },
      async ({ call }) => {
        const args = { identifier: `${stem}.md`, new_title: 'Second One', rename_file: true }
        expect(await call('rename_note', args)).toMatchObject({ new_path: `${renamed}.md` })
      },
    ),
  )

  test.each([day, '{{id}}', '{{slug title}}/{{id}}'])(
    'where it is %s the file keeps its name, and the answer says so',
    (rule) =>
      withVault(
        {
          '.zk/config.toml': `[note]\nfilename = "x"\n[group.daily.note]\nfilename = """${rule}"""\n`,
          'daily/2026-01-04.md': titled('First'),
        },
        async ({ call, read }) => {
          const args = { identifier: 'First', new_title: 'Good day', rename_file: true }
          expect(await call('rename_note', args)).toMatchObject({
            new_path: 'daily/2026-01-04.md',
            warnings: [expect.stringContaining('still called 2026-01-04.md')],
          })
          expect(await read('daily/2026-01-04.md')).toBe(titled('Good day'))
        },
      ),
  )

  test('a rule that cannot be read names no file', () =>
    withVault({ '.zk/config.toml': '[note\n', 'k3x9-first.md': titled('First') }, async ({ call, read }) => {
      const args = { identifier: 'k3x9-first.md', new_title: 'Second' }
      const { error } = await call('rename_note', { ...args, rename_file: true })
      expect(error).toMatchObject({ code: 'ZK_ERROR' })
      expect(await read('k3x9-first.md')).toBe(titled('First'))
      expect((await call('rename_note', args)).error).toBeUndefined()
    }))
})

test('a file name that says more than the title keeps that', () =>
  withVault(
    {
      '_posts/2024-01-31-my-post.md': '---\ntitle: My Post\n---\nx\n',
      'trip/index.md': '# Trip\n',
      'One.textbundle/text.md': '# One\n',
      'text.md': '# Text\n',
    },
    async ({ call }) => {
      const rename = (identifier: string, new_title = 'New name') =>
        call('rename_note', { identifier, new_title, rename_file: true })
      const post = await rename('_posts/2024-01-31-my-post.md')
      expect(post).toMatchObject({ new_id: '_posts/2024-01-31-new-name.md' })
      expect(await rename('_posts/2024-01-31-new-name.md', '2024-02-01 again')).toMatchObject({
        new_id: '_posts/2024-02-01-again.md',
      })
      for (const id of ['trip/index.md', 'One.textbundle/text.md'])
        expect(await rename(id)).toMatchObject({
          new_id: id,
          new_title: 'New name',
          warnings: [expect.stringMatching(/still called (?:index|text)\.md.*move_note.*to/)],
        })
      expect(await rename('text.md')).toMatchObject({ new_id: 'new-name.md' })
    },
  ))
