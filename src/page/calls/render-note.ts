import { z } from 'zod'
import { noteParameter } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { isUntrusted } from '../../model/is-untrusted.ts'
import { describeNote } from '../../tools/notes/note-output.ts'
import { askOf } from '../../vault/vault-index.ts'
import type { RenderContext } from '../render/render-context.ts'
import { noteAddresses } from './note-addresses.ts'
import { embeddedPaths, readEmbedded } from './read-embedded.ts'
import { resolveInIndex } from './resolve-in-index.ts'

export const renderNote = defineVaultTool({
  name: 'render_note',
  title: 'Show a note',
  toolset: 'person',
  description:
    'A note as HTML that is safe to put into the page, with its outline, its text and its properties.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  marksUntrusted: true,
  maxBytes: 200_000_000,
  input: z.object({ identifier: noteParameter }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    type: z.string().nullable(),
    html: z.string(),
    outline: z.array(z.object({ level: z.number(), text: z.string(), anchor: z.string() })),
    metadata: z.record(z.string(), z.unknown()),
    text: z.string(),
    content_hash: z.string(),
    created: z.string(),
    updated: z.string(),
    tags: z.array(z.string()),
    untrusted: z.boolean(),
    addresses: z.object({ obsidian: z.string(), editor: z.string(), file: z.string() }),
  }),
  async handler({ identifier }, vault) {
    await vault.index.settled()
    const read = await vault.notes.read(identifier)
    const { file } = read
    const { tagStyle } = vault.settings
    const source = { path: file.path, text: file.text, note: parseNote(file.text, tagStyle) }
    const ask = askOf(vault.index)
    const { isWhole } = vault.index.freshness
    const within = await ask((index) => embeddedPaths(source, resolveInIndex(index, { isWhole })))
    const embedded = await readEmbedded(vault, within ?? [])
    const [{ renderNoteText }, renderMath] = await Promise.all([
      import('../render/render-note-text.ts'),
      mathIn([file.text, ...[...embedded.values()].map(({ text }) => text)]),
    ])
    const common = {
      vaultId: vault.id,
      tagStyle,
      embedded: (path: string) => embedded.get(path) ?? null,
      renderMath,
    }
    const unresolved = () => ({ kind: 'unknown' }) as const
    const { html, outline } =
      (await ask((index) =>
        renderNoteText(source, { ...common, resolve: resolveInIndex(index, { isWhole }) }),
      )) ?? renderNoteText(source, { ...common, resolve: unresolved })
    const { id, title, type, created, updated, tags, metadata } = describeNote(read)
    return {
      ...{ id, title, type: type === '' ? null : type, html, outline: [...outline], metadata },
      ...{ text: file.text, content_hash: String(file.hash), created, updated, tags },
      untrusted: isUntrusted(metadata),
      addresses: noteAddresses(vault.root, id),
    }
  },
})

/** What reads TeX is loaded with the first note that has any. */
async function mathIn(texts: readonly string[]): Promise<RenderContext['renderMath']> {
  if (!texts.some((text) => text.includes('$'))) return () => null
  const { mathRenderer } = await import('../render/render-math.ts')
  return mathRenderer()
}
