import type { ArgumentFace, OptionFace } from './command-face.ts'

/** A note that there is; a person at a terminal is asked for one that is left out. */
export const note = {
  name: 'note',
  about: 'id (projects/site.md), the same without .md, or title',
  isOptional: true,
  completes: 'notes',
} as const satisfies ArgumentFace

export const dryRun = { name: 'dry-run', about: 'show what would happen and change nothing' } as const
export const yes = { name: 'yes', short: 'y', about: 'do not ask' } as const
export const readOnly = { name: 'read-only', about: 'only tools that change nothing' } as const
export const toolsets = {
  name: 'toolsets',
  value: 'A,B',
  kind: 'list',
  about: 'only these toolsets; core or all',
  completes: 'toolsets',
} as const satisfies OptionFace

export function limit(about: string) {
  return { name: 'limit', short: 'n', value: 'N', kind: 'integer', least: 1, about } as const
}

export function type(about: string) {
  return { name: 'type', value: 'TYPE', about, completes: 'types' } as const
}

export function tag(about: string) {
  return { name: 'tag', value: 'TAG', kind: 'many', about, completes: 'tags' } as const
}

export function dir(about: string) {
  return { name: 'dir', value: 'DIR', about, completes: 'note-folders' } as const
}
