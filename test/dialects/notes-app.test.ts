import { expect, test } from 'vitest'
import { hashOf } from '../support/hash-files.ts'
import { type Files, withVaults } from '../support/with-vault.ts'
import { speak } from './speak.ts'

const lamp =
  '---\ntitle: Lamp\ntags: [home, light]\n---\n\n# Lamp\n\nA lamp of walnut.\n\n## Parts\n\nFoot.\n'
const ideas: Files = {
  'lamp.md': lamp,
  'notes/shelf.md': 'Beside the [[lamp|desk lamp]]. Walnut too. #home\n\nThe lamp again.\n',
}
const tours: Files = {
  'alps.md': '# Alps\n\nFive days. Walnut trees. #home #Away\n',
  'lamp.md': 'Another lamp.\n',
}
const both = { ideas, tours }

test('read_note gives the file with hash, size, time, frontmatter, headings and tags', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const note = await call('read_note', { relative_path: 'lamp.md' })
    expect(note).toMatchObject({
      vault: 'ideas',
      relative_path: 'lamp.md',
      content: lamp,
      content_hash: hashOf(lamp),
      size_bytes: lamp.length,
      modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      frontmatter: { title: 'Lamp', tags: ['home', 'light'] },
      headings: [
        { level: 1, text: 'Lamp', line_number: 6 },
        { level: 2, text: 'Parts', line_number: 10 },
      ],
      tags: ['home', 'light'],
    })
    expect(note.line_range).toBeUndefined()
    expect(await call('read_note', { relative_path: 'lamp.md', start_line: 6, end_line: 8 })).toMatchObject({
      content: '# Lamp\n\nA lamp of walnut.\n',
      line_range: { start: 6, end: 8 },
    })
    expect(await call('read_note', { relative_path: 'lamp.md', vault: 'tours' })).toMatchObject({
      vault: 'tours',
      content: 'Another lamp.\n',
    })
    expect(await call('read_note', { relative_path: 'alps.md' })).toMatchObject({
      isError: true,
      error: { code: 'note_not_found' },
    })
    expect(await call('read_note', { relative_path: 'lamp.md', vault: 'none' })).toMatchObject({
      error: { code: 'vault_not_found' },
    })
    expect(await call('read_note', { relative_path: '../tours/lamp.md' })).toMatchObject({
      error: { code: 'outside_vault' },
    })
  }))

test('outline and frontmatter of a note', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    expect(await call('outline', { relative_path: 'lamp.md' })).toMatchObject({
      vault: 'ideas',
      relative_path: 'lamp.md',
      headings: [{ level: 1, text: 'Lamp', line_number: 6 }, { level: 2 }],
    })
    expect(await call('frontmatter', { relative_path: 'lamp.md' })).toMatchObject({
      frontmatter: { title: 'Lamp', tags: ['home', 'light'] },
      has_frontmatter: true,
    })
    expect(await call('frontmatter', { relative_path: 'notes/shelf.md' })).toMatchObject({
      frontmatter: {},
      has_frontmatter: false,
    })
  }))

test('create_note writes the file as given, and says note_exists', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const content = '---\nx: 1\n---\nNew.'
    expect(await call('create_note', { relative_path: 'a/b/new.md', content })).toMatchObject({
      vault: 'ideas',
      relative_path: 'a/b/new.md',
      content_hash: hashOf(content),
      size_bytes: content.length,
      created_at: expect.any(String),
    })
    expect(await vaults.read('a/b/new.md')).toBe(content)
    expect(await call('create_note', { relative_path: 'lamp.md', content: 'x' })).toMatchObject({
      isError: true,
      error: { code: 'note_exists' },
    })
    expect(await vaults.read('lamp.md')).toBe(lamp)
  }))

test('update_note replaces the whole file, appends and prepends, with a hash or without', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const note = { relative_path: 'lamp.md' }
    expect(await call('update_note', { ...note, content: 'End.', mode: 'append' })).toMatchObject({
      mode: 'append',
      relative_path: 'lamp.md',
    })
    expect(await vaults.read('lamp.md')).toBe(`${lamp}End.\n`)
    await call('update_note', { ...note, content: 'Start.', mode: 'prepend' })
    expect(await vaults.read('lamp.md')).toBe(`${lamp.replace('# Lamp', 'Start.\n# Lamp')}End.\n`)
    const whole = '---\nupdated: 2020-01-01\n---\nAll new.'
    const replaced = await call('update_note', { ...note, content: whole, mode: 'replace' })
    expect(replaced).toMatchObject({ mode: 'replace', content_hash: hashOf(whole), size_bytes: whole.length })
    expect(await vaults.read('lamp.md')).toBe(whole)
    expect(
      await call('update_note', {
        ...note,
        content: 'x',
        mode: 'replace',
        expected_content_hash: hashOf(lamp),
      }),
    ).toMatchObject({ isError: true, error: { code: 'stale_content', current_hash: hashOf(whole) } })
    expect(await vaults.read('lamp.md')).toBe(whole)
    await call('update_note', {
      ...note,
      content: lamp,
      mode: 'replace',
      expected_content_hash: replaced.content_hash,
    })
    expect(await vaults.read('lamp.md')).toBe(lamp)
    expect(await call('update_note', { ...note, content: 'x' })).toMatchObject({
      error: { code: 'invalid_argument', message: expect.stringContaining('mode') },
    })
    const { changes } = await vaults.call('list_changes', {})
    await vaults.call('undo_change', { change_id: changes[0].change_id })
    expect(await vaults.read('lamp.md')).toBe(whole)
  }))

