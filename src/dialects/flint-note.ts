import { z } from 'zod'
import type { PreparedCall, Tool } from '../call/tool.ts'
import { flintNoteDialect } from './flint-note/flint-note-dialect.ts'
import { listNotesByType } from './flint-note/list-notes-by-type.ts'
import { migrateLinks } from './flint-note/migrate-links.ts'

/** Our tools, with that server's own beside them and its way to tell an error. */
export function flintNote(all: readonly Tool[]): readonly Tool[] {
  return all.map(inDialect).flatMap((tool) => {
    if (tool.name === 'list_notes') return [tool, listNotesByType]
    return tool.name === 'find_broken_links' ? [tool, migrateLinks] : [tool]
  })
}

function inDialect(tool: Tool): Tool {
  const prepare = (args: object) => {
    // Deleting removes a note there; here it can be brought back.
    const given = tool.name === 'delete_note' ? { mode: 'trash', ...args } : args
    return withFlatItems(tool, tool.prepare(given))
  }
  return { ...tool, output: loosened(tool), dialect: flintNoteDialect, prepare }
}

/** The tools whose items may fail each for itself. */
const batches = ['create_note', 'update_note', 'get_notes']

function withFlatItems(tool: Tool, call: PreparedCall): PreparedCall {
  if (call.scope !== 'vault' || !batches.includes(tool.name)) return call
  return {
    ...call,
    run: async (vault, ctx) => {
      const result = await call.run(vault, ctx)
      const items = batch.safeParse(result)
      return items.success ? { ...result, results: items.data.results.map(flatItem) } : result
    },
  }
}

const failedItem = z.looseObject({
  success: z.literal(false),
  error: z.looseObject({ code: z.string(), message: z.string() }),
})
const batch = z.looseObject({ results: z.array(z.looseObject({})) })

/** The message in the place of our object, and its facts beside it. */
function flatItem(item: object): object {
  const failed = failedItem.safeParse(item)
  if (!failed.success) return item
  const { error, ...rest } = failed.data
  const { message, ...facts } = error
  return { ...rest, ...facts, error: message }
}

function loosened(tool: Tool): Tool['output'] {
  const { output } = tool
  if (batches.includes(tool.name)) return output.extend({ results: z.array(z.looseObject({})).optional() })
  // The facts of a failed call stand there, too.
  const shared = ['error', 'problems'].filter((key) => key in output.shape)
  return output.extend(Object.fromEntries(shared.map((key) => [key, z.unknown().optional()])))
}
