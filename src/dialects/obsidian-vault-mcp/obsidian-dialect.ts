import { z } from 'zod'
import { deletesUnlessSaid } from '../../call/permission-rule.ts'
import { resolveVault } from '../../call/resolve-vaults.ts'
import type { DialectFacts } from '../../call/tool.ts'
import { findByFolder } from '../find-by-folder.ts'

export const obsidianDialect: DialectFacts = {
  vaultParameter: 'repository_name',
  permissions: deletesUnlessSaid,
  findVault: (access, name) => (name === null ? resolveVault(access, null) : findByFolder(access, name)),
  failure: (error) => ({ error }),
  counterparts: {
    add_todo: 'task_add',
    append_to_note: 'note_upsert',
    complete_todo: 'task_done',
    create_note: 'note_upsert',
    delete_note: 'note_delete',
    get_note: 'note_read',
    get_todos: 'task_list',
    search_text: 'vault_search',
    upsert_note: 'note_upsert',
  },
}

export const repository = {
  repository_name: z.string().min(1).max(255).describe('Name of the repository’s folder.'),
}
export const path = z.string().min(1).max(1_000).describe('Path of the note in the repository.')
