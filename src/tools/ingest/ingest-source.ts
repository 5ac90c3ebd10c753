import type { Said } from '../../model/advice.ts'
import type { PageLink } from '../../ingest/html-messages.ts'
import { mostCharacters } from '../../text-work/ingested-note.ts'
import { findNeighbours, type Neighbours } from '../../domain/find-neighbours.ts'
import { quoteMarkdown } from '../../markdown/edit/quote-markdown.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { WriteOutcome } from '../../changes/write-changes.ts'
import { findIngested } from './find-ingested.ts'
import {
  hashSource,
  loadSource,
  nameSource,
  type LoadedSource,
  type NamedSource,
  type SourceDoors,
} from './load-source.ts'
import { planGiven, writeIngested, type IngestedNote, type IngestWishes } from './write-ingested.ts'
import { beginning } from '../../model/whole-characters.ts'

export interface IngestedSource {
  readonly note: IngestedNote
  readonly written: WriteOutcome
  readonly chunks: number
  readonly neighbours: Required<Neighbours>
  readonly warnings: readonly Said[]
  /** How the text begins; null where no agent will write about it, or the note has another one. */
  readonly excerpt: string | null
  readonly isExcerptWhole: boolean
  /** The whole text, and the links in it. */
  readonly text: string
  readonly links: readonly PageLink[]
}

/** Reads a document and makes or updates its note. */
export async function ingestSource(
  vault: VaultContext,
  source: string,
  wishes: IngestWishes,
  doors: SourceDoors & { readonly needsText?: boolean },
): Promise<IngestedSource> {
  const named = await nameSource(vault, source, doors)
  const given = doors.needsText === true ? null : await addGiven(vault, named, wishes)
  if (given !== null) return given
  const loaded = await loadSource(vault, named, doors)
  doors.signal.throwIfAborted()
  return await ingestLoaded(vault, loaded, wishes)
}

/** Makes or updates the note of a document that is read already. */
export async function ingestLoaded(
  vault: VaultContext,
  loaded: LoadedSource,
  wishes: IngestWishes,
): Promise<IngestedSource> {
  const { draft } = loaded.document
  const { facts: note, ...written } = await writeIngested(vault, loaded, wishes)
  return {
    note,
    written,
    ...(await around(
      vault,
      note,
      loaded.keys[0],
      `${draft.description ?? ''}\n${draft.markdown.slice(0, 20_000)}`,
    )),
    warnings: [...draft.warnings, ...cutWarning(draft.markdown), ...note.warnings],
    excerpt:
      note.wanted.length === 0 || note.keepsText
        ? null
        : quoteMarkdown(beginning(draft.markdown, mostExcerpt)),
    isExcerptWhole: draft.markdown.length <= mostExcerpt,
    text: draft.markdown,
    links: loaded.document.links,
  }
}

function cutWarning(text: string): readonly string[] {
  return text.length > mostCharacters
    ? [`Of its ${text.length} characters the first ${mostCharacters} are kept.`]
    : []
}

const mostExcerpt = 4_000

/** What was just read is not read again for the summary that an agent has made of it: a page for so long. */
const freshForMs = 60 * 60_000

async function isAsRead(
  vault: VaultContext,
  named: NamedSource,
  { ingested, source_hash: hash }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (named.kind !== 'url') return (await hashSource(vault, named)) === hash
  const age = vault.writer.now().getTime() - Date.parse(String(ingested))
  return age >= 0 && age <= freshForMs
}

async function addGiven(
  vault: VaultContext,
  named: NamedSource,
  wishes: IngestWishes,
): Promise<IngestedSource | null> {
  if (wishes.summary === undefined && wishes.keyPoints === undefined) return null
  const [path] = await findIngested(vault, { keys: [named.key], hash: null })
  if (path === undefined) return null
  const { data } = await vault.writer.frontmatterOf((await vault.writer.read(path)).text)
  if (!(await isAsRead(vault, named, data))) return null
  const { facts: note, ...written } = await vault.writer.change({ tool: 'ingest', dryRun: false }, () =>
    planGiven(vault, path, wishes),
  )
  return {
    note,
    written,
    ...(await around(vault, note, named.key, note.text.slice(0, 20_000))),
    warnings: note.warnings,
    excerpt: null,
    isExcerptWhole: false,
    text: '',
    links: [],
  }
}

async function around(vault: VaultContext, note: IngestedNote, source: string, text: string) {
  await vault.index.settled()
  const near = await findNeighbours(vault, { ...note, text }, { isOneOfMany: false })
  // A note may be the source itself.
  const isOther = ({ path }: { readonly path: string }) => path !== source
  const neighbours = {
    suggested_links: near.suggested_links?.filter(isOther) ?? [],
    similar_notes: near.similar_notes?.filter(isOther) ?? [],
  }
  const chunks = await vault.index.query(({ db }) =>
    Promise.resolve(
      db
        .prepare<[string], number>(
          'SELECT count(*) FROM chunk JOIN note ON note.id = chunk.note WHERE note.path = ?',
        )
        .pluck()
        .get(note.path) ?? 0,
    ),
  )
  return { neighbours, chunks }
}
