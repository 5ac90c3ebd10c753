import { legalFileName } from '../markdown/text/legal-file-name.ts'
import { linearPattern } from '../markdown/text/linear-pattern.ts'
import { formatMoment } from '../model/format-moment.ts'
import { fileNameOf, withoutNoteExtension } from '../model/note-path.ts'
import type { VaultSettings, ZkIdRule } from '../model/vault-settings.ts'
import { zkRuleFor } from '../settings/zk-rule.ts'
import { renderZkName } from './name-new-note.ts'
import { noteFileName } from './note-file-name.ts'

export interface Renaming {
  readonly folder: string
  /** The name of the file now, without its extension. */
  readonly stem: string
  /** Null where the note takes its title from the file name. */
  readonly oldTitle: string | null
  readonly newTitle: string
  readonly now: Date
}

// Letters that no rule writes: they show where it puts the title and the id.
const titleMark = 'ꙮ'
const idMark = 'ꙭ'

/**
 * What the file of a note is called once the note has its new title, by the vault's own rule. An id, a day or a time that the
 * old name has stays. Null where the rule of a zk notebook puts no title into the name.
 */
export async function renamedStem(renaming: Renaming, settings: VaultSettings): Promise<string | null> {
  const { folder, stem, oldTitle, newTitle, now } = renaming
  const rule = zkRuleFor(folder, settings)
  if (settings.filename === 'title' || rule === null)
    return withoutNoteExtension(noteFileName(newTitle, settings))
  const render = async (title: string) =>
    fileNameOf((await renderZkName(rule, { title, folder, id: idMark, now }, settings)).text)
  const pattern = await render(titleMark)
  const { before, after } = aroundTitle(pattern)
  if (before === pattern) return null
  const written = async (title: string) =>
    legalFileName((await render(title)).slice(before.length, after === '' ? undefined : -after.length))
  const parts = aroundTitle(legalFileName(pattern))
  const kept =
    keptBesideTitle(stem, oldTitle === null ? null : await written(oldTitle), parts) ??
    keptByShape(stem, parts, rule.id, now)
  return legalFileName(kept.before + (await written(newTitle)) + kept.after)
}

interface Parts {
  readonly before: string
  readonly after: string
}

function aroundTitle(name: string): Parts {
  const [before = '', ...rest] = name.split(titleMark)
  return { before, after: rest.at(-1) ?? '' }
}

/** What stands beside the old title in the name; null where the name does not have it. */
function keptBesideTitle(stem: string, title: string | null, { after: ending }: Parts): Parts | null {
  const at = title === null ? -1 : stem.lastIndexOf(title)
  if (title === null || at === -1) return null
  const before = stem.slice(0, at)
  const after = stem.slice(at + title.length)
  const isApart = /(?:^|[-_. ])$/.test(before) && /^(?:$|[-_. ])/.test(after)
  return isApart && (after === '' || ending !== '') ? { before, after } : null
}

/** What at the ends of the name looks like the id, day or time that the rule puts there. */
function keptByShape(stem: string, parts: Parts, id: ZkIdRule, now: Date): Parts {
  const find = (part: string, texts: readonly string[]) => {
    const pattern = linearPattern(`^${shapeOf(part, id, now)}$`, 'any case')
    return pattern.kind === 'pattern' ? (texts.find(pattern.test) ?? '') : ''
  }
  const ends = Array.from({ length: stem.length }, (_, end) => end)
  // A day's note may be called after its day alone.
  const [separator = ''] = /[-_. ]*$/.exec(parts.before) ?? []
  const before = find(parts.before, [...ends.map((end) => stem.slice(0, end)), stem + separator])
  const rest = stem.slice(before.length)
  const after = find(
    parts.after,
    ends.map((end) => rest.slice(rest.length - Math.min(end, rest.length))),
  )
  return { before, after }
}

/** A regular expression for what the rule writes at another moment and with another id. */
function shapeOf(part: string, { characters, length }: ZkIdRule, now: Date): string {
  const dateWords = formatMoment(now, 'MMMM MMM dddd ddd A').split(' ')
  return part.replace(/\d|[A-Za-z]+|[^\dA-Za-z]/gu, (token) => {
    if (token === idMark) return `[${characters.replace(/[\\\]^-]/g, '\\$&')}]{${length}}`
    if (/\d/.test(token)) return '[0-9]'
    if (dateWords.includes(token)) return '[A-Za-z]+'
    return token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
}
