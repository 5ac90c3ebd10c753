import { describe, expect, test } from 'vitest'
import { folderOf } from '../../../src/model/note-path.ts'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault, type Json } from '../../support/with-vault.ts'
import { now, nowText, sampleVault } from '../sample-vault.ts'

const settings = (text: string) => ({ '.flint-note/config.yml': text })

test('a note is written with its frontmatter, and the instructions of its type come back', () =>
  withVault(
    sampleVault,
    async ({ call, read }) => {
      const result = await call('create_note', {
        type: 'recipes',
        title: 'Potato cakes',
        content: '# Potato cakes\n\nGrate and fry.\n',
        metadata: { servings: 2, course: 'main' },
        tags: ['quick', '#potato'],
      })
      const text = lines(
        '---',
        'title: Potato cakes',
        'type: recipes',
        'servings: 2',
        'course: main',
        'tags: [quick, potato]',
        `created: ${nowText}`,
        `updated: ${nowText}`,
        '---',
        '',
        '# Potato cakes',
        '',
        'Grate and fry.',
      )
      expect(await read('recipes/potato-cakes.md')).toBe(text)
      expect(result).toEqual({
        vault: { id: 'main', name: 'The main vault', is_current: true },
        id: 'recipes/potato-cakes.md',
        type: 'recipes',
        title: 'Potato cakes',
        filename: 'potato-cakes.md',
        path: 'recipes/potato-cakes.md',
        created: '2026-03-01T12:00:00.000Z',
        agent_instructions: '- Ask for the number of servings\n- Link the garden notes of each vegetable',
        change_id: expect.any(String),
        content_hash: hashOf(text),
        diff: expect.stringContaining('+title: Potato cakes'),
        lines_changed: '+13 -0',
      })
      const note = await call('get_note', { identifier: result.id })
      expect(note).toMatchObject({
        content: '# Potato cakes\n\nGrate and fry.\n',
        content_hash: result.content_hash,
        created: nowText,
      })
    },
    { now },
  ))

test('the next call finds it', () =>
  withVault(sampleVault, async ({ call }) => {
    await call('create_note', { title: 'Xylophone', content: 'Sounds wooden. [[Leeks]]' })
    expect((await call('search_notes', { query: 'xylophone' })).results[0].id).toBe('general/xylophone.md')
    expect(column((await call('get_backlinks', { identifier: 'Leeks' })).backlinks, 'id')).toContain(
      'general/xylophone.md',
    )
  }))

test('where a note goes: type, directory, exact path, else the default type', () =>
  withVault({ ...sampleVault, ...settings('default_note_type: garden\n') }, async ({ call }) => {
    const places: readonly (readonly [object, string])[] = [
      [{ title: 'One' }, 'garden/one.md'],
      [{ title: 'Two', type: 'garden' }, 'garden/two.md'],
      [{ title: 'Three', directory: 'new/deep' }, 'new/deep/three.md'],
      [{ title: 'Four', directory: '' }, 'four.md'],
      [{ title: 'Root', directory: '/' }, 'root.md'],
      [{ title: 'Five', path: 'Any Name.md' }, 'Any Name.md'],
      [{ title: 'Six', path: 'x/six' }, 'x/six.md'],
      [{ title: 'Ünïcode & Co.: eins/zwei?' }, 'garden/unicode-and-co-eins-zwei.md'],
    ]
    for (const [args, path] of places) {
      const { id, error } = await call('create_note', args)
      expect(error, JSON.stringify(args)).toBeUndefined()
      expect(id).toBe(path)
    }
    const both = await call('create_note', { title: 'Both', type: 'garden', path: 'x.md' })
    expect(both.error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.any(String) })
  }))

test('a title in the metadata that is another one is said not to count', () =>
  withVault({}, async ({ call }) => {
    const other = await call('create_note', { title: 'Mine', metadata: { title: 'Other' } })
    expect(other.warnings).toEqual(['title: "Other" in the metadata does not count, as the title is "Mine".'])
    const same = await call('create_note', { title: 'Yours', metadata: { title: 'Yours' } })
    expect(same).not.toHaveProperty('warnings')
  }))

