import type { IndexReader } from '../index-db/index-reader.ts'
import { findDocumentHashes, findUntrusted, hasDocuments } from '../index-db/untrusted-notes.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { isNotePath } from '../model/note-path.ts'
import { isRawDocument } from '../vault/raw-path.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { isUntrusted } from '../model/is-untrusted.ts'
import { isObject } from '../model/is-record.ts'

export interface MarkedCall {
  /** Where it only reads, the index knows what is from outside; after a write the files do. */
  readonly isReading: boolean
  /** The caller's arguments: an answer need not repeat which note it is about. */
  readonly args: object
}

/**
 * An answer with `untrusted: true` in every part of it that shows text of a note from outside, whatever tool has made it: a
 * part that names such a note, or whose diff is of one.
 */
export async function markUntrusted<Output extends object>(
  vault: VaultContext,
  output: Output,
  { isReading, args }: MarkedCall,
): Promise<Output> {
  const parts = new Map<object, readonly string[]>()
  collect(output, parts, namesIn(args))
  const names = new Set([...parts.values()].flat())
  const untrusted = names.size === 0 ? new Set<string>() : await fromOutside(vault, [...names], isReading)
  const marked = new Set<object>()
  for (const [part, its] of parts)
    if (its.some((name) => untrusted.has(name)) || hasForeignDiff(part)) marked.add(part)
  return marked.size === 0 ? output : withMarks(output, marked)
}

/** The parts that show text, and the notes that they name. */
function collect(part: object, parts: Map<object, readonly string[]>, given: readonly string[]): void {
  const names = [...given, ...(Array.isArray(part) ? [] : namesIn(part))]
  if (!Array.isArray(part) && showsText(part)) parts.set(part, names)
  for (const [key, inner] of Object.entries(part))
    if (isObject(inner) && !isOfNote(key)) collect(inner, parts, [])
}

/** What a pattern says of each key: answers have the same ones over and over. */
function remembered(pattern: RegExp): (key: string) => boolean {
  const known = new Map<string, boolean>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const said = pattern.test(key)
    // Keys of a note's own are as many as somebody likes.
    if (known.size < mostKeys && key.length < longKey) known.set(key, said)
    return said
  }
}
const mostKeys = 1_000
const longKey = 40

/** Under which keys an answer, or a call, names the note that it is about. */
const isNaming = remembered(
  /^(?:id|path|identifier|(?:note|source_note|new)_(?:id|path)|(?:relative|source)_path|new_note_path)$/,
)

function namesIn(part: object): readonly string[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && value.length <= 1_000 && isNaming(key)
      ? [isNotePath(value) ? value : `${value}.md`]
      : [],
  )
}

/** Keys under which flint itself speaks, or a value stands that is no text. */
const isOwnWord = remembered(
  /^(?:.*_?(?:ids?|paths?|hash|at|time|type|date)|action|code|created|direction|filename|folder|form|hint|kind|link|mark|message|mode|modified|next_cursor|query|reason|rest|source|state|status|tool|truncated|updated|undone_tool)$/,
)
const isOwnPart = remembered(/^(?:agent_instructions|counts|freshness|halves|notices|vaults?|warnings)$/)
/** What a note says of itself names no notes, whatever its keys are. */
const isOfNote = remembered(/^(?:frontmatter|metadata|properties)$/)

/** Text of its own: that of a part within it, which names a note itself, is that part's. */
function showsText(part: object): boolean {
  return Object.entries(part).some(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return value !== '' && !isOwnWord(key) && !isOwnPart(key)
    if (!isObject(value) || isOwnPart(key)) return false
    if (isOfNote(key)) return Object.keys(value).length > 0
    return Array.isArray(value) ? value.some((item) => isText(item)) : isText(value)
  })
}

function isText(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  return isObject(value) && namesIn(value).length === 0 && showsText(value)
}

/** A note that is there no more, or not yet, can only be told by its frontmatter. */
function hasForeignDiff({ diff }: { readonly diff?: unknown }): boolean {
  return typeof diff === 'string' && /^[-+ ](?:untrusted: true|source_type: ingested)\r?$/m.test(diff)
}

async function fromOutside(
  vault: VaultContext,
  names: readonly string[],
  isReading: boolean,
): Promise<ReadonlySet<string>> {
  const found = new Set(names.filter((name) => vault.watchesRaw && isRawDocument(name)))
  const others = names.filter((name) => !found.has(name))
  if (others.length === 0) return found
  const { index } = vault
  const isIndexed = isReading && index.freshness.state === 'ready'
  // After a write the files say it themselves: the index has yet to read them, and is not waited for.
  const find = ({ queries }: IndexReader) => findUntrusted(queries, others)
  const asked = isReading ? () => index.query(find) : () => index.queryAsIs(find)
  const known = index.isThere ? await asked().catch(() => null) : null
  for (const name of known ?? []) found.add(name)
  if (isIndexed && known !== null) return found
  const unknown = others.filter((name) => !found.has(name))
  for (const name of unknown) if (await saysSo(vault, name)) found.add(name)
  for (const name of await documentsAmong(vault, unknown)) found.add(name)
  return found
}

async function saysSo(vault: VaultContext, path: string): Promise<boolean> {
  const head = await vault.files.readHead(path).catch(() => null)
  return head !== null && isUntrusted(readFrontmatter(head).data)
}

/** Those of these files that are byte for byte what a note was made of: one that was just moved the index does not know yet. */
async function documentsAmong(vault: VaultContext, paths: readonly string[]): Promise<readonly string[]> {
  const { index, files } = vault
  if (!index.isThere || paths.length === 0) return []
  try {
    if (!(await index.queryAsIs(({ queries }) => hasDocuments(queries)))) return []
    const hashes = new Map<string, string>()
    for (const path of paths) {
      const state = await files.look(path)
      if (state.kind === 'file') hashes.set(path, state.hash)
    }
    const documents = await index.queryAsIs(({ queries }) =>
      findDocumentHashes(queries, [...hashes.values()]),
    )
    return paths.filter((path) => documents.has(hashes.get(path) ?? ''))
  } catch {
    return []
  }
}

function withMarks<Part>(part: Part, marked: ReadonlySet<object>): Part
function withMarks(part: unknown, marked: ReadonlySet<object>): unknown {
  if (!isObject(part)) return part
  if (Array.isArray(part)) return part.map((item: unknown) => withMarks(item, marked))
  const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => [
    key,
    withMarks(value, marked),
  ])
  return { ...Object.fromEntries(entries), ...(marked.has(part) && { untrusted: true }) }
}
