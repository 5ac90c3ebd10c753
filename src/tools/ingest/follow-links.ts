import { normalizeUrl } from '../../ingest/normalize-url.ts'
import { rankLinks, similarity } from '../../ingest/rank-links.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import { ingestLoaded, type IngestedSource } from './ingest-source.ts'
import { loadSource, type SourceDoors } from './load-source.ts'

const mostNotes = 10
// Not every page that a link promises is about the same.
const mostFetched = 20
const leastSimilarity = 0.08

/** Ingests the pages of the same site that a page links to and that are about the same; each has a note of its own. */
export async function followLinks(
  vault: VaultContext,
  seed: IngestedSource,
  doors: SourceDoors,
  progress: ToolContext['progress'],
) {
  const ingested: { url: string; note_path: string; created: boolean }[] = []
  const skipped: { url: string; reason: string }[] = []
  const candidates = rankLinks({ ...seed, source: seed.note.source }).slice(0, mostFetched)
  const known = new Set([seed.note.source])
  const total = Math.min(candidates.length, mostNotes)
  const isOver = () => doors.signal.aborted
  for (const candidate of candidates) {
    if (ingested.length === mostNotes) break
    if (isOver()) {
      skipped.push({ url: candidate, reason: noTime })
      continue
    }
    progress?.(ingested.length, total, candidate)
    try {
      const url = new URL(candidate)
      const loaded = await loadSource(vault, { kind: 'url', url, key: normalizeUrl(url) }, doors)
      const [source] = loaded.keys
      if (known.has(source)) continue
      known.add(source)
      const { markdown, title } = loaded.document.draft
      if (new URL(source).hostname !== new URL(seed.note.source).hostname) {
        skipped.push({ url: candidate, reason: 'It leads to another site.' })
      } else if (
        similarity(`${seed.note.title}\n${seed.text}`, `${title ?? ''}\n${markdown}`) < leastSimilarity
      ) {
        skipped.push({ url: candidate, reason: 'It is about something else.' })
      } else {
        const { note } = await ingestLoaded(vault, loaded, {})
        ingested.push({ url: source, note_path: note.path, created: note.isNew })
      }
    } catch (error) {
      if (error instanceof VaultError) skipped.push({ url: candidate, reason: error.message })
      else if (isOver()) skipped.push({ url: candidate, reason: noTime })
      else throw error
    }
  }
  progress?.(ingested.length, Math.max(total, ingested.length))
  return { ingested_sources: ingested, ...(skipped.length > 0 && { skipped_sources: skipped }) }
}

const noTime = 'There was no time left.'