test('in an Obsidian vault the file bears the title itself', () =>
  withVault({ '.obsidian/app.json': '{}', 'a.md': 'x' }, async ({ call }) => {
    const { id } = await call('create_note', { title: 'Plans: what next?', directory: '' })
    expect(id).toMatch(/^Plans.*what next.*\.md$/)
    expect(id).not.toMatch(/[:?]/)
  }))

const appSettings = (settings: object) => ({ '.obsidian/app.json': JSON.stringify(settings) })

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['of no other program', {}, 'general'],
  ['of Obsidian', appSettings({}), ''],
  ['of Obsidian, beside the note that is open', appSettings({ newFileLocation: 'current' }), ''],
  [
    'of Obsidian with a folder',
    appSettings({ newFileLocation: 'folder', newFileFolderPath: 'In/new' }),
    'In/new',
  ],
  ['of Obsidian with one outside', appSettings({ newFileLocation: 'folder', newFileFolderPath: '../x' }), ''],
  ['of zk', { '.zk/config.toml': '' }, ''],
  ['that has the type', { ...appSettings({}), 'general/_description.md': '# General\n' }, 'general'],
  [
    'whose config says it',
    { ...appSettings({}), '.flint-note/config.yml': 'default_note_type: logs\n' },
    'logs',
  ],
])('in a vault %s a note without a place goes where that says', (_kind, files, folder) =>
  withVault({ 'a.md': 'x', ...files }, async ({ call }) => {
    const { id } = await call('create_note', { title: 'T' })
    expect(folderOf(id)).toBe(folder)
  }),
)

test('in a zk vault it has a date', () =>
  withVault({ '.zk/config.toml': '', 'a.md': 'x' }, async ({ call, read }) => {
    const { id } = await call('create_note', { title: 'A day', directory: 'daily' })
    expect(await read(id)).toMatch(/\ndate: \d{4}-\d\d-\d\d\n/)
  }))

test('without content it has one section to begin with', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const { id } = await call('create_note', { title: 'Empty', directory: '' })
    expect((await read(id)).endsWith('---\n\n## Notes\n')).toBe(true)
  }))

