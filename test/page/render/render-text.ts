import { parseNote } from '../../../src/markdown/read/parse-note.ts'
import { usualTags } from '../../../src/model/tag-style.ts'
import type { LinkMeaning, NoteSource } from '../../../src/page/render/render-context.ts'
import { mathRenderer } from '../../../src/page/render/render-math.ts'
import { type RenderedNote, renderNoteText } from '../../../src/page/render/render-note-text.ts'

/** Renders `here.md` in a vault `v` of these notes and files: their paths, without `.md` too, are what links name. */
export function renderText(text: string, others: Readonly<Record<string, string>> = {}): RenderedNote {
  const sources = new Map<string, NoteSource>(
    Object.entries({ ...others, 'here.md': text }).map(([path, own]) => [
      path,
      { path, text: own, note: parseNote(own) },
    ]),
  )
  const source = sources.get('here.md')
  if (source === undefined) throw new TypeError('The note is not there.')
  return renderNoteText(source, {
    vaultId: 'v',
    tagStyle: usualTags,
    resolve(target): LinkMeaning {
      for (const path of [target, `${target}.md`]) {
        if (!sources.has(path)) continue
        return path.endsWith('.md')
          ? { kind: 'note', path, title: path.slice(0, -3) }
          : { kind: 'file', path }
      }
      return { kind: 'missing' }
    },
    embedded: (path) => sources.get(path) ?? null,
    renderMath: mathRenderer(),
  })
}
