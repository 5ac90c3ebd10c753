import { beginning } from '../model/whole-characters.ts'
import { printable } from '../model/lossless-text.ts'
import type { CommitText } from './make-commit.ts'

/** A change of flint's, as far as its commit tells of it. */
export interface ToldChange {
  readonly id: string
  readonly time: string
  readonly tool: string
  readonly actor: string | null
  readonly undoes: string | null
  readonly paths: readonly string[]
}

/** The trailer that leads from a commit to the changes in it: the history's own key and a change's id. */
const changeTrailer = 'Flint-Change'

const mostChars = 72
const mostNamed = 20

/**
 * What the commit of changes says, whose actor is one: who made them, with which tools, and their ids in the history with
 * this key.
 *
 *     describeChanges([{ tool: 'update_note', paths: ['a.md'], id: '7', … }], '1f0c')   // update_note: a.md … Flint-Change: 1f0c/7
 */
export function describeChanges(changes: readonly ToldChange[], key: string): CommitText {
  const paths = [...new Set(changes.flatMap((change) => change.paths))]
  const [first, ...others] = changes
  const subject =
    first !== undefined && others.length === 0
      ? `${first.tool}: ${named(first.paths)}`
      : `notes: ${changes.length} changes, ${paths.length === 1 ? (paths[0] ?? '') : `${paths.length} files`}`
  const made = changes.map(({ tool, paths: own }) => `${tool}: ${named(own)}`)
  const parts = others.length > 0 ? made : paths.length > 1 ? paths.map(oneLine) : []
  const list = listed(parts)
  const undone = changes.flatMap(({ undoes }) => (undoes === null ? [] : [`Undoes change ${undoes}.`]))
  const body = [...list, ...(undone.length > 0 && list.length > 0 ? [''] : []), ...undone]
  const trailers = changes.map(({ id }) => `${changeTrailer}: ${key}/${id}`)
  const time = changes.at(-1)?.time
  return {
    message: [
      beginning(oneLine(subject), mostChars),
      '',
      ...(body.length > 0 ? [...body, ''] : []),
      ...trailers,
      '',
    ].join('\n'),
    author: authorOf(first?.actor ?? 'flint'),
    ...(time !== undefined && { time: new Date(time) }),
  }
}

/**
 * What the commit of files says.
 *
 *     describeFiles(['a.md', 'b.md'])   // notes: 2 files … - a.md - b.md
 */
export function describeFiles(paths: readonly string[]): string {
  const names = paths.map((path) => oneLine(printable(path)))
  const subject = `notes: ${names.length === 1 ? (names[0] ?? '') : `${names.length} files`}`
  return [beginning(subject, mostChars), '', ...listed(names)].join('\n')
}

function listed(parts: readonly string[]): readonly string[] {
  const list = parts.slice(0, mostNamed).map((part) => `- ${part}`)
  return parts.length > mostNamed ? [...list, `- and ${parts.length - mostNamed} more`] : list
}

function named(paths: readonly string[]): string {
  const [first = ''] = paths
  return paths.length > 1 ? `${paths.length} files` : oneLine(first)
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** The user of git for what they did at the terminal or on the page; everybody else by the name that the history has. */
function authorOf(actor: string): CommitText['author'] {
  if (actor === 'cli' || actor === 'person') return undefined
  const name = actor
    .replace(/^(?:client|token|person) /, '')
    .replaceAll(/[<>\p{Cc}]+/gu, ' ')
    .trim()
  const local = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return { name: /[\p{L}\p{N}]/u.test(name) ? name : 'agent', email: `${local || 'agent'}@flint.invalid` }
}