test('it never overwrites', () =>
  withVault(sampleVault, async ({ call, folder, write }) => {
    await write('Journal 2.md', 'Mine.')
    const before = await hashFiles(`${folder}/main`)
    for (const args of [
      { title: 'Leek soup', type: 'recipes', metadata: { servings: 1 } },
      { title: 'X', path: 'journal.md' },
      { title: 'X', path: 'journal 2.md' },
    ]) {
      const { error } = await call('create_note', args)
      expect(error).toMatchObject({
        code: 'ALREADY_EXISTS',
        path: expect.any(String),
        hint: expect.any(String),
      })
      const dry = await call('create_note', { ...args, dry_run: true })
      expect(dry.error).toMatchObject({ code: 'ALREADY_EXISTS', hint: expect.any(String) })
    }
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('of many who create the same note at once one wins, and no text is lost', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const tries = Array.from({ length: 8 }, (_, n) =>
      call('create_note', { path: 'race.md', title: `Try ${n}`, content: `I am ${n}` }),
    )
    const results = await Promise.all(tries)
    const winners = results.filter(({ error }) => error === undefined)
    expect(winners).toHaveLength(1)
    expect(await read('race.md')).toContain(`title: ${winners[0].title}\n`)
  }))

test('a dry run shows the whole file and changes nothing', () =>
  withVault(
    sampleVault,
    async ({ call, folder, read }) => {
      const before = await hashFiles(`${folder}/main`)
      const args = { title: 'Later', directory: 'plans', content: 'Soon.\n', tags: ['a'] }
      const plan = await call('create_note', { ...args, dry_run: true })
      expect(plan).toMatchObject({ id: 'plans/later.md', dry_run: true })
      expect(plan).not.toHaveProperty('change_id')
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
      const done = await call('create_note', args)
      expect(done.diff).toBe(plan.diff)
      expect(done.content_hash).toBe(plan.content_hash)
      const added = plan.diff.split('\n').filter((line: string) => /^\+(?!\+\+)/.test(line))
      expect(`${added.map((line: string) => line.slice(1)).join('\n')}\n`).toBe(await read('plans/later.md'))
    },
    { now },
  ))

describe('metadata', () => {
  const recipe = (metadata: object, more: object = {}) => ({ type: 'recipes', title: 'X', metadata, ...more })

  test('every kind of field and constraint is checked, and all that fails is named', () =>
    withVault(sampleVault, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      const cases: readonly (readonly [object, readonly string[]])[] = [
        [{}, ['servings']],
        [{ servings: 'many' }, ['servings']],
        [{ servings: 0 }, ['servings']],
        [{ servings: 13 }, ['servings']],
        [{ servings: 4, course: 'snack' }, ['course']],
        [{ servings: 4, cooked: 'yesterday' }, ['cooked']],
        [{ servings: 4, cooked: '2026-02-30' }, ['cooked']],
        [{ servings: 4, vegan: 'perhaps' }, ['vegan']],
        [{ servings: 4, source: 'WWW 2' }, ['source']],
        [{ servings: 4, source: ['a'] }, ['source']],
        [{ servings: 4, steps: [] }, ['steps']],
        [{ servings: 4, steps: ['a', 'b', 'c', 'd'] }, ['steps']],
        [{ servings: 4, steps: { one: 1 } }, ['steps']],
        [{ course: 'snack', vegan: 7 }, ['servings', 'course', 'vegan']],
      ]
      for (const [metadata, fields] of cases) {
        const { error } = await call('create_note', recipe(metadata))
        expect(error, JSON.stringify(metadata)).toMatchObject({ code: 'VALIDATION_FAILED', type: 'recipes' })
        expect(column(error.fields, 'field')).toEqual(fields)
        for (const { field, message } of error.fields) expect(message).toContain(`\`${field}\``)
        expect(error.hint).toContain('get_note_type_info')
      }
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))

  test('what clearly reads as its field is written as that', () =>
    withVault(sampleVault, async ({ call }) => {
      const metadata = {
        servings: '4',
        course: 'Main',
        cooked: '2026-02-28',
        vegan: 'true',
        source: 'an old book',
        steps: ['a', 'b'],
      }
      const { id, error } = await call('create_note', recipe(metadata))
      expect(error).toBeUndefined()
      expect((await call('get_note', { identifier: id })).metadata).toMatchObject({
        ...metadata,
        servings: 4,
        course: 'main',
        vegan: true,
      })
    }))

  test('a required field takes its default, else today for a date and the first option of a select', () => {
    const schema = lines(
      '# Visit',
      '',
      '## Metadata Schema',
      '- day: When (required, date)',
      '- mood: How (required, select, options: ["good", "bad"])',
      '- guests: How many (required, number, default: 2)',
      '- paid: (required, boolean)',
      '- place: Where (optional, string, default: "home")',
      '- note: Anything (optional, string)',
    )
    return withVault(
      { 'visits/_description.md': schema },
      async ({ call }) => {
        const { id } = await call('create_note', { type: 'visits', title: 'Tea' })
        const { metadata } = await call('get_note', { identifier: id })
        expect(metadata).toMatchObject({
          day: '2026-03-01',
          mood: 'good',
          guests: 2,
          paid: false,
          place: 'home',
        })
        expect(metadata).not.toHaveProperty('note')
      },
      { now },
    )
  })

  test('an unknown field is a warning that names the nearest', () =>
    withVault(sampleVault, async ({ call }) => {
      const result = await call('create_note', recipe({ servings: 1, corse: 'main' }))
      expect(result.warnings).toEqual([expect.stringMatching(/^corse: .*`course`/)])
      expect((await call('get_note', { identifier: result.id })).metadata.corse).toBe('main')
    }))

  test('strict_validation and validate_on_create have an effect', async () => {
    await withVault(
      { ...sampleVault, ...settings('metadata:\n  strict_validation: true\n') },
      async ({ call }) => {
        const { error } = await call('create_note', recipe({ servings: 1, corse: 'main' }))
        expect(error).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'corse' }] })
        expect((await call('create_note', recipe({ servings: 1 }))).error).toBeUndefined()
      },
    )
    await withVault(
      { ...sampleVault, ...settings('metadata:\n  validate_on_create: false\n') },
      async ({ call }) => {
        expect((await call('create_note', recipe({ servings: 'lots' }))).id).toBe('recipes/x.md')
      },
    )
  })

  test('a content with a frontmatter of its own is refused', () =>
    withVault(sampleVault, async ({ call }) => {
      const { error } = await call('create_note', { title: 'Two', content: '---\ntitle: Other\n---\nText\n' })
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED', hint: expect.stringContaining('metadata') })
    }))
})

