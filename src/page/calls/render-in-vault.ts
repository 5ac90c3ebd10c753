import { z } from 'zod'
import { openLinkGraph } from '../../index-db/link-graph.ts'
import type { IndexReader } from '../../index-db/index-reader.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { isFileKind } from '../../model/link-names.ts'
import { linkKeys, resolveLink } from '../../model/resolve-link.ts'
import { askOf } from '../../vault/vault-index.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { LinkMeaning, NoteSource, RenderContext } from '../render/render-context.ts'

export const outlineShape = z.array(z.object({ level: z.number(), text: z.string(), anchor: z.string() }))

/** So many notes are shown within one, each of at most so many characters; the others are links. */
const mostNotes = 40
const longest = 200_000

/** A text as HTML that is safe to put into the page, with the links and embeds that it has in a vault as it is now. */
export async function renderInVault(
  vault: VaultContext,
  { path, text }: { readonly path: string; readonly text: string },
  { isPast = false } = {},
): Promise<{ readonly html: string; readonly outline: z.output<typeof outlineShape> }> {
  const { tagStyle } = vault.settings
  const source = { path, text, note: parseNote(text, tagStyle) }
  const ask = askOf(vault.index)
  const { isWhole } = vault.index.freshness
  const within = await ask((index) => embeddedPaths(source, resolveInIndex(index, { isWhole })))
  const embedded = await readEmbedded(vault, within ?? [])
  const [{ renderNoteText }, renderMath] = await Promise.all([
    import('../render/render-note-text.ts'),
    mathIn([text, ...[...embedded.values()].map((inner) => inner.text)]),
  ])
  const common = {
    vaultId: vault.id,
    tagStyle,
    embedded: (inner: string) => embedded.get(inner) ?? null,
    renderMath,
    isPast,
  }
  const unresolved = () => ({ kind: 'unknown' }) as const
  const { html, outline } =
    (await ask((index) =>
      renderNoteText(source, { ...common, resolve: resolveInIndex(index, { isWhole }) }),
    )) ?? renderNoteText(source, { ...common, resolve: unresolved })
  return { html, outline: [...outline] }
}

/** Resolves links as the index does, also those of a text that it has not read yet. */
function resolveInIndex(
  { db }: IndexReader,
  { isWhole }: { readonly isWhole: boolean },
): RenderContext['resolve'] {
  const graph = openLinkGraph(db)
  const nowhere: LinkMeaning = { kind: isWhole ? 'missing' : 'unknown' }
  return (target, source) => {
    const bearer = resolveLink(linkKeys(target, source), { ...source, target }, graph.bearersOf)
    if (bearer === null) return nowhere
    const { id, kind, path } = bearer
    if (isFileKind(kind)) return { kind: 'file', path }
    return { kind: 'note', path, title: graph.titleOf(id) ?? path }
  }
}

/** The notes that a note embeds. */
function embeddedPaths({ path, note }: NoteSource, resolve: RenderContext['resolve']): readonly string[] {
  const paths = new Set<string>()
  for (const { isEmbed, form, target } of note.links) {
    if (!isEmbed || form !== 'wikilink' || target === '') continue
    const meant = resolve(target, { path, form })
    if (meant.kind === 'note' && meant.path !== path) paths.add(meant.path)
  }
  return [...paths].slice(0, mostNotes)
}

/** Reads notes for rendering them within another: after this, rendering reads nothing. */
async function readEmbedded(
  { files, settings }: VaultContext,
  paths: readonly string[],
): Promise<ReadonlyMap<string, NoteSource>> {
  const sources = new Map<string, NoteSource>()
  for (const path of paths) {
    const file = await files.readStart(path).catch(() => null)
    if (file === null || file.text.length > longest) continue
    sources.set(path, { path, text: file.text, note: parseNote(file.text, settings.tagStyle) })
  }
  return sources
}

/** What reads TeX is loaded with the first note that has any. */
async function mathIn(texts: readonly string[]): Promise<RenderContext['renderMath']> {
  if (!texts.some((text) => text.includes('$'))) return () => null
  const { mathRenderer } = await import('../render/render-math.ts')
  return mathRenderer()
}
