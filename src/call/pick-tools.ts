import type { Said } from '../model/advice.ts'
import { nearest } from '../model/nearest.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Tool } from './tool.ts'
import { isCoreTool, type Toolset, toolsets } from './toolset.ts'

/** Which tools exist, as the command line says it. Without toolsets and tools all do; with both their union. */
export interface ToolChoice {
  /** Toolset names, `core` or `all`. */
  readonly toolsets?: readonly string[]
  readonly tools?: readonly string[]
  /** Whose tools they are, where they are not ours. */
  readonly dialect?: string
  readonly readOnly?: boolean
}

/** The chosen tools in the order of the list. Fails with `INVALID_ARGUMENT` on a name that is unknown. */
export function pickTools(all: readonly Tool[], choice: ToolChoice): readonly Tool[] {
  checkToolsets(choice)
  const names = all.map(({ name }) => name)
  choice.tools?.forEach((name) => {
    checkName('tool', name, names, { kind: 'list-tools', dialect: choice.dialect ?? null })
  })
  return all.filter((tool) => isChosen(tool, choice))
}

/** Fails on an unknown toolset, without the tools at hand. */
export function checkToolsets(choice: ToolChoice): void {
  const known = [...toolsets, 'core', 'all']
  choice.toolsets?.forEach((name) => {
    checkName('toolset', name, known, `There are ${known.join(', ')}.`)
  })
}

function isChosen({ name, toolset, annotations }: Tool, choice: ToolChoice): boolean {
  if (choice.readOnly === true && !annotations.readOnlyHint) return false
  return isNamed(name, toolset, choice)
}

/** Whether a choice, read-only or not, takes a tool of that name and toolset. */
export function isNamed(name: string, toolset: Toolset, { toolsets: sets, tools }: ToolChoice): boolean {
  if (sets === undefined && tools === undefined) return true
  if (tools?.includes(name) === true) return true
  if (sets === undefined) return false
  return sets.includes('all') || sets.includes(toolset) || (sets.includes('core') && isCoreTool(name))
}

function checkName(kind: 'tool' | 'toolset', name: string, known: readonly string[], hint: Said): void {
  if (known.includes(name)) return
  const close = nearest(name, known)
  throw new VaultError(
    'INVALID_ARGUMENT',
    `There is no ${kind} "${name}".${close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`}`,
    { [kind]: name, known, hint },
  )
}