describe('an unknown type', () => {
  test('is an error that names the nearest', () =>
    withVault(sampleVault, async ({ call }) => {
      expect((await call('create_note', { type: 'recipe', title: 'X' })).error).toMatchObject({
        code: 'TYPE_NOT_FOUND',
        known_types: ['recipes'],
        nearest: 'recipes',
        hint: expect.stringContaining('create_note_type'),
      })
    }))

  test('becomes a folder where no description is required, unless folders are not made', async () => {
    const lax = 'note_types:\n  require_descriptions: false\n'
    await withVault({ ...sampleVault, ...settings(lax) }, async ({ call }) => {
      expect((await call('create_note', { type: 'films', title: 'X' })).id).toBe('films/x.md')
    })
    await withVault(
      { ...sampleVault, ...settings(`${lax}  auto_create_directories: false\n`) },
      async ({ call }) => {
        expect((await call('create_note', { type: 'films', title: 'X' })).error.code).toBe('TYPE_NOT_FOUND')
      },
    )
  })
})

test.each([
  ['', 'general'],
  ['default_note_type: garden\n', 'garden'],
])('where folders are not made, that of the default type must be there (%j)', (more, folder) =>
  withVault(
    { 'a.md': 'x', ...settings(`${more}note_types:\n  auto_create_directories: false\n`) },
    async ({ call, write }) => {
      expect((await call('create_note', { title: 'One' })).error).toMatchObject({
        code: 'TYPE_NOT_FOUND',
        message: expect.stringContaining(folder),
      })
      expect((await call('create_note', { title: 'Two', directory: 'new' })).id).toBe('new/two.md')
      await write(`${folder}/there.md`, 'x')
      expect((await call('create_note', { title: 'Three' })).id).toBe(`${folder}/three.md`)
    },
  ),
)

