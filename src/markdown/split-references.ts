import type { SourceRange } from '../model/parsed-note.ts'
import { applyEdits } from '../model/text-edit.ts'
import { listReferences, type Definition, type References } from './list-references.ts'
import { lineEndOf } from './with-line-ends.ts'

export interface SplitReferences {
  /** Definitions within the part that the rest of the note uses. */
  readonly neededOutside: readonly Definition[]
  /** Definitions in the rest that the part uses. */
  readonly neededInside: readonly Definition[]
  /** Those of them that nothing else uses. */
  readonly onlyInside: readonly Definition[]
}

/** What becomes of a note's link definitions and footnotes where one part of it goes elsewhere. */
export function splitReferences(text: string, part: SourceRange): SplitReferences {
  const references = listReferences(text)
  const isInside = ({ start }: { readonly start: number }) => start >= part.start && start < part.end
  const inside = references.definitions.filter(isInside)
  const outside = references.definitions.filter((definition) => !isInside(definition))
  const usedInside = reach(references, isInside)
  const usedOutside = reach(references, (use) => !isInside(use))
  const missingFrom = (
    used: ReadonlySet<string>,
    there: readonly Definition[],
    here: readonly Definition[],
  ) => firsts(there).filter(({ key }) => used.has(key) && !here.some((own) => own.key === key))
  const neededInside = missingFrom(usedInside, outside, inside)
  return {
    neededOutside: missingFrom(usedOutside, inside, outside),
    neededInside,
    onlyInside: neededInside.filter(({ key }) => !usedOutside.has(key)),
  }
}

/** The labels that a part of the text uses, itself or in a footnote that it uses. */
function reach(
  { definitions, uses }: References,
  isMeant: (use: { readonly start: number }) => boolean,
): ReadonlySet<string> {
  const ownerOf = ({ start }: { readonly start: number }) =>
    definitions.find((definition) => start >= definition.start && start < definition.end)?.key ?? null
  const placed = uses.map((use) => ({ ...use, owner: ownerOf(use) }))
  const reached = new Set<string>()
  const add = (key: string) => {
    if (reached.has(key)) return
    reached.add(key)
    for (const use of placed) if (use.owner === key) add(use.key)
  }
  for (const use of placed) if (use.owner === null && isMeant(use)) add(use.key)
  return reached
}

function firsts(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.filter(({ key }, index) => definitions.findIndex((other) => other.key === key) === index)
}

/**
 * The text with definitions at its end, apart from what is no definition. A footnote takes in the line below it unless
 * that is another footnote.
 */
export function withDefinitions(text: string, added: readonly string[]): string {
  const lineBreak = lineEndOf(text)
  return added.reduce((before, definition) => {
    const head = before === '' || before.endsWith('\n') ? before : before + lineBreak
    const last = listReferences(head).definitions.find(({ end }) => end === head.length)
    const isBelowOther = last !== undefined && (isFootnote(definition) || !last.key.startsWith('^'))
    const isApart = isBelowOther || head === '' || /\n\r?\n$/.test(head)
    return head + (isApart ? '' : lineBreak) + definition.trimEnd() + lineBreak
  }, text)
}

function isFootnote(definition: string): boolean {
  return /^ {0,3}\[\^/.test(definition)
}

/** The text without definitions of these labels; one that stood between blank lines takes the one before it along. */
export function withoutDefinitions(text: string, gone: readonly Definition[]): string {
  const keys = new Set(gone.map(({ key }) => key))
  const runs: { start: number; end: number }[] = []
  for (const { key, start, end } of listReferences(text).definitions) {
    if (!keys.has(key)) continue
    const last = runs.at(-1)
    if (last?.end === start) last.end = end
    else runs.push({ start, end })
  }
  return applyEdits(
    text,
    runs.map(({ start, end }) => {
      const blank = /^[ \t]*\r?\n|^[ \t]*$/.test(text.slice(end))
        ? (/\n(\r?\n)$/.exec(text.slice(0, start))?.[1] ?? '')
        : ''
      return { start: start - blank.length, end, insert: '' }
    }),
  )
}
