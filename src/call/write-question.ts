import type { FileChange } from '../changes/change-plan.ts'
import { reportChanges } from '../changes/report-changes.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { stakeOf, type CallPlan } from './plan-call.ts'
import type { Tool } from './tool.ts'

const mostFiles = 15
const mostDiffLines = 40
const mostDiffChars = 3_000
const mostLineChars = 200

interface Asked {
  readonly tool: Tool
  readonly args: object
  readonly vault: VaultContext
  readonly plan: CallPlan
  /** What the call would leave; null where it stays inside. */
  readonly outside: string | null
}

/** What would happen, in words for the owner of the notes: the files, the links at stake, the change itself. */
export async function writeQuestion({ tool, args, vault, plan, outside }: Asked): Promise<string> {
  const { shown, changes } = plan
  const isReading = tool.annotations.readOnlyHint
  const parts = [
    `Allow ${tool.name} (${tool.title}) in the vault "${oneLine(vault.name)}"?`,
    outside === null
      ? ''
      : `It would ${isReading ? 'read' : 'act'} outside ${oneLine(outside)}, which this server is limited to. It was called with: ${tellArguments(args)}`,
    typeof shown === 'string' ? oneLine(shown) : '',
    isReading ? '' : listFiles(tool, changes),
    tellStake(plan),
    await showDiffs(changes),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function tellArguments(args: object): string {
  return shorten(oneLine(JSON.stringify(args)))
}

function listFiles(tool: Tool, changes: readonly FileChange[]): string {
  if (changes.length === 0) {
    return tool.annotations.openWorldHint === true
      ? 'It reaches beyond the vault, so that what it would do cannot be shown beforehand.'
      : 'No note would change.'
  }
  const lines = changes.slice(0, mostFiles).map((change) => `- ${tellChange(change)}`)
  const more = changes.length - lines.length
  return ['It would', ...lines, ...(more > 0 ? [`- and change ${more} more files`] : [])].join('\n')
}

function tellChange(change: FileChange): string {
  const path = oneLine(change.path)
  switch (change.kind) {
    case 'create':
      return `create ${path}`
    case 'replace':
      return `change ${path}`
    case 'move':
    case 'move-folder':
      return `move ${path} to ${oneLine(change.to)}`
    case 'remove':
      return `remove ${path}`
  }
}

function tellStake(plan: CallPlan): string {
  const { count, breaks } = stakeOf(plan)
  if (count === null || count === 0) return ''
  if (count === 'unknown') return 'How many links from other notes would break is not known yet.'
  const links = count === 1 ? '1 link from another note' : `${count} links from other notes`
  return `${links} would ${breaks ? 'break' : 'not break'}.`
}

async function showDiffs(changes: readonly FileChange[]): Promise<string> {
  const lines = (await reportChanges(changes))
    .flatMap(({ diff }) => diff.split('\n'))
    .filter((line) => line !== '')
  const shown: string[] = []
  let left = mostDiffChars
  for (const line of lines.slice(0, mostDiffLines)) {
    // Indented, so that no line of a note can pass for a word of ours.
    const text = `    ${shorten(oneLine(line))}`
    left -= text.length
    if (left < 0) break
    shown.push(text)
  }
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`    … and ${more} more lines`] : [])].join('\n')
}

function shorten(line: string): string {
  return line.length <= mostLineChars ? line : `${line.slice(0, mostLineChars)}…`
}

/** Neither a line break nor what steers a terminal or turns the direction of reading. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trimEnd()
}
