import { expect, test } from 'vitest'
import { outputProblems } from '../../src/call/check-output.ts'
import { leanOutput } from '../../src/call/lean-output.ts'
import { allTools } from '../../src/tools/index.ts'
import { hashOf } from '../support/hash-files.ts'
import { type Files, type Json, withVault, withVaults } from '../support/with-vault.ts'

const website = `---
title: Website relaunch
status: active
tags: [web, design]
created: 2026-01-05
updated: 2026-02-01
---

# Website relaunch

We relaunch the website in spring, with [[Garden]] and a new design of the shop pages. The budget is open.

- [ ] Ask about the budget
`
const garden = '---\ntitle: Garden\ntags: [home]\n---\n\nBeds, hedges and a budget for the website.\n'
const linkers = Object.fromEntries(
  Array.from({ length: 28 }, (_, index): [string, string] => [
    `projects/meeting-about-the-website-${index}.md`,
    `---\ntitle: Meeting ${index}\nstatus: open\ntags: [meeting]\ncreated: 2026-01-0${(index % 9) + 1}\n---\n\nWe spoke of [[Website relaunch]], of its budget and of who writes the website's texts until summer.\n`,
  ]),
)
const files: Files = {
  'projects/_description.md': '# projects\n\n## Purpose\nWork.\n\n## Agent Instructions\n- Ask about goals\n',
  'projects/website.md': website,
  'garden/Garden.md': garden,
  'empty.md': '',
  ...linkers,
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('a hit takes at most 290 bytes, and ten of them 3 kB', () =>
  withVault(files, async ({ callAsAgent }) => {
    const found = await callAsAgent('search_notes', { query: 'website budget', limit: 10 })
    expect(found.results).toHaveLength(10)
    const mend = 'a hit shows what a listed note does, but for ofListedNote in src/call/lean-result.ts'
    for (const hit of found.results)
      expect(bytes(hit), `${mend}: ${JSON.stringify(hit)}`).toBeLessThanOrEqual(290)
    expect(bytes(found)).toBeLessThanOrEqual(3_000)
    expect(found.results.find(({ id }: Json) => id === 'projects/website.md')).toEqual({
      id: 'projects/website.md',
      title: 'Website relaunch',
      tags: ['design', 'web'],
      updated: '2026-02-01',
      metadata: { status: 'active' },
      score: expect.any(Number),
      snippet: expect.stringContaining('The budget is open'),
      line: 11,
    })
  }))

test('a hit does without what only flint reads of an ingested note, unless it is asked for', () =>
  withVault(
    {
      'a.md': '---\nsource: raw/a.pdf\nsource_hash: sha256:12\ningest_sections:\n  - Summary\n---\nRoses.\n',
    },
    async ({ callAsAgent }) => {
      const { results } = await callAsAgent('search_notes', { query: 'roses' })
      expect(results[0].metadata).toEqual({ source: 'raw/a.pdf' })
      const fields = ['id', 'metadata.source_hash']
      const asked = await callAsAgent('search_notes', { query: 'roses', fields })
      expect(asked.results[0].metadata).toEqual({ source_hash: 'sha256:12' })
    },
  ))

test('what a search asks for by name stays', () =>
  withVault(files, async ({ callAsAgent }) => {
    const fields = ['path', 'filename', 'metadata.title', 'size']
    const { results } = await callAsAgent('search_notes', { query: 'hedges', fields })
    expect(results).toEqual([
      {
        path: 'garden/Garden.md',
        filename: 'Garden.md',
        metadata: { title: 'Garden' },
        size: garden.length,
        score: expect.any(Number),
        snippet: expect.stringContaining('hedges'),
        line: 6,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  }))

test('an empty list that was asked for is there', () =>
  withVault(files, async ({ callAsAgent }) => {
    expect(await callAsAgent('search_notes', { query: 'nowhere' })).toMatchObject({ results: [], total: 0 })
    expect(await callAsAgent('get_todos', { directories: ['garden'] })).toMatchObject({ todos: [] })
    expect(await callAsAgent('get_backlinks', { identifier: 'empty.md' })).toMatchObject({ backlinks: [] })
    expect(await callAsAgent('get_tags', { filter: 'nowhere' })).toMatchObject({ tags: [], total: 0 })
    expect(await callAsAgent('get_note', { identifier: 'empty.md' })).toMatchObject({ content: '' })
  }))

test('a note that is read has its metadata whole and nothing twice', () =>
  withVault(files, async ({ callAsAgent }) => {
    const note = await callAsAgent('get_note', { identifier: 'projects/website.md' })
    expect(note).toEqual({
      vault: 'main',
      title: 'Website relaunch',
      content: website.slice(website.indexOf('# Website')),
      content_hash: hashOf(website).slice(0, 23),
      metadata: {
        title: 'Website relaunch',
        status: 'active',
        tags: ['web', 'design'],
        created: '2026-01-05',
        updated: '2026-02-01',
      },
      headings: [{ level: 1, text: 'Website relaunch', line: 9 }],
      links: 1,
      total_lines: 13,
      agent_instructions: '- Ask about goals',
    })
    const byTitle = await callAsAgent('get_note', { identifier: 'Garden', fields: ['id', 'raw_frontmatter'] })
    expect(byTitle).toMatchObject({ id: 'garden/Garden.md', raw_frontmatter: expect.any(String) })
  }))

test('a rename with 28 linkers takes at most 1.5 kB: ten of them by path, and their number', () =>
  withVault(files, async ({ callAsAgent, call }) => {
    const args = { identifier: 'projects/website.md', new_title: 'Web shop', rename_file: true }
    const { updated_references: all } = await call('rename_note', { ...args, dry_run: true })
    const renamed = await callAsAgent('rename_note', args)
    expect(renamed).toMatchObject({ new_id: 'projects/web-shop.md', updated_reference_count: 28 })
    expect(renamed.updated_references).toEqual(all.slice(0, 10).map(({ id }: Json) => id))
    expect(bytes(renamed)).toBeLessThanOrEqual(1_500)
  }))

test('a new note takes at most 350 bytes to tell', () =>
  withVault(files, async ({ callAsAgent }) => {
    const created = await callAsAgent('create_note', {
      type: 'projects',
      title: 'Shop pages',
      content: 'What the [[Garden]] shop sells, as part of the Website relaunch.',
    })
    expect(created).toMatchObject({
      id: 'projects/shop-pages.md',
      agent_instructions: '- Ask about goals',
      suggested_links: [{ path: expect.any(String) }, { path: expect.any(String) }],
    })
    expect(bytes(created), JSON.stringify(created)).toBeLessThanOrEqual(350)
  }))

test('a write says how many lines it changed, and shows them when asked or in a dry run', () =>
  withVault({ 'a.md': '# A\n\nOne\n' }, async ({ callAsAgent, read }) => {
    const edit = (old: string, text: string) => ({ identifier: 'a.md', edits: [{ old, new: text }] })
    const planned = await callAsAgent('update_note', { ...edit('One', 'Two'), dry_run: true })
    expect(planned).toMatchObject({ dry_run: true, diff: expect.stringContaining('+Two') })
    expect(planned).not.toHaveProperty('lines_changed')
    const done = await callAsAgent('update_note', edit('One', 'Two'))
    expect(done).toEqual({
      vault: 'main',
      updated: true,
      change_id: '1',
      content_hash: hashOf('# A\n\nTwo\n').slice(0, 23),
      lines_changed: '+1 -1',
    })
    const shown = await callAsAgent('update_note', { ...edit('Two', 'Three'), diff: true })
    expect(shown.diff).toContain('+Three')
    expect(await read('a.md')).toBe('# A\n\nThree\n')
  }))

test('a dry run without diffs counts what would follow, and names ten files', () =>
  withVault(files, async ({ callAsAgent }) => {
    const rename = { identifier: 'Website relaunch', new_title: 'Shop', rename_file: true, dry_run: true }
    const planned = await callAsAgent('rename_note', { ...rename, diff: false })
    expect(planned).toMatchObject({ dry_run: true, updated_reference_count: 28 })
    expect(planned.changes).toHaveLength(10)
    expect(JSON.stringify(planned)).not.toContain('diff')
    expect(bytes(planned)).toBeLessThanOrEqual(2_000)
    expect((await callAsAgent('rename_note', rename)).changes[0].diff).toContain('Shop')
  }))

test('a batch keeps as many diffs as fit, and says how to see the others', () => {
  const names = Array.from({ length: 60 }, (_, index) => `notes/a-note-with-a-long-name-${index}.md`)
  const files = Object.fromEntries(names.map((name) => [name, `${'word '.repeat(40)}\n`]))
  return withVault(files, async ({ callAsAgent }) => {
    const edits = [{ old: 'word word ', new: 'Word ', all: true }]
    const updates = names.map((identifier) => ({ identifier, edits }))
    const planned = await callAsAgent('update_note', { updates, dry_run: true })
    const results: readonly { result: { diff?: string; lines_changed?: string } }[] = planned.results
    const shown = results.filter(({ result }) => result.diff !== undefined)
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.length).toBeLessThan(60)
    for (const { result } of results)
      expect(result.lines_changed).toBe(result.diff === undefined ? '+1 -1' : undefined)
    expect(planned.without_diff).toBe(
      `${60 - shown.length} of 60 results have no diff, as there is no room: repeat the dry run with those items alone for theirs.`,
    )
    expect(JSON.stringify(planned).length).toBeLessThan(32_000)
    const plain = await callAsAgent('update_note', { updates, dry_run: true, diff: false })
    expect(JSON.stringify(plain)).not.toContain('diff')
  })
})

test('a heading that is not there is answered with few of many, each once', () => {
  const many = Array.from({ length: 800 }, (_, index) => `## Section number ${index} with a normal heading`)
  return withVault({ 'a.md': `${many.join('\n\n')}\n` }, async ({ callAsAgent }) => {
    const ask = (under: string) => callAsAgent('append_to_note', { identifier: 'a', under, content: 'x' })
    for (const under of ['Nope', 'Section number 12']) {
      const { error } = await ask(under)
      expect(error).toMatchObject({ code: 'SECTION_NOT_FOUND', heading_count: 800 })
      expect(JSON.stringify(error).length).toBeLessThan(3_500)
      expect(error.headings).toBeUndefined()
    }
    expect((await ask('Section number 12')).error.outline).toHaveLength(5)
  })
})

test('of the notes in which a tag was renamed ten are named', () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index}.md`, '#work\n']))
  return withVault(files, async ({ callAsAgent }) => {
    const renamed = await callAsAgent('rename_tag', { from: 'work', to: 'job' })
    expect(renamed.updated_notes).toHaveLength(10)
    expect(renamed).toMatchObject({ note_count: 30, tag_count: 30 })
  })
})

test('lines beyond what a diff shows are counted', () =>
  withVault({ 'a.md': 'x\n' }, async ({ callAsAgent }) => {
    const content = Array.from({ length: 3_000 }, (_, index) => `line ${index}`).join('\n')
    expect(await callAsAgent('append_to_note', { identifier: 'a.md', content })).toMatchObject({
      lines_changed: '+3000 -0',
    })
  }))

test('of a batch what succeeded is told by its id, and what failed by what was asked', () =>
  withVault({ 'a.md': '# A\n' }, async ({ callAsAgent }) => {
    const add = (identifier: string) => ({ identifier, mode: 'append', content: 'More.' })
    const { results } = await callAsAgent('update_note', { updates: [add('a.md'), add('none.md')] })
    expect(results).toEqual([
      { success: true, result: expect.objectContaining({ id: 'a.md', lines_changed: '+1 -0' }) },
      {
        success: false,
        input: { identifier: 'none.md' },
        error: expect.objectContaining({ code: 'NOT_FOUND' }),
      },
    ])
  }))

test('a confirmed deletion does not repeat its dry run', () =>
  withVault(files, async ({ callAsAgent }) => {
    const note = { identifier: 'projects/website.md', mode: 'trash' }
    const planned = await callAsAgent('delete_note', { ...note, dry_run: true })
    expect(planned.backlinks.length).toBeGreaterThan(3)
    const done = await callAsAgent('delete_note', { ...note, confirm: true })
    expect(done).toMatchObject({ deleted: true, backlink_count: 28, links_break: true })
    expect(done).not.toHaveProperty('backlinks')
    expect(bytes(done)).toBeLessThanOrEqual(300)
  }))

test('rows of SQL have every column, whatever stands in it', () =>
  withVault(files, async ({ callAsAgent }) => {
    const query = "SELECT id, path, NULL AS absent, '' AS empty FROM notes WHERE id = 'garden/Garden.md'"
    const { results } = await callAsAgent('search_notes_sql', { query })
    expect(results).toEqual([{ id: 'garden/Garden.md', path: 'garden/Garden.md', absent: null, empty: '' }])
  }))

test('a schema has the empty defaults that were set, so that it can be given back with another field', () =>
  withVault({}, async ({ callAsAgent, read }) => {
    const empty = [
      { name: 'who', type: 'array', required: true, description: '', default: [] },
      { name: 'note', type: 'string', required: false, description: '', default: '' },
      { name: 'code', type: 'string', required: false, description: '', constraints: { pattern: '' } },
    ]
    const type = { type_name: 'm', description: 'd', metadata_schema: empty }
    expect(await callAsAgent('create_note_type', type)).not.toHaveProperty('error')
    const { metadata_schema: schema, content_hash } = await callAsAgent('get_note_type_info', {
      type_name: 'm',
    })
    expect(schema).toEqual(empty)
    const metadata_schema = [...schema, { name: 'extra', type: 'string' }]
    await callAsAgent('update_note_type', { type_name: 'm', metadata_schema, content_hash })
    expect(await read('m/_description.md')).toContain('- who: (required, array, default: [])\n')
    expect(await callAsAgent('create_note', { type: 'm', title: 'Two' })).toMatchObject({ id: 'm/two.md' })
  }))

test('of several vaults each is told by its id', () =>
  withVaults({ home: { 'a.md': '# A\n' }, work: { 'b.md': '# B\n' } }, async ({ callAsAgent }) => {
    const { vaults, notes } = await callAsAgent('list_notes', { vault_id: '*' })
    expect(vaults).toEqual([{ id: 'home' }, { id: 'work' }])
    expect(notes.map(({ vault_id, id }: Json) => [vault_id, id]).sort()).toEqual([
      ['home', 'a.md'],
      ['work', 'b.md'],
    ])
  }))

test('what an agent gets may lack any part but a page’s list and counts', () => {
  const tool = allTools.find(({ name }) => name === 'list_notes')
  if (tool === undefined) throw new Error('There is no list_notes')
  const schema = leanOutput(tool)
  expect(outputProblems(schema, { vault: 'main', notes: [], total: 0, has_more: false })).toEqual([])
  expect(outputProblems(schema, { vault: { id: 'main' }, total: 0 })).toHaveLength(3)
})

test('sixteen digits of a hash guard as all do, fewer are refused', () =>
  withVault({ 'a.md': '# A\n' }, async ({ callAsAgent, read }) => {
    const whole = hashOf('# A\n')
    const update = (hash: string) =>
      callAsAgent('update_note', { identifier: 'a.md', content: '# B\n', content_hash: hash })
    for (const none of [whole.slice(0, 22), `${whole.slice(0, 22)}z`, `${whole}0`, '', 'sha256:'])
      expect((await update(none)).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: `content_hash is no hash of a file: "${none}". It takes sha256: and 16 to 64 hexadecimal digits.`,
      })
    const other = whole.at(-1) === '0' ? '1' : '0'
    for (const wrong of [`${whole.slice(0, -1)}${other}`, 'sha256:0123456789abcdef'])
      expect((await update(wrong)).error).toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(await read('a.md')).toBe('# A\n')
    expect(await update(whole.slice(0, 23))).toMatchObject({ updated: true })
    const longer = hashOf('# B\n').slice(0, 40)
    const section = { identifier: 'a.md', section_header: 'B', new_content: 'Text', content_hash: longer }
    expect(await callAsAgent('replace_section', section)).toMatchObject({ change_id: '2' })
  }))

test('a hash in another spelling is the same hash', () =>
  withVault({ 'a.md': '# A\n' }, async ({ callAsAgent }) => {
    const whole = hashOf('# A\n')
    const digits = whole.slice(7)
    for (const content_hash of [digits, digits.toUpperCase(), ` SHA256:${digits}\n`, digits.slice(0, 16)]) {
      const update = { identifier: 'a.md', content: '# A\n', content_hash }
      expect(await callAsAgent('update_note', update)).not.toHaveProperty('error')
    }
    const part = { identifier: 'a.md', content: '# B\n', content_hash: `Partial-${digits}` }
    expect((await callAsAgent('update_note', part)).error).toMatchObject({ code: 'CONFLICT' })
  }))

test('a shortened hash of a part authorises no replacing of the whole', () =>
  withVault({ 'a.md': `# A\n\n${'Some words here.\n'.repeat(40)}` }, async ({ callAsAgent }) => {
    const { content_hash: hash } = await callAsAgent('get_note', { identifier: 'a.md', end_line: 1 })
    expect(hash).toMatch(/^partial-sha256:[0-9a-f]{16}$/)
    const update = { identifier: 'a.md', content: '# B\n', content_hash: hash }
    expect((await callAsAgent('update_note', update)).error).toMatchObject({ code: 'CONFLICT' })
    const append = { identifier: 'a.md', content: 'More.', content_hash: hash }
    expect(await callAsAgent('append_to_note', append)).toMatchObject({ lines_changed: '+1 -0' })
  }))

test('update_note_type takes a shortened hash', () =>
  withVault(files, async ({ callAsAgent }) => {
    const { content_hash: hash } = await callAsAgent('get_note_type_info', { type_name: 'projects' })
    expect(hash).toMatch(/^sha256:[0-9a-f]{16}$/)
    const update = { type_name: 'projects', instructions: '- Ask about owners', content_hash: hash }
    expect(await callAsAgent('update_note_type', update)).toMatchObject({ lines_changed: '+1 -1' })
  }))

test('a hash that a note holds as its own words is not shortened', async () => {
  const hash = `sha256:${'ab'.repeat(32)}`
  await withVault({ 'sum.md': `---\nchecksum: ${hash}\n---\n${hash}` }, async ({ callAsAgent }) => {
    const note = await callAsAgent('get_note', { identifier: 'sum.md' })
    expect(note).toMatchObject({ content: hash, metadata: { checksum: hash } })
    expect(note.content_hash).toMatch(/^sha256:[0-9a-f]{16}$/)
    const { results } = await callAsAgent('search_text', { pattern: hash, fixed: true })
    expect(JSON.stringify(results)).toContain(hash)
  })
})
