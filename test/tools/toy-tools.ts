import { z } from 'zod'
import type { VaultId } from '../../src/model/ids.ts'
import type { KnownVault } from '../../src/model/known-vault.ts'
import type { VaultConfig } from '../../src/model/vault-config.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { defineTool, defineVaultTool, defineVaultsTool } from '../../src/call/define-tool.ts'
import { filterFields } from '../../src/tools/filter-fields.ts'
import type { VaultContext, ViewOptions } from '../../src/vault/vault-context.ts'
import type { ToolContext } from '../../src/call/tool-context.ts'
import type { VaultAccess } from '../../src/registry/vault-access.ts'
import { findVault } from '../../src/registry/find-vault.ts'
import { say } from '../../src/call/say-advice.ts'
import { servedTo } from '../../src/call/served-to.ts'
import type { Tool } from '../../src/call/tool.ts'

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const
const deletes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false } as const
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const

/** Counts up and says so, as a long call does. */
export const countUp = defineTool({
  name: 'count_up',
  title: 'Count up',
  toolset: 'vaults',
  description: 'Counts to a number, or until it is told to stop.',
  annotations: reads,
  input: z.strictObject({
    to: z.number().int().min(0).max(1_000_000).describe('Where to stop.'),
    waitAt: z.number().int().min(0).max(1_000_000).optional().describe('Where to wait for the signal.'),
  }),
  output: z.object({ counted: z.number(), stopped: z.boolean() }),
  timeLimit: 50,
  async handler({ to, waitAt }, ctx) {
    for (let counted = 0; counted < to; counted += 1) {
      ctx.progress?.(counted + 1, to, `at ${counted + 1}`)
      if (counted === waitAt) {
        await aborted(ctx.signal)
        return { counted, stopped: true }
      }
    }
    return { counted: to, stopped: false }
  },
})

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve()
    })
  })
}

