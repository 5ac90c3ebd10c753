import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { Consent } from '../../src/call/consent.ts'
import { lines } from '../support/lines.ts'
import { type Files, withVault } from '../support/with-vault.ts'
import { speak } from './speak.ts'

const files: Files = {
  'projects/kiln.md':
    '---\n# kept\nstatus: draft\ntags: [clay, fire]\ncount: 2\n---\n\n# Kiln\n\nSee [[Glaze]] and [[glaze|it]].\n\n## Heat\n\nUp to 1200.\n',
  'projects/deep/cone.md': '---\nstatus: draft\ntags: [fire]\n---\nA cone melts.\n',
  'glaze.md': '---\nstatus: done\ntags: clay\n---\nGlaze is glass.\n',
  'plain.md': 'No properties here. GLASS.\n',
}
const note = 'projects/kiln.md'
const config = '.flint-note/config.yml'
/** The same notes in a vault that says itself that it may be written. */
const writable: Files = { ...files, [config]: 'permissions: { write: allow }\n' }

test('each write is asked about, as long as the vault says nothing else', async () => {
  const writes: readonly (readonly [string, object])[] = [
    ['create_note', { path: 'new.md', content: 'New.\n' }],
    ['update_note', { path: 'plain.md', content: 'Changed.\n' }],
    ['delete_note', { path: 'glaze.md' }],
  ]
  await withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    for (const [tool, args] of writes) {
      const refused = await call(tool, args)
      expect(refused, tool).toMatchObject({
        isError: true,
        success: false,
        error: { code: 'CONFIRMATION_REQUIRED' },
      })
      expect(refused.error.would, tool).toBeDefined()
    }
    expect((await call('create_note', { path: 'new.md', content: 'x' })).error.hint).toContain(
      'permissions.write',
    )
    expect(await vaults.read('plain.md')).toBe(files['plain.md'])
    expect(await vaults.read('glaze.md')).toBe(files['glaze.md'])
    const questions: string[] = []
    const asked = speak('kiln', vaults, {
      session: { id: 'asked', consent: new Consent() },
      ask: ({ text }) => {
        questions.push(text)
        return Promise.resolve('always')
      },
    })
    for (const [tool, args] of writes) expect(await asked(tool, args), tool).toMatchObject({ success: true })
    expect(questions).toHaveLength(3)
    expect(questions[1]).toContain('+Changed.')
    expect(await asked('update_note', { path: 'plain.md', content: 'Again.\n' })).toMatchObject({
      success: true,
    })
    expect(questions).toHaveLength(3)
  })
  await withVault({ ...files, [config]: 'permissions: { write: deny }\n' }, async (vaults) => {
    const { error } = await speak('kiln', vaults)('create_note', { path: 'new.md', content: 'x' })
    expect(error.code).toBe('PERMISSION_DENIED')
  })
})

test('create_note writes frontmatter and content as given, and never overwrites', () =>
  withVault(writable, async (vaults) => {
    const call = speak('kiln', vaults)
    const frontmatter = { status: 'draft', tags: ['a', 'b'], deep: { x: 1 } }
    expect(
      await call('create_note', { path: 'new/pot.md', content: '# Pot\n\nTwo words.\n', frontmatter }),
    ).toMatchObject({ success: true, path: 'new/pot.md', status: 'created', word_count: 3, isError: false })
    const text = '---\nstatus: draft\ntags: [a, b]\ndeep:\n  x: 1\n---\n# Pot\n\nTwo words.\n'
    expect(await vaults.read('new/pot.md')).toBe(text)
    expect(await call('create_note', { path: 'bare', content: 'Only this.' })).toMatchObject({
      path: 'bare.md',
    })
    expect(await vaults.read('bare.md')).toBe('Only this.')
    expect(await call('create_note', { path: 'new/pot.md', content: 'x' })).toMatchObject({
      success: false,
      error: { code: 'ALREADY_EXISTS', message: expect.any(String) },
      isError: true,
    })
    expect(await vaults.read('new/pot.md')).toBe(text)
  }))

test('read_note gives the whole file, its first lines, its last lines or a range', () =>
  withVault({ 'a.md': 'one\ntwo\nthree\nfour\n' }, async (vaults) => {
    const call = speak('kiln', vaults)
    const read = async (range: object) => await call('read_note', { path: 'a.md', ...range })
    const of = (content: string, lines: number) => ({
      success: true,
      path: 'a.md',
      content,
      total_lines: 4,
      lines_returned: lines,
    })
    expect(await read({})).toMatchObject(of('one\ntwo\nthree\nfour\n', 4))
    expect(await read({ end_line: 2 })).toMatchObject(of('one\ntwo\n', 2))
    expect(await read({ start_line: -2 })).toMatchObject(of('three\nfour\n', 2))
    expect(await read({ start_line: 2, end_line: 3 })).toMatchObject(of('two\nthree\n', 2))
    expect(await read({ start_line: 3, end_line: 99 })).toMatchObject(of('three\nfour\n', 2))
    expect(await read({ start_line: 9 })).toMatchObject(of('', 0))
    expect(await call('read_note', { path: 'a' })).toMatchObject({ path: 'a.md' })
    expect(await call('read_note', { path: 'b.md' })).toMatchObject({
      success: false,
      error: { code: 'NOT_FOUND' },
    })
    expect(await call('read_note', { path: '../a.md' })).toMatchObject({ error: { code: 'OUTSIDE_VAULT' } })
  }))

