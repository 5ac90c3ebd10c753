import { parseNote } from '../../markdown/read/parse-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { NoteSource, RenderContext } from '../render/render-context.ts'

/** So many notes are shown within one, each of at most so many characters; the others are links. */
const mostNotes = 40
const longest = 200_000

/** The notes that a note embeds. */
export function embeddedPaths(
  { path, note }: NoteSource,
  resolve: RenderContext['resolve'],
): readonly string[] {
  const paths = new Set<string>()
  for (const { isEmbed, form, target } of note.links) {
    if (!isEmbed || form !== 'wikilink' || target === '') continue
    const meant = resolve(target, { path, form })
    if (meant.kind === 'note' && meant.path !== path) paths.add(meant.path)
  }
  return [...paths].slice(0, mostNotes)
}

/** Reads notes for rendering them within another: after this, rendering reads nothing. */
export async function readEmbedded(
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