/** A reading tool on one vault. */
export const readNote = defineVaultTool({
  name: 'read_note',
  title: 'Read note',
  toolset: 'notes',
  description: 'Gives one note of a toy vault, or a part of it.',
  annotations: reads,
  fields: true,
  input: z.strictObject({
    identifier: z.string().min(1).describe('Which note.'),
    section: z.enum(['all', 'head', 'tail']).default('all').describe('Which part.'),
    lines: z.number().int().min(1).max(9).optional().describe('How many lines.'),
    tags: z.array(z.string()).max(9).optional().describe('Only with these.'),
  }),
  output: z.object({
    id: z.string().optional(),
    content: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
  rest: ['read_note with section'],
  async handler({ identifier, section, fields }, vault) {
    if (identifier === 'missing.md') {
      throw new VaultError('NOT_FOUND', 'There is no such note.', { identifier, hint: 'Call list_all.' })
    }
    if (identifier === 'broken.md') throw new Error('secret detail at /home/user')
    const content =
      identifier === 'long.md' ? 'A line of text.\n'.repeat(10_000) : `${section} of ${identifier}`
    return filterFields({ id: identifier, content, metadata: { vault: vault.id, status: 'open' } }, fields)
  },
})

/** Changes of the toy vaults, so that tests see what was done. */
export interface Done {
  readonly done: string[]
}

/** A view in which nothing may be done. */
const isPlanned = (vault: VaultContext) => 'isPlanned' in vault

export function toyWriters({ done }: Done): readonly Tool[] {
  return [
    defineVaultTool({
      name: 'remove_note',
      title: 'Remove note',
      toolset: 'notes',
      description: 'Removes a note of the toy vault.',
      annotations: deletes,
      destructive: true,
      dryRun: true,
      input: z.strictObject({ identifier: z.string().describe('Which note.') }),
      output: z.object({ removed: z.string(), is_plan: z.boolean() }),
      async handler({ identifier, dry_run }) {
        if (!dry_run) done.push(`removed ${identifier}`)
        return { removed: identifier, is_plan: dry_run }
      },
    }),
    defineVaultTool({
      name: 'clear_all',
      title: 'Clear all',
      toolset: 'notes',
      description: 'Removes all notes of the toy vault.',
      annotations: deletes,
      destructive: true,
      input: z.strictObject({}),
      output: z.object({ cleared: z.boolean() }),
      async preview(_input, vault) {
        return `All notes of ${vault.id} would go.`
      },
      async handler(_input, vault) {
        if (!isPlanned(vault)) done.push('cleared')
        return { cleared: true }
      },
    }),
    defineVaultTool({
      name: 'write_notes',
      title: 'Write notes',
      toolset: 'notes',
      description: 'Writes several notes of the toy vault at once.',
      annotations: writes,
      input: z.strictObject({
        updates: z
          .array(
            z.strictObject({
              identifier: z.string().describe('Which note.'),
              content_hash: z.string().optional().describe('What it was.'),
            }),
          )
          .max(10)
          .describe('One for each note.'),
      }),
      output: z.object({ written: z.array(z.string()) }),
      async handler({ updates }, vault) {
        if (!isPlanned(vault)) done.push('written')
        return { written: updates.map(({ identifier }) => identifier) }
      },
    }),
  ]
}

/** Lists notes of one vault or several: `count` of them in each. */
export const listAll = defineVaultsTool({
  name: 'list_all',
  title: 'List all',
  toolset: 'search',
  description: 'Lists the notes of toy vaults by pages.',
  annotations: reads,
  paged: { list: 'results', limit: 20, max: 500 },
  input: z.strictObject({
    count: z.number().int().min(0).max(500).describe('How many there are.'),
    size: z.number().int().min(0).max(100_000).default(10).describe('How long each is.'),
  }),
  output: z.object({ results: z.array(z.object({ id: z.string(), score: z.number(), text: z.string() })) }),
  merge: (joined) => ({ ...joined, results: joined.results.toSorted((a, b) => b.score - a.score) }),
  async handler({ count, size, limit, offset }) {
    const all = Array.from({ length: count }, (_, index) => ({
      id: `${index}.md`,
      score: 1 - index / 1_000,
      text: 'é'.repeat(size),
    }))
    return { results: all.slice(offset, offset + limit), total: count }
  },
})

/** What is no list stands beside its vault. */
export const tellSize = defineVaultsTool({
  name: 'tell_size',
  title: 'Tell size',
  toolset: 'vaults',
  description: 'Tells how many letters the names of toy vaults have.',
  annotations: reads,
  input: z.strictObject({}),
  output: z.object({ letters: z.number() }),
  async handler(_input, vault) {
    return { letters: vault.name.length }
  },
})

/** Returns what its output does not name. */
export const saysTooMuch = defineTool({
  name: 'says_too_much',
  title: 'Says too much',
  toolset: 'vaults',
  description: 'Returns a key that its schema does not have.',
  annotations: reads,
  input: z.strictObject({}),
  output: z.object({ inner: z.object({ known: z.number() }) }),
  async handler() {
    const inner = { known: 1, unknown: 2 }
    return { inner }
  },
})

export function toyTools(state: Done = { done: [] }): readonly Tool[] {
  return [countUp, tellSize, saysTooMuch, readNote, ...toyWriters(state), listAll]
}

export interface ToyVaults {
  /** Ids with their permissions; the first is the active one. */
  readonly vaults?: Readonly<Record<string, Partial<VaultConfig['permissions']>>>
  readonly unavailable?: readonly string[]
}

export function toyAccess({
  vaults = { work: {}, home: {} },
  unavailable = [],
}: ToyVaults = {}): VaultAccess {
  const known = Object.keys(vaults).map((id): KnownVault => ({
    id: id as VaultId,
    name: `The ${id} vault`,
    root: `/vaults/${id}`,
    description: '',
    lastUsed: null,
    source: 'registered',
    registered: true,
    aliases: [`${id}-too` as VaultId],
    isDeclared: true,
  }))
  return {
    current: async () => known[0] ?? null,
    lost: async () => null,
    known: async () => known,
    registry: refuse,
    async open(id) {
      if (unavailable.includes(id)) throw new VaultError('VAULT_UNAVAILABLE', `Vault "${id}" is gone.`)
      const name = known.find((vault) => vault.id === id)?.name ?? ''
      const permissions = { write: 'allow', destructive: 'ask', ...vaults[id] }
      // Toy tools look no further than this.
      const permissionSources = [{ file: '.flint-note/config.yml', permissions, said: permissions }]
      const plain = {
        id,
        name,
        config: { permissions },
        reading: { permissionSources },
        condition: { readOnly: null },
        scope: null,
      }
      // None of their notes is from outside.
      const files = { readHead: async () => null }
      const trusted = { watchesRaw: false, index: { isThere: false, freshness: { state: 'ready' } }, files }
      const vault = { ...plain, ...trusted, takeNotices: () => [] }
      const view = ({ foresee }: ViewOptions) => ({ ...vault, view, ...(foresee && { isPlanned: true }) })
      return { ...vault, view } as unknown as VaultContext
    },
    find: async (id) => findVault(known, id),
    opened: refuse,
    notices: refuse,
    admin: { create: refuse, switchTo: refuse, update: refuse, remove: refuse },
  }
}

export function toyContext(changes: Partial<ToolContext> = {}): ToolContext {
  return {
    vaults: toyAccess(),
    session: { id: 'test' },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
    wantsAll: true,
    strictOutput: true,
    say: (said) => say(said, servedTo([])),
    ...changes,
  }
}

/** What no toy tool does. */
async function refuse(): Promise<never> {
  throw new Error('Toy vaults are only opened.')
}
