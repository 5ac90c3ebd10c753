import { mergeSequences, type MergeRules } from './merge-sequences.ts'
import { splitCells } from './split-cells.ts'
import { agreedIn, countConflicts, type ThreeWays } from './merged.ts'

/**
 * One line that both sides changed: its parts are a list item's marker and state, links, tags, dates of a task, cells of a
 * table and sentences. Null where both changed the same part.
 *
 *     mergeLine({ base: '- [ ] Call [[Ada]]', ours: '- [x] Call [[Ada]]', theirs: '- [ ] Call [[Ada Byron]]' })
 *     // '- [x] Call [[Ada Byron]]'
 */
export function mergeLine({ base, ours, theirs }: ThreeWays<string>): string | null {
  // Where a comment begins and ends, all between depends on it.
  if ([ours, theirs].some((text) => commentSigns(text) !== commentSigns(base))) return null
  const pieces = mergeSequences(
    { base: splitParts(base), ours: splitParts(ours), theirs: splitParts(theirs) },
    rules,
  )
  if (countConflicts(pieces) > 0) return null
  return agreedIn(pieces).join('')
}

const rules: MergeRules<string> = {
  keyOf: (part) => part,
  keep: ({ base }) => base,
  join: () => null,
  insert: () => null,
}

const head = /^(?<indent>[\s>]*)(?<marker>[-*+]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)?(?<state>\[[^\]]\](?=\s|$))?/u
// Code, a link, an address, a field, a date of a task with its sign, a tag, a block id.
const mark =
  /(?<tick>`+)(?!`).{1,500}?(?<!`)\k<tick>(?!`)|[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)\]>]+|!?\[\[[^\]]{0,500}\]\]|!?\[[^\]]{0,500}\]\([^)]{0,1000}\)|[[(][\w -]{1,50}::[^\])]{0,500}[\])]|\p{Extended_Pictographic}\uFE0F?(?:\s{0,3}\d[\d-]{0,20})?|#[^\s#[\]|]+|\^[\w-]+$/gu
// A dot within or behind a number, as in a price, a date or a version, ends no sentence.
const sentenceEnd = /(?<=[^\d\s][.!?])(?=\s)|(?<=[。！？])(?![。！？])/u

function commentSigns(text: string): string {
  return (text.match(/%%|<!--|-->/g) ?? []).join('')
}

function splitParts(line: string): readonly string[] {
  if (/^\s*\|/.test(line)) return splitCells(line)
  const { indent = '', marker = '', state = '' } = head.exec(line)?.groups ?? {}
  const parts = [indent, marker, state]
  let at = indent.length + marker.length + state.length
  for (const { 0: found, index } of line.slice(at).matchAll(mark)) {
    const start = indent.length + marker.length + state.length + index
    parts.push(...splitProse(line.slice(at, start)), found)
    at = start + found.length
  }
  return [...parts, ...splitProse(line.slice(at))].filter((text) => text !== '')
}

/** Sentences, and the blanks between them. */
function splitProse(text: string): readonly string[] {
  return text.split(sentenceEnd).flatMap((words) => {
    const bare = words.trim()
    const from = bare === '' ? words.length : words.indexOf(bare)
    return [words.slice(0, from), bare, words.slice(from + bare.length)]
  })
}