test('read_metadata counts, and holds no content', () =>
  withVault(files, async (vaults) => {
    const result = await speak('kiln', vaults)('read_metadata', { path: note })
    expect(result).toMatchObject({
      success: true,
      path: note,
      frontmatter: { status: 'draft', tags: ['clay', 'fire'], count: 2 },
      stats: { heading_count: 2, wikilink_count: 2, task_count: 0, line_count: 14 },
      wikilinks: ['Glaze', 'glaze'],
      modified: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(result.stats.word_count).toBeGreaterThan(5)
    expect(JSON.stringify(result)).not.toContain('1200')
  }))

test('update_note replaces content, the whole frontmatter, or both, and leaves the other as it is', () =>
  withVault(writable, async (vaults) => {
    const call = speak('kiln', vaults)
    const [before] = [String(files[note])]
    const body = before.slice(before.indexOf('---\n\n') + 4)
    expect(
      await call('update_note', { path: note, frontmatter: { status: 'done', tags: ['clay', 'fire'] } }),
    ).toMatchObject({ success: true, path: note, status: 'updated', updated_fields: ['frontmatter'] })
    expect(await vaults.read(note)).toBe(`---\n# kept\nstatus: done\ntags: [clay, fire]\n---\n${body}`)
    expect(await call('update_note', { path: note, content: 'New.\n' })).toMatchObject({
      updated_fields: ['content'],
    })
    expect(await vaults.read(note)).toBe('---\n# kept\nstatus: done\ntags: [clay, fire]\n---\n\nNew.\n')
    // The empty line is there once.
    await call('update_note', { path: note, content: '\nNew.\n' })
    expect(await vaults.read(note)).toBe('---\n# kept\nstatus: done\ntags: [clay, fire]\n---\n\nNew.\n')
    await call('update_note', { path: note, content: '---\nstatus: done\n---\nNew.\n' })
    expect(
      await call('update_note', { path: note, content: 'Both.\n', frontmatter: { x: null } }),
    ).toMatchObject({
      updated_fields: ['content', 'frontmatter'],
    })
    expect(await vaults.read(note)).toBe('---\nx:\n---\nBoth.\n')
    await call('update_note', { path: note, frontmatter: {} })
    expect(await vaults.read(note)).toBe('Both.\n')
    await call('update_note', { path: note, frontmatter: { z: 1 } })
    expect(await vaults.read(note)).toBe('---\nz: 1\n---\nBoth.\n')
    // What read_note has given, written back.
    const { content } = await call('read_note', { path: note })
    await call('update_note', { path: note, content: `${content}More.\n` })
    expect(await vaults.read(note)).toBe('---\nz: 1\n---\nBoth.\nMore.\n')
    expect(await call('update_note', { path: note })).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } })
    expect(await call('update_note', { path: 'none.md', content: 'x' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
    const { changes } = await vaults.call('list_changes', { limit: 100 })
    for (const { change_id: id } of changes) await vaults.call('undo_change', { change_id: id })
    expect(await vaults.read(note)).toBe(before)
  }))

test('update_note leaves values that say the same as they are, beside empty ones too', () => {
  const written = lines('---', '# keep', 'b: 1   # c', "a: [x,  'z']", 'old:', '---', '', 'Body')
  return withVault({ 'a.md': written, [config]: 'permissions: { write: allow }\n' }, async (vaults) => {
    const call = speak('kiln', vaults)
    const { frontmatter } = await call('read_metadata', { path: 'a.md' })
    await call('update_note', { path: 'a.md', frontmatter })
    expect(await vaults.read('a.md')).toBe(written)
    await call('update_note', { path: 'a.md', frontmatter: { b: null, a: frontmatter.a, new: null } })
    expect(await vaults.read('a.md')).toBe(
      lines('---', '# keep', 'b:   # c', "a: [x,  'z']", 'new:', '---', '', 'Body'),
    )
  })
})

test('a note with CRLF keeps it, and a frontmatter that is no YAML can be replaced', () =>
  withVault(
    {
      'a.md': '---\r\nx: 1\r\n---\r\nOld.\r\n',
      'b.md': '---\nx: [1\n---\nText.\n',
      [config]: 'permissions: { write: allow }\n',
    },
    async (vaults) => {
      const call = speak('kiln', vaults)
      await call('update_note', { path: 'a.md', content: 'New\ntext.\n', frontmatter: { x: 1, z: 'two' } })
      expect(await vaults.read('a.md')).toBe('---\r\nx: 1\r\nz: two\r\n---\r\nNew\r\ntext.\r\n')
      await call('update_note', { path: 'b.md', frontmatter: { x: [1] } })
      expect(await vaults.read('b.md')).toBe('---\nx: [1]\n---\nText.\n')
    },
  ))

test('delete_note counts the backlinks, moves to the trash and can be confirmed by who cannot ask', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    const { error } = await call('delete_note', { path: 'glaze.md' })
    expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', would: { backlink_count: 2 } })
    expect(await call('delete_note', { path: 'glaze.md', confirm: true })).toMatchObject({
      success: true,
      path: 'glaze.md',
      status: 'deleted',
      backlink_count: 2,
      warning: expect.stringContaining('2 links'),
    })
    expect(await vaults.read('.flint-note/trash/glaze.md')).toBe(files['glaze.md'])
    expect(await call('delete_note', { path: 'glaze.md', confirm: true })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
  }))

test('list_notes goes through folders, and gives frontmatter where it is asked', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    const all = await call('list_notes')
    expect(all).toMatchObject({ success: true, count: 4, recursive: true, folder: null })
    expect(all.notes.map(({ path }: { path: string }) => path)).toEqual(Object.keys(files).sort())
    expect(all.notes[1]).toMatchObject({ word_count: 4, modified: expect.any(String) })
    expect(all.notes[0].frontmatter).toBeUndefined()
    expect(
      await call('list_notes', { folder: 'projects', recursive: false, include_frontmatter: true }),
    ).toMatchObject({
      count: 1,
      notes: [{ path: note, frontmatter: { status: 'draft', count: 2 } }],
    })
  }))

