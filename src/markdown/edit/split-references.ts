import type { SourceRange } from '../../model/parsed-note.ts'
import { applyEdits } from '../../model/text-edit.ts'
import { listReferences, type Definition, type References } from '../read/list-references.ts'
import { lineEndOf } from '../text/with-line-ends.ts'

export interface SplitReferences {
  /** Definitions in the part that the rest of the note uses. */
  readonly neededOutside: readonly Definition[]
  /** Definitions in the rest that the part uses. */
  readonly neededInside: readonly Definition[]
  /** Those definitions that only the part uses. */
  readonly onlyInside: readonly Definition[]
}

/** What happens to a note's link definitions and footnotes when one part of it moves elsewhere. */
export function splitReferences(text: string, part: SourceRange): SplitReferences {
  const references = listReferences(text)
  const isInside = ({ start }: { readonly start: number }) => start >= part.start && start < part.end
  const inside = references.definitions.filter(isInside)
  const outside = references.definitions.filter((definition) => !isInside(definition))
  const usedInside = reach(references, isInside)
  const insideKeys = new Set(inside.map(({ key }) => key))
  const outsideKeys = new Set(outside.map(({ key }) => key))
  const usedOutside = reach(references, (use) => !isInside(use))
  const missingFrom = (used: ReadonlySet<string>, there: readonly Definition[], here: ReadonlySet<string>) =>
    firsts(there).filter(({ key }) => used.has(key) && !here.has(key))
  const neededInside = missingFrom(usedInside, outside, insideKeys)
  return {
    neededOutside: missingFrom(usedOutside, inside, outsideKeys),
    neededInside,
    onlyInside: neededInside.filter(({ key }) => !usedOutside.has(key)),
  }
}

/** The labels that a part of the text uses, itself or in a footnote that it uses. */
function reach(
  { definitions, uses }: References,
  isMeant: (use: { readonly start: number }) => boolean,
): ReadonlySet<string> {
  // Both are in text order.
  let at = 0
  const within = new Map<string, string[]>()
  const reached = new Set<string>()
  const waiting: string[] = []
  for (const use of uses) {
    while ((definitions[at]?.end ?? Infinity) <= use.start) at += 1
    const owner = definitions[at]
    if (owner === undefined || use.start < owner.start) {
      if (isMeant(use)) waiting.push(use.key)
      continue
    }
    const used = within.get(owner.key) ?? []
    within.set(owner.key, used)
    used.push(use.key)
  }
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (reached.has(key)) continue
    reached.add(key)
    for (const used of within.get(key) ?? []) waiting.push(used)
  }
  return reached
}

function firsts(definitions: readonly Definition[]): readonly Definition[] {
  const seen = new Set<string>()
  return definitions.filter(({ key }) => !seen.has(key) && seen.add(key))
}

/**
 * Adds definitions at the end, separated from other text. A footnote would swallow the line below it, unless that is
 * another footnote.
 */
export function addDefinitions(
  text: string,
  { definitions }: { readonly definitions: readonly string[] },
): string {
  const lineBreak = lineEndOf(text)
  return definitions.reduce((before, definition) => {
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

/**
 * Removes the first definition of each of these labels, which is the one that counts; one between blank lines takes the
 * blank line before it along.
 */
export function withoutDefinitions(text: string, gone: readonly Definition[]): string {
  const keys = new Set(gone.map(({ key }) => key))
  const runs: { start: number; end: number }[] = []
  for (const { key, start, end } of listReferences(text).definitions) {
    if (!keys.delete(key)) continue
    const last = runs.at(-1)
    // One in a footnote goes with it.
    if (last !== undefined && start < last.end) continue
    if (last?.end === start) last.end = end
    else runs.push({ start, end })
  }
  return applyEdits(
    text,
    runs.map(({ start, end }) => {
      const blank = /^[ \t]*\r?\n|^[ \t]*$/.test(text.slice(end))
        ? (/\n(\r?\n)$/.exec(text.slice(Math.max(0, start - 3), start))?.[1] ?? '')
        : ''
      return { start: start - blank.length, end, insert: '' }
    }),
  )
}
