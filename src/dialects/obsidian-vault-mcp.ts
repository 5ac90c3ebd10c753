import type { Tool } from '../call/tool.ts'
import { noteDelete } from './obsidian-vault-mcp/note-delete.ts'
import { noteRead } from './obsidian-vault-mcp/note-read.ts'
import { noteUpsert } from './obsidian-vault-mcp/note-upsert.ts'
import { taskAdd } from './obsidian-vault-mcp/task-add.ts'
import { taskDone, taskToggle } from './obsidian-vault-mcp/set-task.ts'
import { taskList } from './obsidian-vault-mcp/task-list.ts'
import { vaultSearch } from './obsidian-vault-mcp/vault-search.ts'

/** The tools of obsidian-vault-mcp. */
export const obsidianVaultMcp: readonly Tool[] = [
  noteRead,
  noteUpsert,
  noteDelete,
  vaultSearch,
  taskList,
  taskAdd,
  taskDone,
  taskToggle,
]
