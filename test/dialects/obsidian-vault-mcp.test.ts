import { expect, test } from 'vitest'
import { type Files, withVaults } from '../support/with-vault.ts'
import { speak } from './speak.ts'

const files: Files = {
  'devlog/search.md': '---\ntopic: search\n---\n[impl] 2026-01-02  ranking',
  'devlog/deep/index.md': 'An index. TODO here.\n',
  'adr/ADR-001-store.md': '# Store\n\nKeep a todo list.\n\n- [ ] Ask Ada\n- [x] Write it\n',
  'notes.md': 'Plain TODO.\n',
}

test('note_read gives the whole file, and exists: false without an error for one that is not there', () =>
  withVaults({ repo: files }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    expect(await call('note_read', { repository_name: 'repo', path: 'devlog/search.md' })).toMatchObject({
      content: files['devlog/search.md'],
      exists: true,
      isError: false,
    })
    // A title or file name elsewhere is no path.
    for (const path of ['devlog/none.md', 'search.md', 'index', 'Store']) {
      expect(await call('note_read', { repository_name: 'repo', path })).toMatchObject({
        content: '',
        exists: false,
        isError: false,
      })
    }
  }))

test('note_read is not cut: there is no way to ask for the rest', () =>
  withVaults({ repo: { 'long.md': 'A line of text.\n'.repeat(20_000) } }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const { content } = await call('note_read', { repository_name: 'repo', path: 'long.md' })
    expect(content).toHaveLength(320_000)
  }))

test('a path that leads out is an error in every tool, and so is a repository that is not there', () =>
  withVaults({ repo: files, other: { 'secret.md': 'x' } }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const more: Readonly<Record<string, object>> = {
      note_read: {},
      note_upsert: { content: 'x' },
      note_delete: {},
      task_add: { text: 'x' },
      task_done: { line: 1 },
      task_toggle: { line: 1 },
    }
    for (const [tool, args] of Object.entries(more)) {
      for (const path of ['../other/secret.md', 'devlog/../../other/secret.md', '/etc/passwd']) {
        expect(await call(tool, { repository_name: 'repo', path, ...args }), tool).toMatchObject({
          isError: true,
          error: { code: 'OUTSIDE_VAULT' },
        })
      }
      expect(await call(tool, { repository_name: 'none', path: 'a.md', ...args }), tool).toMatchObject({
        error: { code: 'VAULT_NOT_FOUND', known_vaults: ['repo', 'other'] },
      })
      expect(await call(tool, { path: 'a.md', ...args }), tool).toMatchObject({
        error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('repository_name') },
      })
    }
    expect(await vaults.read('secret.md', 'other')).toBe('x')
  }))

test('note_upsert creates from frontmatter and content, with folders, and appends a line break and the content', () =>
  withVaults({ repo: files }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const note = { repository_name: 'repo', path: 'devlog/new/topic.md' }
    const frontmatter = { topic: 'new', tags: ['log'], count: 2 }
    expect(await call('note_upsert', { ...note, content: '[impl] one', frontmatter })).toMatchObject({
      created: true,
    })
    const created = '---\ntopic: new\ntags: [log]\ncount: 2\n---\n[impl] one'
    expect(await vaults.read(note.path)).toBe(created)
    expect(
      await call('note_upsert', { ...note, content: '[insight] two', frontmatter: { topic: 'other' } }),
    ).toMatchObject({ created: false })
    expect(await vaults.read(note.path)).toBe(`${created}\n[insight] two`)
    expect(await call('note_upsert', { ...note, path: 'bare.md', content: 'Only this.\n' })).toMatchObject({
      created: true,
    })
    expect(await vaults.read('bare.md')).toBe('Only this.\n')
    // Each can be undone.
    const { changes } = await vaults.call('list_changes', {})
    expect(changes).toHaveLength(3)
    for (const { change_id: id } of changes)
      expect((await vaults.call('undo_change', { change_id: id })).error).toBeUndefined()
    expect((await call('note_read', note)).exists).toBe(false)
  }))

test('note_delete moves to the trash without being asked about, and can be undone', () =>
  withVaults({ repo: files }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const note = { repository_name: 'repo', path: 'notes.md' }
    expect(await call('note_delete', note)).toMatchObject({ deleted: true })
    expect(await vaults.read('.flint-note/trash/notes.md')).toBe(files['notes.md'])
    expect(await call('note_delete', note)).toMatchObject({ deleted: false, isError: false })
    const { changes } = await vaults.call('list_changes', {})
    await vaults.call('undo_change', { change_id: changes[0].change_id })
    expect(await call('note_read', note)).toMatchObject({ exists: true, content: files['notes.md'] })
  }))

