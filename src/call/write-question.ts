import type { FileChange } from '../changes/change-plan.ts'
import { compareChange } from '../changes/report-changes.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { stakeOf, type CallPlan } from './plan-call.ts'
import type { Tool } from './tool.ts'
import { shorten } from '../model/whole-characters.ts'

const mostFiles = 15
const mostDiffLines = 40
const mostDiffChars = 4_500
// A line with so much that is new is shown whole, and so is the one in whose place it comes.
const longestLine = 1_500
const mostArgumentChars = 200

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
    ...(await showDiffs(changes)),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function tellArguments(args: object): string {
  return shorten(oneLine(JSON.stringify(args)), mostArgumentChars)
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
  if (breaks) return `${links} would break.`
  return `${links} ${count === 1 ? 'leads' : 'lead'} there, and still would.`
}

/** The diffs of all files, and before them that they do not show all, where it is so. */
async function showDiffs(changes: readonly FileChange[]): Promise<readonly string[]> {
  const shown: string[] = []
  let left = mostDiffChars
  let isCut = false
  for (const change of changes) {
    if (left <= 0) {
      isCut = true
      break
    }
    const compared = await compareChange(change, { maxChars: mostDiffChars, longestLine })
    isCut ||= compared?.isCut === true
    for (const line of compared === null || compared.diff === '' ? [] : compared.diff.split('\n')) {
      // Indented, so that no line of a note can pass for a word of ours.
      const text = `    ${oneLine(line)}`
      left -= text.length
      if (left < 0 || shown.length >= mostDiffLines) {
        left = 0
        isCut = true
        break
      }
      shown.push(text)
    }
  }
  return [isCut ? 'Not all of this is shown: it is too long.' : '', shown.join('\n')]
}

/** Neither a line break nor what steers a terminal or turns the direction of reading. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trimEnd()
}
