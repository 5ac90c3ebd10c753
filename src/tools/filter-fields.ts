import { isRecord } from '../model/is-record.ts'
import { nearest } from '../model/nearest.ts'

/** What a search result keeps whatever fields were asked for. */
export const searchFields = ['score', 'snippet', 'filename', 'path'] as const
/** And beside them, where it is a passage. */
export const hitFields = [...searchFields, 'line', 'vault_id'] as const

/**
 * The parts of a note that were asked for: `title`, `metadata.status`, `metadata.*`, `metadata.author.name`. Names are
 * case-sensitive; a name that the note does not have, or that cannot be read (`metadata.`), asks for nothing. Without a
 * filter the note stays whole; a filter that leaves nothing leaves the `id`. Fields in `always` stay in any case, and so does
 * the mark of text from outside.
 *
 *     filterFields({ id: 'a.md', title: 'A', metadata: { tags: [], status: 'open' } }, ['title', 'metadata.status'])
 *     // { title: 'A', metadata: { status: 'open' } }
 */
export function filterFields<N extends object, Always extends string = never>(
  note: N,
  fields: readonly string[] | undefined,
  always?: readonly Always[],
): Partial<N> & Pick<N, Always & keyof N>
export function filterFields(
  note: object,
  fields: readonly string[] | undefined,
  always: readonly string[] = [],
): object {
  if (fields === undefined) return note
  const kept = { ...note }
  const staying = [...always, 'untrusted']
  const wanted = readWanted([...fields, ...staying])
  for (const [key, value] of Object.entries(note)) {
    const inner = wanted.get(key)
    const part = inner === undefined ? nothing : select(value, inner)
    if (part === nothing) Reflect.deleteProperty(kept, key)
    else Reflect.set(kept, key, part)
  }
  const isEmpty = Object.keys(kept).every((key) => staying.includes(key))
  return isEmpty && 'id' in note ? { id: note.id, ...kept } : kept
}

/**
 * An answer whose message also names the fields that were asked for and that none of its notes can have. `known` are those
 * they can have; what lies below one of them is up to the note.
 */
export function tellUnknownFields<Answer extends object>(
  answer: Answer & { readonly message?: string | undefined },
  fields: readonly string[] | undefined,
  known: readonly string[],
): Answer & { readonly message?: string | undefined } {
  const unknown = (fields ?? []).filter(
    (field) => ![...known, 'vault_id'].includes(field.split('.', 1)[0] ?? ''),
  )
  if (unknown.length === 0) return answer
  const said = unknown
    .slice(0, mostTold)
    .map((field) => `A note here has no field "${field}"${orRather(field, known)}.`)
  return { ...answer, message: [answer.message ?? [], said].flat().join(' ') }
}

const mostTold = 5

/** A property is what other programs name without more. */
function orRather(field: string, known: readonly string[]): string {
  const [likely] = nearest(field, known)
  if (likely !== undefined) return `, but "${likely}"`
  if (['content', 'text', 'body'].includes(field)) return ': its text has to be read'
  return /^(?:frontmatter\.|properties\.)?[^.]+$/.test(field)
    ? `; a property is "metadata.${field.split('.').at(-1) ?? ''}"`
    : ''
}

const nothing = Symbol('nothing')

/** Per key the paths wanted below it; the empty path wants the whole value. */
type Wanted = Map<string, readonly string[]>

function readWanted(paths: readonly string[]): Wanted {
  const wanted: Wanted = new Map()
  for (const path of paths) {
    const [key = '', ...rest] = path.split('.')
    if ([key, ...rest].includes('')) continue
    wanted.set(key, [...(wanted.get(key) ?? []), rest.join('.')])
  }
  return wanted
}

function select(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes('')) return value
  if (!isRecord(value)) return nothing
  if (paths.includes('*')) return value
  const wanted = readWanted(paths)
  const parts = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (paths.includes(key)) return [[key, inner]]
    const below = wanted.get(key)
    const part = below === undefined ? nothing : select(inner, below)
    return part === nothing ? [] : [[key, part]]
  })
  return parts.length === 0 ? nothing : Object.fromEntries(parts)
}