test('note_delete asks where the vault says so in so many words, and is denied where it says that', async () => {
  const config = (text: string) => ({ ...files, '.flint-note/config.yml': text })
  const note = { repository_name: 'repo', path: 'notes.md' }
  await withVaults({ repo: config('permissions: { destructive: ask }\n') }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    expect(await call('note_delete', note)).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED', would: { mode: 'trash' } },
    })
    expect(await vaults.read('notes.md')).toBe(files['notes.md'])
    expect(await call('note_delete', { ...note, confirm: true })).toMatchObject({ deleted: true })
  })
  await withVaults({ repo: config('deletion: { require_confirmation: true }\n') }, async (vaults) => {
    expect(await speak('obsidian-vault-mcp', vaults)('note_delete', note)).toMatchObject({ deleted: true })
  })
  await withVaults({ repo: config('permissions: { destructive: deny }\n') }, async (vaults) => {
    expect(await speak('obsidian-vault-mcp', vaults)('note_delete', note)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    })
  })
  // Our own tool asks all the same.
  await withVaults({ repo: files }, async ({ call }) => {
    expect((await call('delete_note', { identifier: 'notes.md' })).error.code).toBe('CONFIRMATION_REQUIRED')
  })
})

test('vault_search takes a pattern of ripgrep, and a glob at any depth', () =>
  withVaults({ repo: files }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const search = async (query: string, filter?: string) => {
      const args = { repository_name: 'repo', query, ...(filter !== undefined && { path_filter: filter }) }
      return (await call('vault_search', args)).results
    }
    expect(await search('TODO')).toEqual([
      { path: 'devlog/deep/index.md', line: 1, text: 'An index. TODO here.' },
      { path: 'notes.md', line: 1, text: 'Plain TODO.' },
    ])
    expect(await search('(?i)todo l.st')).toEqual([
      { path: 'adr/ADR-001-store.md', line: 3, text: 'Keep a todo list.' },
    ])
    expect(await search('TODO', 'deep/*.md')).toHaveLength(1)
    expect(await search('TODO', '*.md')).toHaveLength(2)
    expect(await search('.', 'devlog')).toHaveLength(5)
    expect(await search('nothing like it')).toEqual([])
    expect(await call('vault_search', { repository_name: 'repo', query: '(' })).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('pattern') },
    })
  }))

test('tasks are listed, added, done and toggled', () =>
  withVaults({ repo: files }, async (vaults) => {
    const call = speak('obsidian-vault-mcp', vaults)
    const inRepo = { repository_name: 'repo' }
    const path = 'adr/ADR-001-store.md'
    const ada = { path, line: 5, text: 'Ask Ada', status: 'open', done: false }
    const written = { path, line: 6, text: 'Write it', status: 'done', done: true }
    expect((await call('task_list', inRepo)).tasks).toEqual([ada])
    expect((await call('task_list', { ...inRepo, status: 'all' })).tasks).toEqual([ada, written])
    expect((await call('task_list', { ...inRepo, path: 'devlog' })).tasks).toEqual([])
    expect((await call('task_list', { ...inRepo, path })).tasks).toEqual([ada])
    expect(await call('task_done', { ...inRepo, path, line: 5 })).toMatchObject({
      path,
      line: 5,
      text: 'Ask Ada',
      done: true,
    })
    expect(await vaults.read(path)).toContain('- [x] Ask Ada\n')
    expect(await call('task_toggle', { ...inRepo, path, line: 5 })).toMatchObject({ done: false })
    expect(await vaults.read(path)).toBe(files[path])
    expect(await call('task_done', { ...inRepo, path, line: 3 })).toMatchObject({
      error: { code: 'TASK_NOT_FOUND' },
    })
    expect(await call('task_add', { ...inRepo, path, text: 'Ship it' })).toMatchObject({
      added: true,
      path,
      line: 7,
      text: 'Ship it',
    })
    expect(await call('task_add', { ...inRepo, path: 'tasks/new.md', text: 'First' })).toMatchObject({
      line: 1,
    })
    expect(await vaults.read('tasks/new.md')).toBe('- [ ] First\n')
  }))