describe('a batch', () => {
  const notes = [
    { type: 'recipes', title: 'Broth', metadata: { servings: 2 } },
    { type: 'recipes', title: 'Bad', metadata: { servings: 99 } },
    { type: 'nowhere', title: 'Lost' },
    { path: 'journal.md', title: 'Taken' },
    { directory: 'x', title: 'Long', content: 'word '.repeat(100), tags: ['a'] },
    { content: 'No title' },
  ]

  test('does what it can; each item says how it went', () =>
    withVault(sampleVault, async ({ call, read }) => {
      const result = await call('create_note', { notes })
      expect(result).toMatchObject({ total: 6, successful: 2, failed: 4, vault: { id: 'main' } })
      expect(column(result.results, 'success')).toEqual([true, false, false, false, true, false])
      expect(result.results.map(({ error }: Json) => error?.code)).toEqual([
        undefined,
        'VALIDATION_FAILED',
        'TYPE_NOT_FOUND',
        'ALREADY_EXISTS',
        undefined,
        'INVALID_ARGUMENT',
      ])
      expect(Object.keys(result.results[0].result)).toEqual(
        expect.arrayContaining([
          'id',
          'type',
          'title',
          'filename',
          'path',
          'created',
          'content_hash',
          'change_id',
        ]),
      )
      expect(result.results[0].input).toEqual(notes[0])
      expect(result.results[4].input.content.length).toBeLessThan(100)
      expect(await read('x/long.md')).toContain('word word')
      expect((await call('list_notes', { type: 'recipes' })).total).toBe(2)
    }))

  test('as a dry run changes nothing', () =>
    withVault(sampleVault, async ({ call, folder }) => {
      const before = await hashFiles(`${folder}/main`)
      expect(await call('create_note', { notes, dry_run: true })).toMatchObject({ successful: 2, failed: 4 })
      expect(await hashFiles(`${folder}/main`)).toEqual(before)
    }))

  test('as a dry run refuses a name that a note before it would take, as the call does', () =>
    withVault(sampleVault, async ({ call }) => {
      const twice = ['Twice', 'twice', 'Once'].map((title) => ({ title, directory: '' }))
      const outcomes = async (args: object) => {
        const { results } = await call('create_note', { notes: twice, ...args })
        return results.map(({ error }: { error?: { code: string } }) => error?.code ?? 'made')
      }
      const foreseen = await outcomes({ dry_run: true })
      expect(foreseen).toEqual(['made', 'ALREADY_EXISTS', 'made'])
      expect(await outcomes({})).toEqual(foreseen)
    }))

  test('and a single note exclude each other; an unknown key in an item is named', () =>
    withVault(sampleVault, async ({ call }) => {
      expect((await call('create_note', { notes, title: 'X' })).error.code).toBe('INVALID_ARGUMENT')
      const { error } = await call('create_note', { notes: [{ titel: 'X' }] })
      expect(error.problems).toEqual([
        { parameter: 'notes[0].titel', message: 'is not a parameter (did you mean `title`?)' },
      ])
    }))

  test('of a hundred notes says of each whether it worked', () =>
    withVault(sampleVault, async ({ call }) => {
      const many = Array.from({ length: 60 }, (_, n) => ({
        type: 'recipes',
        title: `Soup ${n}`,
        content: 'A line of it.\n'.repeat(60),
        metadata: { servings: n % 20 === 19 ? 99 : 1 },
      }))
      const result = await call('create_note', { notes: many })
      expect(result).toMatchObject({ total: 60, successful: 57, failed: 3 })
      expect(result.results.filter(({ success }: Json) => !success).length).toBe(3)
      expect(result.results).toHaveLength(60)
      expect(result.truncated).toBeUndefined()
    }))
})

describe('beside what it has written', () => {
  const files = {
    'gears.md': '# Gears\n\nA derailleur that squeaks wants oil and a spanner.\n',
    'soup.md': '---\ntitle: Onion soup\naliases: [French soup]\n---\nOnions, broth, bread.\n',
    'archives/spanner.md': '# Spanner\n\nThe old spanner of the derailleur.\n',
    'weeks/12.md': '# Week 12\n',
    ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`more/${n}.md`, `Nothing of that, ${n}.\n`])),
  }
  const text =
    'The committee met in the old library and agreed upon a budget for lanterns, ropes, maps and two weeks of provisions.'

  test('it names notes that it may link to', () =>
    withVault(files, async ({ call }) => {
      const { suggested_links: links } = await call('create_note', {
        title: 'Bike repair',
        directory: '',
        content: 'The derailleur needs a spanner.\n',
      })
      expect(links).toEqual([{ path: 'gears.md', title: 'Gears', score: expect.any(Number) }])
      expect(await call('create_note', { title: 'Xyzzy', directory: '' })).not.toHaveProperty(
        'suggested_links',
      )
    }))

  test.each([
    ['onion soup', 'same title', 'soup.md'],
    ['Soup', 'same file name', 'soup.md'],
    ['French Soup', 'same alias', 'soup.md'],
    ['Onion soups', 'nearly the same title', 'soup.md'],
    ['Soup, onion', 'nearly the same title', 'soup.md'],
  ])('%j is like another note: %s', (title, reason, path) =>
    withVault(files, async ({ call, read }) => {
      const before = await read('soup.md')
      const result = await call('create_note', { title, directory: 'new' })
      expect(result.similar_notes).toMatchObject([{ path, title: 'Onion soup', reason }])
      expect(await read('soup.md')).toBe(before)
      const plan = await call('create_note', { title, directory: 'other', dry_run: true })
      expect(column(plan.similar_notes, 'path')).toContain(path)
    }),
  )

  test('nearly the same text is named, too; another number is another note', () =>
    withVault({ ...files, 'minutes.md': `# Minutes\n\n${text}\n` }, async ({ call }) => {
      const copy = await call('create_note', {
        title: 'Protocol',
        directory: '',
        content: `${text} Really.\n`,
      })
      expect(copy.similar_notes).toMatchObject([{ path: 'minutes.md', reason: 'nearly the same text' }])
      expect(await call('create_note', { title: 'Week 13', directory: 'weeks' })).not.toHaveProperty(
        'similar_notes',
      )
    }))

  test('scripts without spaces are compared by pairs of characters', () =>
    withVault({ ...files, 'tokyo.md': '# 東京\n\n毎日緑茶を飲む\n' }, async ({ call }) => {
      const { suggested_links: links } = await call('create_note', {
        title: 'お茶',
        directory: '',
        content: '毎日緑茶を飲むのが好き\n',
      })
      expect(column(links, 'path')).toEqual(['tokyo.md'])
    }))
})

