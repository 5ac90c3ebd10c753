import type { Command } from './command.ts'
import type { ArgumentFace, CommandGroup, OptionFace } from './command-face.ts'

/** Commands that help shows under one heading. */
export function inGroup(
  group: CommandGroup,
  commands: readonly Omit<Command, 'group'>[],
): readonly Command[] {
  return commands.map((command) => ({ ...command, group }))
}

/** A note that there is; a person at a terminal is asked for one that is left out. */
export const note = {
  name: 'note',
  about: 'id (projects/site.md), the same without .md, or title',
  isOptional: true,
  completes: 'notes',
} as const satisfies ArgumentFace

export const dryRun: OptionFace = { name: 'dry-run', about: 'show what would happen and change nothing' }
export const yes: OptionFace = { name: 'yes', short: 'y', about: 'do not ask' }
export const readOnly: OptionFace = { name: 'read-only', about: 'only tools that change nothing' }
export const toolsets: OptionFace = {
  name: 'toolsets',
  value: 'A,B',
  kind: 'list',
  about: 'only these toolsets; core or all',
  completes: 'toolsets',
}

export function limit(about: string): OptionFace {
  return { name: 'limit', short: 'n', value: 'N', kind: 'integer', least: 1, about }
}

export function type(about: string): OptionFace {
  return { name: 'type', value: 'TYPE', about, completes: 'types' }
}

export function tag(about: string): OptionFace {
  return { name: 'tag', value: 'TAG', kind: 'many', about, completes: 'tags' }
}

export function dir(about: string): OptionFace {
  return { name: 'dir', value: 'DIR', about, completes: 'note-folders' }
}
