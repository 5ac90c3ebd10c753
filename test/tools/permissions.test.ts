import { expect, test } from 'vitest'
import { allTools } from '../../src/tools/index.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { isWindows, issueJson, issuesPath, withGitLab } from '../support/with-gitlab.ts'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'
import { sampleVault } from './sample-vault.ts'

const leeks = hashOf(sampleVault['garden/leeks.md'])
const type = hashOf(sampleVault['recipes/_description.md'])

/** A call of every tool that writes into a vault; each would work. */
const writes: Readonly<Record<string, object>> = {
  create_note_type: { type_name: 'films', description: 'Seen.' },
  update_note_type: { type_name: 'recipes', description: 'Food.', content_hash: type },
  delete_note_type: { type_name: 'recipes', action: 'delete' },
  create_note: { title: 'New', directory: 'x' },
  update_note: { identifier: 'Leeks', content: 'New\n\n- [ ] Earth them up\n', content_hash: leeks },
  append_to_note: { identifier: 'Leeks', content: 'More' },
  upsert_note: { identifier: 'x/y.md', content: 'More' },
  rename_note: { identifier: 'journal.md', new_title: 'Diary' },
  move_note: { identifier: 'journal.md', destination_directory: 'garden' },
  delete_note: { identifier: 'Leeks' },
  bulk_delete_notes: { pattern: 'garden/**' },
  open_daily_note: { date: '2026-01-05' },
  update_tags: { identifier: 'Leeks', add_tags: ['root'] },
  rename_tag: { from: 'winter', to: 'cold' },
  replace_section: { identifier: 'Leek soup', section_header: 'Method', new_content: 'Stir.' },
  extract_section: {
    identifier: 'Leek soup',
    section_header: 'Method',
    new_title: 'Cooking',
    destination_directory: 'garden',
  },
  capture_to_inbox: { text: 'Buy seeds' },
  clear_inbox_item: { index: 0 },
  complete_todo: { identifier: 'Leeks', line_number: 11, task_text: 'Earth them up' },
  add_todo: { identifier: 'Leeks', text: 'Water them' },
  create_issue: { title: 'New', note_path: 'Leeks' },
  close_issue: { issue_number: 12 },
  issue_to_note: { issue_number: 12 },
  ingest: { source: 'garden/leeks.md' },
  reindex_vault: { confirm: true },
  undo_change: { change_id: '1' },
}

const issue = issueJson()
const answers = {
  [`POST ${issuesPath}`]: { status: 201, json: issue },
  [`GET ${issuesPath}/12`]: { status: 200, json: issue },
  [`PUT ${issuesPath}/12`]: { status: 200, json: issue },
}

/** Those that have to be confirmed unless the vault says otherwise. */
const destructive = allTools.filter(({ isDestructive }) => isDestructive).map(({ name }) => name)

const withPermissions = (text: string) => ({
  ...sampleVault,
  '.flint-note/config.yml': `permissions: ${text}\n`,
})

test('every writing tool is among these', () => {
  const writing = allTools.filter(
    ({ annotations, toolset }) => !annotations.readOnlyHint && toolset !== 'vaults',
  )
  expect(writing.map(({ name }) => name)).toEqual(Object.keys(writes))
})

test('deny refuses every write and changes nothing; reading goes on, and a dry run', () =>
  withVault(withPermissions('{ write: deny }'), async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, tool === 'delete_note' ? { ...args, confirm: true } : args)
      expect(error, tool).toMatchObject({
        code: 'PERMISSION_DENIED',
        permission: 'permissions.write',
        hint: expect.any(String),
      })
    }
    expect((await call('get_note', { identifier: 'Leeks' })).error).toBeUndefined()
    expect(await call('append_to_note', { ...writes['append_to_note'], dry_run: true })).toMatchObject({
      dry_run: true,
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('what is denied while a vault is open is denied to the next call, whichever tool it calls', () =>
  withVault(sampleVault, async ({ call, write }) => {
    for (const tool of ['reindex_vault', 'append_to_note']) {
      await write('.flint-note/config.yml', 'vault_id: main\n')
      await until(`${tool} is allowed`, async () => (await call(tool, writes[tool])).error === undefined)
      await write('.flint-note/config.yml', 'vault_id: main\npermissions: { write: deny }\n')
      const isRefused = async () => (await call(tool, writes[tool])).error?.code === 'PERMISSION_DENIED'
      await until(`${tool} is refused`, isRefused)
    }
  }))

test.skipIf(isWindows)('ask says of each write what would happen, and changes nothing', () =>
  withGitLab(withPermissions('{ write: ask }'), answers, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, args)
      // Neither a change nor an inbox is there yet, so that there is nothing to ask about.
      const isEmpty = ['undo_change', 'clear_inbox_item'].includes(tool)
      const code = isEmpty ? 'NOT_FOUND' : 'CONFIRMATION_REQUIRED'
      expect(error, tool).toMatchObject({ code, hint: expect.any(String) })
      // Whatever would change is told, by the tool's own plan or by one that was made for it.
      if (!isEmpty && tool !== 'reindex_vault') expect(error.would, tool).toBeDefined()
    }
    const { error } = await call('append_to_note', writes['append_to_note'])
    expect(error.would).toMatchObject({
      id: 'garden/leeks.md',
      diff: expect.stringContaining('+More'),
      dry_run: true,
    })
    expect((await call('capture_to_inbox', writes['capture_to_inbox'])).error.would).toEqual({
      changes: [{ kind: 'create', path: 'inbox.md' }],
      file_count: 1,
    })
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
    // Only a destructive tool can be confirmed by its caller.
    expect(await call('delete_note', { identifier: 'Leeks', confirm: true })).toMatchObject({ deleted: true })
  }),
)

test('destructive: deny forbids deleting alone, allow asks nobody', async () => {
  await withVault(withPermissions('{ destructive: deny }'), async ({ call }) => {
    const { error } = await call('delete_note', { identifier: 'Leeks', confirm: true })
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', permission: 'permissions.destructive' })
    expect((await call('append_to_note', writes['append_to_note'])).error).toBeUndefined()
  })
  await withVault(withPermissions('{ destructive: allow }'), async ({ call }) => {
    expect(await call('delete_note', { identifier: 'Leeks' })).toMatchObject({ deleted: true })
  })
})

test.skipIf(isWindows)('by default every write but deleting goes through', () =>
  withGitLab(sampleVault, answers, async ({ call }) => {
    for (const [tool, args] of Object.entries(writes)) {
      const { error } = await call(tool, args)
      expect(error?.code, tool).toBe(destructive.includes(tool) ? 'CONFIRMATION_REQUIRED' : undefined)
    }
  }),
)
