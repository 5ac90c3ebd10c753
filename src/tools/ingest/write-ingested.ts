import type { Said } from '../../model/advice.ts'
import { givenSections, type MergedText, type NoteFacts } from '../../text-work/ingested-note.ts'
import { readFrontmatter } from '../../markdown/read/read-frontmatter.ts'
import { stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { FileChange } from '../../changes/change-plan.ts'
import type { Planned } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { WriteOutcome } from '../../changes/write-changes.ts'
import { tellUnfit } from '../tell-unfit.ts'
import { findIngested } from './find-ingested.ts'
import type { LoadedSource } from './load-source.ts'
import { beginning } from '../../model/whole-characters.ts'

export interface IngestWishes {
  readonly title?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly summary?: string | undefined
  readonly keyPoints?: readonly string[] | undefined
}

export interface IngestedNote {
  readonly path: string
  readonly title: string
  /** As the frontmatter has it. */
  readonly source: string
  readonly text: string
  readonly isNew: boolean
  readonly isChanged: boolean
  /** What an agent should still write. */
  readonly wanted: readonly ('summary' | 'key_points')[]
  /** Whether its text was changed by hand, so that the source's does not replace it. */
  readonly keepsText: boolean
  readonly warnings: readonly Said[]
}

/** Creates the note of a source, or brings the one that there is up to date. Both happen under the vault's lock. */
export async function writeIngested(
  vault: VaultContext,
  source: LoadedSource,
  wishes: IngestWishes,
): Promise<WriteOutcome & { readonly facts: IngestedNote }> {
  return await vault.writer.change({ tool: 'ingest', dryRun: false }, async () => {
    const { keys, hash, origin } = source
    const found = await findIngested(vault, { keys, hash: origin.kind === 'file' ? hash : null })
    const [path] = found
    if (path === undefined) return await planNew(vault, source, wishes)
    const others = found.slice(1)
    return await planUpdate(vault, path, source, wishes, others)
  })
}

async function planNew(
  vault: VaultContext,
  source: LoadedSource,
  wishes: IngestWishes,
): Promise<Planned<IngestedNote>> {
  const { facts, markdown } = factsOf(vault, source, wishes)
  const { body, states } = await vault.textWork.run('renderIngested', markdown, {
    facts,
    path: 'resources/note.md',
  })
  const metadata = { ...propertiesOf(vault, source), ingest_sections: states }
  const draft = {
    title: wishes.title ?? facts.title,
    directory: 'resources',
    content: body,
    tags: wishes.tags,
    metadata,
    isFromOutside: true,
  }
  const planned = await vault.notes.plan(draft)
  const { path, isOwn } = await findPlace(vault, planned.path, source.keys)
  if (isOwn) return await planUpdate(vault, path, source, wishes, [])
  const { text, type, warnings, unfit } =
    path === planned.path ? planned : await vault.notes.plan({ ...draft, directory: undefined, path })
  const change: FileChange = { kind: 'create', path, text, mode: source.mode }
  return {
    changes: [change],
    facts: {
      path,
      title: planned.title,
      source: source.keys[0],
      text,
      isNew: true,
      isChanged: true,
      wanted: await vault.textWork.run('listUnwritten', text, { states }),
      keepsText: false,
      warnings: [...warnings, ...tellUnfit({ path, type, unfit }, metadata)],
    },
  }
}

async function planUpdate(
  vault: VaultContext,
  path: string,
  source: LoadedSource,
  wishes: IngestWishes,
  others: readonly string[],
): Promise<Planned<IngestedNote>> {
  const { facts, markdown } = factsOf(vault, source, wishes)
  return await planChange(vault, path, wishes, async (text, data) => {
    const states = data['ingest_sections']
    const withGiven = async () =>
      await vault.textWork.run('mergeOwnSections', text, { states, sections: givenSections(facts) })
    const { source: known, ingested } = data
    // The first of two files with the same bytes stands as long as it is there, and may be looked at.
    const isThere = (path: string) => vault.files.exists(path).catch(() => false)
    if (typeof known === 'string' && !source.keys.includes(known) && (await isThere(known)))
      return {
        merged: await withGiven(),
        properties: {},
        warnings: [`${source.keys[0]} is a copy of ${known}: both have this note, which names the first.`],
      }
    const isSame = data['source_hash'] === source.hash && typeof ingested === 'string'
    const today = isSame ? ingested.slice(0, 10) : facts.today
    const sections = await vault.textWork.run('renderSections', markdown, {
      facts: { ...facts, today },
      path,
    })
    const merged = await vault.textWork.run('mergeOwnSections', text, { states, sections })
    const properties = { ...propertiesOf(vault, source), ...(isSame && { ingested }) }
    const warnings =
      others.length === 0 ? [] : [`Other notes say that they are of the same source: ${others.join(', ')}.`]
    const { kept, absent } = merged
    if (isSame || !kept.includes('Raw Content')) return { merged, properties, warnings }
    // What the note says of its source is true of the text that it has.
    return {
      merged: { ...(await withGiven()), kept, absent },
      properties: {},
      warnings: [olderText, ...warnings],
    }
  })
}

const olderText =
  'The source has changed since: the note has the older text. For the new one, undo the change in "Raw Content" or delete the note, and ingest again.'

/** Only what an agent has written about a source that was read before. */
export async function planGiven(
  vault: VaultContext,
  path: string,
  wishes: IngestWishes,
): Promise<Planned<IngestedNote>> {
  return await planChange(vault, path, wishes, async (text, data) => {
    const { summary = null, keyPoints = null } = wishes
    const merged = await vault.textWork.run('mergeOwnSections', text, {
      states: data['ingest_sections'],
      sections: givenSections({ summary, keyPoints }),
    })
    return { merged, properties: {}, warnings: [] }
  })
}

async function planChange(
  vault: VaultContext,
  path: string,
  wishes: IngestWishes,
  compute: (
    text: string,
    data: Readonly<Record<string, unknown>>,
  ) => Promise<{
    readonly merged: MergedText
    readonly properties: Readonly<Record<string, unknown>>
    readonly warnings: readonly Said[]
  }>,
): Promise<Planned<IngestedNote>> {
  const file = await vault.writer.read(path)
  if (isUnreadable(file.text)) throw unreadable(path)
  const { tagStyle } = vault.settings
  const { tags = [] } = wishes
  const before = await vault.textWork.run('readIngested', file.text, { tags, tagStyle })
  const { merged, properties, warnings } = await compute(file.text, before.data)
  const { text, states, kept, absent } = merged
  const edited = await vault.writer.withProperties(text, { ...properties, ingest_sections: states })
  const { missing } = before
  const tagged =
    missing.length === 0
      ? edited
      : await vault.textWork.run('addMissingTags', edited, { tags: missing, tagStyle })
  const isChanged = tagged !== file.text
  const after = isChanged ? await vault.writer.touched(tagged) : tagged
  const title = before.title ?? stemOf(path)
  return {
    changes: isChanged ? [{ kind: 'replace', path, before: file, text: after }] : [],
    facts: {
      path,
      title,
      source: String(properties['source'] ?? before.data['source']),
      text: after,
      isNew: false,
      isChanged,
      wanted: await vault.textWork.run('listUnwritten', after, { states }),
      keepsText: kept.includes('Raw Content'),
      warnings: [
        ...kept.map((name) => `"${name}" was changed by hand and stays as it is.`),
        ...absent.map((name) => `"${name}" was taken out of the note and is not put back.`),
        ...(wishes.title !== undefined && wishes.title !== title
          ? [{ kind: 'change-title', title } as const]
          : []),
        ...warnings,
      ],
    },
  }
}

/** Their title is the document's, whatever its note is called. */
function factsOf(
  vault: VaultContext,
  source: LoadedSource,
  wishes: IngestWishes,
): { readonly facts: NoteFacts; readonly markdown: string } {
  const { origin, document } = source
  const { markdown, ...draft } = document.draft
  const { summary = null, keyPoints = null } = wishes
  const today = vault.writer.now().toISOString().slice(0, 10)
  const { tagStyle } = vault.settings
  return { facts: { title: titleOf(source), origin, draft, today, tagStyle, summary, keyPoints }, markdown }
}

/** What the frontmatter says of where the text is from. */
function propertiesOf(vault: VaultContext, { keys, hash, document }: LoadedSource): Record<string, unknown> {
  const { author, site, date } = document.draft
  return {
    source: keys[0],
    source_type: 'ingested',
    source_format: document.format,
    ...(author !== null && { source_author: plainLine(author) }),
    ...(site !== null && { source_site: plainLine(site) }),
    ...(date !== null && { source_date: plainLine(date) }),
    source_hash: hash,
    ingested: vault.writer.now().toISOString(),
    untrusted: true,
  }
}

function titleOf({ origin, document }: LoadedSource): string {
  const own = plainLine(document.draft.title ?? '')
  if (own !== '') return own
  if (origin.kind === 'file') return plainLine(origin.name.replace(/\.[^.]+$/, '')) || 'Untitled'
  const { hostname, pathname } = new URL(origin.url)
  return plainLine(`${hostname}${pathname.replace(/\/$/, '').replaceAll('/', ' ')}`)
}

/** One line of another's words for the frontmatter, where two brackets would be a link, and `<%` what Templater runs. */
function plainLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/\[\[|\]\]/g, '')
    .replaceAll('<%', '< %')
    .trim()
  return line.length <= longestLine ? line : `${beginning(line, longestLine).replace(/\s+\S*$/, '')}…`
}

