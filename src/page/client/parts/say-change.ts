import type { ResultOf } from '../state/calls.ts'

export type Change = ResultOf<'list_changes'>['changes'][number]

const kinds: Readonly<Record<string, string>> = {
  create: 'made',
  replace: 'changed',
  move: 'moved',
  'move-folder': 'moved the folder',
  remove: 'removed',
}

export function sayKind(kind: string): string {
  return kinds[kind] ?? kind
}

/** What a change did, before the names of its files: `changed`, `made`, `changed 3 files`. */
export function sayChange({ tool, files, file_count: count, undoes }: Change): string {
  if (undoes !== undefined) return 'took a change back in'
  const [first] = files
  if (first === undefined) return tool.replaceAll('_', ' ')
  const verbs = new Set(files.map(({ kind }) => sayKind(kind)))
  return count === 1
    ? sayKind(first.kind)
    : `${verbs.size === 1 ? sayKind(first.kind) : 'changed'} ${count} files,`
}