test('a slug that Windows keeps for a device gets a mark before it', () =>
  withVault({ 'notes/a.md': '# A\n' }, async ({ call, read }) => {
    for (const [title, path] of [
      ['con', 'notes/_con.md'],
      ['LPT1', 'notes/_lpt1.md'],
      ['Con amore', 'notes/con-amore.md'],
      ['com10', 'notes/com10.md'],
    ])
      expect(await call('create_note', { title, directory: 'notes', content: 'x' })).toMatchObject({ path })
    expect(
      await call('rename_note', { identifier: 'notes/a.md', new_title: 'AUX', rename_file: true }),
    ).toMatchObject({
      new_path: 'notes/_aux.md',
    })
    expect(await read('notes/_aux.md')).toBe('# AUX\n')
  }))

test('an optional list with a least length may be left out: what flint and templates begin with is no value', () =>
  withVault({ 'templates/film.md': '---\npeople: []\n---\n' }, async ({ call, read, write }) => {
    await write('.obsidian/templates.json', JSON.stringify({ folder: 'templates' }))
    const list = (name: string) => ({ name, type: 'array', required: false, constraints: { min: 1 } })
    await call('create_note_type', {
      type_name: 'films',
      description: 'Films.',
      metadata_schema: [list('tags'), list('people')],
    })
    const film = { type: 'films', title: 'Playtime', template: 'film' }
    expect((await call('create_note', { ...film, metadata: { people: [] } })).error.fields).toMatchObject([
      { field: 'people' },
    ])
    const { id } = await call('create_note', film)
    expect(await read(id)).toMatch(/^people: \[\]$[^]*^tags: \[\]$/m)
    expect((await call('analyze_note', { identifier: id })).missing_fields).toEqual([])
    const { content_hash } = await call('get_note', { identifier: id })
    const update = { identifier: id, metadata: { tags: [] }, content_hash }
    expect((await call('update_note', update)).error.fields).toMatchObject([{ field: 'tags' }])
  }))

test('a tag that would be none is refused with one that would do, as by update_tags', () =>
  withVault({}, async ({ call }) => {
    for (const [tag, other] of [
      ['machine learning', '"machine-learning" would do'],
      ['1984', 'is not a number'],
    ] as const) {
      const { error } = await call('create_note', { title: 'T', tags: [tag] })
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.stringContaining(other) })
    }
    expect((await call('list_notes')).total).toBe(0)
    expect((await call('create_note', { title: 'T', tags: ['#home/garden'] })).error).toBeUndefined()
  }))

test('a name that is too long is refused by the dry run, too', () =>
  withVault({}, async ({ call }) => {
    for (const dry_run of [true, false]) {
      const path = `ren/${'x'.repeat(300)}.md`
      const { error } = await call('create_note', { path, title: 't', dry_run })
      expect(error.code).toBe('INVALID_PATH')
    }
  }))