const longestLine = 200

/**
 * Where a new note can be: two documents may have one title. A note of this source that the index does not know as such,
 * because it saw the file half written, is that place. CONFLICT for one whose frontmatter cannot be read.
 */
async function findPlace(
  vault: VaultContext,
  path: string,
  keys: readonly string[],
): Promise<{ readonly path: string; readonly isOwn: boolean }> {
  const stem = path.replace(/\.md$/i, '')
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? path : `${stem}-${count}.md`
    const taken = await vault.files.sameName(candidate)
    if (taken === null) return { path: candidate, isOwn: false }
    if (await isNoteOf(vault, taken, keys)) return { path: taken, isOwn: true }
  }
}

async function isNoteOf(vault: VaultContext, path: string, keys: readonly string[]): Promise<boolean> {
  if (await vault.files.isFolder(path)) return false
  const text = (await vault.files.read(path))?.text ?? ''
  if (!isUnreadable(text)) {
    const { data } = readFrontmatter(text)
    return (
      data['source_type'] === 'ingested' &&
      'source_hash' in data &&
      keys.some((key) => key === data['source'])
    )
  }
  const [head = ''] = text.split(/^#/m, 1)
  const [, written = ''] = /^source:(.*)$/m.exec(head) ?? []
  const source = written.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (keys.includes(source)) throw unreadable(path)
  return false
}

/** Frontmatter that lacks its end is none to the parser. */
function isUnreadable(text: string): boolean {
  const { range, problem } = readFrontmatter(text)
  return problem !== null || (range === null && /^\ufeff?---\r?\n/.test(text))
}

function unreadable(path: string): VaultError {
  return new VaultError(
    'CONFLICT',
    `${path} is the note of this source, but its frontmatter cannot be read. Nothing was written.`,
    { path, hint: `Mend the frontmatter of ${path} and ingest again.` },
  )
}