test('move_note rewrites the links and counts them', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    expect(await call('move_note', { from_path: 'lamp.md', to_path: 'notes/light.md' })).toMatchObject({
      vault: 'ideas',
      from: 'lamp.md',
      to: 'notes/light.md',
      links_rewritten: [{ relative_path: 'notes/shelf.md', count: 1 }],
    })
    expect(await vaults.read('notes/shelf.md')).toContain('[[light|desk lamp]]')
    expect(await call('move_note', { from_path: 'notes/light.md', to_path: 'notes/shelf.md' })).toMatchObject(
      {
        error: { code: 'note_exists' },
      },
    )
  }))

test('search looks into all vaults, best first, with its operators', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const found = await call('search', { query: 'walnut' })
    expect(found).toMatchObject({ query: 'walnut', total_count: 3, returned_count: 3 })
    expect(found.results.map(({ vault }: { vault: string }) => vault).sort()).toEqual([
      'ideas',
      'ideas',
      'tours',
    ])
    expect(found.results[0]).toMatchObject({
      vault_path: expect.stringContaining('/'),
      relative_path: expect.any(String),
      filename: expect.stringMatching(/\.md$/),
      score: expect.any(Number),
      snippet: expect.any(String),
    })
    const paths = async (query: string) => {
      const { results } = await call('search', { query })
      return results.map((one: { relative_path: string }) => one.relative_path).sort()
    }
    expect(await paths('walnut tag:HOME tag:away')).toEqual(['alps.md'])
    expect(await paths('walnut path:notes')).toEqual(['notes/shelf.md'])
    expect(await paths('"lamp of walnut"')).toEqual(['lamp.md'])
    expect(await paths('tag:light')).toEqual(['lamp.md'])
    expect(await call('search', { query: 'walnut', limit: 1 })).toMatchObject({
      total_count: 3,
      returned_count: 1,
    })
    expect(await call('search', { query: 'walnut', limit: 101 })).toMatchObject({
      error: { code: 'invalid_argument' },
    })
  }))

test('semantic_search and related_notes rank notes with their vault', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const all = await call('semantic_search', { query: 'walnut' })
    expect(all).toMatchObject({ query: 'walnut', total_count: 3, returned_count: 3 })
    expect(new Set(all.results.map(({ vault }: { vault: string }) => vault))).toEqual(
      new Set(['ideas', 'tours']),
    )
    expect(await call('semantic_search', { query: 'walnut', vault: 'tours' })).toMatchObject({
      returned_count: 1,
      results: [
        { vault: 'tours', relative_path: 'alps.md', filename: 'alps.md', snippet: expect.any(String) },
      ],
    })
    expect(await call('semantic_search', { query: 'walnut', limit: 51 })).toMatchObject({ isError: true })
    expect(await call('related_notes', { relative_path: 'lamp.md' })).toMatchObject({
      vault: 'ideas',
      source: 'lamp.md',
      returned_count: 1,
      results: [
        { vault: 'ideas', relative_path: 'notes/shelf.md', filename: 'shelf.md', score: expect.any(Number) },
      ],
    })
  }))

test('backlinks are linked and unlinked', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    expect(await call('backlinks', { relative_path: 'lamp.md' })).toMatchObject({
      vault: 'ideas',
      relative_path: 'lamp.md',
      linked: [
        {
          vault: 'ideas',
          relative_path: 'notes/shelf.md',
          line_number: 1,
          display_text: 'desk lamp',
          context: expect.stringContaining('Beside'),
        },
      ],
      unlinked: [
        { vault: 'ideas', relative_path: 'notes/shelf.md', line_number: 3, context_line: 'The lamp again.' },
      ],
    })
  }))

test('tags are counted over all vaults, and a tag lists its files', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    const { mode, all_tags: all } = await call('tags')
    expect({ mode, all }).toEqual({
      mode: 'all',
      all: [
        { tag: 'home', count: 3 },
        { tag: 'light', count: 1 },
        { tag: 'Away', count: 1 },
      ],
    })
    const byTag = await call('tags', { tag: 'home' })
    expect(byTag).toMatchObject({ mode: 'by_tag', tag: 'home' })
    const files = byTag.files.map(
      (file: { vault: string; relative_path: string }) => `${file.vault}:${file.relative_path}`,
    )
    expect(files.sort()).toEqual(['ideas:lamp.md', 'ideas:notes/shelf.md', 'tours:alps.md'])
    expect(byTag.files[0].vault_path).toMatch(/ideas$/)
  }))

test('list_notes shows the disk as it is, of all vaults or one', () =>
  withVaults(both, async (vaults) => {
    const call = speak('notes-app', vaults)
    await call('list_notes')
    await vaults.write('notes/fresh.md', 'Just now.\n')
    const { notes } = await call('list_notes', { under: 'notes' })
    expect(notes.map((one: { relative_path: string }) => one.relative_path)).toEqual([
      'notes/fresh.md',
      'notes/shelf.md',
    ])
    expect(notes[0]).toMatchObject({
      vault: 'ideas',
      filename: 'fresh.md',
      modified_at: expect.any(String),
      size_bytes: 10,
    })
    expect((await call('list_notes')).notes).toHaveLength(5)
    expect((await call('list_notes', { vault: 'tours' })).notes).toHaveLength(2)
  }))
