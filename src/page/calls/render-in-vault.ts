import { z } from 'zod'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { askOf } from '../../vault/vault-index.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { RenderContext } from '../render/render-context.ts'
import { embeddedPaths, readEmbedded } from './read-embedded.ts'
import { resolveInIndex } from './resolve-in-index.ts'

export const outlineShape = z.array(z.object({ level: z.number(), text: z.string(), anchor: z.string() }))

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

/** What reads TeX is loaded with the first note that has any. */
async function mathIn(texts: readonly string[]): Promise<RenderContext['renderMath']> {
  if (!texts.some((text) => text.includes('$'))) return () => null
  const { mathRenderer } = await import('../render/render-math.ts')
  return mathRenderer()
}
