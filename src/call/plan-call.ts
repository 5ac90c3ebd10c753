import { createHash } from 'node:crypto'
import type { FileChange } from '../changes/change-plan.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { CallInVault, Tool } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { isObject, isRecord } from '../model/is-record.ts'

/** What a call would do, without anything being done. */
export interface CallPlan {
  /** The tool's own words: a sentence or the result of a dry run; null where it has none. */
  readonly shown: string | object | null
  readonly changes: readonly FileChange[]
  /** Whether the tool has come to where it would change something, and has found nothing to change. */
  readonly isNothing: boolean
}

/**
 * Runs the call in a view of the vault in which every change ends with its plan. A tool that reaches beyond the vaults
 * is not run: it can only show what it says of itself.
 */
export async function planCall(
  tool: Tool,
  call: CallInVault,
  vault: VaultContext,
  ctx: ToolContext,
): Promise<CallPlan> {
  const changes: FileChange[] = []
  let isForeseen = false
  const planning = vault.view({
    foresee: (more) => {
      isForeseen = true
      for (const change of more) changes.push(change)
    },
  })
  const planOf = (shown: CallPlan['shown']): CallPlan => ({
    ...{ shown, changes },
    isNothing: isForeseen && changes.length === 0,
  })
  const shown = await call.preview(planning, ctx)
  if (isObject(shown)) return planOf(shown)
  if (tool.annotations.openWorldHint === true) return { shown, changes: [], isNothing: false }
  changes.length = 0
  try {
    await call.run(planning, ctx)
  } catch (error) {
    // Once the plan is there, whatever fails only misses what was not written.
    if (changes.length === 0) throw error
  }
  return planOf(shown)
}

/**
 * Equal for a repeated call with equal consequences: the tool, its arguments, the vault, and every file that would
 * change as it is now. Times are left out, which a plan has of the moment it is made.
 */
export function subjectOf(
  tool: Tool,
  args: unknown,
  vault: VaultContext,
  plan: Omit<CallPlan, 'isNothing'>,
): string {
  const written = new Set<string>()
  const touched = plan.changes.map((change) => {
    const to = 'to' in change ? change.to : null
    // What a later step finds is of the plan's own making, and may have its time in it.
    const isFirst = !written.has(change.path)
    written.add(change.path).add(to ?? change.path)
    return [change.kind, change.path, to, isFirst && 'before' in change ? change.before.hash : null]
  })
  return hashOf([tool.name, vault.id, vault.root, args, touched, stakeOf(plan).count])
}

/** Equal for a repeated call by the same token, also for one that is confirmed by then. */
export function callOf(
  tool: Pick<Tool, 'name'>,
  args: object,
  vault: Pick<VaultContext, 'id' | 'root'>,
  { bearer }: Pick<ToolContext, 'bearer'>,
): string {
  const same = Object.entries(args).filter(([key]) => key !== 'confirm')
  return hashOf([tool.name, vault.id, vault.root, Object.fromEntries(same), bearer ?? null])
}

/** Of a value, whatever the order of its keys. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')
}

function sorted(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * How many links to what would go there are, as far as the tool's own preview says: null where it speaks of no links,
 * 'unknown' where it cannot know them all.
 */
export function stakeOf({ shown }: Pick<CallPlan, 'shown'>): {
  readonly count: number | 'unknown' | null
  readonly breaks: boolean
} {
  if (!isObject(shown)) return { count: null, breaks: false }
  const { backlink_count: count, links_break: breaks } = shown
  return {
    count: typeof count === 'number' ? count : count === null ? 'unknown' : null,
    breaks: breaks === true,
  }
}