test('text_search finds text as it stands, with context, in any case unless told', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    expect(await call('text_search', { query: 'GLASS.' })).toMatchObject({
      success: true,
      query: 'GLASS.',
      count: 2,
      matches: [
        { path: 'glaze.md', line_number: 5, line_content: 'Glaze is glass.', context_before: ['---'] },
        { path: 'plain.md', line_number: 1, context_after: [] },
      ],
    })
    expect(await call('text_search', { query: 'GLASS', case_insensitive: false })).toMatchObject({ count: 1 })
    expect(await call('text_search', { query: 'glass', folder: 'projects' })).toMatchObject({ matches: [] })
    expect(await call('text_search', { query: '[[glaze|it]]' })).toMatchObject({ count: 1 })
    expect(await call('text_search', { query: 'a', limit: 1 })).toMatchObject({ count: 1 })
  }))

test('property_search wants all properties, and of a list of values any one', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    const find = async (properties: object) => {
      const { matches } = await call('property_search', { properties })
      return matches.map(({ path }: { path: string }) => path).sort()
    }
    expect(await find({ status: 'draft' })).toEqual(['projects/deep/cone.md', note])
    expect(await find({ status: 'draft', tags: 'clay' })).toEqual([note])
    expect(await find({ tags: ['clay', 'fire'] })).toEqual(['glaze.md', 'projects/deep/cone.md', note])
    expect(await find({ count: 2 })).toEqual([note])
    expect(await find({ status: 'gone' })).toEqual([])
    expect(await call('property_search', { properties: { count: 2 }, limit: 5 })).toMatchObject({
      success: true,
      properties: { count: 2 },
      count: 1,
      matches: [{ frontmatter: { status: 'draft', count: 2 }, word_count: expect.any(Number) }],
    })
  }))

test('semantic_search ranks with scores and snippets, by words where there are no vectors', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    const found = await call('semantic_search', { query: 'glass glaze' })
    expect(found).toMatchObject({
      success: true,
      query: 'glass glaze',
      limit: 10,
      message: expect.stringContaining('by words'),
    })
    expect(found.results[0]).toMatchObject({
      id: 'glaze.md',
      path: 'glaze.md',
      score: expect.any(Number),
      snippet: expect.stringContaining('glass'),
    })
    const { results } = await call('semantic_search', {
      query: 'glaze',
      properties: { status: 'draft' },
      limit: 1,
    })
    expect(results.map(({ id }: { id: string }) => id)).toEqual([note])
  }))

test('get_kiln_info gives root and counts, and with detailed index and health', () =>
  withVault(files, async (vaults) => {
    const call = speak('kiln', vaults)
    const brief = await call('get_kiln_info')
    expect(brief).toMatchObject({
      success: true,
      name: 'main',
      root: pathToFileURL(vaults.at('')).href.replace(/\/$/, ''),
      note_count: 4,
      word_count: expect.any(Number),
      total_size_bytes: Object.values(files).join('').length,
    })
    expect(brief.index).toBeUndefined()
    expect(await call('get_kiln_info', { detailed: true })).toMatchObject({
      index: { state: 'ready', notes: 4 },
      health: { broken_links: 0, unparsable: [], settings_problems: [] },
    })
  }))
